// A program without shardings is viewed as XLA compiles it, too: with its calls inlined, in which values are computed
// where they are read. What a barrier makes a program compute again is not merged with what is before it, and products
// do not wait beyond it, so that each layer's values are in memory only while its gradient is computed.
// RUN: sdy-view %s --peak --device h100 | FileCheck %s --match-full-lines --strict-whitespace
// RUN: sdy-view %s --peak --device h100 --as-written | FileCheck %s --check-prefix=WRITTEN --match-full-lines --strict-whitespace
// RUN: sdy-view %s --device h100 | FileCheck %s --check-prefix=LISTED --match-full-lines --strict-whitespace

func.func @main(%x: tensor<512x64xf32>, %w: tensor<64x512xf32> {jax.buffer_donor = true},
                %v: tensor<64x512xf32> {jax.buffer_donor = true}) -> (tensor<64x512xf32>, tensor<64x512xf32>) {
  %0 = func.call @layer(%x, %w) : (tensor<512x64xf32>, tensor<64x512xf32>) -> tensor<512x64xf32>
  %1 = func.call @layer(%0, %v) : (tensor<512x64xf32>, tensor<64x512xf32>) -> tensor<512x64xf32>
  %2:2 = func.call @gradient(%0, %v, %1) : (tensor<512x64xf32>, tensor<64x512xf32>, tensor<512x64xf32>)
    -> (tensor<512x64xf32>, tensor<64x512xf32>)
  %3:2 = func.call @gradient(%x, %w, %2#0) : (tensor<512x64xf32>, tensor<64x512xf32>, tensor<512x64xf32>)
    -> (tensor<512x64xf32>, tensor<64x512xf32>)
  return %3#1, %2#1 : tensor<64x512xf32>, tensor<64x512xf32>
}

func.func private @layer(%x: tensor<512x64xf32>, %w: tensor<64x512xf32>) -> tensor<512x64xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<512x64xf32>, tensor<64x512xf32>) -> tensor<512x512xf32>
  %1 = func.call @silu(%0) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [1] : (tensor<512x512xf32>, tensor<64x512xf32>) -> tensor<512x64xf32>
  return %2 : tensor<512x64xf32>
}

func.func private @gradient(%x: tensor<512x64xf32>, %w: tensor<64x512xf32>, %g: tensor<512x64xf32>)
    -> (tensor<512x64xf32>, tensor<64x512xf32>) {
  %0:3 = stablehlo.optimization_barrier %x, %w, %g : tensor<512x64xf32>, tensor<64x512xf32>, tensor<512x64xf32>
  %1 = stablehlo.dot_general %0#0, %0#1, contracting_dims = [1] x [0] : (tensor<512x64xf32>, tensor<64x512xf32>) -> tensor<512x512xf32>
  %2 = func.call @silu(%1) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %3 = stablehlo.dot_general %0#2, %0#1, contracting_dims = [1] x [0] : (tensor<512x64xf32>, tensor<64x512xf32>) -> tensor<512x512xf32>
  %4 = func.call @times(%2, %3) : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %5 = stablehlo.dot_general %0#0, %4, contracting_dims = [0] x [0] : (tensor<512x64xf32>, tensor<512x512xf32>) -> tensor<64x512xf32>
  %6 = stablehlo.dot_general %4, %0#1, contracting_dims = [1] x [1] : (tensor<512x512xf32>, tensor<64x512xf32>) -> tensor<512x64xf32>
  return %6, %5 : tensor<512x64xf32>, tensor<64x512xf32>
}

func.func private @silu(%a: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %0 = stablehlo.logistic %a : tensor<512x512xf32>
  %1 = stablehlo.multiply %a, %0 : tensor<512x512xf32>
  return %1 : tensor<512x512xf32>
}

func.func private @times(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %0 = stablehlo.multiply %a, %b : tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}

//      CHECK:{{.*}}unsharded.mlir, propagated, partitioned by XLA for GPUs: 1 device
// CHECK-EMPTY:
// CHECK-NEXT:alive then               bytes a device  type         sharding  source             why
// CHECK-NEXT:────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:@gradient:%1 at line 12           1 MiB  512x512xf32            unsharded.mlir:29  read by logistic, multiply
// CHECK-NEXT:@gradient:%3 at line 12           1 MiB  512x512xf32            unsharded.mlir:31  result of dot_general
// CHECK-NEXT:%x                              128 KiB  512x64xf32             unsharded.mlir:8   argument
// CHECK-NEXT:%w                              128 KiB  64x512xf32             unsharded.mlir:8   donated, until its last use
// CHECK-NEXT:%v                              128 KiB  64x512xf32             unsharded.mlir:9   donated, until its last use
// CHECK-NEXT:%0                              128 KiB  512x64xf32             unsharded.mlir:10  read by dot_general, optimization_barrier
// CHECK-NEXT:%1                              128 KiB  512x64xf32             unsharded.mlir:11  read by optimization_barrier
// CHECK-NEXT:peak a device: about 2.6 MiB (profile gpu) in @main, at dot_general unsharded.mlir:31
// CHECK-NEXT:by line: unsharded.mlir:29 1 MiB, unsharded.mlir:31 1 MiB, unsharded.mlir:8 256 KiB, unsharded.mlir:9 128 KiB, unsharded.mlir:10 128 KiB, unsharded.mlir:11 128 KiB
// CHECK-NEXT:This is about what XLA needs: for steps of models typically within a quarter, in nine of ten 0.86 to 1.17 times as much; other programs can differ more; --compile gpu knows in seconds.

//      WRITTEN:{{.*}}unsharded.mlir, as written: 1 device
// WRITTEN-EMPTY:
// WRITTEN-NEXT:function   alive then                    bytes a device  type         sharding  source             why
// WRITTEN-NEXT:──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// WRITTEN-NEXT:@gradient  %3 (products of one operand)           2 MiB  512x512xf32            unsharded.mlir:31  products of one operand
// WRITTEN-NEXT:@gradient  %1                                     1 MiB  512x512xf32            unsharded.mlir:29  operand of call
// WRITTEN-NEXT:@silu      %1                                     1 MiB  512x512xf32            unsharded.mlir:40  result of multiply
// WRITTEN-NEXT:@main      %x                                   128 KiB  512x64xf32             unsharded.mlir:8   argument
// WRITTEN-NEXT:@main      %w                                   128 KiB  64x512xf32             unsharded.mlir:8   donated, until its last use
// WRITTEN-NEXT:@main      %v                                   128 KiB  64x512xf32             unsharded.mlir:9   donated, until its last use
// WRITTEN-NEXT:@main      %0                                   128 KiB  512x64xf32             unsharded.mlir:10  operand of call
// WRITTEN-NEXT:@main      %1                                   128 KiB  512x64xf32             unsharded.mlir:11  operand of call
// WRITTEN-NEXT:peak a device: about 4.6 MiB (profile gpu) in @main, at call unsharded.mlir:12
// WRITTEN-NEXT:by line: unsharded.mlir:31 2 MiB, unsharded.mlir:29 1 MiB, unsharded.mlir:40 1 MiB, unsharded.mlir:8 256 KiB, unsharded.mlir:9 128 KiB, unsharded.mlir:10 128 KiB, unsharded.mlir:11 128 KiB
// WRITTEN-NEXT:This is about what XLA needs: for steps of models typically within a quarter, in nine of ten 0.86 to 1.17 times as much; other programs can differ more; --compile gpu knows in seconds.

//      LISTED:{{.*}}unsharded.mlir, propagated, partitioned by XLA for GPUs: 1 device
// LISTED-NEXT:peak a device: about 2.6 MiB of 74.5 GiB (profile gpu): fits an h100; 1 MiB of it unsharded.mlir:29, 512x512xf32 (--peak)
// LISTED-NEXT:sent a device: nothing
// LISTED-NEXT:a step: about 7.43 µs on h100, bound by memory (100.0 %); 1.88 µs of it unsharded.mlir:45 (--time)
// LISTED-EMPTY:
// LISTED-NEXT:name      kind      line  type        sharding  local shape  shards  copies     bytes a device  why
// LISTED-NEXT:────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// LISTED-NEXT:%x        argument     8  512x64xf32  —         512x64            1       1  131,072 (128 KiB)  no sharding
// LISTED-NEXT:%w        argument     8  64x512xf32  —         64x512            1       1  131,072 (128 KiB)  no sharding; donated
// LISTED-NEXT:%v        argument     9  64x512xf32  —         64x512            1       1  131,072 (128 KiB)  no sharding; donated
// LISTED-NEXT:result 0  result       8  64x512xf32  —         64x512            1       1  131,072 (128 KiB)  no sharding
// LISTED-NEXT:result 1  result       8  64x512xf32  —         64x512            1       1  131,072 (128 KiB)  no sharding
// LISTED-EMPTY:
// LISTED-NEXT:function  devices  arguments              bytes  results              bytes  together, a device
// LISTED-NEXT:───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// LISTED-NEXT:@main           0          3  393,216 (384 KiB)        2  262,144 (256 KiB)   655,360 (640 KiB)  384 KiB after donation
