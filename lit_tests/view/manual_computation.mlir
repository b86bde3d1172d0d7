// Inside a manual computation types are local along the manual axes already; other axes divide them further.
// RUN: sdy-view %s --as-written --value %local --value %0 --value %1 | FileCheck %s --match-full-lines --strict-whitespace

sdy.mesh @mesh = <["a"=2, "b"=4]>

func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}, {"b"}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%local: tensor<4x16xf32>) {
    %1 = stablehlo.sine %local : tensor<4x16xf32>
    %2 = sdy.sharding_constraint %1 <@mesh, [{"b"}, {}]> : tensor<4x16xf32>
    sdy.return %2 : tensor<4x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

//      CHECK:{{.*}}manual_computation.mlir, as written: 8 devices, mesh ["a"=2, "b"=4]
// CHECK-EMPTY:
// CHECK-NEXT:name      kind        line  type      sharding        local shape  shards  copies  bytes a device  why
// CHECK-NEXT:────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:%x        argument       6  8x16xf32  [{"a"}, {"b"}]  4x4               8       1              64
// CHECK-NEXT:result 0  result         6  8x16xf32  —               8x16              1       8             512  no sharding: 8 copies
// CHECK-NEXT:%x in %0  manual         7  8x16xf32  [{"a"}, {"b"}]  4x4               8       1              64
// CHECK-NEXT:%0        manual         7  8x16xf32  [{"a"}, {}]     4x16              2       4             256  replicated over "b": 4 copies
// CHECK-NEXT:%local    value          7  4x16xf32  [{}, {"b"}]     4x4               4       1              64  local along manual "a"
// CHECK-NEXT:%1        value          8  4x16xf32  —               4x16              1       4             256  no sharding: 4 copies; local along manual "a"
// CHECK-NEXT:%2        constraint     9  4x16xf32  [{"b"}, {}]     1x16              4       1              64  local along manual "a"
// CHECK-EMPTY:
// CHECK-NEXT:function  devices  arguments  bytes  results  bytes  together, a device
// CHECK-NEXT:───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:@main         0–7          1     64        1    512                 576  512 B without a sharding; 1 constraint not counted
