// How many remarks there are of each kind.
// RUN: sdy-opt %s -sdy-user-priority-propagate -remarks-format=summary -o /dev/null 2>&1 | FileCheck %s --check-prefix=SUMMARY

// SUMMARY:      {{^ +}}8  axes-propagated  sdy-user-priority-propagate{{$}}
// SUMMARY-NEXT: {{^ +}}1  axis-not-propagated  sdy-user-priority-propagate{{$}}
// SUMMARY-NOT: remark

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
