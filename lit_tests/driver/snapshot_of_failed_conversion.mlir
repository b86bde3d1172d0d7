// A conversion that fails leaves the program as it was.
// RUN: not sdy-opt %s -sdy-convert-global-to-local -mlir-print-ir-after-failure 2>&1 | FileCheck %s

sdy.mesh @mesh = <["x"=2]>

// CHECK: error: failed to legalize operation 'sdy.reshard'
// CHECK: IR Dump After ConvertGlobalToLocalPass Failed
// CHECK: func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
// CHECK-NEXT: %0 = sdy.reshard %arg0 <@mesh, [{}]> : tensor<8xf32>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
