// Passes that change something else about shardings keep their operator. This syntax is newer than the reference.
// RUN: sdy-opt %s -sdy-close-shardings | FileCheck %s -check-prefix=CLOSED
// RUN: sdy-opt %s -sdy-remove-size-one-axes | FileCheck %s -check-prefix=LARGER
// RUN: sdy-opt %s -sdy-inline-meshes | FileCheck %s -check-prefix=INLINED
// RUN: sdy-opt %s -sdy-inline-meshes -sdy-lift-inlined-meshes | FileCheck %s -check-prefix=LIFTED
// RUN: sdy-opt %s -sdy-user-priority-propagate | FileCheck %s -check-prefix=PROPAGATED
// RUN: sdy-opt %s -sdy-remove-sub-axes-in-input-output-shardings | FileCheck %s -check-prefix=WHOLE
// RUN: sdy-opt %s -sdy-update-non-divisible-input-output-shardings | FileCheck %s -check-prefix=DIVISIBLE
// RUN: sdy-opt %s -sdy-manual-axes-cleanup | FileCheck %s -check-prefix=MANUAL
// RUN: sdy-opt %s -sdy-reshard-to-collectives | FileCheck %s -check-prefix=COLLECTIVES

sdy.mesh @m = <["a"=4, "b"=2, "c"=1, "d"=2]>

// CLOSED: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a":(1)2}p1, {}], unreduced=max{"b", "c"}>}
// LARGER: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a":(1)2, ?}p1, {?}], replicated={"d"}, unreduced=max{"b"}>}
// INLINED: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=4, "b"=2, "c"=1, "d"=2]>, [{"a":(1)2, ?}p1, {?}], replicated={"d"}, unreduced=max{"b", "c"}>}
// LIFTED: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2, ?}p1, {?}], replicated={"d"}, unreduced=max{"b", "c"}>}
// PROPAGATED: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a":(1)2, ?}, {?}], replicated={"d"}, unreduced=max{"b", "c"}>}
// PROPAGATED: stablehlo.negate %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a":(1)2, ?}, {?}]>]>}
// WHOLE: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}p1, {?}], replicated={"d"}, unreduced=max{"b", "c"}>}
// DIVISIBLE: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a":(1)2, ?}p1, {?}], replicated={"d"}, unreduced=max{"b", "c"}>}
func.func @main(%arg0: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a":(1)2, ?}p1, {?}], replicated={"d"}, unreduced=max{"b", "c"}>}) -> tensor<6x8xf32> {
  %0 = stablehlo.negate %arg0 : tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}

// MANUAL: in_shardings=[<@m, [{}], replicated={"a"}, unreduced=min{"b"}>]
func.func private @manual(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced=min{"b"}>}) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{}], unreduced=min{"b"}>] out_shardings=[<@m, [{}], replicated={"a"}, unreduced=min{"b"}>] manual_axes={"a"} (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Collectives keep the axes, and lose their operator.
// COLLECTIVES: sdy.all_slice [{"d"}] %arg0 out_sharding=<@m, [{"a", "d"}], unreduced={"b"}>
func.func private @lost(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}], unreduced=max{"b"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %arg0 <@m, [{"a", "d"}], unreduced=max{"b"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
