// What axes cannot say stays, with a warning.
// RUN: sdy-opt %s -sdy-import-gspmd-shardings 2>&1 | FileCheck %s

module attributes {mhlo.num_partitions = 8 : i32} {
  func.func @main(%arg0: tensor<64x32xf32> {mhlo.sharding = "{devices=[2,4]<=[8]}"},
                  %arg1: tensor<64x32xf32> {mhlo.sharding = "{devices=[4,1]0,1,2,3}"},
                  %arg2: tensor<64x32xf32> {mhlo.sharding = "{devices=[8,1]0,3,1,2,4,5,6,7}"},
                  %arg3: tensor<64xf32> {mhlo.sharding = "{devices=[2,4]<=[8]}"},
                  %arg4: tensor<64xf32> {mhlo.sharding = "{devices=[2,"}) {
    return
  }
}

// CHECK: warning: the GSPMD sharding {devices=[2, stays: expected a number, not ''
// CHECK: warning: the GSPMD sharding {devices=[4,1]0,1,2,3} stays: it is for 4 devices, and the mesh has 8
// CHECK: warning: the GSPMD sharding {devices=[8,1]0,3,1,2,4,5,6,7} stays: no axes of the mesh #sdy.mesh<["_axis_0"=2, "_axis_1"=4]> lie so
// CHECK: warning: the GSPMD sharding {devices=[2,4]<=[8]} stays: it is for 2 dimensions, and the type has 1
// CHECK: func.func @main(%arg0: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_0"}, {"_axis_1"}]>},
// CHECK-SAME: %arg1: tensor<64x32xf32> {mhlo.sharding = "{devices=[4,1]0,1,2,3}"}
