// What MLIR folds while it turns constants into SDY's: commutative ops of CHLO take constants last, and casts that say
// nothing go. StableHLO's and SDY's ops stay as they are.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK-LABEL: func.func @commutative
// CHECK-DAG:     %[[C0:.*]] = sdy.constant dense<1>
// CHECK-DAG:     %[[K:.*]] = chlo.constant dense<2>
// CHECK-DAG:     %[[S:.*]] = sdy.constant dense<3>
// CHECK:         chlo.broadcast_add %arg0, %{{.*}} : (tensor<i32>, tensor<8xi32>)
// CHECK-NEXT:    chlo.broadcast_maximum %arg0, %{{.*}} : (tensor<i32>, tensor<8xi32>)
// CHECK-NEXT:    chlo.broadcast_subtract %{{.*}}, %arg0 : (tensor<8xi32>, tensor<i32>)
// CHECK-NEXT:    chlo.broadcast_add %[[S]], %arg0 : (tensor<8xi32>, tensor<i32>)
// CHECK-NEXT:    stablehlo.add %{{.*}}, %arg1 : tensor<8xi32>
// CHECK-NEXT:    chlo.mulhi %arg1, %{{.*}} : tensor<8xi32>, tensor<8xi32>
func.func @commutative(%a: tensor<i32>, %b: tensor<8xi32>) {
  %c = stablehlo.constant dense<1> : tensor<8xi32>
  %k = chlo.constant dense<2> : tensor<8xi32>
  %s = sdy.constant dense<3> : tensor<8xi32>
  %0 = chlo.broadcast_add %c, %a : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>
  %1 = chlo.broadcast_maximum %k, %a : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>
  %2 = chlo.broadcast_subtract %c, %a : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>
  %3 = chlo.broadcast_add %s, %a : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>
  %4 = stablehlo.add %c, %b : tensor<8xi32>
  %5 = chlo.mulhi %c, %b : tensor<8xi32>, tensor<8xi32> -> tensor<8xi32>
  return
}

// CHECK-LABEL: func.func @casts
// CHECK-NEXT:    %[[F:.*]] = builtin.unrealized_conversion_cast %arg0 : tensor<8xi32> to tensor<8xf32>
// CHECK-NEXT:    stablehlo.custom_call @use(%[[F]], %arg0, %[[F]], %arg0)
// CHECK-NEXT:    return %arg0
func.func @casts(%a: tensor<8xi32>) -> tensor<8xi32> {
  %0 = builtin.unrealized_conversion_cast %a : tensor<8xi32> to tensor<8xf32>
  %1 = builtin.unrealized_conversion_cast %0 : tensor<8xf32> to tensor<8xi32>
  %2 = builtin.unrealized_conversion_cast %1 : tensor<8xi32> to tensor<8xf32>
  %3 = builtin.unrealized_conversion_cast %2 : tensor<8xf32> to tensor<8xi32>
  %4 = builtin.unrealized_conversion_cast %3 : tensor<8xi32> to tensor<8xi32>
  stablehlo.custom_call @use(%0, %1, %2, %3) : (tensor<8xf32>, tensor<8xi32>, tensor<8xf32>, tensor<8xi32>) -> ()
  return %4 : tensor<8xi32>
}

// Each op is folded as it was before any other was: what a cast hides is no constant, and a cast of a cast that goes
// stays.
// CHECK-LABEL: func.func @as_it_was
// CHECK-NEXT:    %[[C:.*]] = sdy.constant dense<1>
// CHECK-NEXT:    chlo.broadcast_add %[[C]], %arg0
// CHECK-NEXT:    %[[F:.*]] = builtin.unrealized_conversion_cast %arg0 : tensor<8xi32> to tensor<8xf32>
// CHECK-NEXT:    %[[I:.*]] = builtin.unrealized_conversion_cast %[[F]] : tensor<8xf32> to tensor<8xi32>
// CHECK-NEXT:    return %[[I]]
func.func @as_it_was(%a: tensor<8xi32>) -> tensor<8xi32> {
  %c = stablehlo.constant dense<1> : tensor<8xi32>
  %0 = builtin.unrealized_conversion_cast %c : tensor<8xi32> to tensor<8xi32>
  %1 = chlo.broadcast_add %0, %a : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  %2 = builtin.unrealized_conversion_cast %a : tensor<8xi32> to tensor<8xf32>
  %3 = builtin.unrealized_conversion_cast %2 : tensor<8xf32> to tensor<8xf32>
  %4 = builtin.unrealized_conversion_cast %3 : tensor<8xf32> to tensor<8xi32>
  return %4 : tensor<8xi32>
}
