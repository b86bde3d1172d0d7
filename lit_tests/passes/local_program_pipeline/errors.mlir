// Operations of CHLO that are split have no local form: the errors of the verifier and of the pass name what is missing.
// RUN: not sdy-opt %s -sdy-local-program-pipeline 2>&1 | FileCheck %s
// RUN: not sdy-opt %s -sdy-local-program-pipeline -shardy=0.10.2 2>&1 | FileCheck %s
// RUN: sdy-opt %s -chlo-legalize-to-stablehlo -sdy-local-program-pipeline | FileCheck %s --check-prefix=LOCAL

// LOCAL: stablehlo.sort
// LOCAL: stablehlo.slice {{.*}} -> tensor<4x4xf32>
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  // CHECK: error: {{.*}}'chlo.top_k'
  // CHECK: hint: -chlo-legalize-to-stablehlo before this pass, or before the pipeline that runs it
  %values, %indices = chlo.top_k(%a, k = 4) : tensor<8x16xf32> -> (tensor<8x4xf32>, tensor<8x4xi32>)
  return %values : tensor<8x4xf32>
}
