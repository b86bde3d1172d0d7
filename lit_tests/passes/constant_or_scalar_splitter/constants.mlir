// Every use of a constant has its own, a second use by the same op too. A constant that nothing uses goes.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func @constants(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:   %0 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, [{"a"}]>]>, test.kept} dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   %1 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, [{"a"}]>]>, test.kept} dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   %2 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, [{"a"}]>]>, test.kept} dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   %3 = sdy.constant dense<3.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   %4 = sdy.constant dense<3.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   %5 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %6 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %7 = stablehlo.custom_call @foo(%0, %5, %1, %3) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %8 = stablehlo.add %arg0, %6 : tensor<8xf32>
// CHECK-NEXT:   return %4, %2 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT: }

func.func @constants(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %cst = stablehlo.constant {test.kept, sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, [{"a"}]>]>} dense<1.0> : tensor<8xf32>
  %dead = stablehlo.constant dense<2.0> : tensor<8xf32>
  %0 = sdy.constant dense<3.0> : tensor<8xf32>
  %1 = stablehlo.iota dim = 0 : tensor<8xf32>
  %2 = stablehlo.custom_call @foo(%cst, %1, %cst, %0) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %3 = stablehlo.add %arg0, %1 : tensor<8xf32>
  return %0, %cst : tensor<8xf32>, tensor<8xf32>
}
