// Products of groups of rows: the rows are gathered, the columns of the matrices stay split. TPUs gather rows in bf16.
// RUN: sdy-view %s --collectives --device h100 | FileCheck %s --check-prefix=GPU
// RUN: sdy-view %s --collectives --device tpu-v5e | FileCheck %s --check-prefix=TPU

// GPU: all_gather {{.*}} "x" 8 f32[8,256] 56 KiB 1 56 KiB
// GPU-NOT: all_
// TPU: all_gather {{.*}} "x" 8 bf16[8,256] 28 KiB 1 28 KiB
// TPU-NOT: all_

sdy.mesh @mesh = <["x"=8]>

func.func public @main(%a: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %b: tensor<4x256x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}]>}, %g: tensor<4xi32>)
    -> (tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{
    ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0],
      rhs_group_dimensions = [0]>}> : (tensor<64x256xf32>, tensor<4x256x128xf32>, tensor<4xi32>) -> tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}
