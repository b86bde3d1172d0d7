// Of a result that leaves a manual computation, XLA gathers what Shardy's partitioner slices first.
// RUN: sdy-view %s --collectives | FileCheck %s
// RUN: sdy-view %s --collectives --partitioner shardy | FileCheck %s --check-prefix=SHARDY

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>]
      manual_axes={"x"} (%b: tensor<8x64xf32>) {
    %1 = stablehlo.tanh %b : tensor<8x64xf32>
    sdy.return %1 : tensor<8x64xf32>
  } : (tensor<32x64xf32>) -> tensor<32x64xf32>
  return %0 : tensor<32x64xf32>
}

// CHECK:      all_gather {{.*}} 6 KiB {{.*}} result 0 of @main leaving_manual.mlir:6 is gathered whole (involuntary full rematerialization) over "x"
// CHECK-NEXT: sent a device: 6 KiB, all over "x"

// SHARDY:     all_gather {{.*}} 3 KiB
// SHARDY:     sent a device: 3 KiB, all over "x"
