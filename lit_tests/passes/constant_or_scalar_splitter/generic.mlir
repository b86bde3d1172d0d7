// Inherent and discardable attributes go with the copies.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter -mlir-print-op-generic | FileCheck %s

// CHECK:      "builtin.module"() ({
// CHECK-NEXT:   "func.func"() <{function_type = () -> (tensor<4xf32>, tensor<4xf32>), sym_name = "generic"}> ({
// CHECK-NEXT:     %0 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> {test.attribute} : () -> tensor<8xf32>
// CHECK-NEXT:     %1 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> {test.attribute} : () -> tensor<8xf32>
// CHECK-NEXT:     %2 = "stablehlo.slice"(%0) <{limit_indices = array<i64: 8>, start_indices = array<i64: 0>, strides = array<i64: 2>}> {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, [{?}]>]>} : (tensor<8xf32>) -> tensor<4xf32>
// CHECK-NEXT:     %3 = "stablehlo.slice"(%1) <{limit_indices = array<i64: 8>, start_indices = array<i64: 0>, strides = array<i64: 2>}> {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, [{?}]>]>} : (tensor<8xf32>) -> tensor<4xf32>
// CHECK-NEXT:     "func.return"(%2, %3) : (tensor<4xf32>, tensor<4xf32>) -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT: }) : () -> ()

func.func @generic() -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.iota dim = 0 {test.attribute} : tensor<8xf32>
  %1 = stablehlo.slice %0 [0:8:2] {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, [{?}]>]>} : (tensor<8xf32>) -> tensor<4xf32>
  return %1, %1 : tensor<4xf32>, tensor<4xf32>
}
