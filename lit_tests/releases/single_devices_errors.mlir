// Arguments and results of functions may not be on a single device, nor the results of an operation on several.
// RUN: sdy-opt %s -sdy-insert-explicit-reshards -shardy=0.10.2 -split-input-file -o /dev/null
// RUN: sdy-opt %s -sdy-insert-explicit-reshards -split-input-file -verify-diagnostics

sdy.mesh @device = <[], device_ids=[0]>
// expected-error @+1 {{'func.func' op function argument 1 cannot have a single-device sharding attribute}}
func.func @argument(%a: tensor<8xf32>, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@device, []>}) {
  return
}
// -----
sdy.mesh @device = <[], device_ids=[0]>
// expected-error @+1 {{'func.func' op function result 0 cannot have a single-device sharding attribute}}
func.func @result(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@device, []>}) {
  return %a : tensor<8xf32>
}
// -----
sdy.mesh @device = <[], device_ids=[0]>
sdy.mesh @other = <[], device_ids=[1]>
sdy.mesh @mesh = <["x"=2]>
func.func @conflict(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // expected-error @+1 {{'stablehlo.custom_call' op has conflicting single-device result shardings}}
  %0:2 = stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@device, []>, <@other, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}
// -----
// Without a mesh with axes an operation stays as it is.
sdy.mesh @device = <[], device_ids=[0]>
func.func @no_global_mesh(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@device, []>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
