// Shardings that no axes have.
// RUN: not sdy-opt %s -xla-sdy-import-shardings -split-input-file 2>&1 | FileCheck %s

// CHECK: error: mhlo.sharding: no axes of the mesh {{.*}} lie so
func.func @main(%arg0: tensor<8x16xf32> {mhlo.sharding = "{devices=[8,1]0,2,1,3,4,5,6,7}"}, %arg1: tensor<8x16xf32> {mhlo.sharding = "{devices=[2,4]<=[8]}"}) {
  return
}

// -----

// CHECK: error: mhlo.sharding: unknown form 'nothing'
func.func @main(%arg0: tensor<8x16xf32> {mhlo.sharding = "{nothing}"}) {
  return
}

// -----

// CHECK: error: mhlo.sharding: expected 'mesh' before 'what'
func.func @main(%arg0: tensor<8x16xf32> {mhlo.sharding = "{{mesh[], replicated}, {what}}"}) {
  return
}
