// The custom call xla.debug.Log is known to have no sharding rule; another one is warned of.
// RUN: sdy-opt %s -sdy-basic-propagate -shardy=0.10.2 2>&1 | FileCheck %s --check-prefix=OLDER
// RUN: sdy-opt %s -sdy-basic-propagate 2>&1 | FileCheck %s --check-prefix=NEWEST

// OLDER: custom call @xla.debug.Log is unknown to SDY sharding rule registry
// OLDER-NOT: custom call @foo is
// NEWEST-NOT: custom call @xla.debug.Log is
// NEWEST: custom call @foo is unknown to SDY sharding rule registry
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @xla.debug.Log(%a) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.custom_call @foo(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
