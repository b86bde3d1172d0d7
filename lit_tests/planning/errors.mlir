// What cannot be planned is reported with a reason, and plans that do not fit with figures.
// RUN: not sdy-plan %s 2>&1 | FileCheck %s --check-prefix=MESH
// RUN: not sdy-plan %s --mesh data=x 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not sdy-plan %s --mesh data=2,data=4 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not sdy-plan %s --mesh data=8 --memory 10KiB 2>&1 | FileCheck %s --check-prefix=IMPOSSIBLE
// RUN: not sdy-plan %s --mesh data=8 --memory 20KiB 2>&1 | FileCheck %s --check-prefix=FITS
// RUN: not sdy-plan %s --mesh data=8 --memory 12KiB 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: not sdy-plan %s --mesh data=8 --memory lots 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: not sdy-plan %s --mesh data=8 --fix "y=P()" 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not sdy-plan %s --mesh data=8 --fix "x=P('dta')" 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: not sdy-plan %s --mesh data=8 --fix "x=P(None, None, 'data')" 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not sdy-plan %s --mesh data=8 --fix "x=open('a')" 2>&1 | FileCheck %s --check-prefix=SPEC
// RUN: not sdy-plan %s --mesh data=8 --leave "[" 2>&1 | FileCheck %s --check-prefix=REGEX
// RUN: not sdy-plan %s --mesh data=8 --start %s 2>&1 | FileCheck %s --check-prefix=PLAN
// RUN: not sdy-plan %s --mesh data=8 --device tpu-v5 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not sdy-plan %s --mesh data=8 --devices 8 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: sdy-plan %s --mesh data=1 | FileCheck %s --check-prefix=ONE
// RUN: sdy-plan %s --mesh data=7 | FileCheck %s --check-prefix=SEVEN
// RUN: sdy-opt %s -sdy-propagation-pipeline -o %t && not sdy-plan /dev/null --mesh data=2 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not sdy-plan %s --devices 8 --bandwidth data=90 2>&1 | FileCheck %s --check-prefix=LINK
// RUN: not sdy-plan %s --devices 8 --topology 2x2 2>&1 | FileCheck %s --check-prefix=TORUS
// RUN: not sdy-plan %t.missing 2>&1 | FileCheck %s --check-prefix=FILE

func.func @main(%arg0: tensor<64x128xf32> loc("x"), %arg1: tensor<128x128xf32> loc("w")) -> tensor<64x128xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<64x128xf32>, tensor<128x128xf32>) -> tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}

// MESH:       sdy-plan: error: {{.*}}errors.mlir: the program has no mesh: give one with --mesh AXIS=SIZE,…
// TEXT:       'data=x' is not a mesh: 'data=x' is not AXIS=SIZE with a size of at least 1
// TWICE:      'data=2,data=4' is not a mesh: duplicate axis name: "data"
// IMPOSSIBLE: impossible: arguments alone need at least {{.*}} on each device; the limit is 10 KiB
// FITS:       no plan fits 20 KiB: the least that was found is {{.*}} after {{.*}} evaluations; arguments alone need at least
// NEVER:      evenly over the devices, 16 KiB, so that no sharding is likely to fit; a larger mesh
// MEMORY:     'lots' is not an amount of memory: write 16GiB, 90% or none
// NAME:       no argument 'y': there are x, w
// AXIS:       no axis 'dta'; did you mean 'data'?
// RANK:       'P(None, None, 'data')' has 3 dimensions, and the argument 2
// SPEC:       'open('a')' is not a sharding: expected an axis, None or (axis, axis), not 'open('a')'
// REGEX:      '[' is not a regular expression
// PLAN:       errors.mlir: not a plan: sdy-plan --json writes one
// DEVICE:     no device is called 'tpu-v5'; did you mean 'tpu-v5p'?
// BOTH:       --devices tries the shapes of meshes, and --mesh gives one: choose one
// ONE:        note: the mesh has one device: there is nothing to shard
// SEVEN:      note: nothing can be sharded: no free dimension is a multiple of 7
// EMPTY:      the program has no public function with a body
// FILE:       cannot open input file
// LINK:       no axis 'data': there are x, y, z
// TORUS:      a torus of 2x2 has 4 chips, and the mesh 8 devices
