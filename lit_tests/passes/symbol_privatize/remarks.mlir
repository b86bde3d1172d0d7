// Remarks: which symbol has become private.
// RUN: sdy-opt %s -symbol-privatize=exclude=main -remarks -verify-diagnostics

// expected-remark@+1 {{[symbol-privatize] @mesh is private: it is not excluded}}
sdy.mesh @mesh = <["x"=2]>
func.func private @is_already()
func.func @main() {
  return
}
