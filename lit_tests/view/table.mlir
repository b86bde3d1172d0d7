// A line for each argument, result and constraint: what one device holds, and why; then what a function takes.
// RUN: sdy-view %s --as-written | FileCheck %s --match-full-lines --strict-whitespace
// RUN: sdy-view %s --as-written --sort bytes --top 2 | FileCheck %s --check-prefix=TOP --match-full-lines --strict-whitespace

sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(%x: tensor<512x1024xf32> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %w: tensor<1024x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> tensor<512x10xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<512x1024xf32>, tensor<1024x10xf32>) -> tensor<512x10xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {"y"}]> : tensor<512x10xf32>
  return %1 : tensor<512x10xf32>
}

//      CHECK:{{.*}}table.mlir, as written: 8 devices, mesh ["x"=2, "y"=4]
// CHECK-EMPTY:
// CHECK-NEXT:name      kind        line  type          sharding        local shape  shards  copies     bytes a device  why
// CHECK-NEXT:──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:%x        argument       7  512x1024xf32  [{"x"}, {}]     256x1024          2       4  1,048,576 (1 MiB)  replicated over "y": 4 copies; donated
// CHECK-NEXT:%w        argument       8  1024x10xf32   [{}, {"y"}]     1024x3            4       2    12,288 (12 KiB)  replicated over "x": 2 copies; 16.7% padding
// CHECK-NEXT:result 0  result         7  512x10xf32    —               512x10            1       8    20,480 (20 KiB)  no sharding: 8 copies
// CHECK-NEXT:%1        constraint    10  512x10xf32    [{"x"}, {"y"}]  256x3             8       1      3,072 (3 KiB)  16.7% padding
// CHECK-EMPTY:
// CHECK-NEXT:function  devices  arguments                bytes  results            bytes   together, a device
// CHECK-NEXT:─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:@main         0–7          2  1,060,864 (1.0 MiB)        1  20,480 (20 KiB)  1,081,344 (1.0 MiB)  1,048,576 (1 MiB) donated, but no result has that size; 20 KiB without a sharding; 1 constraint not counted

//      TOP:{{.*}}table.mlir, as written: 8 devices, mesh ["x"=2, "y"=4]
// TOP-EMPTY:
// TOP-NEXT:name      kind      line  type          sharding     local shape  shards  copies     bytes a device  why
// TOP-NEXT:───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// TOP-NEXT:%x        argument     7  512x1024xf32  [{"x"}, {}]  256x1024          2       4  1,048,576 (1 MiB)  replicated over "y": 4 copies; donated
// TOP-NEXT:result 0  result       7  512x10xf32    —            512x10            1       8    20,480 (20 KiB)  no sharding: 8 copies
// TOP-NEXT:… 2 more
// TOP-EMPTY:
// TOP-NEXT:function  devices  arguments                bytes  results            bytes   together, a device
// TOP-NEXT:─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// TOP-NEXT:@main         0–7          2  1,060,864 (1.0 MiB)        1  20,480 (20 KiB)  1,081,344 (1.0 MiB)  1,048,576 (1 MiB) donated, but no result has that size; 20 KiB without a sharding; 1 constraint not counted
