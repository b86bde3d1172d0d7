// What is wrong: an operation that drops an axis (the first is named), a return and calls that do not agree with the function.
// The first failure ends a function.
// RUN: sdy-opt %s -sdy-verify-unreduced-axes -verify-diagnostics

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>

func.func @dropped(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"a", "b"}>}) {
  // expected-error @+1 {{'stablehlo.abs' op dropped unreduced axis 'b' without a blessed operation (e.g., sdy.reshard). This is an invalid transition from unreduced to reduced.}}
  %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"a"}>]>} : tensor<8xf32>
  %1 = stablehlo.abs %arg0 : tensor<8xf32>
  return
}
func.func @sub_axes(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"c":(1)2}>}) {
  %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"c"}>]>} : tensor<8xf32>
  // expected-error @+1 {{'stablehlo.abs' op dropped unreduced axis 'c'}}
  %1 = stablehlo.abs %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"c":(1)2}>]>} : tensor<8xf32>
  return
}
func.func @returned(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"a", "c"}>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"b", "c"}>}) {
  // expected-error @+1 {{'func.return' op has unreduced axes mismatch for 'a, b' at return value 0 without a blessed operation (e.g., sdy.reshard). This is an invalid transition from unreduced to reduced.}}
  return %arg0 : tensor<8xf32>
}
func.func @order(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"a"}>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"b"}>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"b"}>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"a"}>}) {
  // expected-error @+1 {{'func.return' op has unreduced axes mismatch for 'a, b' at return value 0 without}}
  return %arg0, %arg1 : tensor<8xf32>, tensor<8xf32>
}
func.func @argument(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"b"}>}) {
  // expected-error @+1 {{'func.call' op has unreduced axes mismatch for 'b' at call argument 0.}}
  %0 = call @callee(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  return
}
func.func @result(%arg0: tensor<8xf32>) {
  // expected-error @+1 {{'func.call' op has unreduced axes mismatch for 'b' at call result 0.}}
  %0 = call @callee(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"b"}>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}
func.func private @callee(tensor<8xf32>) -> tensor<8xf32>
sdy.mesh @with_one = <["one"=1, "a"=2]>
func.func @axis_of_size_one(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@with_one, [{}], unreduced={"one"}>}) {
  // expected-error @+1 {{'stablehlo.abs' op dropped unreduced axis 'one' without}}
  %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@with_one, [{}]>]>} : tensor<8xf32>
  return
}
