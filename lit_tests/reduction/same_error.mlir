// Without --output, the smaller program has the exit status and the first error of the whole one, apart from details.
// RUN: sdy-reduce %s --test='sdy-opt {} -sdy-convert-global-to-local' -o %t 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not sdy-opt %t -sdy-convert-global-to-local 2>&1 | FileCheck %s

// SIZE: sdy-reduce: 4 operations, 7 lines after {{[0-9]+}} tries

// CHECK: error: failed to legalize operation 'sdy.sharding_constraint' that was explicitly marked illegal
// CHECK-NEXT: sdy.sharding_constraint %arg0 <@mesh, [{}, {"y"}]> : tensor<1x1xf32>
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x16xf32>, %n: tensor<i32>) -> (tensor<8x16xf32>, tensor<i32>) {
  %0:2 = stablehlo.while(%x = %a, %i = %n) : tensor<8x16xf32>, tensor<i32>
  cond {
    %c = stablehlo.constant dense<4> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.tanh %x : tensor<8x16xf32>
    %2 = sdy.sharding_constraint %1 <@mesh, [{}, {"y"}]> : tensor<8x16xf32>
    stablehlo.return %2, %i : tensor<8x16xf32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<8x16xf32>, tensor<i32>
}
