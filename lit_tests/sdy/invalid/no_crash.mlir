// What makes the C++ implementation read what is not there, and crash, is an error like others.
// RUN: sdy-opt %s -split-input-file -verify-diagnostics

// A manual computation on a maximal mesh, whose shardings have no dimensions.
func.func @maximal_operand(%arg0: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.manual_computation' op operand sharding at index 0 is maximal and shards no dimensions, but the operand has some}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<mesh<[], device_ids=[1]>, []>] out_shardings=[<mesh<[]>, [{}, {}]>] manual_axes={} (%arg1: tensor<8x8xf32>) {
    sdy.return %arg1 : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @maximal_result(%arg0: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.manual_computation' op result sharding at index 0 is maximal and shards no dimensions, but the result has some}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<mesh<[]>, [{}, {}]>] out_shardings=[<mesh<[], device_ids=[1]>, []>] manual_axes={} (%arg1: tensor<8x8xf32>) {
    sdy.return %arg1 : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// The argument of a loop follows a result that is not there.
func.func @no_result(%arg0: tensor<8xf32>) {
  "stablehlo.while"(%arg0) ({
  ^bb0(%arg1: tensor<8xf32>):
    %0 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %0 : tensor<i1>
  }, {
  ^bb0(%arg1: tensor<8xf32>):
    // expected-error @+1 {{'sdy.all_gather' op collective on operand without sharding}}
    %0 = sdy.all_gather [{}] %arg1 out_sharding=<mesh<["a"=2]>, [{}]> : tensor<8xf32>
    stablehlo.return %arg1 : tensor<8xf32>
  }) : (tensor<8xf32>) -> ()
  return
}

// -----

// There are fewer shardings than results when edges ask for that of a result: attributes are looked at by their names.
func.func @no_sharding_of_the_result(%arg0: tensor<8xf32>) {
  // expected-error @+1 {{'stablehlo.negate' op expected propagation edges attr to reference a sharding.}}
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[]>, sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"c" = result-2 -> [result-0]}]}]>} : tensor<8xf32>
  return
}
