// The view's copy has calls inlined, as XLA's: each call has shardings of its own, and equal copies share a row.
// Operations of CHLO have the shardings of what they become; passes leave both as they are.
// RUN: sdy-view %s --all --kind value | FileCheck %s --match-full-lines --strict-whitespace
// RUN: sdy-view %s --why @f:%0:0 --why @f:%a:0 | FileCheck %s --check-prefix=WHY --match-full-lines --strict-whitespace
// RUN: sdy-view %s --function f --kind value | FileCheck %s --check-prefix=FUNCTION --match-full-lines --strict-whitespace
// RUN: sdy-opt %s -sdy-propagation-pipeline | FileCheck %s --check-prefix=PASSES

sdy.mesh @mesh = <["x"=2, "y"=4]>

// PASSES: call @f(%arg0)
// PASSES: call @f_0(%arg1)
// PASSES: chlo.square %arg0 : tensor<64x64xf32> -> tensor<64x64xf32>

func.func @main(%arg0: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<64x64xf32>)
    -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = func.call @f(%arg0) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = func.call @f(%arg1) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = func.call @f(%0) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2, %1 : tensor<64x64xf32>, tensor<64x64xf32>
}

func.func private @f(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = chlo.square %a : tensor<64x64xf32> -> tensor<64x64xf32>
  %1 = stablehlo.negate %0 : tensor<64x64xf32>
  %unused = stablehlo.tanh %0 : tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

//      CHECK:{{.*}}inlined.mlir, propagated, partitioned by XLA for TPUs: 8 devices, mesh ["x"=2, "y"=4]
// CHECK-NEXT:peak a device: about 48 KiB of 95.7 GiB (profile tpu): fits a tpu-v5p; 24 KiB of it inlined.mlir:14, 64x64xf32 ×2 (--peak)
// CHECK-NEXT:sent a device: nothing
// CHECK-NEXT:a step: about 17.8 ns on tpu-v5p, bound by memory (100.0 %); all of it inlined.mlir:24 (--time)
// CHECK-EMPTY:
// CHECK-NEXT:name              kind   line  type       sharding     local shape  shards  copies   bytes a device  why
// CHECK-NEXT:──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:@f:%0 (2 calls)   value    23  64x64xf32  [{"x"}, {}]  32x64             2       4    8,192 (8 KiB)  replicated over "y": 4 copies
// CHECK-NEXT:%0                value    16  64x64xf32  [{"x"}, {}]  32x64             2       4    8,192 (8 KiB)  replicated over "y": 4 copies
// CHECK-NEXT:@f:%0 at line 17  value    23  64x64xf32  —            64x64             1       8  16,384 (16 KiB)  no sharding: 8 copies
// CHECK-NEXT:%1                value    17  64x64xf32  —            64x64             1       8  16,384 (16 KiB)  no sharding: 8 copies
// CHECK-NEXT:%2                value    18  64x64xf32  [{"x"}, {}]  32x64             2       4    8,192 (8 KiB)  replicated over "y": 4 copies
// CHECK-EMPTY:
// CHECK-NEXT:function  devices  arguments            bytes  results            bytes  together, a device
// CHECK-NEXT:──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:@main         0–7          2  24,576 (24 KiB)        2  24,576 (24 KiB)     49,152 (48 KiB)  32 KiB without a sharding

//      WHY:{{.*}}inlined.mlir, propagated, partitioned by XLA for TPUs: 8 devices, mesh ["x"=2, "y"=4]
// WHY-EMPTY:
// WHY-NEXT:@f:%0 (2 calls) dim 0 "x": argument %arg0 dim 0 → square inlined.mlir:23 → @f:%0 (2 calls)
// WHY-NEXT:@f:%0 at line 17 dim 0: no axis reaches it
// WHY-NEXT:%arg0 dim 0 "x": argument %arg0 dim 0, as written
// WHY-NEXT:%arg1 dim 0: no axis reaches it
// WHY-NEXT:%0 dim 0 "x": argument %arg0 dim 0 → square inlined.mlir:23 → negate inlined.mlir:24 → %0

//      FUNCTION:{{.*}}inlined.mlir, propagated, partitioned by XLA for TPUs: 8 devices, mesh ["x"=2, "y"=4]
// FUNCTION-NEXT:peak a device: about 48 KiB of 95.7 GiB (profile tpu): fits a tpu-v5p; 24 KiB of it inlined.mlir:14, 64x64xf32 ×2 (--peak)
// FUNCTION-NEXT:sent a device: nothing
// FUNCTION-NEXT:a step: about 17.8 ns on tpu-v5p, bound by memory (100.0 %); all of it inlined.mlir:24 (--time)
// FUNCTION-EMPTY:
// FUNCTION-NEXT:name              kind   line  type       sharding     local shape  shards  copies   bytes a device  why
// FUNCTION-NEXT:──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// FUNCTION-NEXT:@f:%0 (2 calls)   value    23  64x64xf32  [{"x"}, {}]  32x64             2       4    8,192 (8 KiB)  replicated over "y": 4 copies
// FUNCTION-NEXT:@f:%0 at line 17  value    23  64x64xf32  —            64x64             1       8  16,384 (16 KiB)  no sharding: 8 copies
// FUNCTION-EMPTY:
// FUNCTION-NEXT:function  devices  arguments            bytes  results            bytes  together, a device
// FUNCTION-NEXT:──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// FUNCTION-NEXT:@main         0–7          2  24,576 (24 KiB)        2  24,576 (24 KiB)     49,152 (48 KiB)  32 KiB without a sharding
