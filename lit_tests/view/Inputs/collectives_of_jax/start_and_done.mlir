module @jit_a attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=2, "model"=4]> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "model", size = 4 : i64}]}}
  func.func private @add_float32_reducer(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.add %arg0, %arg1 : tensor<f32>
    return %0 : tensor<f32>
  }
  func.func public @main(%arg0: tensor<16x32xf32>) -> (tensor<4x128xf32> {jax.result_info = "result"}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"data"}, {"model"}]>] out_shardings=[<@mesh, [{"data"}, {"model"}]>] manual_axes={"data", "model"} (%arg1: tensor<8x8xf32>) {
      %1 = stablehlo.custom_call @"all-gather-start"(%arg1) {backend_config = "", mhlo.frontend_attributes = {async_collective_config = "{\22all_gather_dimension\22: 0, \22replica_groups\22: [[0, 1, 2, 3], [4, 5, 6, 7]], \22use_global_device_ids\22: true, \22channel_id\22: 1}"}} : (tensor<8x8xf32>) -> tensor<32x8xf32>
      %2 = stablehlo.custom_call @"all-gather-done"(%1) {backend_config = ""} : (tensor<32x8xf32>) -> tensor<32x8xf32>
      %3 = stablehlo.custom_call @"reduce-scatter-start"(%2) {backend_config = "", called_computations = [@add_float32_reducer], mhlo.frontend_attributes = {async_collective_config = "{\22scatter_dimension\22: 0, \22replica_groups\22: [[0, 1, 2, 3], [4, 5, 6, 7]], \22tiled\22: true, \22use_global_device_ids\22: true, \22channel_id\22: 1}"}} : (tensor<32x8xf32>) -> tensor<8x8xf32>
      %4 = stablehlo.custom_call @"reduce-scatter-done"(%3) {backend_config = ""} : (tensor<8x8xf32>) -> tensor<8x8xf32>
      %5 = stablehlo.custom_call @"all-to-all-start"(%4) {backend_config = "", mhlo.frontend_attributes = {async_collective_config = "{\22split_dimension\22: 0, \22concat_dimension\22: 1, \22split_count\22: 4, \22replica_groups\22: [[0, 1, 2, 3], [4, 5, 6, 7]], \22channel_id\22: 1}"}} : (tensor<8x8xf32>) -> tensor<2x32xf32>
      %6 = stablehlo.custom_call @"all-to-all-done"(%5) {backend_config = ""} : (tensor<2x32xf32>) -> tensor<2x32xf32>
      %7 = stablehlo.custom_call @"collective-permute-start"(%6) {backend_config = "", mhlo.frontend_attributes = {async_collective_config = "{\22permutation\22: [[0, 4], [4, 0], [1, 5], [5, 1], [2, 6], [6, 2], [3, 7], [7, 3]], \22channel_id\22: 1}"}} : (tensor<2x32xf32>) -> tensor<2x32xf32>
      %8 = stablehlo.custom_call @"collective-permute-done"(%7) {backend_config = ""} : (tensor<2x32xf32>) -> tensor<2x32xf32>
      sdy.return %8 : tensor<2x32xf32>
    } : (tensor<16x32xf32>) -> tensor<4x128xf32>
    return %0 : tensor<4x128xf32>
  }
}
