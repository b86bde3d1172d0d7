// A sharding that gets replicated axes is bound to the common mesh: the first of the in- and out-shardings' that is not
// empty. A sharding that needs none keeps its mesh.
// RUN: sdy-opt %s -sdy-manual-axes-cleanup | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>
sdy.mesh @alias = <["a"=2, "b"=2]>
sdy.mesh @empty_axes = <[]>

// CHECK-LABEL: func.func @empty_mesh(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{?}], replicated={"a"}>] out_shardings=[<@mesh, [{}], replicated={"a"}>] manual_axes={"a"} (%arg1: tensor<8xf32>) {
// CHECK-NEXT:      sdy.return %arg1 : tensor<8xf32>
// CHECK-NEXT:    } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    return %0 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @empty_mesh(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@empty_axes, [{?}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"a"} (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @equal_meshes(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %0:2 = sdy.manual_computation(%arg0) in_shardings=[<@alias, [{}], replicated={"a"}>] out_shardings=[<@alias, [{}], replicated={"a"}>, <@mesh, [{}], replicated={"a"}>] manual_axes={"a"} (%arg1: tensor<8xf32>) {
// CHECK-NEXT:      sdy.return %arg1, %arg1 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:    } : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
// CHECK-NEXT:    return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @equal_meshes(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:2 = sdy.manual_computation(%arg0) in_shardings=[<@alias, [{}]>] out_shardings=[<@mesh, [{}]>, <@mesh, [{}], replicated={"a"}>] manual_axes={"a"} (%arg1: tensor<8xf32>) {
    sdy.return %arg1, %arg1 : tensor<8xf32>, tensor<8xf32>
  } : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @inlined_mesh(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = sdy.manual_computation(%arg0) in_shardings=[<mesh<["a"=2, "b"=2]>, [{}], replicated={"a", "b"}>] out_shardings=[<mesh<["a"=2, "b"=2]>, [{}], replicated={"a", "b"}>] manual_axes={"a", "b"} (%arg1: tensor<8xf32>) {
// CHECK-NEXT:      sdy.return %arg1 : tensor<8xf32>
// CHECK-NEXT:    } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    return %0 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @inlined_mesh(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<mesh<["a"=2, "b"=2]>, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"b", "a"} (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @empty_meshes_only(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = sdy.manual_computation(%arg0) in_shardings=[<@empty_axes, [{?}]>] out_shardings=[<mesh<[]>, [{}]>] manual_axes={} (%arg1: tensor<8xf32>) {
// CHECK-NEXT:      sdy.return %arg1 : tensor<8xf32>
// CHECK-NEXT:    } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    return %0 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @empty_meshes_only(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@empty_axes, [{?}]>] out_shardings=[<mesh<[]>, [{}]>] manual_axes={} (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
