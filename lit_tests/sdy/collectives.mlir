// The eight collectives: axes that are taken away, added, moved and exchanged, whole and in part.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK: sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=8]>
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=2, "c"=4, "d"=8]>, sym_name = "mesh"}> : () -> ()
sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4, "d"=8]>

// CHECK: sdy.mesh @other_order = <["a"=2, "b"=2, "c"=4, "d"=8], device_ids=[1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127]>
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=2, "c"=4, "d"=8], device_ids=[1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127]>, sym_name = "other_order"}> : () -> ()
sdy.mesh @other_order = <["a"=2, "b"=2, "c"=4, "d"=8], device_ids=[1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127]>

// CHECK-LABEL: func.func @all_gather(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {"c"}]>}) -> tensor<16x16xf32> {
// CHECK-NEXT:   %0 = sdy.all_gather [{"b"}, {"c":(2)2}] %arg0 out_sharding=<@mesh, [{"a"}, {"c":(1)2}]> : tensor<16x16xf32>
// CHECK-NEXT:   %1 = sdy.all_gather [{}, {}] %0 out_sharding=<@mesh, [{"a"}, {"c":(1)2}]> {note} : tensor<16x16xf32>
// CHECK-NEXT:   return %1 : tensor<16x16xf32>
// CHECK-NEXT: }
// GENERIC: %10 = "sdy.all_gather"(%arg7) <{gathering_axes = #sdy<list_of_axis_ref_lists[{"b"}, {"c":(2)2}]>, out_sharding = #sdy.sharding<@mesh, [{"a"}, {"c":(1)2}]>}> : (tensor<16x16xf32>) -> tensor<16x16xf32>
// GENERIC: %11 = "sdy.all_gather"(%10) <{gathering_axes = #sdy<list_of_axis_ref_lists[{}, {}]>, out_sharding = #sdy.sharding<@mesh, [{"a"}, {"c":(1)2}]>}> {note} : (tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @all_gather(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {"c"}]>}) -> tensor<16x16xf32> {
  %0 = sdy.all_gather [{"b"}, {"c":(2)2}] %arg0 out_sharding=<@mesh, [{"a"}, {"c":(1)2}]> : tensor<16x16xf32>
  %1 = sdy.all_gather [{}, {}] %0 out_sharding=<@mesh, [{"a"}, {"c":(1)2}]> {note} : tensor<16x16xf32>
  return %1 : tensor<16x16xf32>
}

// CHECK-LABEL: func.func @all_slice(%arg0: tensor<16x16xf32>) -> tensor<16x16xf32> {
// CHECK-NEXT:   %0 = sdy.all_slice [{"a"}, {"c":(1)2}] %arg0 out_sharding=<@mesh, [{"a"}, {"c":(1)2}]> : tensor<16x16xf32>
// CHECK-NEXT:   %1 = sdy.all_slice [{"b"}, {"c":(2)2}] %0 out_sharding=<@mesh, [{"a", "b"}, {"c"}]> {note} : tensor<16x16xf32>
// CHECK-NEXT:   return %1 : tensor<16x16xf32>
// CHECK-NEXT: }
// GENERIC: %8 = "sdy.all_slice"(%arg6) <{out_sharding = #sdy.sharding<@mesh, [{"a"}, {"c":(1)2}]>, slicing_axes = #sdy<list_of_axis_ref_lists[{"a"}, {"c":(1)2}]>}> : (tensor<16x16xf32>) -> tensor<16x16xf32>
// GENERIC: %9 = "sdy.all_slice"(%8) <{out_sharding = #sdy.sharding<@mesh, [{"a", "b"}, {"c"}]>, slicing_axes = #sdy<list_of_axis_ref_lists[{"b"}, {"c":(2)2}]>}> {note} : (tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @all_slice(%arg0: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = sdy.all_slice [{"a"}, {"c":(1)2}] %arg0 out_sharding=<@mesh, [{"a"}, {"c":(1)2}]> : tensor<16x16xf32>
  %1 = sdy.all_slice [{"b"}, {"c":(2)2}] %0 out_sharding=<@mesh, [{"a", "b"}, {"c"}]> {note} : tensor<16x16xf32>
  return %1 : tensor<16x16xf32>
}

// CHECK-LABEL: func.func @reduce_scatter(%arg0: tensor<16x16xf32>) -> tensor<16x16xf32> {
// CHECK-NEXT:   %0 = sdy.reduce_scatter [{"a"}, {}] %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
// CHECK-NEXT:   return %0 : tensor<16x16xf32>
// CHECK-NEXT: }
// GENERIC: %7 = "sdy.reduce_scatter"(%arg5) <{out_sharding = #sdy.sharding<@mesh, [{"a"}, {}]>, reduce_scatter_axes = #sdy<list_of_axis_ref_lists[{"a"}, {}]>}> : (tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @reduce_scatter(%arg0: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = sdy.reduce_scatter [{"a"}, {}] %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// CHECK-LABEL: func.func @all_reduce(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], unreduced={"b", "c":(1)2}>}) -> tensor<16x16xf32> {
// CHECK-NEXT:   %0 = sdy.all_reduce {"b"} %arg0 out_sharding=<@mesh, [{"a", ?}, {}], unreduced={"c":(1)2}> : tensor<16x16xf32>
// CHECK-NEXT:   %1 = sdy.all_reduce {} %0 out_sharding=<@mesh, [{"a"}, {}]> {note} : tensor<16x16xf32>
// CHECK-NEXT:   return %1 : tensor<16x16xf32>
// CHECK-NEXT: }
// GENERIC: %5 = "sdy.all_reduce"(%arg4) <{out_sharding = #sdy.sharding<@mesh, [{"a", ?}, {}], unreduced={"c":(1)2}>, reduction_axes = #sdy<axis_ref_list{"b"}>}> : (tensor<16x16xf32>) -> tensor<16x16xf32>
// GENERIC: %6 = "sdy.all_reduce"(%5) <{out_sharding = #sdy.sharding<@mesh, [{"a"}, {}]>, reduction_axes = #sdy<axis_ref_list{}>}> {note} : (tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @all_reduce(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], unreduced={"b", "c":(1)2}>}) -> tensor<16x16xf32> {
  %0 = sdy.all_reduce {"b"} %arg0 out_sharding=<@mesh, [{"a", ?}, {}], unreduced={"c":(1)2}> : tensor<16x16xf32>
  %1 = sdy.all_reduce {} %0 out_sharding=<@mesh, [{"a"}, {}]> {note} : tensor<16x16xf32>
  return %1 : tensor<16x16xf32>
}

// CHECK-LABEL: func.func @all_to_all(%arg0: tensor<16x16x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {"c"}, {}, {"d":(2)2}]>}) -> tensor<16x16x16x16xf32> {
// CHECK-NEXT:   %0 = sdy.all_to_all [{"b"}: 0->2, {"c":(2)2}: 1->3] %arg0 out_sharding=<@mesh, [{"a"}, {"c":(1)2}, {"b"}, {"d":(2)2, "c":(2)2}]> : tensor<16x16x16x16xf32>
// CHECK-NEXT:   return %0 : tensor<16x16x16x16xf32>
// CHECK-NEXT: }
// GENERIC: %4 = "sdy.all_to_all"(%arg3) <{out_sharding = #sdy.sharding<@mesh, [{"a"}, {"c":(1)2}, {"b"}, {"d":(2)2, "c":(2)2}]>, params = #sdy<all_to_all_param_list[{"b"}: 0->2, {"c":(2)2}: 1->3]>}> : (tensor<16x16x16x16xf32>) -> tensor<16x16x16x16xf32>
func.func @all_to_all(%arg0: tensor<16x16x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {"c"}, {}, {"d":(2)2}]>}) -> tensor<16x16x16x16xf32> {
  %0 = sdy.all_to_all [{"b"}: 0->2, {"c":(2)2}: 1->3] %arg0 out_sharding=<@mesh, [{"a"}, {"c":(1)2}, {"b"}, {"d":(2)2, "c":(2)2}]> : tensor<16x16x16x16xf32>
  return %0 : tensor<16x16x16x16xf32>
}

// CHECK-LABEL: func.func @collective_permute(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {"d":(1)2}]>}) -> tensor<16x16xf32> {
// CHECK-NEXT:   %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"c"}, {"a"}]> : tensor<16x16xf32>
// CHECK-NEXT:   %1 = sdy.collective_permute %0 out_sharding=<@other_order, [{"c"}, {"a"}]> {note} : tensor<16x16xf32>
// CHECK-NEXT:   return %1 : tensor<16x16xf32>
// CHECK-NEXT: }
// GENERIC: %2 = "sdy.collective_permute"(%arg2) <{out_sharding = #sdy.sharding<@mesh, [{"c"}, {"a"}]>}> : (tensor<16x16xf32>) -> tensor<16x16xf32>
// GENERIC: %3 = "sdy.collective_permute"(%2) <{out_sharding = #sdy.sharding<@other_order, [{"c"}, {"a"}]>}> {note} : (tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @collective_permute(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {"d":(1)2}]>}) -> tensor<16x16xf32> {
  %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"c"}, {"a"}]> : tensor<16x16xf32>
  %1 = sdy.collective_permute %0 out_sharding=<@other_order, [{"c"}, {"a"}]> {note} : tensor<16x16xf32>
  return %1 : tensor<16x16xf32>
}

// CHECK-LABEL: func.func @sharded_to_unreduced(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", "a"}, {"c":(2)2}], unreduced={"c":(1)2}>}) -> tensor<16x16xf32> {
// CHECK-NEXT:   %0 = sdy.sharded_to_unreduced [{"a"}, {"c":(2)2}] %arg0 out_sharding=<@mesh, [{"b"}, {}], unreduced={"a", "c"}> : tensor<16x16xf32>
// CHECK-NEXT:   return %0 : tensor<16x16xf32>
// CHECK-NEXT: }
// GENERIC: %1 = "sdy.sharded_to_unreduced"(%arg1) <{axes = #sdy<list_of_axis_ref_lists[{"a"}, {"c":(2)2}]>, out_sharding = #sdy.sharding<@mesh, [{"b"}, {}], unreduced={"a", "c"}>}> : (tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @sharded_to_unreduced(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", "a"}, {"c":(2)2}], unreduced={"c":(1)2}>}) -> tensor<16x16xf32> {
  %0 = sdy.sharded_to_unreduced [{"a"}, {"c":(2)2}] %arg0 out_sharding=<@mesh, [{"b"}, {}], unreduced={"a", "c"}> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// CHECK-LABEL: func.func @replicated_to_unreduced(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}], replicated={"a"}, unreduced={"c":(1)2}>}) -> tensor<16x16xf32> {
// CHECK-NEXT:   %0 = sdy.replicated_to_unreduced {"a", "c":(2)2} %arg0 out_sharding=<@mesh, [{"b"}, {}], unreduced={"a", "c"}> : tensor<16x16xf32>
// CHECK-NEXT:   return %0 : tensor<16x16xf32>
// CHECK-NEXT: }
// GENERIC: %0 = "sdy.replicated_to_unreduced"(%arg0) <{axes = #sdy<axis_ref_list{"a", "c":(2)2}>, out_sharding = #sdy.sharding<@mesh, [{"b"}, {}], unreduced={"a", "c"}>}> : (tensor<16x16xf32>) -> tensor<16x16xf32>
func.func @replicated_to_unreduced(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}], replicated={"a"}, unreduced={"c":(1)2}>}) -> tensor<16x16xf32> {
  %0 = sdy.replicated_to_unreduced {"a", "c":(2)2} %arg0 out_sharding=<@mesh, [{"b"}, {}], unreduced={"a", "c"}> : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
