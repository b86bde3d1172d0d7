// An elementwise op with one operand is pure as long as it does not claim to know a size that its operand does not;
// with more operands all must be static. What may fail at run time is not a constant expression.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func @dynamic_shapes() {
// CHECK-NEXT:   %0 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %1 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %2 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %3 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %4 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %5 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %6 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %7 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %8 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %9 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %10 = stablehlo.convert %0 : (tensor<8xf32>) -> tensor<?xf32>
// CHECK-NEXT:   %11 = stablehlo.convert %1 : (tensor<8xf32>) -> tensor<?xf32>
// CHECK-NEXT:   %12 = stablehlo.convert %2 : (tensor<8xf32>) -> tensor<?xf32>
// CHECK-NEXT:   %13 = stablehlo.convert %3 : (tensor<8xf32>) -> tensor<?xf32>
// CHECK-NEXT:   %14 = stablehlo.convert %4 : (tensor<8xf32>) -> tensor<?xf32>
// CHECK-NEXT:   %15 = stablehlo.convert %5 : (tensor<8xf32>) -> tensor<?xf32>
// CHECK-NEXT:   %16 = stablehlo.convert %6 : (tensor<8xf32>) -> tensor<?xf32>
// CHECK-NEXT:   %17 = stablehlo.convert %7 : (tensor<8xf32>) -> tensor<?xf32>
// CHECK-NEXT:   %18 = stablehlo.convert %8 : (tensor<8xf32>) -> tensor<?xf32>
// CHECK-NEXT:   %19 = stablehlo.convert %9 : (tensor<8xf32>) -> tensor<?xf32>
// CHECK-NEXT:   %20 = stablehlo.negate %10 : tensor<?xf32>
// CHECK-NEXT:   %21 = stablehlo.negate %11 : tensor<?xf32>
// CHECK-NEXT:   %22 = stablehlo.negate %12 : tensor<?xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%20, %21) : (tensor<?xf32>, tensor<?xf32>) -> ()
// CHECK-NEXT:   %23 = stablehlo.abs %22 : (tensor<?xf32>) -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%23, %23) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   %24 = stablehlo.add %13, %14 : tensor<?xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%24, %24) : (tensor<?xf32>, tensor<?xf32>) -> ()
// CHECK-NEXT:   %25 = stablehlo.reshape %15 : (tensor<?xf32>) -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%25, %25) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   %26 = stablehlo.broadcast_in_dim %16, dims = [0] : (tensor<?xf32>) -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%26, %26) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   %27 = stablehlo.slice %17 [0:2] : (tensor<?xf32>) -> tensor<2xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%27, %27) : (tensor<2xf32>, tensor<2xf32>) -> ()
// CHECK-NEXT:   %28 = chlo.acos %18 : tensor<?xf32> -> tensor<8xf32>
// CHECK-NEXT:   %29 = chlo.acos %19 : tensor<?xf32> -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%28, %29) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @dynamic_shapes() {
  %0 = stablehlo.iota dim = 0 : tensor<8xf32>
  %1 = stablehlo.convert %0 : (tensor<8xf32>) -> tensor<?xf32>
  %2 = stablehlo.negate %1 : tensor<?xf32>
  stablehlo.custom_call @use(%2, %2) : (tensor<?xf32>, tensor<?xf32>) -> ()
  %3 = stablehlo.abs %2 : (tensor<?xf32>) -> tensor<8xf32>
  stablehlo.custom_call @use(%3, %3) : (tensor<8xf32>, tensor<8xf32>) -> ()
  %4 = stablehlo.add %1, %1 : tensor<?xf32>
  stablehlo.custom_call @use(%4, %4) : (tensor<?xf32>, tensor<?xf32>) -> ()
  %5 = stablehlo.reshape %1 : (tensor<?xf32>) -> tensor<8xf32>
  stablehlo.custom_call @use(%5, %5) : (tensor<8xf32>, tensor<8xf32>) -> ()
  %6 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<?xf32>) -> tensor<8xf32>
  stablehlo.custom_call @use(%6, %6) : (tensor<8xf32>, tensor<8xf32>) -> ()
  %7 = stablehlo.slice %1 [0:2] : (tensor<?xf32>) -> tensor<2xf32>
  stablehlo.custom_call @use(%7, %7) : (tensor<2xf32>, tensor<2xf32>) -> ()
  %8 = chlo.acos %1 : tensor<?xf32> -> tensor<8xf32>
  stablehlo.custom_call @use(%8, %8) : (tensor<8xf32>, tensor<8xf32>) -> ()
  return
}
