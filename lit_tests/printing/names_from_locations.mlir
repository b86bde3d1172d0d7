// Values named like their locations: the first name in it, made fit to be one, with a number where it is taken.
// RUN: sdy-opt %s -mlir-use-nameloc-as-prefix | FileCheck %s
// RUN: sdy-opt %s -mlir-use-nameloc-as-prefix -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK: func.func @main(%the_arg: tensor<4xf32>, %x: tensor<4xf32>, %x_0: tensor<4xf32>, %arg3: tensor<4xf32>)
func.func @main(%0: tensor<4xf32> loc("the arg"), %1: tensor<4xf32> loc("x"(fused["q", "r"])), %2: tensor<4xf32> loc("x"),
    %3: tensor<4xf32> loc("f.py":1:2)) -> tensor<4xf32> {
  // CHECK-NEXT: %_0p:2 = stablehlo.custom_call @make(%the_arg)
  %4:2 = stablehlo.custom_call @make(%0) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) loc("0p")
  // CHECK-NEXT: %sum = stablehlo.add %_0p#1, %x
  %5 = stablehlo.add %4#1, %1 : tensor<4xf32> loc(fused["f.py":3:4, "sum"])
  // CHECK-NEXT: %sum_1 = stablehlo.add %sum, %x_0
  %6 = stablehlo.add %5, %2 : tensor<4xf32> loc(callsite("sum" at "k"))
  // CHECK-NEXT: %one = stablehlo.constant
  %7 = stablehlo.constant dense<1.0> : tensor<4xf32> loc("one")
  // CHECK-NEXT: %0 = stablehlo.add
  %8 = stablehlo.add %6, %7 : tensor<4xf32> loc("")
  // CHECK-NEXT: %_C3A92Fx-y.$_ = stablehlo.add %0, %arg3
  %9 = stablehlo.add %8, %3 : tensor<4xf32> loc("é/x-y.$_")
  return %9 : tensor<4xf32>
}
// GENERIC: ^bb0(%the_arg: tensor<4xf32>, %x: tensor<4xf32>, %x_0: tensor<4xf32>, %arg3: tensor<4xf32>):
// GENERIC-NEXT: %_0p:2 = "stablehlo.custom_call"(%the_arg)
