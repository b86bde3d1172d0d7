// The program of each device: types and collectives are counted as they stand. %1 has no sharding.
// RUN: sdy-view %s --value %1 | FileCheck %s --match-full-lines --strict-whitespace
// RUN: sdy-view %s --collectives | FileCheck %s --check-prefix=SENT --match-full-lines --strict-whitespace

sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(%a: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>})
    -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %1 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<4x2xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

//      CHECK:{{.*}}local.mlir, as the program of each device: 8 devices, mesh ["x"=2, "y"=4]
// CHECK-NEXT:peak a device: about 160 B of 95.7 GiB (profile tpu): fits a tpu-v5p; 128 B of it local.mlir:9, 4x8xf32 (--peak)
// CHECK-NEXT:sent a device: 96 B, all over "y"; all of it local.mlir:9 (--collectives)
// CHECK-NEXT:a step: about 2 µs on tpu-v5p, bound by network (100.0 %); all of it local.mlir:9 (--time)
// CHECK-EMPTY:
// CHECK-NEXT:name      kind      line  type     sharding        local shape  shards  copies  bytes a device  why
// CHECK-NEXT:─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:%a        argument     7  4x2xf32  [{"x"}, {"y"}]  4x2               8       1              32
// CHECK-NEXT:result 0  result       7  4x8xf32  [{"x"}, {}]     4x8               2       4             128  replicated over "y": 4 copies
// CHECK-NEXT:%1        value        9  4x8xf32  —               4x8               1       1             128  no sharding
// CHECK-EMPTY:
// CHECK-NEXT:function  devices  arguments  bytes  results  bytes  together, a device
// CHECK-NEXT:───────────────────────────────────────────────────────────────────────
// CHECK-NEXT:@main         0–7          1     32        1    128                 160

//      SENT:{{.*}}local.mlir, as the program of each device: 8 devices, mesh ["x"=2, "y"=4]
// SENT-EMPTY:
// SENT-NEXT:kind        source        axes  of  operand a device  sent a device  runs  in all  why
// SENT-NEXT:─────────────────────────────────────────────────────────────────────────────────────────────
// SENT-NEXT:all_gather  local.mlir:9  "y"    4  f32[4,2]                   96 B     1    96 B  as written
// SENT-NEXT:sent a device: 96 B, all over "y"
