// Attributes in short form may also be written in full or by their aliases; they print in short form.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

#axes = #sdy.mesh<["a"=2]>
#split = #sdy.sharding<@mesh, [{"a"}]>
#slices = #sdy<list_of_axis_ref_lists[{"a"}]>
#manual = #sdy<manual_axes{"a"}>

// CHECK: sdy.mesh @mesh = <["a"=2]>
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
sdy.mesh @mesh = #axes

// CHECK-LABEL: func.func @aliases(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
// CHECK-NEXT:   %0 = sdy.all_slice [{"a"}] %arg0 out_sharding=<@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:   %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
// CHECK-NEXT:     sdy.return %arg1 : tensor<4xf32>
// CHECK-NEXT:   } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   return %1 : tensor<8xf32>
// CHECK-NEXT: }
// GENERIC: %0 = "sdy.all_slice"(%arg0) <{out_sharding = #sdy.sharding<@mesh, [{"a"}]>, slicing_axes = #sdy<list_of_axis_ref_lists[{"a"}]>}> : (tensor<8xf32>) -> tensor<8xf32>
// GENERIC: %1 = "sdy.manual_computation"(%0) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>, manual_axes = #sdy<manual_axes{"a"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>}> ({
// GENERIC: "sdy.return"(%arg1) : (tensor<4xf32>) -> ()
func.func @aliases(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #split}) {
  %0 = sdy.all_slice #slices %arg0 out_sharding=#split : tensor<8xf32>
  %1 = sdy.manual_computation(%0) in_shardings=[#split] out_shardings=[#sdy.sharding<@mesh, [{"a"}]>] manual_axes=#manual (%arg1: tensor<4xf32>) {
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
