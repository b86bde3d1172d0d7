// Every option may have one dash or two.
// RUN: sdy-opt %s -sdy-inline-meshes | FileCheck %s
// RUN: sdy-opt %s --sdy-inline-meshes | FileCheck %s
// RUN: sdy-opt --sdy-inline-meshes --mlir-print-op-generic %s | FileCheck %s --check-prefix=GENERIC
// RUN: sdy-opt -sdy-inline-meshes -mlir-print-op-generic %s | FileCheck %s --check-prefix=GENERIC

sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  return
}

// CHECK-NOT: sdy.mesh @
// CHECK: func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>})
// GENERIC: "func.func"()
