// XLA for TPUs gathers rows, and adds to rows, in tables whose rows are padded to 128 elements; so are the rows that it
// gathers or adds. Tables of narrow rows have their columns one after the other outside of this.
// RUN: sdy-view %s --peak --device tpu-v5e | FileCheck %s

func.func @main(%table: tensor<524288x32xf32>, %to: tensor<524288x1xi32>, %x: tensor<1048576x32xf32>, %at: tensor<1048576x1xi32>)
    -> (tensor<524288x32xf32>, tensor<524288x32xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.gather"(%table, %to) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 32>}> : (tensor<524288x32xf32>, tensor<524288x1xi32>) -> tensor<524288x32xf32>
  %1 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<524288x32xf32>
  %2 = "stablehlo.scatter"(%1, %at, %x) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %3 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) : (tensor<524288x32xf32>, tensor<1048576x1xi32>, tensor<1048576x32xf32>) -> tensor<524288x32xf32>
  return %0, %2 : tensor<524288x32xf32>, tensor<524288x32xf32>
}

// CHECK:      %x (rows for scatter) {{.*}} 512 MiB
// CHECK-NEXT: %0 (rows for gather) {{.*}} 256 MiB
// CHECK-NEXT: %1 (copy for scatter) {{.*}} 256 MiB
// CHECK:      peak a device: about 1.3 GiB
