// A copy is made for the use of one result. Of the groups only those of that result go with it; a scalar result stays
// with the original.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func @several_results() {
// CHECK-NEXT:   %0 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %1 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %2 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %3 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %4:3 = sdy.named_computation<"f">(%0) (%arg0: tensor<8xf32>) {
// CHECK-NEXT:     %9 = sdy.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:     sdy.return %arg0, %arg0, %9 : tensor<8xf32>, tensor<8xf32>, tensor<f32>
// CHECK-NEXT:   } : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<f32>)
// CHECK-NEXT:   sdy.sharding_group %4#0 group_id=0 : tensor<8xf32>
// CHECK-NEXT:   %5:3 = sdy.named_computation<"f">(%1) (%arg0: tensor<8xf32>) {
// CHECK-NEXT:     %9 = sdy.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:     sdy.return %arg0, %arg0, %9 : tensor<8xf32>, tensor<8xf32>, tensor<f32>
// CHECK-NEXT:   } : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<f32>)
// CHECK-NEXT:   sdy.sharding_group %5#1 group_id=1 : tensor<8xf32>
// CHECK-NEXT:   %6:3 = sdy.named_computation<"f">(%2) (%arg0: tensor<8xf32>) {
// CHECK-NEXT:     %9 = sdy.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:     sdy.return %arg0, %arg0, %9 : tensor<8xf32>, tensor<8xf32>, tensor<f32>
// CHECK-NEXT:   } : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<f32>)
// CHECK-NEXT:   sdy.sharding_group %6#0 group_id=0 : tensor<8xf32>
// CHECK-NEXT:   %7:3 = sdy.named_computation<"f">(%3) (%arg0: tensor<8xf32>) {
// CHECK-NEXT:     %9 = sdy.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:     sdy.return %arg0, %arg0, %9 : tensor<8xf32>, tensor<8xf32>, tensor<f32>
// CHECK-NEXT:   } : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<f32>)
// CHECK-NEXT:   sdy.sharding_group %7#0 group_id=0 : tensor<8xf32>
// CHECK-NEXT:   sdy.sharding_group %7#1 group_id=1 : tensor<8xf32>
// CHECK-NEXT:   %8 = stablehlo.add %6#0, %6#1 : tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @foo(%4#0, %5#1, %7#2, %8) : (tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @several_results() {
  %0 = stablehlo.iota dim = 0 : tensor<8xf32>
  %1:3 = sdy.named_computation<"f">(%0) (%arg0: tensor<8xf32>) {
    %cst = stablehlo.constant dense<1.0> : tensor<f32>
    sdy.return %arg0, %arg0, %cst : tensor<8xf32>, tensor<8xf32>, tensor<f32>
  } : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<f32>)
  sdy.sharding_group %1#0 group_id=0 : tensor<8xf32>
  sdy.sharding_group %1#1 group_id=1 : tensor<8xf32>
  %2 = stablehlo.add %1#0, %1#1 : tensor<8xf32>
  stablehlo.custom_call @foo(%1#0, %1#1, %1#2, %2) : (tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<8xf32>) -> ()
  return
}
