// What cannot be padded.
// RUN: sdy-opt %s -sdy-pad-for-divisibility -shardy=0.10.2 -split-input-file -verify-diagnostics

sdy.mesh @mesh = <["x"=4]>
// expected-error @+2 {{'func.func' op argument #0 has a non-divisible sharding. Shardy expects function IO to be divisible.}}
// expected-error @+1 {{failed to legalize operation 'func.func' that was explicitly marked illegal: "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}], function_type = (tensor<7x8xf32>) -> tensor<7x8xf32>, sym_name = "main"}> ({...}) : () -> ()}}
func.func @main(%arg0: tensor<7x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<7x8xf32> {
  return %arg0 : tensor<7x8xf32>
}

// -----

// Of a declaration only the results count.
sdy.mesh @mesh = <["x"=4]>
// expected-error @+2 {{'func.func' op result #1 has a non-divisible sharding. Shardy expects function IO to be divisible.}}
// expected-error @+1 {{failed to legalize operation 'func.func'}}
func.func private @f(tensor<7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<7xf32>, tensor<7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})

// -----

// 8 and 8 rows of padded operands are more than 12 of the result, which "z" does not divide.
sdy.mesh @mesh = <["x"=4, "z"=3]>
func.func @main(%arg0: tensor<5x8xf32>) {
  %0 = sdy.all_slice [{"x"}, {}] %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<5x8xf32>
  // expected-error @+1 {{failed to legalize operation 'stablehlo.concatenate' that was explicitly marked illegal: %4 = "stablehlo.concatenate"(%3, %3)}}
  %1 = stablehlo.concatenate %0, %0, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z"}, {}]>]>} : (tensor<5x8xf32>, tensor<5x8xf32>) -> tensor<10x8xf32>
  return
}

// -----

// Operands of different padded sizes.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%arg0: tensor<7x8xf32>) {
  %0 = sdy.all_slice [{"x"}, {}] %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<7x8xf32>
  // expected-error @+2 {{Mismatched dimension sizes 8 and 7 in dimension 0}}
  // expected-error @+1 {{'stablehlo.add' op requires the same shape for all operands and results}}
  %1 = stablehlo.add %0, %arg0 : tensor<7x8xf32>
  return
}

// -----

// Constants are not padded.
sdy.mesh @mesh = <["x"=4]>
func.func @main() {
  // expected-error @+2 {{'stablehlo.constant' op inferred type(s) 'tensor<7xf32>' are incompatible with return type(s) of operation 'tensor<8xf32>'}}
  // expected-error @+1 {{'stablehlo.constant' op failed to infer returned types}}
  %0 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} dense<1.0> : tensor<7xf32>
  return
}

// -----

// Loops are not padded either, as their regions take what they took.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%arg0: tensor<7xf32>) {
  %0 = sdy.all_slice [{"x"}] %arg0 out_sharding=<@mesh, [{"x"}]> : tensor<7xf32>
  // expected-error @+1 {{expect operands to be compatible with condition block arguments but got 'tensor<8xf32>' vs 'tensor<7xf32>'}}
  %1 = stablehlo.while(%i = %0) : tensor<7xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>}
  cond {
    %2 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    stablehlo.return %i : tensor<7xf32>
  }
  return
}

// -----

// In a loop an operation that is converted uses the loop's result in the place of the argument.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%arg0: tensor<8xf32>) {
  // expected-note @+1 {{operand defined here (op in a parent region)}}
  %0 = stablehlo.while(%i = %arg0) : tensor<8xf32>
  cond {
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    // expected-error @+1 {{operand #0 does not dominate this use}}
    %1 = stablehlo.custom_call @f(%i) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<8xf32>) -> tensor<7xf32>
    stablehlo.return %i : tensor<8xf32>
  }
  return
}

// -----

// The shards of the slice are smaller than those of the tensor.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%arg0: tensor<7xf32>) {
  %0 = sdy.all_slice [{"x"}] %arg0 out_sharding=<@mesh, [{"x"}]> : tensor<7xf32>
  // expected-error @+1 {{'stablehlo.slice' op cannot be padded along dimension 0: its limit would become 4 instead of 3, which needs communication between devices}}
  %1 = stablehlo.slice %0 [0:3] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<7xf32>) -> tensor<3xf32>
  return
}

// -----

// Without a sharding that is not known.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%arg0: tensor<7xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op cannot be padded along dimension 0: its limit would become 8 instead of 5, but its operand has no sharding}}
  %0 = stablehlo.slice %arg0 [0:5] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<7xf32>) -> tensor<5xf32>
  return
}

// -----

// A collective behind a cast has an operand without a sharding.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%arg0: tensor<7xf32>) {
  %0 = sdy.all_slice [{"x"}] %arg0 out_sharding=<@mesh, [{"x"}]> : tensor<7xf32>
  // expected-error @+1 {{'sdy.collective_permute' op collective on operand without sharding}}
  %1 = sdy.collective_permute %0 out_sharding=<@mesh, [{"x"}]> : tensor<7xf32>
  return
}

// -----

// Explicit reshards make an all-reduce that adds after a reduction by maximum. What is added would be padded here.
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%arg0: tensor<9x21xf32>, %arg1: tensor<f32>) -> tensor<9xf32> {
  %0 = sdy.all_slice [{"y"}, {"x"}] %arg0 out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<9x21xf32>
  %1 = stablehlo.reduce(%0 init: %arg1) applies stablehlo.maximum across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : (tensor<9x21xf32>, tensor<f32>) -> tensor<9xf32>
  // expected-error @+1 {{'sdy.all_reduce' op reduces by 'sum' what each device has reduced by 'max'}}
  %2 = sdy.all_reduce {"x"} %1 out_sharding=<@mesh, [{"y"}]> : tensor<9xf32>
  %3 = sdy.all_gather [{"y"}] %2 out_sharding=<@mesh, [{}]> : tensor<9xf32>
  return %3 : tensor<9xf32>
}

// -----

sdy.mesh @mesh = <["x"=4]>
func.func @main(%arg0: tensor<7x8xi1> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<i1>) -> tensor<7xi1> {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.and across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<7x8xi1>, tensor<i1>) -> tensor<7xi1>
  // expected-error @+1 {{'sdy.reduce_scatter' op reduces by 'sum' what each device has reduced by another computation}}
  %1 = sdy.reduce_scatter [{"x"}] %0 out_sharding=<@mesh, [{"x"}]> : tensor<7xi1>
  %2 = sdy.all_gather [{"x"}] %1 out_sharding=<@mesh, [{}]> : tensor<7xi1>
  return %2 : tensor<7xi1>
}
