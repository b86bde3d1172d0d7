// Each variant is tested against limits, and the error names it; of two that are compared only the second is tested.
// RUN: bash -c "sdy-view %s --shard 'x=;,model' --max-sent 30KiB --max-bytes 250KiB > /dev/null; echo status $?" 2>&1 | FileCheck %s --check-prefix=LIMITS
// RUN: bash -c "sdy-view %s --shard x=,model --diff --strict --max-peak 1MiB > /dev/null; echo status $?" 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: bash -c "sdy-view %s --shard x=,model --diff --max-sent 1KiB > /dev/null; echo status $?" 2>&1 | FileCheck %s --check-prefix=AFTER

sdy.mesh @mesh = <["data"=2, "model"=4]>

func.func @main(%arg0: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>} loc("x"),
                %arg1: tensor<128x256xf32> loc("p['w1']"), %arg2: tensor<256x128xf32> loc("p['w2']")) -> tensor<64x128xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<64x128xf32>, tensor<128x256xf32>) -> tensor<64x256xf32>
  %1 = stablehlo.tanh %0 : tensor<64x256xf32>
  %2 = stablehlo.dot_general %1, %arg2, contracting_dims = [1] x [0] : (tensor<64x256xf32>, tensor<256x128xf32>) -> tensor<64x128xf32>
  return %2 : tensor<64x128xf32>
}

// LIMITS:      error: {{.*}}variant_limits.mlir: variant 0 (as given): arguments and results of @main take 288 KiB a device, more than --max-bytes 250 KiB
// LIMITS-NEXT: error: {{.*}}variant_limits.mlir: variant 1 (x=P()): arguments and results of @main take 320 KiB
// LIMITS-NEXT: error: {{.*}}variant_limits.mlir: variant 2 (x=P(None, 'model')): collectives send 96 KiB a device, more than --max-sent 30 KiB
// LIMITS-NEXT: status 1

// STRICT:      status 0

// AFTER:       error: {{.*}}variant_limits.mlir: variant 1 (x=P(None, 'model')): collectives send 96 KiB
// AFTER-NEXT:  status 1
