// The custom call xla.debug.Log is known to have no sharding rule; another one is warned of.
// RUN: sdy-opt %s -sdy-basic-propagate 2>&1 | FileCheck %s --check-prefix=JUNE
// RUN: sdy-opt %s -sdy-basic-propagate -shardy=2026-08 2>&1 | FileCheck %s --check-prefix=AUGUST

// JUNE: custom call @xla.debug.Log is unknown to SDY sharding rule registry
// JUNE-NOT: custom call @foo is
// AUGUST-NOT: custom call @xla.debug.Log is
// AUGUST: custom call @foo is unknown to SDY sharding rule registry
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @xla.debug.Log(%a) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.custom_call @foo(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
