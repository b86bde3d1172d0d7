// Bounds of sizes are as many as there are dimensions, and only of those whose size is not known.
// RUN: sdy-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{Bounds length is 1, expected to be equal to rank(0) of the tensor 'tensor<f32>'}}
func.func @scalar(%arg0: tensor<f32, #stablehlo.bounds<1>>) {
  return
}

// -----

// expected-error@+1 {{Bounds length is 2, expected to be equal to rank(1) of the tensor 'tensor<?xf32>'}}
func.func @more_than_dimensions(%arg0: tensor<?xf32, #stablehlo.bounds<?, 3>>) {
  return
}

// -----

#bounds = #stablehlo.bounds<3, ?>
// expected-error@+1 {{Bounds length is 2, expected to be equal to rank(3) of the tensor 'tensor<?x4x5xf32>'}}
func.func @fewer_than_dimensions(%arg0: tensor<?x4x5xf32, #bounds>) {
  return
}

// -----

// expected-error@+1 {{Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<4xf32>'}}
func.func @of_a_known_size(%arg0: tensor<4xf32, #stablehlo.bounds<1>>) {
  return
}

// -----

// expected-error@+1 {{Bounds length is 1, expected to be equal to rank(0) of the tensor 'tensor<f32>'}}
func.func @unranked(%arg0: tensor<*xf32, #stablehlo.bounds<3>>) {
  return
}

// -----
// A missing bracket is said, and yet is none.
// expected-error @+2 {{expected '<'}}
// expected-error @+1 {{Bounds length is 0, expected to be equal to rank(1) of the tensor 'tensor<?xf32>'}}
func.func private @f(%a: tensor<?xf32, #stablehlo.bounds>)
