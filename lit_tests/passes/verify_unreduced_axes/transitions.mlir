// Which operations may introduce, keep and reduce which axes. This syntax is newer than the reference.
// RUN: sdy-opt %s -sdy-verify-unreduced-axes -verify-diagnostics -o /dev/null

sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
sdy.mesh @n = <["x"=2, "y"=2, "z"=4], device_ids=[15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]>

// A reduction introduces what its body computes.
func.func @reduce(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.maximum across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], unreduced=max{"x"}>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  // expected-error @+1 {{'stablehlo.reduce' op cannot introduce 'sum' unreduced axes. Expected 'min'.}}
  %1 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.minimum across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], unreduced={"x"}>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}
func.func @reduce_by_product(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"z"}]>}, %arg1: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.reduce' op cannot add new unreduced axis 'z'.}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.multiply across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], unreduced={"z":(1)2}>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}

// A dot product introduces sums.
func.func @dot(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}) {
  %0 = stablehlo.dot %arg0, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], unreduced={"x"}>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-error @+1 {{'stablehlo.dot' op cannot introduce 'max' unreduced axes. Expected 'sum'.}}
  %1 = stablehlo.dot %arg0, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], unreduced=max{"x"}>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// Any other operation may introduce sums, and keeps the other unreduced axes.
func.func @kept(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced=max{"x"}>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) {
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], unreduced=max{"x"}>]>} : tensor<8xf32>
  %1 = stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], unreduced={"x"}>]>} : tensor<8xf32>
  // expected-error @+1 {{'stablehlo.negate' op cannot change the reduction operator of kept unreduced axes from max to sum.}}
  %2 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], unreduced={"x"}>]>} : tensor<8xf32>
  return
}

// Shardings on other meshes are not compared.
func.func @other_mesh(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced=max{"x"}>}) {
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@n, [{}]>]>} : tensor<8xf32>
  return
}

// What a reshard or a constraint defines may be dropped by a dot product, a call or a return.
func.func @excused(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"x"}>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) {
  %0 = sdy.reshard %arg0 <@m, [{"y"}, {}], unreduced={"x"}> : tensor<8x8xf32>
  %1 = sdy.propagation_barrier %0 allowed_direction=NONE : tensor<8x8xf32>
  %2 = stablehlo.dot %1, %1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"y"}, {}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = call @callee(%1) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
func.func @also_excused(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"x"}>}) {
  %0 = sdy.reshard %arg0 <@m, [{"y"}, {}], unreduced={"x"}> : tensor<8x8xf32>
  %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"y"}, {}]>]>} : tensor<8x8xf32>
  return
}
func.func private @callee(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) -> tensor<8x8xf32> {
  return %arg0 : tensor<8x8xf32>
}

// An sdy.all_reduce needs an operand with a sharding; one of StableHLO reduces by its body.
func.func @unsharded(%arg0: tensor<8xf32>) {
  // expected-error @+1 {{'sdy.all_reduce' op operand must be sharded.}}
  %0 = sdy.all_reduce {"x"} %arg0 out_sharding=<@m, [{}]> : tensor<8xf32>
  return
}
func.func @all_reduce(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"x"}>}) {
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  // expected-error @+1 {{'stablehlo.all_reduce' op cannot reduce 'sum' unreduced axes. Expected 'max'.}}
  %1 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %2 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// The order of axes in a list does not matter, nor do values without a sharding.
func.func @returned(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"x", "y"}>}) -> (tensor<8xf32>, tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"x"}>}) {
  // expected-error @+1 {{'func.return' op has unreduced axes mismatch for 'y' at return value 1 without a blessed operation (e.g., sdy.reshard). This is an invalid transition from unreduced to reduced.}}
  return %arg0, %arg0 : tensor<8xf32>, tensor<8xf32>
}

// Inside of a manual computation manual axes do not count.
func.func @manual(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"x", "y"}>}) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{}], unreduced={"x", "y"}>] out_shardings=[<@m, [{}], unreduced={"x", "y"}>] manual_axes={"x"} (%arg1: tensor<8xf32>) {
    %1 = stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], unreduced={"y"}>]>} : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %2 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{}], unreduced={"x", "y"}>] out_shardings=[<@m, [{}], unreduced={"x", "y"}>] manual_axes={"x"} (%arg1: tensor<8xf32>) {
    %c = stablehlo.constant dense<0.0> : tensor<8xf32>
    // expected-error @+1 {{'sdy.return' op has unreduced axes mismatch for 'y' at return value 0 without}}
    sdy.return %c : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}
