// A second constraint on the input with another sharding keeps both from being applied; equal ones are applied once.
// RUN: sdy-opt %s -sdy-apply-sharding-constraints | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @same(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:    return %0, %1 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @same(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32>
  %1 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @different_axes(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.sharding_constraint %arg0 <@mesh, [{"b"}]> : tensor<8xf32>
// CHECK-NEXT:    return %0, %1 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @different_axes(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32>
  %1 = sdy.sharding_constraint %arg0 <@mesh, [{"b"}]> : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @open_and_closed(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.sharding_constraint %arg0 <@mesh, [{"a", ?}]> : tensor<8xf32>
// CHECK-NEXT:    return %0, %1 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @open_and_closed(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32>
  %1 = sdy.sharding_constraint %arg0 <@mesh, [{"a", ?}]> : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @replicated_differs(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}], replicated={"b"}> : tensor<8xf32>
// CHECK-NEXT:    return %0, %1 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @replicated_differs(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32>
  %1 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}], replicated={"b"}> : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @mesh_name_and_inlined_mesh(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.sharding_constraint %arg0 <mesh<["a"=2, "b"=2]>, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:    return %0, %1 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @mesh_name_and_inlined_mesh(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32>
  %1 = sdy.sharding_constraint %arg0 <mesh<["a"=2, "b"=2]>, [{"a"}]> : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
