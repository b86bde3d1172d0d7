// The profiles of --peak: that of accelerators, which is the default, without what XLA adds on CPUs; those of CPUs in the order of the program or breadth-first, with what XLA adds on CPUs, or without. There,
// products of 16-bit floats are computed in 32 bits, and operands copied whose dimensions are in another order.
// RUN: sdy-view %s --peak --peak-profile=cpu | FileCheck %s
// RUN: sdy-view %s --peak | FileCheck %s --check-prefix=DEVICE
// RUN: sdy-view %s --peak --peak-profile=memory --json | FileCheck %s --check-prefix=JSON
// RUN: bash -c "sdy-view %s --peak-profile=tpu; echo status $?" 2>&1 | FileCheck %s --check-prefix=WRONG

sdy.mesh @mesh = <["x"=4]>

func.func @main(%x: tensor<1024x64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %w: tensor<128x64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<128xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1] : (tensor<1024x64xbf16>, tensor<128x64xbf16>) -> tensor<1024x128xbf16>
  %1 = stablehlo.convert %0 : (tensor<1024x128xbf16>) -> tensor<1024x128xf32>
  %2 = stablehlo.tanh %1 : tensor<1024x128xf32>
  %3 = stablehlo.dot_general %2, %2, batching_dims = [1] x [1], contracting_dims = [0] x [0] : (tensor<1024x128xf32>, tensor<1024x128xf32>) -> tensor<128xf32>
  return %3 : tensor<128xf32>
}

// CHECK:      %0{{ +}}128 KiB {{.*}} read by convert
// CHECK-NEXT: %2 (copy for dot_general){{ +}}128 KiB {{.*}} copy for dot_general
// CHECK:      peak a device: about 304 KiB (profile cpu) in @main, at dot_general peak_profiles.mlir:15
// CHECK-NEXT: This is about what XLA needs, by a model of what it stores; checked against XLA:CPU only.
// DEVICE:      %2{{ +}}128 KiB {{.*}} result of tanh
// DEVICE-NEXT: %0{{ +}}64 KiB {{.*}} read by convert
// DEVICE:      peak a device: about 240 KiB (profile device) in @main, at tanh peak_profiles.mlir:14
// JSON: "peak": {"bytes": 311296, "profile": "memory", "most": null, "is_lower_bound": false, "estimated": ["copy for dot_general"],
// WRONG: Invalid value for '-peak-profile' / '--peak-profile': 'tpu' is not one of 'memory', 'cpu', 'device'.
// WRONG-NEXT: status 2
