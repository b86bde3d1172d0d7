// Reshards of tensors to and from a single device stay, where otherwise they cannot be converted.
// RUN: not sdy-opt %s -sdy-reshard-to-collectives 2>&1 | FileCheck %s --check-prefix=JUNE
// RUN: sdy-opt %s -sdy-reshard-to-collectives -shardy=2026-08 | FileCheck %s --check-prefix=AUGUST

// JUNE: error: failed to legalize operation 'sdy.reshard' that was explicitly marked illegal
// AUGUST: sdy.mesh @device
sdy.mesh @device = <[], device_ids=[0]>
sdy.mesh @mesh = <["x"=2]>

// AUGUST: %[[THERE:.*]] = sdy.reshard %arg0 <@device, []> : tensor<8xf32>
// AUGUST: %[[BACK:.*]] = sdy.reshard %[[THERE]] <@mesh, [{}]> : tensor<8xf32>
// AUGUST: %[[SLICED:.*]] = sdy.all_slice [{"x"}] %[[BACK]]
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@device, []> : tensor<8xf32>
  %1 = sdy.reshard %0 <@mesh, [{}]> : tensor<8xf32>
  %2 = sdy.reshard %1 <@mesh, [{"x"}]> : tensor<8xf32>
  return %2 : tensor<8xf32>
}
