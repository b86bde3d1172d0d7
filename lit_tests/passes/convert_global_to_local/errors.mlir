// What has no local form: the words of the reference. Values have the numbers that they have at that moment; arguments
// that have local types already are unknown.
// RUN: sdy-opt %s -sdy-convert-global-to-local -shardy=0.10.2 -allow-unregistered-dialect -split-input-file -verify-diagnostics

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @reshard(%a: tensor<8xf32>) {
  %0 = stablehlo.negate %a : tensor<8xf32>
  // expected-error @+1 {{failed to legalize operation 'sdy.reshard' that was explicitly marked illegal: %2 = "sdy.reshard"(%1) <{sharding = #sdy.sharding<@mesh, [{"x"}]>}> : (tensor<8xf32>) -> tensor<8xf32>}}
  %1 = sdy.reshard %0 <@mesh, [{"x"}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @chlo(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // expected-error @+1 {{failed to legalize operation 'chlo.tan' that was explicitly marked illegal: %0 = "chlo.tan"(<<UNKNOWN SSA VALUE>>) : (tensor<8xf32>) -> tensor<8xf32>}}
  %0 = chlo.tan %a : tensor<8xf32> -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @cast(%a: tensor<8xf32>) {
  // expected-error @+1 {{failed to legalize operation 'builtin.unrealized_conversion_cast' that was explicitly marked illegal: %0 = "builtin.unrealized_conversion_cast"(%arg0) : (tensor<8xf32>) -> tensor<4xf32>}}
  %0 = builtin.unrealized_conversion_cast %a : tensor<8xf32> to tensor<4xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @concatenated_dimension(%a: tensor<8xf32>) {
  // expected-error @+2 {{'stablehlo.concatenate' op dimension 0 is sharded but the concatenation is on this dimension.}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.concatenate' that was explicitly marked illegal}}
  %0 = stablehlo.concatenate %a, %a, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @concatenated_operand(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf32>) {
  // expected-error @+2 {{'stablehlo.concatenate' op operand 1 is sharded on concatenation dimension 0. This is not supported.}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.concatenate' that was explicitly marked illegal}}
  %0 = stablehlo.concatenate %b, %a, dim = 0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @sliced_otherwise(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y":(1)2}, {}]>}) {
  // expected-error @+2 {{'stablehlo.slice' op dimension 0 has mismatched sharding axes ([axis_ref"x", axis_ref"y":(1)2] vs []). This requires a reshard which should have been handled by previous passes.}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.slice' that was explicitly marked illegal}}
  %0 = stablehlo.slice %a [0:8, 0:4] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<8x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @sliced_dimension(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // expected-error @+2 {{'stablehlo.slice' op dimension 0 is sharded but the slice is not a full slice and requires device communication.}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.slice' that was explicitly marked illegal}}
  %0 = stablehlo.slice %a [0:4] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @exchanged_parts(%a: tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+2 {{'sdy.all_to_all' op dimension not divisible by num devices per group}}
  // expected-error @+1 {{failed to legalize operation 'sdy.all_to_all' that was explicitly marked illegal}}
  %0 = sdy.all_to_all [{"x"}: 0->1] %a out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x3xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @scattered_parts(%a: tensor<4xf32>, %i: tensor<4x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %u: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // expected-error @+2 {{failed to get scatter reduction identity.}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.scatter' that was explicitly marked illegal: %0 = "stablehlo.scatter"(<<UNKNOWN SSA VALUE>>, <<UNKNOWN SSA VALUE>>, <<UNKNOWN SSA VALUE>>) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({...}) : (tensor<4xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<4xf32>}}
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    stablehlo.return %r : tensor<f32>
  }) : (tensor<4xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @scattered_pairs(%a: tensor<4xi1>, %b: tensor<4xi32>, %i: tensor<4x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %u: tensor<4xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %v: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // Numbers of 32 bits have no identity for `or`.
  // expected-error @+2 {{failed to get scatter reduction identity.}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.scatter' that was explicitly marked illegal}}
  %0:2 = "stablehlo.scatter"(%a, %b, %i, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%l0: tensor<i1>, %l1: tensor<i32>, %r0: tensor<i1>, %r1: tensor<i32>):
    %2 = stablehlo.or %l0, %r0 : tensor<i1>
    %3 = stablehlo.or %l1, %r1 : tensor<i32>
    stablehlo.return %2, %3 : tensor<i1>, tensor<i32>
  }) : (tensor<4xi1>, tensor<4xi32>, tensor<4x1xi32>, tensor<4xi1>, tensor<4xi32>) -> (tensor<4xi1>, tensor<4xi32>)
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @constant() {
  // Attributes of operations that only get local types stay as they are.
  // expected-error @+2 {{'stablehlo.constant' op failed to infer returned types}}
  // expected-error @+1 {{'stablehlo.constant' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<2xf32>'}}
  %0 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} dense<1.0> : tensor<4xf32>
  return
}

// -----

// Also where values may be used before they are defined, other axes come before a size that they do not divide.
sdy.mesh @mesh = <["x"=2, "y"=2]>

func.func @graph_region(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  "t.graph"() ({
    // expected-error @+2 {{op dimension 0 has mismatched sharding axes ([axis_ref"x"] vs [axis_ref"y"])}}
    // expected-error @+1 {{failed to legalize operation 'stablehlo.slice' that was explicitly marked illegal}}
    stablehlo.slice %a [0:8, 0:5] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : (tensor<8x8xf32>) -> tensor<8x5xf32>
  }) : () -> ()
  return
}
