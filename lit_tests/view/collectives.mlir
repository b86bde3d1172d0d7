// --collectives lists what the propagated program sends: each kind, where it comes from, how often it runs, and why.
// RUN: sdy-view %s --collectives | FileCheck %s --match-full-lines --strict-whitespace
// RUN: sdy-view %s --collectives --sort bytes --top 2 | FileCheck %s --check-prefix=SORT
// RUN: bash -c "sdy-view %s --bandwidth x; echo status $?" 2>&1 | FileCheck %s --check-prefix=WRONG

sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(%a: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
                %b: tensor<256x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>})
    -> (tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<64x256xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %c = %a) : tensor<i32>, tensor<64x256xf32>
  cond {
    %ten = stablehlo.constant dense<10> : tensor<i32>
    %more = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.dot %c, %b : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
    stablehlo.return %next, %2 : tensor<i32>, tensor<64x256xf32>
  }
  %3 = sdy.sharding_constraint %r#1 <@mesh, [{"y"}, {"x"}]> : tensor<64x256xf32>
  return %r#1, %3 : tensor<64x256xf32>, tensor<64x256xf32>
}

//      SORT: kind
// SORT-NEXT: ───
// SORT-NEXT: all_reduce {{.*}} 480 KiB  dot
// SORT-NEXT: collective_permute {{.*}} 8 KiB  value of the constraint
// SORT-NEXT: … 3 more
// WRONG: 'x' is not of the form AXIS=GB/s, as in model=90
// WRONG-NEXT: status 2

//      CHECK:{{.*}}collectives.mlir, propagated, partitioned by XLA for TPUs: 8 devices, mesh ["x"=2, "y"=4]
// CHECK-EMPTY:
// CHECK-NEXT:kind                source               axes      of  operand a device  sent a device  runs   in all  why
// CHECK-NEXT:──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:all_reduce          collectives.mlir:20  "y"        4  f32[32,256]              48 KiB    10  480 KiB  dot collectives.mlir:20 contracts over "y"
// CHECK-NEXT:all_to_all          collectives.mlir:23  "y":(2)2   2  f32[32,64]                4 KiB     1    4 KiB  value of the constraint collectives.mlir:23 is exchanged over "y":(2)2
// CHECK-NEXT:collective_permute  collectives.mlir:23  "x", "y"   8  f32[16,128]               8 KiB     1    8 KiB  value of the constraint collectives.mlir:23 goes to other devices over "x", "y"
// CHECK-NEXT:all_to_all          collectives.mlir:23  "y":(2)2   2  f32[16,128]               4 KiB     1    4 KiB  result 0 of @main collectives.mlir:8 is exchanged over "y":(2)2
// CHECK-NEXT:collective_permute  collectives.mlir:23  "x", "y"   8  f32[32,64]                8 KiB     1    8 KiB  result 0 of @main collectives.mlir:8 goes to other devices over "x", "y"
// CHECK-NEXT:sent a device: 504 KiB: 488 KiB over "y", 16 KiB over "x" and "y"
// CHECK-NEXT:by kind: all_reduce 480 KiB, collective_permute 16 KiB, all_to_all 8 KiB
// CHECK-NEXT:by line: collectives.mlir:20 480 KiB, collectives.mlir:23 24 KiB
