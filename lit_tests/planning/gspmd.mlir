// GSPMD shardings are read as those of SDY, over the mesh that their devices form. They stay, unless they are dropped,
// also where the plan would be faster without them.
// RUN: sdy-plan %s --memory none | FileCheck %s
// RUN: sdy-plan %s --memory none --drop -o - 2>/dev/null | FileCheck %s --check-prefix=DROPPED
// RUN: not sdy-plan %s --mesh x=8 2>&1 | FileCheck %s --check-prefix=AXIS

func.func @main(%arg0: tensor<64x256xf32> {mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"} loc("x"),
                %arg1: tensor<256x1024xf32> {mhlo.sharding = "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dim_replicate}"} loc("u"),
                %arg2: tensor<1024x256xf32> loc("v")) -> tensor<64x256xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<64x256xf32>, tensor<256x1024xf32>) -> tensor<64x1024xf32>
  %1 = stablehlo.dot_general %0, %arg2, contracting_dims = [1] x [0] : (tensor<64x1024xf32>, tensor<1024x256xf32>) -> tensor<64x256xf32>
  return %1 : tensor<64x256xf32>
}

// CHECK:      8 devices, mesh ["_axis_0"=2, "_axis_1"=4]
// CHECK:      x {{.*}} P('_axis_0') {{ *}} P('_axis_0')
// CHECK-NEXT: u {{.*}} P(None, '_axis_1') {{ *}} P(None, '_axis_1')
// CHECK-NEXT: v {{.*}} P(None, '_axis_1')
// CHECK:      note: GSPMD shardings are read as those of SDY, over the mesh that their devices form

// DROPPED:     sdy.mesh @mesh = <["_axis_0"=2, "_axis_1"=4]>
// DROPPED-NOT: mhlo.sharding
// DROPPED:     %arg2: tensor<1024x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"_axis_1"}]>}

// AXIS:        the shardings of the program number devices along axes of sizes 2 x 4: x=8 has none that are these; --drop removes
