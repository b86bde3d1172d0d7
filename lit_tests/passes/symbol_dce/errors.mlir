// It runs on symbol tables. What an operation of a dialect that is not known holds may be one.
// RUN: sdy-opt %s -allow-unregistered-dialect -symbol-dce -verify-diagnostics

func.func private @f() {
  return
}
// expected-error@+1 {{operation contains potentially unknown symbol table, meaning that we can't reliable compute symbol uses}}
func.func @main() {
  "d.region"() ({
  }) : () -> ()
  return
}
