// What is wrong with reduction operators. This syntax is newer than the reference.
// RUN: sdy-opt %s -split-input-file -verify-diagnostics

// expected-error @+2 {{expected '{'}}
// expected-error @+1 {{failed to parse Sdy_TensorSharding parameter 'unreduced_axes'}}
module attributes {test.sharding = #sdy.sharding<@mesh, [{}], unreduced "a">} {}

// -----

// expected-error @+2 {{expected '{'}}
// expected-error @+1 {{failed to parse Sdy_TensorSharding parameter 'unreduced_axes'}}
module attributes {test.sharding = #sdy.sharding<@mesh, [{}], unreduced max{"a"}>} {}

// -----

// expected-error @+2 {{expected '{'}}
// expected-error @+1 {{failed to parse Sdy_TensorSharding parameter 'unreduced_axes'}}
module attributes {test.sharding = #sdy.sharding<@mesh, [{}], unreduced=mean{"a"}>} {}

// -----

// expected-error @+2 {{expected '{'}}
// expected-error @+1 {{failed to parse Sdy_TensorSharding parameter 'replicated_axes'}}
module attributes {test.sharding = #sdy.sharding<@mesh, [{}], replicated=max{"a"}>} {}

// -----

sdy.mesh @m = <["x"=2]>
func.func @all_reduce(%arg0: tensor<8xf32>) {
  // expected-error @+1 {{expected '{'}}
  %0 = sdy.all_reduce mean {"x"} %arg0 out_sharding=<@m, [{}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=2]>
func.func @reduce_scatter(%arg0: tensor<8xf32>) {
  // expected-error @+1 {{expected '['}}
  %0 = sdy.reduce_scatter mean [{"x"}] %arg0 out_sharding=<@m, [{"x"}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
func.func @reshard(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"z":(1)2}>}) {
  // expected-error @+1 {{'sdy.reshard' op cannot change the reduction operator of kept unreduced axes from sum to max.}}
  %0 = sdy.reshard %arg0 <@m, [{}], unreduced=max{"z"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=2]>
func.func @behind_barrier(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced=max{"x"}>}) {
  %0 = sdy.propagation_barrier %arg0 allowed_direction=NONE : tensor<8xf32>
  // expected-error @+1 {{'sdy.reshard' op cannot change the reduction operator of kept unreduced axes from max to min.}}
  %1 = sdy.reshard %0 <@m, [{}], unreduced=min{"x"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=2, "y"=2]>
func.func @constraint(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced=max{"x"}>}) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{}]> : tensor<8xf32>
  // expected-error @+1 {{'sdy.sharding_constraint' op cannot change the reduction operator of kept unreduced axes from max to sum.}}
  %1 = sdy.sharding_constraint %arg0 <@m, [{}], unreduced={"x", "y"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=2]>
func.func @all_reduce(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced=max{"x"}>}) {
  // expected-error @+1 {{'sdy.all_reduce' op cannot reduce 'max' unreduced axes. Expected 'sum'.}}
  %0 = sdy.all_reduce {"x"} %arg0 out_sharding=<@m, [{}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=2]>
func.func @reduce_scatter(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"x"}>}) {
  // expected-error @+1 {{'sdy.reduce_scatter' op cannot reduce 'sum' unreduced axes. Expected 'min'.}}
  %0 = sdy.reduce_scatter min [{"x"}] %arg0 out_sharding=<@m, [{"x"}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=2, "y"=2]>
func.func @kept(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced=max{"x", "y"}>}) {
  // expected-error @+1 {{'sdy.all_reduce' op cannot change the reduction operator of kept unreduced axes from max to sum.}}
  %0 = sdy.all_reduce max {"x"} %arg0 out_sharding=<@m, [{}], unreduced={"y"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=2]>
func.func @sharded(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
  // expected-error @+1 {{'sdy.sharded_to_unreduced' op out_sharding reduction_op must be SUM}}
  %0 = sdy.sharded_to_unreduced [{"x"}] %arg0 out_sharding=<@m, [{}], unreduced=max{"x"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=2]>
func.func @replicated(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) {
  // expected-error @+1 {{'sdy.replicated_to_unreduced' op out_sharding reduction_op must be SUM}}
  %0 = sdy.replicated_to_unreduced {"x"} %arg0 out_sharding=<@m, [{}], unreduced=min{"x"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=2]>
sdy.mesh @n = <["x"=2], device_ids=[1, 0]>
func.func @other_devices_are_not_compared(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced=max{"x"}>}) {
  %0 = sdy.reshard %arg0 <@n, [{}], unreduced=min{"x"}> : tensor<8xf32>
  return
}
