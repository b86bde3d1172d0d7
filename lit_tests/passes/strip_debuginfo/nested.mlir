// Locations in regions go, too; in a nested pipeline only those of the operations that it runs on.
// RUN: sdy-opt %s -pass-pipeline='builtin.module(func.func(strip-debuginfo))' -mlir-print-debuginfo -mlir-print-local-scope | FileCheck %s

// CHECK: sdy.mesh @mesh = <["x"=2]> loc("f.py":1:2)
sdy.mesh @mesh = <["x"=2]> loc("f.py":1:2)
// CHECK: stablehlo.while(%iterArg = %arg0) : tensor<8xf32>
// CHECK-NEXT: cond {
// CHECK-NEXT:   %c = stablehlo.constant dense<false> : tensor<i1> loc(unknown)
// CHECK-NEXT:   stablehlo.return %c : tensor<i1> loc(unknown)
// CHECK-NEXT: } do {
// CHECK-NEXT:   stablehlo.return %iterArg : tensor<8xf32> loc(unknown)
// CHECK-NEXT: } loc(unknown)
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<8xf32>
  cond {
    %c = stablehlo.constant dense<false> : tensor<i1> loc("f.py":3:1)
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %iterArg : tensor<8xf32>
  } loc("loop")
  return %0 : tensor<8xf32>
}
