// How often each pass has made decisions, by kinds of remarks, also beside remarks.
// RUN: sdy-opt %s -cse -sdy-sharding-constraint-to-reshard -cse -mlir-pass-statistics -o /dev/null 2>&1 | FileCheck %s
// RUN: sdy-opt %s -cse -sdy-sharding-constraint-to-reshard -cse -mlir-pass-statistics -o /dev/null -remarks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARKS

sdy.mesh @mesh = <["x"=2]>

func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
  %1 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
  %2 = sdy.sharding_constraint %0 <@mesh, [{"x"}]> : tensor<4xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<4xf32>
  return %3 : tensor<4xf32>
}

// CHECK: ... Pass statistics report ...
// CHECK: 'builtin.module' Pipeline
// CHECK-NEXT: {{^}}  CSEPass
// CHECK-NEXT: {{^}}    (S) 1 merged
// CHECK-NEXT: {{^}}  'func.func' Pipeline
// CHECK-NEXT: {{^}}    ShardingConstraintToReshardPass
// CHECK-NEXT: {{^}}      (S) 1 {{[a-z-]+}}
// CHECK-NEXT: {{^}}  CSEPass
// CHECK-NOT: (S)
// REMARKS: remark: [cse]
// REMARKS: ... Pass statistics report ...
// REMARKS: {{^}}  CSEPass
// REMARKS-NEXT: {{^}}    (S) 1 merged
