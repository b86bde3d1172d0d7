// Remarks go to standard error, with the source line and a caret; a regular expression chooses passes by their names.
// RUN: sdy-opt %s -sdy-add-data-flow-edges -sdy-apply-sharding-constraints -remarks=apply 2>&1 >/dev/null | FileCheck %s
// RUN: sdy-opt %s -sdy-apply-sharding-constraints --remarks=mesh$ --remarks='^sdy-a' 2>&1 >/dev/null | FileCheck %s --check-prefix=EITHER
// RUN: sdy-opt %s -sdy-apply-sharding-constraints -remarks=groups 2>&1 >/dev/null | FileCheck %s --check-prefix=NONE
// RUN: bash -c 'diff <(sdy-opt %s -sdy-apply-sharding-constraints) <(sdy-opt %s -sdy-apply-sharding-constraints -remarks 2>/dev/null)'
// RUN: bash -c 'sdy-opt %s -remarks="(" ; echo "status $?"' 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: bash -c 'sdy-opt %s -remarks-format=xml; echo "status $?"' 2>&1 | FileCheck %s --check-prefix=FORMAT

// CHECK-NOT: sdy-add-data-flow-edges
// CHECK: {{.*}}remarks.mlir:27:8: remark: [sdy-apply-sharding-constraints] constraint not applied to %y#1: dimension 0 is open
// CHECK-NEXT:   %z = sdy.sharding_constraint %y#1 <@mesh, [{?}]> : tensor<8xf32>
// CHECK-NEXT:      ^~~~~~~~~~~~~~~~~~~~~~~
// CHECK-NOT: remark

// EITHER: :27:8: remark: [sdy-apply-sharding-constraints]
// NONE-NOT: remark:
// NONE: warning: no remarks: -remarks=groups matches the name of no pass that has run
// NONE-NOT: remark:
// WRONG: invalid regular expression: missing ), unterminated subpattern
// WRONG: status 1
// FORMAT: 'xml' is not one of 'text', 'json'
// FORMAT: status 1

sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y:2 = stablehlo.optimization_barrier %x, %x : tensor<8xf32>, tensor<8xf32>
  %z = sdy.sharding_constraint %y#1 <@mesh, [{?}]> : tensor<8xf32>
  return %z : tensor<8xf32>
}
