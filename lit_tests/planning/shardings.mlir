// The program's own shardings stay, unless they are dropped; open dimensions may be extended.
// RUN: sdy-plan %s --memory none | FileCheck %s
// RUN: sdy-plan %s --memory none --drop | FileCheck %s --check-prefix=DROPPED
// RUN: sed 's/, ?}/}/' %s | sdy-plan --memory none 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: not sdy-plan %s --mesh x=8 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: sdy-plan %s --mesh x=8 --drop=all --memory none -o - 2>/dev/null | FileCheck %s --check-prefix=ALL

sdy.mesh @mesh = <["data"=2, "model"=4]>

func.func @main(%arg0: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>} loc("x"),
                %arg1: tensor<128x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data", ?}]>} loc("w")) -> tensor<64x256xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<64x128xf32>, tensor<128x256xf32>) -> tensor<64x256xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{?}, {"data", ?}]> : tensor<64x256xf32>
  return %1 : tensor<64x256xf32>
}

// CHECK:   x {{.*}} P() {{ *}} P()
// CHECK:   w {{.*}} P(None, 'data') {{ *}} P(None, ('data', 'model'))
// CHECK:   the program's own

// DROPPED: x {{.*}} P()
// DROPPED: w {{.*}} P(None, 'data')

// KEPT:     warning: nothing can be sharded: no free dimension is a multiple of 2 or 4; --drop removes the shardings that the program has
// KEPT-NEXT: a step keeps the shardings of x, w{{$}}

// AXIS:    the program has shardings over axis 'data', which the mesh does not have: it has x; --drop removes

// ALL:     sdy.mesh @mesh = <["x"=8]>
// ALL-NOT: sharding_constraint

