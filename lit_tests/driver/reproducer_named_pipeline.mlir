// The reproducer of a named pipeline can be run: its passes that only write files, which text cannot name, are left out.
// RUN: sdy-opt %s -sdy-propagation-pipeline -mlir-generate-reproducer=%t.mlir | FileCheck %s
// RUN: sdy-opt %t.mlir -run-reproducer | FileCheck %s

sdy.mesh @mesh = <["x"=2]>

// CHECK-LABEL: func.func @main
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  // CHECK: stablehlo.tanh %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>}
  %0 = stablehlo.tanh %arg0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
