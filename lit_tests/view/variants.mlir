// Options that change shardings, constraints or the mesh make variants, one row each; several inputs are variants, too.
// RUN: sdy-view %s --shard "p['w1']=None,model;data,model" --mesh "data=2,model=2;-" | FileCheck %s
// RUN: sdy-view %s --shard "p[*]=" --shard "result 0=data" --drop-shardings --json | FileCheck %s --check-prefix=JSON
// RUN: sdy-view %s %s | FileCheck %s --check-prefix=FILES
// RUN: sdy-view %s --constraint "variants.mlir:20=data," --diff | FileCheck %s --check-prefix=DIFF
// RUN: sdy-view %s --shard "0=model" -o %t && sdy-opt %t/variants.1.mlir | FileCheck %s --check-prefix=WRITTEN
// RUN: sdy-view %s --shard "0=;data" --html - | FileCheck %s --check-prefix=PAGE
// RUN: not sdy-view %s --shard "p['w3']=data" 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not sdy-view %s --shard "x=,,data" 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not sdy-view %s --shard "x=dta" 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: not sdy-view %s --shard "x=(data,model),data" 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not sdy-view %s --mesh x=4 2>&1 | FileCheck %s --check-prefix=MESH

sdy.mesh @mesh = <["data"=2, "model"=4]>
sdy.mesh @empty_mesh = <[]>
func.func @main(%arg0: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>} loc("x"),
                %arg1: tensor<128x256xf32> loc("p['w1']"), %arg2: tensor<256x128xf32> loc("p['w2']")) -> tensor<64x128xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<64x128xf32>, tensor<128x256xf32>) -> tensor<64x256xf32>
  %1 = stablehlo.tanh %0 : tensor<64x256xf32>
  %2 = stablehlo.dot_general %1, %arg2, contracting_dims = [1] x [0] : (tensor<64x256xf32>, tensor<256x128xf32>) -> tensor<64x128xf32>
  return %2 : tensor<64x128xf32>
}

// CHECK:      changes {{.*}}peak {{.*}}time  bound by  largest value
// CHECK:      0  as given
// CHECK-NEXT: 1  mesh data=2,model=2; p['w1']=P(None, 'model')
// CHECK-NEXT: 2  mesh data=2,model=2; p['w1']=P('data', 'model')
// CHECK-NEXT: 3  p['w1']=P(None, 'model')
// CHECK-NEXT: 4  p['w1']=P('data', 'model')
// CHECK-EMPTY:
// CHECK-NEXT: least memory (profile tpu): 4; fastest: {{[0-4]}}
// CHECK-NEXT: a device of tpu-v5p, in one step; times and peaks (profile tpu) are estimates (--time, --peak)

// JSON: {"device": "tpu-v5p", "profile": "tpu", "estimate": true, "variants": [{"number": 0, {{.*}}"changes": [], "devices": 8,
// JSON-SAME: {"number": 1, {{.*}}"changes": ["without shardings", "p[*]=P()", "result 0=P('data')"]

// FILES:      file {{.*}} changes
// FILES:      0  {{.*}}variants.mlir  as given
// FILES-NEXT: 1  {{.*}}variants.mlir  as given

// DIFF: a device {{.*}} before {{.*}} after

// WRITTEN: %arg0: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}

// PAGE: <title>Variants of {{.*}}variants.mlir – sdy-view</title>
// PAGE: <a href="#v1">
// PAGE: <tr id="v2">

// NAME: error: no argument or result is called 'p['w3']'; did you mean "p['w
// RANK: error: x has 2 dimensions, and 'P(None, None, 'data')' has 3
// AXIS: error: x: the mesh has no axis 'dta': it has data, model
// TWICE: error: x: 'P(('data', 'model'), 'data')' has axis 'data' twice
// MESH: error: {{.*}}variants.mlir:{{[0-9]+}}: a sharding is along axis 'data', which the mesh x=4 does not have: --drop-shardings

// RUN: sdy-view %s --mesh "data=2,model=2" | FileCheck %s --check-prefix=SPLITS_NOTHING
// RUN: not sdy-view %s --mesh x=0 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not sdy-view %s --mesh x=2,x=4 2>&1 | FileCheck %s --check-prefix=DUPLICATE
// SPLITS_NOTHING: 1  mesh data=2,model=2
// SIZE: Error: 'x=0' is not a mesh: 'x=0' is not AXIS=SIZE with a size of at least 1
// DUPLICATE: Error: 'x=2,x=4' is not a mesh: duplicate axis name: "x"
