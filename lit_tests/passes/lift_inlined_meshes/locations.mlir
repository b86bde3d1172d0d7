// A new mesh op has the location of the module, but one for replica groups that of the op that has them.
// RUN: sdy-opt %s -sdy-lift-inlined-meshes -mlir-print-debuginfo | FileCheck %s

// CHECK:      #loc4 = loc("argument")
// CHECK-NEXT: module {
// CHECK-NEXT:   sdy.mesh @first = <["a"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}]}} loc(#loc1)
// CHECK-NEXT:   sdy.mesh @mesh = <["b"=2]> {stablehlo.mesh = {axes = [{name = "b", size = 2 : i64}]}} loc(#loc)
// CHECK-NEXT:   sdy.mesh @mesh_0 = <["c"=2]> {stablehlo.mesh = {axes = [{name = "c", size = 2 : i64}]}} loc(#loc2)
// CHECK-NEXT:   func.func @locations(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@first, [{"a"}]>} loc("argument")) -> tensor<4xf32> {
// CHECK-NEXT:     %0 = sdy.sharding_constraint %arg0 <@mesh, [{"b"}]> : tensor<4xf32> loc(#loc5)
// CHECK-NEXT:     %1 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "c">]>}> : (tensor<4xf32>) -> tensor<8xf32> loc(#loc2)
// CHECK-NEXT:     %2 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "c">]>}> : (tensor<4xf32>) -> tensor<8xf32> loc(#loc6)
// CHECK-NEXT:     return %0 : tensor<4xf32> loc(#loc7)
// CHECK-NEXT:   } loc(#loc3)
// CHECK-NEXT: } loc(#loc)
// CHECK-NEXT: #loc = loc("module")
// CHECK-NEXT: #loc1 = loc("first")
// CHECK-NEXT: #loc2 = loc("gather")
// CHECK-NEXT: #loc3 = loc("function")
// CHECK-NEXT: #loc5 = loc("constraint")
// CHECK-NEXT: #loc6 = loc("again")
// CHECK-NEXT: #loc7 = loc("return")

module {
  sdy.mesh @first = <["a"=2]> loc("first")
  sdy.mesh @second = <["a"=2]> loc("second")
  func.func @locations(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@second, [{"a"}]>} loc("argument")) -> tensor<4xf32> {
    %0 = sdy.sharding_constraint %arg0 <mesh<["b"=2]>, [{"b"}]> : tensor<4xf32> loc("constraint")
    %1 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "c", size = 2>]>, axes = [#stablehlo.axis_ref<name = "c">]>}> : (tensor<4xf32>) -> tensor<8xf32> loc("gather")
    %2 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "c", size = 2>]>, axes = [#stablehlo.axis_ref<name = "c">]>}> : (tensor<4xf32>) -> tensor<8xf32> loc("again")
    return %0 : tensor<4xf32> loc("return")
  } loc("function")
} loc("module")
