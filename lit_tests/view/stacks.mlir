// --annotate prints a source file with what its lines cost; --trace writes a file.
// RUN: sdy-view %s --annotate %S/inputs/decoder.py | FileCheck %s
// RUN: sdy-view %s --html - --time | FileCheck %s --check-prefix=PAGE
// RUN: not sdy-view %s --annotate nowhere.py 2>&1 | FileCheck %s --check-prefix=NOWHERE
// RUN: not sdy-view %s --trace /nowhere/trace 2>&1 | FileCheck %s --check-prefix=FAILED

sdy.mesh @mesh = <["model"=4]>

func.func @main(%arg0: tensor<64x128xf32> loc("x"), %arg1: tensor<128x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>} loc("w")) -> tensor<64x256xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<64x128xf32>, tensor<128x256xf32>) -> tensor<64x256xf32> loc(callsite("layer"("decoder.py":2:1) at "step"("decoder.py":6:1)))
  %1 = stablehlo.tanh %0 : tensor<64x256xf32> loc(callsite("layer"("decoder.py":3:1) at "step"("decoder.py":6:1)))
  return %1 : tensor<64x256xf32>
}

// CHECK:      memory at the peak  bytes sent {{.*}}time  │ decoder.py
// CHECK-NEXT: │ 1 def layer(x, w):
// CHECK-NEXT: 64 KiB      96 KiB  {{.*}}s  │ 2     h = x @ w
// CHECK-NEXT: {{.*}}s  │ 3     return h.tanh()
// CHECK-NOT:  return layer

// --diff prints it of both programs, and --annotate may be repeated.
// RUN: sdy-view %s %s --diff --annotate %S/inputs/decoder.py --annotate %S/inputs/decoder.py | FileCheck %s --check-prefix=BOTH
// BOTH:      memory before  memory after  sent before  sent after  time before  time after  │ decoder.py
// BOTH-NEXT: │ 1 def layer(x, w):
// BOTH-NEXT: 64 KiB        64 KiB       96 KiB      96 KiB {{.*}} │ 2     h = x @ w

// PAGE: <section id="stacks"
// PAGE: "sources":{"names":[""],"files":[{"file":"decoder.py",
// PAGE-SAME: "roofline":{"device":"tpu-v5p","peak":459000000000000.0,
// PAGE-SAME: "flames":[{"title":"memory at the peak: {{.*}}"title":"bytes sent: 96 KiB"

// NOWHERE: error: 'nowhere.py' cannot be read, and the program is not from a file of this name
// FAILED: error: cannot open output file '/nowhere/trace'
// BOTH:      memory before  memory after {{.*}} │ decoder.py
