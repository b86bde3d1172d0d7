// --peak shows where a device needs most memory. Donated arguments end with their last use, others with the program;
// values of a called function add to those of its caller; the result of an element-wise operation is in the place of an
// operand. The profiles differ in the order of operations, and in what XLA adds on CPUs.
// RUN: sdy-view %s --peak --as-written | FileCheck %s --match-full-lines --strict-whitespace
// RUN: sdy-view %s --peak --top 1 | FileCheck %s --check-prefix=TOP --match-full-lines --strict-whitespace

sdy.mesh @mesh = <["x"=4]>

func.func @main(%kept: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
                %donated: tensor<1024xf32> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
    -> (tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.negate %donated {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<1024xf32>
  %1 = func.call @twice(%0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<1024xf32>) -> tensor<1024xf32>
  return %1 : tensor<1024xf32>
}

func.func private @twice(%a: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
    -> (tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.tanh %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<1024xf32>
  %1 = stablehlo.add %a, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<1024xf32>
  return %1 : tensor<1024xf32>
}

//      CHECK:{{.*}}peak.mlir, as written: 4 devices, mesh ["x"=4]
// CHECK-EMPTY:
// CHECK-NEXT:function  alive then  bytes a device  type      sharding  source        why
// CHECK-NEXT:───────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:@main     %kept                1 KiB  1024xf32  [{"x"}]   peak.mlir:9   argument
// CHECK-NEXT:@main     %0                   1 KiB  1024xf32  [{"x"}]   peak.mlir:12  operand of call
// CHECK-NEXT:@twice    %1                   1 KiB  1024xf32  [{"x"}]   peak.mlir:20  result of add
// CHECK-NEXT:peak a device: about 3 KiB (profile tpu) in @main, at call peak.mlir:13
// CHECK-NEXT:This is about what XLA needs: for steps of models typically within a quarter, in nine of ten 0.86 to 1.17 times as much; other programs can differ more; --compile tpu knows in seconds.

//      TOP:{{.*}}peak.mlir, propagated, partitioned by XLA for TPUs: 4 devices, mesh ["x"=4]
// TOP-EMPTY:
// TOP-NEXT:alive then  bytes a device  type      sharding  source       why
// TOP-NEXT:─────────────────────────────────────────────────────────────────────
// TOP-NEXT:%kept                1 KiB  1024xf32  [{"x"}]   peak.mlir:9  argument
// TOP-NEXT:… 1 more
// TOP-NEXT:peak a device: about 2 KiB (profile tpu) in @main, at the beginning
// TOP-NEXT:This is about what XLA needs: for steps of models typically within a quarter, in nine of ten 0.86 to 1.17 times as much; other programs can differ more; --compile tpu knows in seconds.

// RUN: sdy-view /dev/null | FileCheck %s --check-prefix=NOTHING --match-full-lines --strict-whitespace
//      NOTHING:/dev/null, as written: 1 device
// NOTHING-EMPTY:
// NOTHING-NEXT:no function has a body
