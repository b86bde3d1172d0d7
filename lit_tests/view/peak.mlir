// --peak shows where a device needs most memory. Donated arguments end with their last use, others with the program;
// values of a called function add to those of its caller; what is carried through a loop unchanged is there once.
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
// CHECK-NEXT:function  alive then  bytes a device  sharding          source        why
// CHECK-NEXT:─────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:@main     %kept                1 KiB  <@mesh, [{"x"}]>  peak.mlir:8   argument
// CHECK-NEXT:@main     %0                   1 KiB  <@mesh, [{"x"}]>  peak.mlir:11  operand of call
// CHECK-NEXT:@twice    %0                   1 KiB  <@mesh, [{"x"}]>  peak.mlir:18  operand of add
// CHECK-NEXT:@twice    %1                   1 KiB  <@mesh, [{"x"}]>  peak.mlir:19  result of add
// CHECK-NEXT:peak a device: 4 KiB in @main, at add peak.mlir:19
// CHECK-NEXT:This is an estimate for a schedule in program order without fusion or rematerialization, not a bound.

//      TOP:{{.*}}peak.mlir, propagated, explicit collectives: 4 devices, mesh ["x"=4]
// TOP-EMPTY:
// TOP-NEXT:alive then  bytes a device  sharding          source       why
// TOP-NEXT:───────────────────────────────────────────────────────────────────
// TOP-NEXT:%kept                1 KiB  <@mesh, [{"x"}]>  peak.mlir:8  argument
// TOP-NEXT:… 3 more
// TOP-NEXT:peak a device: 4 KiB in @main, at add peak.mlir:19
// TOP-NEXT:This is an estimate for a schedule in program order without fusion or rematerialization, not a bound.
