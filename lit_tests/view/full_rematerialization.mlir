// Where XLA knows no shorter way between two shardings, it gathers the whole value, dimension by dimension.
// RUN: sdy-view %s --collectives --peak | FileCheck %s
// RUN: not sdy-view %s --max-sent 128KiB --max-peak 512KiB 2>&1 | FileCheck %s --check-prefix=GUARD

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<32x64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}, {"x"}]>})
    -> (tensor<32x64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}, {}]>}) {
  %0 = stablehlo.tanh %a : tensor<32x64x64xf32>
  return %0 : tensor<32x64x64xf32>
}

// CHECK:      ~all_gather  {{.*}} "y", "x" {{.*}} 368 KiB {{.*}} gathered whole by XLA's partitioner between two shardings (involuntary full rematerialization)
// CHECK-NEXT: sent a device: 80 KiB: 48 KiB over "x", 32 KiB over "y", and about 368 KiB more that XLA sends
// CHECK:      %0 (gathered for all_to_all) 512 KiB
// CHECK-NEXT: %0 (gathered for all_to_all) 256 KiB
// CHECK:      peak a device: about 832 KiB

// GUARD: collectives and estimates send 448 KiB a device, more than --max-sent 128 KiB
// GUARD: the peak (profile device) is about 832 KiB a device, more than --max-peak 512 KiB
