func.func @main() {
  return %nothing : i32
}
