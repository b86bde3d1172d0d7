// The model of --peak is that of the machine: on GPUs exponentials are computed again where they are read, on TPUs they
// are stored if they are also summed, and products compute what they read, and exponentials of short rows. SDY_DEVICE is
// the default of --device.
// RUN: sdy-view %s --peak --device h100 | FileCheck %s --check-prefix=GPU
// RUN: bash -c "SDY_DEVICE=h100 sdy-view %s --peak" | FileCheck %s --check-prefix=GPU
// RUN: sdy-view %s --peak --device tpu-v5p | FileCheck %s --check-prefix=TPU
// RUN: bash -c "SDY_DEVICE=h100 sdy-view %s --peak --device tpu-v5p" | FileCheck %s --check-prefix=TPU
// RUN: bash -c "SDY_DEVICE=h101 sdy-view %s --peak; echo status $?" 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: bash -c "sdy-view %s --peak --peak-profile cpu" 2>&1 | FileCheck %s --check-prefix=FORMER

func.func @main(%x: tensor<64x128x128xf32>, %v: tensor<64x128x8xbf16>) -> tensor<64x128x8xbf16> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<64x128x128xf32>, tensor<64x128x128xf32>) -> tensor<64x128x128xf32>
  %1 = stablehlo.reduce(%0 init: %low) applies stablehlo.maximum across dimensions = [2] : (tensor<64x128x128xf32>, tensor<f32>) -> tensor<64x128xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<64x128xf32>) -> tensor<64x128x128xf32>
  %3 = stablehlo.subtract %0, %2 : tensor<64x128x128xf32>
  %4 = stablehlo.exponential %3 : tensor<64x128x128xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<64x128x128xf32>, tensor<f32>) -> tensor<64x128xf32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<64x128xf32>) -> tensor<64x128x128xf32>
  %7 = stablehlo.divide %4, %6 : tensor<64x128x128xf32>
  %8 = stablehlo.convert %7 : (tensor<64x128x128xf32>) -> tensor<64x128x128xbf16>
  %9 = stablehlo.dot_general %8, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<64x128x128xbf16>, tensor<64x128x8xbf16>) -> tensor<64x128x8xbf16>
  return %9 : tensor<64x128x8xbf16>
}

// GPU:      %0{{ +}}4 MiB {{.*}} read by reduce, subtract
// GPU-NEXT: %8{{ +}}2 MiB {{.*}} result of convert
// GPU:      peak a device: about 10.3 MiB (profile gpu) in @main, at convert peak_profiles.mlir:22
// TPU-NOT:  read by reduce, subtract
// TPU:      %4{{ +}}4 MiB {{.*}} read by reduce, divide
// TPU:      peak a device: about 8.2 MiB (profile tpu) in @main, at dot_general peak_profiles.mlir:23
// WRONG: error: no device is called 'h101' (SDY_DEVICE); did you mean 'h100'?
// WRONG-NEXT: status 1
// FORMER: warning: --peak-profile is that of earlier releases: --device says what numbers are for, and --compile cpu what XLA for CPUs holds
// FORMER: peak a device: about 10.3 MiB (profile cpu) in @main, at convert peak_profiles.mlir:22
