// Partial results that are combined otherwise than by a sum are added up, as in the reference, with a warning.
// RUN: sdy-opt %s -sdy-insert-explicit-reshards=enable-full-version=true 2>&1 | FileCheck %s
// RUN: sdy-opt %s -sdy-insert-explicit-reshards=enable-full-version=true -Wno-wrong-sums 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: sdy-opt %s -sdy-insert-explicit-reshards=enable-full-version=true -shardy=0.10.2 2>&1 | FileCheck %s --check-prefix=OLD

// CHECK: wrong_sums.mlir:{{.*}}:24: warning: adds what devices have along {"x"}, where its body combines it otherwise
// CHECK: hint: -Wno-wrong-sums is without this warning
// CHECK-NOT: warning
// CHECK: sdy.all_reduce {"x"} %0
// CHECK: sdy.all_reduce max {"x"}
// OFF-NOT: warning
// OLD: warning: adds what devices have along {"x"}
// OLD: warning: adds what devices have along {"x"}

sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<f32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.reduce(%a init: %one) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}
