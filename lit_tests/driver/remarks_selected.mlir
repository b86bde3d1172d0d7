// Remarks of some kinds, about some values, at some lines; a limit; and how many there are of each kind.
// RUN: sdy-opt %s -sdy-user-priority-propagate -remarks-kind='axis-.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: sdy-opt %s -sdy-user-priority-propagate -remarks-value=b -o /dev/null 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: sdy-opt %s -sdy-user-priority-propagate -remarks-line=remarks_selected.mlir:39 -o /dev/null 2>&1 | FileCheck %s --check-prefix=LINE
// RUN: sdy-opt %s -sdy-user-priority-propagate -remarks-limit=1 -o /dev/null 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: sdy-opt %s -sdy-user-priority-propagate -remarks-format=summary -o /dev/null 2>&1 | FileCheck %s --check-prefix=SUMMARY
// RUN: sdy-opt %s -sdy-user-priority-propagate -remarks-kind=nothing -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE

// KIND: remark: [sdy-user-priority-propagate] "x" not propagated from dimension 0 of %0 to dimension 0 of %b: dimension 0 of %b is closed
// KIND-NOT: remark:

// VALUE-COUNT-2: "y" propagated from dimension 1 of %b
// VALUE: "x" not propagated from dimension 0 of %0 to dimension 0 of %b
// VALUE-NOT: remark:

// LINE: :39:8: remark: [sdy-user-priority-propagate] "y" propagated from dimension 1 of %1 to dimension 1 of %2
// LINE: :39:8: remark: [sdy-user-priority-propagate] "x" propagated from dimension 0 of %1 to dimension 0 of %2
// LINE-NOT: remark:

// LIMIT: "y" propagated from dimension 1 of %b to dimension 1 of %0
// LIMIT: remarks_selected.mlir: remark: 8 further remarks are left out, those after --remarks-limit=1: 7 axes-propagated, 1 axis-not-propagated
// LIMIT-NOT: remark:

// SUMMARY:      {{^ +}}8  axes-propagated  sdy-user-priority-propagate{{$}}
// SUMMARY-NEXT: {{^ +}}1  axis-not-propagated  sdy-user-priority-propagate{{$}}
// SUMMARY-NOT: remark

// NONE-NOT: remark:
// NONE: remarks_selected.mlir: warning: no remarks: -remarks-kind=nothing matches none of them, whose kinds are axes-propagated, axis-not-propagated

sdy.mesh @mesh = <["x"=2, "y"=2]>

func.func @main(
  %a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
  %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}
) -> tensor<8x8xf32> {
  %0 = stablehlo.dot %a, %b : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.add %0, %b : tensor<8x8xf32>
  %2 = stablehlo.negate %1 : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
