// The remarks of this pass.
// RUN: sdy-opt %s -xla-sdy-round-trip-shard-map-export -remarks -o /dev/null 2>&1 | FileCheck %s

// CHECK: remark: [xla-sdy-round-trip-shard-map-export] the body is @xla.sdy.manual_computation_body
sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<4x16xf32>) {
    %1 = stablehlo.add %arg1, %arg1 : tensor<4x16xf32>
    sdy.return %1 : tensor<4x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
