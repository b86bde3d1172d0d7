// Where XLA knows no shorter way between two shardings, it gathers the whole value, dimension by dimension.
// RUN: sdy-view %s --collectives --peak | FileCheck %s
// RUN: sdy-view %s | FileCheck %s --check-prefix=VERDICT
// RUN: not sdy-view %s --max-sent 128KiB --max-peak 512KiB 2>&1 | FileCheck %s --check-prefix=GUARD

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<32x64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}, {"x"}]>})
    -> (tensor<32x64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}, {}]>}) {
  %0 = stablehlo.tanh %a : tensor<32x64x64xf32>
  return %0 : tensor<32x64x64xf32>
}

// CHECK:      all_gather {{.*}} "x" {{.*}} 192 KiB {{.*}} operand 0 of tanh full_rematerialization.mlir:9 is gathered whole (involuntary full rematerialization) over "x"
// CHECK-NEXT: all_gather {{.*}} "y" {{.*}} 256 KiB {{.*}} operand 0 of tanh full_rematerialization.mlir:9 is gathered whole (involuntary full rematerialization) over "y"
// CHECK-NEXT: sent a device: 448 KiB: 256 KiB over "y", 192 KiB over "x"
// CHECK-NEXT: XLA will warn of an involuntary full rematerialization: 448 KiB, full_rematerialization.mlir:9, because x (operand 0 of tanh) goes from [{"y"}, {}, {"x"}] to [{}, {"x", "y"}, {}]; with_sharding_constraint(x, P('y', 'x')) before it sends 80 KiB instead
// CHECK:      %a … %a (gathered for tanh) 512 KiB 2 1 MiB
// CHECK:      peak a device: about 1.1 MiB

// GUARD: collectives send 448 KiB a device, more than --max-sent 128 KiB
// GUARD: the peak (profile tpu) is about 1.1 MiB a device, more than --max-peak 512 KiB

// VERDICT: could be faster: full_rematerialization.mlir:9 is gathered whole, 448 KiB: an involuntary full rematerialization (--collectives)
