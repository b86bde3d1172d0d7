// The results of a named computation and the arguments of its body have the shardings that it gives to them.
// RUN: sdy-view %s --as-written --value %0 --value %y --value %1 | FileCheck %s --match-full-lines --strict-whitespace

func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.named_computation<"f">(%x) in_shardings=[<mesh<["a"=4]>, [{"a"}, {}]>] out_shardings=[<mesh<["a"=4]>, [{}, {"a"}]>] (%y: tensor<8x4xf32>) {
    %1 = stablehlo.sine %y : tensor<8x4xf32>
    sdy.return %1 : tensor<8x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

//      CHECK:{{.*}}named_computation.mlir, as written: 4 devices
// CHECK-EMPTY:
// CHECK-NEXT:name      kind      line  type     sharding                      local shape  shards  copies  bytes a device  why
// CHECK-NEXT:───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:%x        argument     4  8x4xf32  —                             8x4               1       4             128  no sharding: 4 copies
// CHECK-NEXT:result 0  result       4  8x4xf32  —                             8x4               1       4             128  no sharding: 4 copies
// CHECK-NEXT:%0        value        5  8x4xf32  <mesh<["a"=4]>, [{}, {"a"}]>  8x1               4       1              32
// CHECK-NEXT:%y        value        5  8x4xf32  <mesh<["a"=4]>, [{"a"}, {}]>  2x4               4       1              32
// CHECK-NEXT:%1        value        6  8x4xf32  —                             8x4               1       4             128  no sharding: 4 copies
// CHECK-EMPTY:
// CHECK-NEXT:function  devices  arguments  bytes  results  bytes  together, a device
// CHECK-NEXT:─────────────────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:@main         0–3          1    128        1    128                 256  256 B without a sharding
