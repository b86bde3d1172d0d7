func.func @main() {
  return
  return
}
