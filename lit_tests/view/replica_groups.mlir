// JAX 0.11 and later write groups of devices as axes of a mesh; what begins in one operation and ends in another is one
// collective; a call that says by its name that it communicates is unknown.
// RUN: sdy-view %s --collectives | FileCheck %s
// RUN: not sdy-view %s --max-sent 1KiB 2>&1 | FileCheck %s --check-prefix=SENT
// RUN: not sdy-view %s --max-sent 1GiB 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not sdy-view %s --strict 2>&1 | FileCheck %s --check-prefix=STRICT

sdy.mesh @mesh = <["data"=2, "model"=4]>
sdy.mesh @mesh_0 = <["data"=2, "model"=4]>

func.func private @add(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<f32>
  return %0 : tensor<f32>
}

func.func @main(%arg0: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"data", "model"} (%arg1: tensor<16x32xf32>) {
    %1 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "model">]>}> : (tensor<16x32xf32>) -> tensor<64x32xf32>
    %2 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "model", sub_axis_info = (1)2>, #stablehlo.axis_ref<name = "data">]>}> : (tensor<16x32xf32>) -> tensor<64x32xf32>
    %4 = stablehlo.custom_call @"reduce-scatter-start"(%2) {called_computations = [@add], mhlo.frontend_attributes = {async_collective_config = "{\22scatter_dimension\22: 0, \22replica_groups\22: [[0, 1, 2, 3], [4, 5, 6, 7]], \22channel_id\22: 1}"}} : (tensor<64x32xf32>) -> tensor<16x32xf32>
    %5 = stablehlo.custom_call @"reduce-scatter-done"(%4) : (tensor<16x32xf32>) -> tensor<16x32xf32>
    %6 = stablehlo.custom_call @my_nccl_permute(%5) : (tensor<16x32xf32>) -> tensor<16x32xf32>
    sdy.return %6 : tensor<16x32xf32>
  } : (tensor<16x32xf32>) -> tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}

// CHECK:      all_gather                    replica_groups.mlir:18  "model"                4  f32[16,32]                6 KiB     1    6 KiB  as written
// CHECK-NEXT: all_gather                    replica_groups.mlir:19  "data", "model":(1)2   4  f32[16,32]                6 KiB     1    6 KiB  as written
// CHECK-NEXT: reduce_scatter                replica_groups.mlir:20  "model"                4  f32[64,32]                6 KiB     1    6 KiB  as written
// CHECK-NEXT: custom_call @my_nccl_permute  replica_groups.mlir:22  —                      8  f32[16,32]                    —     1  unknown  its name says that it communicates
// CHECK-NEXT: sent a device: at least 18 KiB: 12 KiB over "model", 6 KiB over "data" and "model", and 1 collective of unknown bytes

// SENT: collectives send 18 KiB a device, more than --max-sent 1 KiB
// UNKNOWN: cannot tell whether a device sends more than --max-sent 1 GiB: at least 18 KiB, and 1 collective of unknown bytes
// STRICT: replica_groups.mlir:22: 1 custom-call @my_nccl_permute of unknown bytes
