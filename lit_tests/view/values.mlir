// Values are listed by name, as it is in the file, in one function or on one line; the name of a group means all of it.
// RUN: sdy-view %s --as-written --value %r --value %y --value @other:%zero | FileCheck %s --match-full-lines --strict-whitespace
// RUN: sdy-view %s --as-written --value 8:zero --top 4 | FileCheck %s --check-prefix=LINE --match-full-lines --strict-whitespace

sdy.mesh @mesh = <["x"=2]>

func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %n: tensor<i32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<8xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{"x"}]>]>}
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    stablehlo.return %i, %y : tensor<i32>, tensor<8xf32>
  }
  return %r#1 : tensor<8xf32>
}

func.func @other(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.negate %x : tensor<4xf32>
  return %zero : tensor<4xf32>
}

//      CHECK:{{.*}}values.mlir, as written: 2 devices, mesh ["x"=2]
// CHECK-EMPTY:
// CHECK-NEXT:function  name      kind      line  type   sharding  local shape  shards  copies  bytes a device  why
// CHECK-NEXT:───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:@main     %x        argument     7  8xf32  [{"x"}]   4                 2       1              16
// CHECK-NEXT:@main     %n        argument     7  i32    —         scalar            1       2               4  no sharding: 2 copies
// CHECK-NEXT:@main     result 0  result       7  8xf32  —         8                 1       2              32  no sharding: 2 copies
// CHECK-NEXT:@main     %r#0      value        9  i32    []        scalar            1       2               4  replicated over "x": 2 copies
// CHECK-NEXT:@main     %r#1      value        9  8xf32  [{"x"}]   4                 2       1              16
// CHECK-NEXT:@main     %y        value        9  8xf32  [{"x"}]   4                 2       1              16  1 of 2 of this name
// CHECK-NEXT:@main     %y        value        9  8xf32  [{"x"}]   4                 2       1              16  2 of 2 of this name
// CHECK-NEXT:@other    %x        argument    19  4xf32  —         4                 1       2              16  no sharding: 2 copies
// CHECK-NEXT:@other    result 0  result      19  4xf32  —         4                 1       2              16  no sharding: 2 copies
// CHECK-NEXT:@other    %zero     value       20  4xf32  —         4                 1       2              16  no sharding: 2 copies
// CHECK-EMPTY:
// CHECK-NEXT:function  devices  arguments  bytes  results  bytes  together, a device
// CHECK-NEXT:────────────────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:@main         0–1          2     20        1     32                  52  36 B without a sharding
// CHECK-NEXT:@other        0–1          1     16        1     16                  32  32 B without a sharding

//      LINE:{{.*}}values.mlir, as written: 2 devices, mesh ["x"=2]
// LINE-EMPTY:
// LINE-NEXT:function  name      kind      line  type   sharding  local shape  shards  copies  bytes a device  why
// LINE-NEXT:───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// LINE-NEXT:@main     %x        argument     7  8xf32  [{"x"}]   4                 2       1              16
// LINE-NEXT:@main     %n        argument     7  i32    —         scalar            1       2               4  no sharding: 2 copies
// LINE-NEXT:@main     result 0  result       7  8xf32  —         8                 1       2              32  no sharding: 2 copies
// LINE-NEXT:@main     %zero     value        8  i32    —         scalar            1       2               4  no sharding: 2 copies
// LINE-NEXT:… 4 more
// LINE-EMPTY:
// LINE-NEXT:function  devices  arguments  bytes  results  bytes  together, a device
// LINE-NEXT:────────────────────────────────────────────────────────────────────────────────────────────────
// LINE-NEXT:@main         0–1          2     20        1     32                  52  36 B without a sharding
// LINE-NEXT:@other        0–1          1     16        1     16                  32  32 B without a sharding
