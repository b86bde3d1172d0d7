func.func @main() {
  // expected-error @+1 {{this does not come}}
  return
}
