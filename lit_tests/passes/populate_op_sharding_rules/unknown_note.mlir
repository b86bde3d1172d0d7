// A note shows the operation of the warning, with the rules of what it holds.
// RUN: sdy-opt %s -sdy-populate-op-sharding-rules -o /dev/null 2>&1 | FileCheck %s

func.func @main(%x: tensor<2x3xf32>, %c: tensor<i1>) -> tensor<2x3xf32> {
  %0 = stablehlo.custom_call @First(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "stablehlo.if"(%c) ({
    %2 = stablehlo.negate %0 : tensor<2x3xf32>
    stablehlo.return %2 : tensor<2x3xf32>
  }, {
    stablehlo.return %0 : tensor<2x3xf32>
  }) : (tensor<i1>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// CHECK:      unknown_note.mlir:5:8: warning: custom call @First is unknown to SDY sharding rule registry
// CHECK:      unknown_note.mlir:5:8: note: %0 = stablehlo.custom_call @First(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK:      unknown_note.mlir:6:8: warning: op 'stablehlo.if' is unknown to SDY sharding rule registry
// CHECK:      unknown_note.mlir:6:8: note:
// CHECK-NEXT: %1 = "stablehlo.if"(%arg1) ({
// CHECK-NEXT:   %2 = stablehlo.negate %0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=2, j=3}>} : tensor<2x3xf32>
// CHECK-NEXT:   stablehlo.return %2 : tensor<2x3xf32>
// CHECK-NEXT: }, {
// CHECK-NEXT:   stablehlo.return %0 : tensor<2x3xf32>
// CHECK-NEXT: }) : (tensor<i1>) -> tensor<2x3xf32>
