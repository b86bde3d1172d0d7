// Operations that cannot be partitioned on their own. This is newer than the reference.
// RUN: sdy-opt %s -sdy-per-instruction-partitioning -split-input-file -verify-diagnostics

sdy.mesh @m = <["x"=2]>
sdy.mesh @n = <["x"=2], device_ids=[1, 0]>
func.func @meshes(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
  // expected-error @+1 {{'stablehlo.negate' op has operands and results without a common mesh}}
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@n, [{"x"}]>]>} : tensor<8xf32>
  return
}

// -----

// A reshape of tensors that are sharded differently has no local program.
sdy.mesh @mesh = <["x"=2]>

func.func @reshape(%a: tensor<7xf32>) -> tensor<7x1xf32> {
  // expected-error @+1 {{has an operand and a result that are sharded along different axes: {} and {"x"}}}
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : (tensor<7xf32>) -> tensor<7x1xf32>
  return %0 : tensor<7x1xf32>
}
