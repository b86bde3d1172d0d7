// --time estimates how long a step takes, by operation and by line: arithmetic, memory traffic, and collectives.
// RUN: sdy-view %s --time --device tpu-v5e | FileCheck %s
// RUN: sdy-view %s --time --topology 4x4x8 --axis data=x --axis model=y,z --overlap 1 | FileCheck %s --check-prefix=TOPOLOGY
// RUN: sdy-view %s --device h100 --json | FileCheck %s --check-prefix=JSON
// RUN: sdy-view %s --device h100 | FileCheck %s --check-prefix=PLAIN
// RUN: not sdy-view %s --time --device tpu-v5 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not sdy-view %s --time --topology 4x4 2>&1 | FileCheck %s --check-prefix=FIT
// RUN: not sdy-view %s --time --topology 4,4 2>&1 | FileCheck %s --check-prefix=FORM

sdy.mesh @mesh = <["data"=4, "model"=32]>

func.func @main(%x: tensor<8192x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
                %w1: tensor<4096x16384xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>},
                %w2: tensor<16384x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}) -> tensor<8192x4096xbf16> {
  %0 = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<8192x4096xbf16>, tensor<4096x16384xbf16>) -> tensor<8192x16384xbf16>
  %1 = stablehlo.tanh %0 : tensor<8192x16384xbf16>
  %2 = stablehlo.dot_general %1, %w2, contracting_dims = [1] x [0] : (tensor<8192x16384xbf16>, tensor<16384x4096xbf16>) -> tensor<8192x4096xbf16>
  return %2 : tensor<8192x4096xbf16>
}

// CHECK:      operation    source
// CHECK:      all-reduce {{.*}}time.mlir:17  model
// CHECK:      dot_general {{.*}} compute
// CHECK:      dot_general {{.*}} compute
// CHECK:      tanh {{.*}} memory
// CHECK:      line {{.*}}operations
// CHECK:      a step: about {{.*}} on tpu-v5e (an estimate)
// CHECK-NEXT: compute {{.*}}, memory {{.*}}, network {{.*}}: bound by network
// CHECK-NEXT: model FLOP/s utilization {{.*}} %: 2.2 TFLOP on 128 devices of 197 TFLOP/s each
// CHECK-NEXT: a device: 17.2 GFLOP
// CHECK-NEXT: assumed: each axis of the mesh has links of its own
// CHECK-NEXT: figures of tpu-v5e not checked against its vendor: link_bandwidth, hop_latency

// TOPOLOGY:     a step: about
// TOPOLOGY-NOT: assumed

// JSON: "time": {"estimate": true, "device": {"name": "h100", "network": "switch", "domain": 8,
// JSON-SAME: "seconds":
// JSON-SAME: "operations": [{"operation": "all-reduce", "axes": ["model"], "line": "{{[^"]*}}time.mlir:{{[0-9]+}}"

// PLAIN:      partitioned by XLA for GPUs
// PLAIN-NEXT: peak a device: {{.*}}: fits an h100
// PLAIN-NEXT: sent a device:
// PLAIN-NEXT: a step: about {{.*}} on h100

// DEVICE: --device: no device is called 'tpu-v5'; did you mean 'tpu-v5p'?
// FIT: error: a torus of 4x4 has 16 chips, and the mesh 128 devices
// FORM: '4,4' is not of the form 4x8x8
// RUN: not sdy-view %s --overlap nan 2>&1 | FileCheck %s --check-prefix=NAN
// NAN: Invalid value for '--overlap': 'nan' is not a number below 1,000,000,000.
