// Operations are selected by numbers, in any order of the bounds, and by parts of names. This is newer than the reference.
// RUN: sdy-opt %s -sdy-per-instruction-partitioning=filter=selectLow=1,selectHigh=2 | FileCheck %s -check-prefix=RANGE
// RUN: sdy-opt %s -sdy-per-instruction-partitioning="filter={selectHigh=2, selectLow=1}" | FileCheck %s -check-prefix=RANGE
// RUN: sdy-opt %s -sdy-per-instruction-partitioning=filter=tanh,exp | FileCheck %s -check-prefix=NAMES
// RUN: sdy-opt %s -pass-pipeline='builtin.module(sdy-per-instruction-partitioning{filter="tanh,selectLow=x"})' | FileCheck %s -check-prefix=QUOTED
// RUN: sdy-opt %s -sdy-per-instruction-partitioning=filter=tanh -remarks -o /dev/null 2>&1 | FileCheck %s -check-prefix=REMARKS

sdy.mesh @mesh = <["x"=2]>

// REMARKS: remark: [sdy-per-instruction-partitioning] 'stablehlo.tanh' is partitioned on its own
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  // RANGE: stablehlo.negate %arg0
  // RANGE: sdy.manual_computation(%{{.*}})
  // RANGE: stablehlo.tanh
  // RANGE: sdy.manual_computation(%{{.*}})
  // RANGE: stablehlo.exponential
  // NAMES: %0 = stablehlo.negate
  // NAMES: sdy.manual_computation
  // NAMES: stablehlo.tanh
  // NAMES: sdy.manual_computation
  // NAMES: stablehlo.exponential
  // QUOTED: %0 = stablehlo.negate
  // QUOTED: sdy.manual_computation
  // QUOTED: stablehlo.tanh
  // QUOTED: %2 = stablehlo.exponential
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
  %1 = stablehlo.tanh %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
  %2 = stablehlo.exponential %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
  return %2 : tensor<8xf32>
}
