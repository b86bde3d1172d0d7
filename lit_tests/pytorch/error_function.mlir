// PyTorch/XLA writes the error function as a custom call. XLA makes an operation of it that has no sharding rule.
// RUN: sdy-view %s --all 2>&1 | filecheck %s

sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<16x32xf32> {
  %y = stablehlo.custom_call @mhlo.erf(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<16x32xf32>) -> tensor<16x32xf32>
  return %y : tensor<16x32xf32>
}

// CHECK: 1 operation without a sharding rule (chlo.erf error_function.mlir:6): {{.*}} XLA has no rule either, and gathers
