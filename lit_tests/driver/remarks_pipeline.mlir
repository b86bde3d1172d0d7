// Positions and names are those of the input, whatever the passes before have changed: copies, edges and new constraints
// are called what they stand for.
// RUN: sdy-opt %s -sdy-constant-splitter -sdy-add-data-flow-edges -sdy-apply-sharding-constraints -remarks=apply -verify-diagnostics
// RUN: sdy-opt %s -sdy-constant-splitter -sdy-add-data-flow-edges -sdy-apply-sharding-constraints -remarks=apply 2>&1 >/dev/null | FileCheck %s

// CHECK: :13:12: remark: {{.*}} constraint applied to %ones:

sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %ones = stablehlo.constant dense<1.0> : tensor<8xf32>
  %sum = stablehlo.add %x, %ones : tensor<8xf32>
  // expected-remark @+1 {{constraint applied to %ones: it has the sharding <@mesh, [{"a"}]> now}}
  %fixed = sdy.sharding_constraint %ones <@mesh, [{"a"}]> : tensor<8xf32>
  %state:2 = stablehlo.optimization_barrier %x, %sum : tensor<8xf32>, tensor<8xf32>
  // expected-remark @+1 {{constraint for in_shardings[0] inserted after %state#1, a target of a data-flow edge}}
  %done = sdy.manual_computation(%state#1) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%part: tensor<4xf32>) {
    sdy.return %part : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %done, %fixed : tensor<8xf32>, tensor<8xf32>
}
