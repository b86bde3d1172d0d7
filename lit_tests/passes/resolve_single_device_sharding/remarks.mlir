// What runs on one device. This is newer than the reference.
// RUN: sdy-opt %s -sdy-resolve-single-device-sharding -remarks -verify-diagnostics -o /dev/null

sdy.mesh @mesh = <["x"=8]>
sdy.mesh @device = <[], device_ids=[7]>

func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // expected-remark @+1 {{'stablehlo.abs' runs on device 7 alone, which then sends its results to all devices}}
  %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@device, []>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
