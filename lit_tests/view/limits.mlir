// Limits make the command fail after it has written what it shows; donated arguments count once.
// RUN: bash -c "sdy-view %s --max-bytes 1KiB --max-sent 100 --max-peak 0.5KiB > /dev/null; echo status $?" 2>&1 | FileCheck %s
// RUN: sdy-view %s --max-bytes 1540 --max-sent 1KB --max-peak 1GiB
// RUN: sdy-view %s --max-peak 2825 --margin 10% --max-sent 1KB --max-bytes 1700
// RUN: bash -c "sdy-view %s --max-peak 2825 --margin 10.1% > /dev/null; echo status $?" 2>&1 | FileCheck %s --check-prefix=MARGIN
// RUN: bash -c "sdy-view %s --margin 10; sdy-view %s --margin 10%; echo status $?" 2>&1 | FileCheck %s --check-prefix=NOMARGIN
// RUN: bash -c "sdy-view %s --max-sent many; echo status $?" 2>&1 | FileCheck %s --check-prefix=WRONG

sdy.mesh @mesh = <["x"=4]>

func.func @main(%a: tensor<1024xf32> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
                %b: tensor<128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})
    -> (tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<f32>) {
  %0 = stablehlo.negate %a : tensor<1024xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1024xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<1024xf32>, tensor<f32>
}

// CHECK: sdy-view: error: {{.*}}limits.mlir: arguments and results of @main take 1.5 KiB a device, more than --max-bytes 1 KiB (1,540 > 1,024 bytes)
// CHECK-NEXT: sdy-view: error: {{.*}}limits.mlir: the peak (profile tpu) is about 2.5 KiB a device, more than --max-peak 512 B (2,568 > 512 bytes)
// CHECK-NEXT: status 1
// MARGIN: sdy-view: error: {{.*}}limits.mlir: the peak (profile tpu) is about 2.5 KiB a device, more than --max-peak 2.7 KiB with a margin of 10.1% (2,568 > 2,565 bytes)
// MARGIN-NEXT: status 1
// NOMARGIN: '10' is not a margin in percent, as in 15%
// NOMARGIN: --margin is one of limits: give --max-peak, --max-sent or --max-bytes
// NOMARGIN-NEXT: status 2
// WRONG: 'many' is not a number of bytes, as in 4096, 1.5GiB or 2GB
// WRONG-NEXT: status 2
