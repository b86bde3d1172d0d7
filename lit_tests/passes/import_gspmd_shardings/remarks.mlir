// Remarks on the mesh that is found, on constraints and on manual computations.
// RUN: sdy-opt %s -sdy-import-gspmd-shardings -remarks -o /dev/null 2>&1 | FileCheck %s

module attributes {mhlo.num_partitions = 8 : i32} {
  func.func @main(%arg0: tensor<64x32xf32>) -> tensor<64x32xf32> {
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[2,4]<=[8]}"} : (tensor<64x32xf32>) -> tensor<64x32xf32>
    %1 = stablehlo.tanh %0 : tensor<64x32xf32>
    %2 = stablehlo.custom_call @Sharding(%1) {mhlo.sharding = "{devices=[2,4]<=[8]}"} : (tensor<64x32xf32>) -> tensor<64x32xf32>
    %3 = stablehlo.custom_call @SPMDFullToShardShape(%2) {mhlo.sharding = "{manual}"} : (tensor<64x32xf32>) -> tensor<32x8xf32>
    %4 = call @body(%3) : (tensor<32x8xf32>) -> tensor<32x8xf32>
    %5 = stablehlo.custom_call @Sharding(%4) {mhlo.sharding = "{manual}"} : (tensor<32x8xf32>) -> tensor<32x8xf32>
    %6 = stablehlo.custom_call @SPMDShardToFullShape(%5) {mhlo.sharding = "{devices=[2,4]<=[8]}"} : (tensor<32x8xf32>) -> tensor<64x32xf32>
    return %6 : tensor<64x32xf32>
  }
  func.func private @body(%arg0: tensor<32x8xf32>) -> tensor<32x8xf32> {
    %0 = stablehlo.negate %arg0 : tensor<32x8xf32>
    return %0 : tensor<32x8xf32>
  }
}

// CHECK-DAG: remarks.mlir:4:1: remark: [sdy-import-gspmd-shardings] 1 GSPMD sharding is over @mesh, <["_axis_0"=2, "_axis_1"=4]>
// CHECK-DAG: remarks.mlir:6:10: remark: [sdy-import-gspmd-shardings] %0 has a constraint with <@mesh, [{"_axis_0"}, {"_axis_1"}]>
// CHECK-DAG: remark: [sdy-import-gspmd-shardings] a manual computation along _axis_0 and _axis_1
