// The end of a training step of a language model on 256 devices: batch along "data", weights along both axes.
sdy.mesh @mesh = <["data"=32, "model"=8]>

func.func @main(%x: tensor<128x4096x8192xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>},
                %out: tensor<8192x128256xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>},
                %targets: tensor<128x4096x128256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}]>})
    -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %out, contracting_dims = [2] x [0] : (tensor<128x4096x8192xbf16>, tensor<8192x128256xbf16>) -> tensor<128x4096x128256xbf16>
  %1 = stablehlo.convert %0 : (tensor<128x4096x128256xbf16>) -> tensor<128x4096x128256xf32>
  %logits = sdy.sharding_constraint %1 <@mesh, [{"data"}, {}, {}]> : tensor<128x4096x128256xf32>
  %2 = stablehlo.exponential %logits : tensor<128x4096x128256xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<128x4096x128256xf32>, tensor<f32>) -> tensor<128x4096xf32>
  %4 = stablehlo.log %3 : tensor<128x4096xf32>
  %5 = stablehlo.multiply %logits, %targets : tensor<128x4096x128256xf32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<128x4096x128256xf32>, tensor<f32>) -> tensor<128x4096xf32>
  %7 = stablehlo.subtract %4, %6 : tensor<128x4096xf32>
  %loss = stablehlo.reduce(%7 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<128x4096xf32>, tensor<f32>) -> tensor<f32>
  return %loss : tensor<f32>
}
