// The end of a language model on 512 devices: which tensor is it that they have no memory for?
sdy.mesh @mesh = <["data"=16, "model"=32]>

func.func @main(
    %x: tensor<512x2048x8192xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>},
    %up: tensor<8192x32768xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>},
    %down: tensor<32768x8192xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>},
    %vocabulary: tensor<256000x8192xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>})
    -> (tensor<512x2048x256000xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}]>}) {
  %0 = stablehlo.dot_general %x, %up, contracting_dims = [2] x [0] : (tensor<512x2048x8192xbf16>, tensor<8192x32768xbf16>) -> tensor<512x2048x32768xbf16>
  %1 = stablehlo.tanh %0 : tensor<512x2048x32768xbf16>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"data"}, {}, {"model"}]> : tensor<512x2048x32768xbf16>
  %3 = stablehlo.dot_general %2, %down, contracting_dims = [2] x [0] : (tensor<512x2048x32768xbf16>, tensor<32768x8192xbf16>) -> tensor<512x2048x8192xbf16>
  %4 = stablehlo.dot_general %3, %vocabulary, contracting_dims = [2] x [1] : (tensor<512x2048x8192xbf16>, tensor<256000x8192xbf16>) -> tensor<512x2048x256000xf32>
  %5 = sdy.sharding_constraint %4 <@mesh, [{"data"}, {}, {}]> : tensor<512x2048x256000xf32>
  return %5 : tensor<512x2048x256000xf32>
}
