// Passes run first, in their order; names are then those that sdy-opt prints. Any module that sdy-opt reads is read.
// RUN: sdy-view --sdy-inline-meshes %s --value %c --allow-unregistered-dialect | FileCheck %s
// RUN: sdy-view - --as-written --allow-unregistered-dialect < %s | FileCheck %s --check-prefix=PLAIN
// RUN: not sdy-view %s --as-written 2>&1 | FileCheck %s --check-prefix=UNKNOWN

sdy.mesh @mesh = <["x"=2]>

func.func @main(%weights: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  "foo.use"(%zero) : (tensor<i32>) -> ()
  return
}

// CHECK: passes.mlir, after passes: 2 devices{{$}}
// CHECK: %arg0  argument     8  8xf32  <mesh<["x"=2]>, [{"x"}]>  4                 2       1              16
// CHECK: %c     value        9  i32    —                         scalar            1       2               4  no sharding: 2 copies
// PLAIN: <stdin>, as written: 2 devices, mesh ["x"=2]
// PLAIN: %weights  argument     8  8xf32  [{"x"}]
// UNKNOWN: passes.mlir:10:12: error: operation being parsed with an unregistered dialect
