// Where operations have locations of their own, remarks are there, and values have the names with which sdy-opt prints
// the input, copies of them too.
// RUN: sdy-opt %s -sdy-constant-splitter -sdy-apply-sharding-constraints -remarks -o /dev/null 2>&1 | FileCheck %s

// CHECK: {{^}}model.py:3:5: remark: [sdy-constant-or-scalar-splitter] %cst copied for operand 1 of 'stablehlo.add': 1 op
// CHECK: {{^}}model.py:4:5: remark: [sdy-constant-or-scalar-splitter] %cst copied for operand 0 of 'sdy.sharding_constraint': 1 op
// CHECK: {{^}}model.py:4:5: remark: [sdy-apply-sharding-constraints] constraint applied to %cst: it has

sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %ones = stablehlo.constant dense<1.0> : tensor<8xf32> loc("model.py":2:5)
  %sum = stablehlo.add %x, %ones : tensor<8xf32> loc("model.py":3:5)
  %fixed = sdy.sharding_constraint %ones <@mesh, [{"a"}]> : tensor<8xf32> loc("model.py":4:5)
  return %fixed, %sum, %ones : tensor<8xf32>, tensor<8xf32>, tensor<8xf32> loc("model.py":5:5)
}
