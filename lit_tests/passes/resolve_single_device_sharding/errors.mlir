// Results that cannot be on one device. This is newer than the reference.
// RUN: sdy-opt %s -sdy-resolve-single-device-sharding -split-input-file -verify-diagnostics

sdy.mesh @mesh = <["x"=2]>
sdy.mesh @zero = <[], device_ids=[0]>
sdy.mesh @one = <[], device_ids=[1]>
func.func @main(%arg0: tensor<8xf32>) {
  // expected-error @+1 {{'stablehlo.custom_call' op has results on different devices: 0, 1}}
  %0:2 = stablehlo.custom_call @f(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@one, []>, <@zero, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
sdy.mesh @one = <[], device_ids=[1]>
func.func @main(%arg0: tensor<8xf32>) {
  // expected-error @+1 {{'stablehlo.custom_call' op has a sharded result beside one on a single device}}
  %0:2 = stablehlo.custom_call @f(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@one, []>, <@mesh, [{"x"}]>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
sdy.mesh @one = <[], device_ids=[1]>
func.func @main(%arg0: tensor<?xf32>) {
  // expected-error @+1 {{'stablehlo.abs' op has a result of a type without a zero, and is to run on a single device}}
  %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<?xf32>
  return
}
