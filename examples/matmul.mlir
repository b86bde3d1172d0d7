// A matrix product whose result is constrained, and used beside the constraint, too.
sdy.mesh @mesh = <["data"=2, "model"=4]>

func.func @main(%x: tensor<8x16xf32>, %w: tensor<16x32xf32>) -> tensor<8x32xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"data"}, {"model"}]> : tensor<8x32xf32>
  %2 = stablehlo.tanh %0 : tensor<8x32xf32>
  %3 = stablehlo.add %1, %2 : tensor<8x32xf32>
  return %3 : tensor<8x32xf32>
}
