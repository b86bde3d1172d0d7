// Two products are planned: without a limit the batch is on both axes, with one weights are stored apart.
// RUN: sdy-plan %s --mesh data=2,model=4 --memory none | FileCheck %s
// RUN: sdy-plan %s --mesh data=2,model=4 --memory 3800KiB -o %t --specs - 2>/dev/null | FileCheck %s --check-prefix=SPECS
// RUN: cat %t | FileCheck %s --check-prefix=WRITTEN
// RUN: cat %t | sdy-plan --budget 1 --memory none | FileCheck %s --check-prefix=AGAIN
// RUN: sdy-plan %s --budget 30 --mesh data=2,model=4 --no-at-use --memory none --json | FileCheck %s --check-prefix=JSON
// RUN: sdy-plan %s --budget 160 --mesh data=2,model=4 --memory 3800KiB --html - 2>/dev/null | FileCheck %s --check-prefix=PAGE
// RUN: sdy-plan %s --budget 30 --devices 8 --memory none | FileCheck %s --check-prefix=SHAPES
// RUN: sdy-plan %s --mesh data=2,model=4 --fix "w*=P(None,'model')" --memory none | FileCheck %s --check-prefix=FIXED
// RUN: sdy-plan %s --mesh data=2,model=4 --leave "^x$" --memory none | FileCheck %s --check-prefix=LEFT

func.func @main(%arg0: tensor<64x128x256xbf16> loc("x"), %arg1: tensor<256x1024xbf16> loc("w1"),
                %arg2: tensor<1024x256xbf16> loc("w2")) -> tensor<64x128x256xbf16> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [2] x [0]
    : (tensor<64x128x256xbf16>, tensor<256x1024xbf16>) -> tensor<64x128x1024xbf16>
  %1 = stablehlo.tanh %0 : tensor<64x128x1024xbf16>
  %2 = stablehlo.dot_general %1, %arg2, contracting_dims = [2] x [0]
    : (tensor<64x128x1024xbf16>, tensor<1024x256xbf16>) -> tensor<64x128x256xbf16>
  return %2 : tensor<64x128x256xbf16>
}

// CHECK:      feed_forward.mlir: 8 devices, mesh ["data"=2, "model"=4], tpu-v5p, no limit; 3 arguments in 3 classes, 5 dimensions
// CHECK:      peak (tpu){{ +}}25 MiB{{ +}}4 MiB  arguments 1.5 MiB
// CHECK-NEXT: sent{{ +}}0 B{{ +}}0 B
// CHECK:      argument  ×  type              before  after                   unsharded it costs
// CHECK:      x         1  bf16[64,128,256]          P(('data', 'model'))  +
// CHECK-NEXT: w1        1  bf16[256,1024]            P()
// CHECK-NEXT: w2        1  bf16[1024,256]            P()
// CHECK:      memory against time and bytes sent:
// CHECK-NEXT: evaluations; replicated
// CHECK-NEXT: note: collectives are what a model of XLA's partitioner inserts

// WRITTEN:      sdy.mesh @mesh = <["data"=2, "model"=4]>
// WRITTEN-NEXT: @main(%arg0: tensor<64x128x256xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"data", "model"}, {}, {}]>} loc("x")

// AGAIN: x {{.*}} P(('data', 'model')) {{ *}} P(('data', 'model'))

// SPECS:      from jax.sharding import PartitionSpec as P
// SPECS:      in_shardings = {
// SPECS-NEXT:     'x': P(('data', 'model')),

// JSON:     "axes": [
// JSON:     "limit_bytes": null,
// JSON-NEXT: "margin": null,
// JSON-NEXT: "profile": "tpu",
// JSON-NEXT: "feasible": true,
// JSON:     "pattern": "x",
// JSON:     "at_use": null,
// JSON:     "results": [],

// PAGE:      <title>{{.*}}feed_forward.mlir: a plan – sdy-plan</title>
// PAGE:      <h2>A step, before and after</h2>
// PAGE:      <svg id="chart"
// PAGE-NEXT: limit 3.7 MiB
// PAGE-SAME: FSDP over all axes
// PAGE:      >P((&#x27;data&#x27;, &#x27;model&#x27;))</td>
// PAGE:      <h2>Source lines, before and after</h2>
// PAGE:      feed_forward.mlir:
// PAGE:      <h2>Notes: not verified</h2>

// SHAPES:      mesh {{ *}} a step
// SHAPES:      8
// SHAPES-NEXT: 2 × 4
// SHAPES-NEXT: 2 × 2 × 2

// FIXED: w1 {{.*}} P(None, 'model')
// FIXED: w2 {{.*}} P(None, 'model')

// LEFT:     2 arguments in 2 classes
// LEFT:     all ways to store the arguments were tried: none is better
