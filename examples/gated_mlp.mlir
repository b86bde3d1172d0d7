sdy.mesh @mesh = <["data"=2, "model"=4]>

// A gated perceptron: the batch of %x is sharded over data, the hidden units of %gate over model.
func.func @main(%x: tensor<16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data", ?}, {?}]>},
                %gate: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"model", ?}]>},
                %up: tensor<64x256xf32>,
                %down: tensor<256x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {?}]>},
                %bias: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>}) -> tensor<16x64xf32> {
  %0 = stablehlo.dot %x, %gate : (tensor<16x64xf32>, tensor<64x256xf32>) -> tensor<16x256xf32>
  %1 = stablehlo.logistic %0 : tensor<16x256xf32>
  %2 = stablehlo.dot %x, %up : (tensor<16x64xf32>, tensor<64x256xf32>) -> tensor<16x256xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<16x256xf32>
  %4 = stablehlo.dot %3, %down : (tensor<16x256xf32>, tensor<256x64xf32>) -> tensor<16x64xf32>
  %5 = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<64xf32>) -> tensor<16x64xf32>
  %6 = stablehlo.add %4, %5 : tensor<16x64xf32>
  return %6 : tensor<16x64xf32>
}
