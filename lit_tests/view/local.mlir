// The program of each device: types and collectives are counted as they stand. %1 has no sharding; --local is needed
// where nothing in the program depends on the device.
// RUN: sdy-view %s --value %1 | FileCheck %s --match-full-lines --strict-whitespace
// RUN: sdy-view %s --collectives | FileCheck %s --check-prefix=SENT --match-full-lines --strict-whitespace
// RUN: sdy-view %s --grid=%a | FileCheck %s --check-prefix=GRID --match-full-lines --strict-whitespace
// RUN: sed 's/"stablehlo.all_gather".*/stablehlo.custom_call @f(%%a) : (tensor<4x2xf32>) -> tensor<4x8xf32>/' %s | sdy-view --kind argument --local | FileCheck %s --check-prefix=SAID
// RUN: sed 's/"stablehlo.all_gather".*/stablehlo.custom_call @f(%%a) : (tensor<4x2xf32>) -> tensor<4x8xf32>/' %s | sdy-view --kind argument --as-written | FileCheck %s --check-prefix=NOT-SAID

sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(%a: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %1 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<4x2xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

