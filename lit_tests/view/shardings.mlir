// What kinds of shardings mean: order of axes, sub-axes, unreduced axes, maximal and empty meshes, none.
// RUN: sdy-view %s --as-written | FileCheck %s --match-full-lines --strict-whitespace
sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @reversed = <["x"=2, "y"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
sdy.mesh @one = <[], device_ids=[3]>
sdy.mesh @empty = <[]>

func.func private @kinds(
    tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {?}]>},
    tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@reversed, [{"x", ?}p1, {}], replicated={"y"}>},
    tensor<64x64xf32> {sdy.sharding = #sdy.sharding<mesh<["z"=16]>, [{"z":(1)2}, {"z":(4)4}]>},
    tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}], unreduced={"y"}>},
    tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@one, []>},
    tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@empty, [{}, {}]>},
    tensor<64x64xf32>)

//      CHECK:{{.*}}shardings.mlir, as written: 16 devices, mesh @mesh ["x"=2, "y"=4], mesh @reversed ["x"=2, "y"=4], device_ids=[7,6,5,4,3,2,1,0], mesh @one [], device_ids=[3]
// CHECK-EMPTY:
// CHECK-NEXT:name   kind      line  type       sharding                                         local shape  shards  copies   bytes a device  why
// CHECK-NEXT:───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:%arg0  argument     8  64x64xf32  <@mesh, [{"y", "x"}, {?}]>                       8x64              8       1    2,048 (2 KiB)
// CHECK-NEXT:%arg1  argument     8  64x64xf32  <@reversed, [{"x", ?}p1, {}], replicated={"y"}>  32x64             2       4    8,192 (8 KiB)  replicated over "y": 4 copies
// CHECK-NEXT:%arg2  argument     8  64x64xf32  <mesh<["z"=16]>, [{"z":(1)2}, {"z":(4)4}]>       32x16             8       2    2,048 (2 KiB)  replicated over "z":(2)2: 2 copies
// CHECK-NEXT:%arg3  argument     8  64x64xf32  <@mesh, [{"x"}, {}], unreduced={"y"}>            32x64             2       1    8,192 (8 KiB)  unreduced over "y"
// CHECK-NEXT:%arg4  argument     8  64x64xf32  <@one, []>                                       64x64             1       1  16,384 (16 KiB)  all on device 3
// CHECK-NEXT:%arg5  argument     8  64x64xf32  <@empty, [{}, {}]>                               64x64             1      16  16,384 (16 KiB)  empty mesh: 16 copies
// CHECK-NEXT:%arg6  argument     8  64x64xf32  —                                                64x64             1      16  16,384 (16 KiB)  no sharding: 16 copies
// CHECK-EMPTY:
// CHECK-NEXT:function  devices  arguments            bytes  results  bytes  together, a device
// CHECK-NEXT:────────────────────────────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:@kinds        0–2          7  53,248 (52 KiB)        0      0     53,248 (52 KiB)  32 KiB without a sharding
// CHECK-NEXT:@kinds          3          7  69,632 (68 KiB)        0      0     69,632 (68 KiB)
// CHECK-NEXT:@kinds        4–7          7  53,248 (52 KiB)        0      0     53,248 (52 KiB)  32 KiB without a sharding
// CHECK-NEXT:@kinds       8–15          7  34,816 (34 KiB)        0      0     34,816 (34 KiB)  32 KiB without a sharding
