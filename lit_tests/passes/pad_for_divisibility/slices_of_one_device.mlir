// A sharding on one device may list no dimensions: the reference crashes here.
// RUN: not sdy-opt %s --sdy-pad-for-divisibility 2>&1 | FileCheck %s
// CHECK: slices_of_one_device.mlir:8:8: error: 'builtin.unrealized_conversion_cast' op found unrealized_conversion_cast after pad-for-divisibility

sdy.mesh @mesh = <["x"=2]>
sdy.mesh @first = <[], device_ids=[0]>
func.func @of_one_device(%a: tensor<8x10xf32> {sdy.sharding = #sdy.sharding<@first, []>}) -> tensor<7x7xf32> {
  %0 = stablehlo.slice %a [0:7, 1:8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x10xf32>) -> tensor<7x7xf32>
  return %0 : tensor<7x7xf32>
}
