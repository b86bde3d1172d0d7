sdy.mesh @mesh = <["x"=8]>
func.func @main(%a: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<64x256xf32> {
  %0 = func.call @f(%a) : (tensor<64x256xf32>) -> tensor<64x256xf32>
  %1 = func.call @f(%b) : (tensor<64x256xf32>) -> tensor<64x256xf32>
  %r = stablehlo.add %0, %1 : tensor<64x256xf32>
  return %r : tensor<64x256xf32>
}
func.func private @f(%x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %1 = stablehlo.tanh %x : tensor<64x256xf32>
  %2 = stablehlo.tanh %1 : tensor<64x256xf32>
  %3 = stablehlo.tanh %2 : tensor<64x256xf32>
  %4 = stablehlo.tanh %3 : tensor<64x256xf32>
  %5 = stablehlo.tanh %4 : tensor<64x256xf32>
  %6 = stablehlo.tanh %5 : tensor<64x256xf32>
  %7 = stablehlo.tanh %6 : tensor<64x256xf32>
  %8 = stablehlo.tanh %7 : tensor<64x256xf32>
  %9 = stablehlo.tanh %8 : tensor<64x256xf32>
  %10 = stablehlo.tanh %9 : tensor<64x256xf32>
  %11 = stablehlo.tanh %10 : tensor<64x256xf32>
  %12 = stablehlo.tanh %11 : tensor<64x256xf32>
  %13 = stablehlo.tanh %12 : tensor<64x256xf32>
  %14 = stablehlo.tanh %13 : tensor<64x256xf32>
  %15 = stablehlo.tanh %14 : tensor<64x256xf32>
  %16 = stablehlo.tanh %15 : tensor<64x256xf32>
  %17 = stablehlo.tanh %16 : tensor<64x256xf32>
  %18 = stablehlo.tanh %17 : tensor<64x256xf32>
  %19 = stablehlo.tanh %18 : tensor<64x256xf32>
  %20 = stablehlo.tanh %19 : tensor<64x256xf32>
  return %20 : tensor<64x256xf32>
}

// XLA for TPUs inlines a function of 20 instructions or more, which several calls call, after propagation: each call has
// shardings of its own, and what computes them is followed into the function.
// RUN: sdy-view %s --why @f:%3 --why late_calls.mlir:12 --why %1 | FileCheck %s

// CHECK:      @f:%3 at line 3 dim 0 "x": argument %a dim 0 → tanh late_calls.mlir:9 → tanh late_calls.mlir:10 → tanh late_calls.mlir:11 → @f:%3 at line 3
// CHECK:      @f:%3 at line 4 dim 1 "x": argument %b dim 1 → tanh late_calls.mlir:9
// CHECK:      @f:%4 at line 4 dim 1 "x": argument %b dim 1 →
// CHECK:      %1 dim 1 "x": argument %b dim 1 →
