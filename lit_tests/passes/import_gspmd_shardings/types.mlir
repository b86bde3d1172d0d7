// What does not fit the types of a program stays, with a warning.
// RUN: sdy-opt %s -sdy-import-gspmd-shardings 2>&1 | FileCheck %s

module attributes {mhlo.num_partitions = 8 : i32} {
  func.func @main(%arg0: tensor<16x32xf32> {mhlo.sharding = "{devices=[2,4]<=[8]}"}) -> tensor<16x32xf32> {
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[2,4]<=[8]}"} : (tensor<16x32xf32>) -> tensor<16x32xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<16x32xf32>) -> tensor<4x8xf32>
    %2 = stablehlo.custom_call @Sharding(%1) {mhlo.sharding = "{manual}"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %3 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[2,4]<=[8]}"} : (tensor<4x8xf32>) -> tensor<16x32xf32>
    %4 = stablehlo.custom_call @Sharding(%3) {mhlo.sharding = "{devices=[8,1]<=[8]}"} : (tensor<16x32xf32>) -> tensor<32x16xf32>
    return %3 : tensor<16x32xf32>
  }
}

// CHECK: warning: the custom calls of a manual computation stay: its types are not what its shardings leave on a device
// CHECK: warning: the GSPMD sharding {devices=[8,1]<=[8]} stays: the custom call changes the type
// CHECK: %0 = sdy.sharding_constraint %arg0
// CHECK: @SPMDFullToShardShape(%0)
