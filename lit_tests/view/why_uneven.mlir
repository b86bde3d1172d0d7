// Arguments and results keep only the axes that divide them, and whole ones only in open dimensions: --why and --replicated
// say so of each, in views and in JSON. Values inside keep the axes, with padding.
// RUN: sdy-view %s --why %a --why %b --why 'result 0' --why 'result 1:0' --why 'result 2:1' --why 'result 3' --why %1 | FileCheck %s --match-full-lines --strict-whitespace
// RUN: sdy-view %s --replicated | FileCheck %s --check-prefix=ENDS
// RUN: sdy-view %s --why %b:0 --json | FileCheck %s --check-prefix=JSON

sdy.mesh @mesh = <["x"=4, "y"=2]>

func.func @main(%a: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %b: tensor<6x8xf32>)
    -> (tensor<6x8xf32>, tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8x6xf32>, tensor<48xf32>) {
  %0 = stablehlo.tanh %a : tensor<6x8xf32>
  %1 = stablehlo.add %0, %b : tensor<6x8xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
  %3 = stablehlo.reshape %1 : (tensor<6x8xf32>) -> tensor<48xf32>
  return %1, %0, %2, %3 : tensor<6x8xf32>, tensor<6x8xf32>, tensor<8x6xf32>, tensor<48xf32>
}

//      CHECK:{{.*}}why_uneven.mlir, propagated, partitioned by XLA for TPUs: 8 devices, mesh ["x"=4, "y"=2]
// CHECK-EMPTY:
// CHECK-NEXT:%a dim 0 "x":(1)2: argument %a dim 0, as written
// CHECK-NEXT:%a dim 0 not "x":(2)2: dimension 0 of %a has size 6, not divisible by 4
// CHECK-NEXT:%a dim 1 "y": argument %a dim 1, as written
// CHECK-NEXT:%b dim 0 not "x": dimension 0 of %b has size 6, not divisible by 4
// CHECK-NEXT:%b dim 1 "y": argument %a dim 1 → tanh why_uneven.mlir:11 → add why_uneven.mlir:12 → %b
// CHECK-NEXT:result 0 dim 0 not "x": dimension 0 of result 0 of @main has size 6, not divisible by 4
// CHECK-NEXT:result 0 dim 1 "y": argument %a dim 1 → tanh why_uneven.mlir:11 → add why_uneven.mlir:12 → result 0
// CHECK-NEXT:result 1 dim 0 "x":(1)2: result 1 of @main dim 0, as written
// CHECK-NEXT:result 1 dim 0 not "x":(2)2: dimension 0 of result 1 of @main has size 6, not divisible by 4
// CHECK-NEXT:result 2 dim 1 not "x": dimension 1 of result 2 of @main has size 6, not divisible by 4
// CHECK-NEXT:result 3 dim 0 not "x":(1)2: dimension 0 of result 3 of @main is open, and keeps whole axes only, as those of arguments and results
// CHECK-NEXT:%1 dim 0 "x": result 1 of @main dim 0 → add why_uneven.mlir:12 → %1
// CHECK-NEXT:%1 dim 1 "y": argument %a dim 1 → tanh why_uneven.mlir:11 → add why_uneven.mlir:12 → %1

// ENDS:      result 3 {{.*}} dim 0: dimension 0 of result 3 of @main is open, and keeps whole axes only
// ENDS:      %b {{.*}} 2 {{.*}} dim 0: dimension 0 of %b has size 6, not divisible by 4
// ENDS-NEXT: result 1 {{.*}} "x":(2)2 {{.*}} dim 0: dimension 0 of result 1 of @main has size 6, not divisible by 4

// JSON: "missing": [{"axis": "x", "from": null, "operation": null, "source": [], "reason": "dimension 0 of %b has size 6, not divisible by 4"}]
