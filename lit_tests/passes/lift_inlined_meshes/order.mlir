// New mesh ops stand in the order in which the program mentions their meshes: arguments, results, then ops, an op
// before its regions.
// RUN: sdy-opt %s -sdy-lift-inlined-meshes | FileCheck %s

// CHECK:      sdy.mesh @mesh = <["argument 0"=2]> {stablehlo.mesh = {axes = [{name = "argument 0", size = 2 : i64}]}}
// CHECK-NEXT: sdy.mesh @mesh_0 = <["argument 1"=2]> {stablehlo.mesh = {axes = [{name = "argument 1", size = 2 : i64}]}}
// CHECK-NEXT: sdy.mesh @mesh_1 = <["result"=2]> {stablehlo.mesh = {axes = [{name = "result", size = 2 : i64}]}}
// CHECK-NEXT: sdy.mesh @mesh_2 = <["first"=2]> {stablehlo.mesh = {axes = [{name = "first", size = 2 : i64}]}}
// CHECK-NEXT: sdy.mesh @mesh_3 = <["second"=2]> {stablehlo.mesh = {axes = [{name = "second", size = 2 : i64}]}}
// CHECK-NEXT: sdy.mesh @mesh_4 = <["in"=2]> {stablehlo.mesh = {axes = [{name = "in", size = 2 : i64}]}}
// CHECK-NEXT: sdy.mesh @mesh_5 = <["out"=2]> {stablehlo.mesh = {axes = [{name = "out", size = 2 : i64}]}}
// CHECK-NEXT: sdy.mesh @mesh_6 = <["body"=2]> {stablehlo.mesh = {axes = [{name = "body", size = 2 : i64}]}}
// CHECK-NEXT: sdy.mesh @mesh_7 = <["next"=2]> {stablehlo.mesh = {axes = [{name = "next", size = 2 : i64}]}}
// CHECK-NEXT: func.func @order(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh_0, [{}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh_1, [{}]>}) {
// CHECK-NEXT:   %0:2 = stablehlo.custom_call @two() {sdy.sharding = #sdy.sharding_per_value<[<@mesh_2, [{}]>, <@mesh_3, [{}]>]>} : () -> (tensor<8xf32>, tensor<8xf32>)
// CHECK-NEXT:   %1 = sdy.named_computation<"f">(%0#0) in_shardings=[<@mesh_4, [{}]>] out_shardings=[<@mesh_5, [{}]>] (%arg2: tensor<8xf32>) {
// CHECK-NEXT:     %2 = sdy.reshard %arg2 <@mesh_6, [{}]> : tensor<8xf32>
// CHECK-NEXT:     sdy.return %2 : tensor<8xf32>
// CHECK-NEXT:   } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   return %1 : tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func @next(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh_7, [{}]>}) {
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @order(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["argument 0"=2]>, [{}]>},
                 %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["argument 1"=2]>, [{}]>})
    -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["result"=2]>, [{}]>}) {
  %0:2 = stablehlo.custom_call @two() {sdy.sharding = #sdy.sharding_per_value<[<mesh<["first"=2]>, [{}]>, <mesh<["second"=2]>, [{}]>]>} : () -> (tensor<8xf32>, tensor<8xf32>)
  %1 = sdy.named_computation<"f">(%0#0) in_shardings=[<mesh<["in"=2]>, [{}]>] out_shardings=[<mesh<["out"=2]>, [{}]>] (%arg2: tensor<8xf32>) {
    %2 = sdy.reshard %arg2 <mesh<["body"=2]>, [{}]> : tensor<8xf32>
    sdy.return %2 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func @next(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["next"=2]>, [{}]>}) {
  return
}
