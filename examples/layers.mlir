// The forward half of a training step: 80 layers, each of which saves its input for the backward half.
sdy.mesh @mesh = <["fsdp"=16, "tensor"=16]>
func.func @main(
    %tokens: tensor<256x4096x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}, {}]>},
    %embedding: tensor<32000x8192xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"tensor"}, {"fsdp"}]>},
    %up: tensor<80x8192x28672xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"fsdp"}, {"tensor"}]>},
    %down: tensor<80x28672x8192xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"tensor"}, {"fsdp"}]>})
    -> (tensor<256x4096x8192xbf16>, tensor<80x256x4096x8192xbf16>) {
  %embedded = "stablehlo.gather"(%embedding, %tokens) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 8192>}> : (tensor<32000x8192xbf16>, tensor<256x4096x1xi32>) -> tensor<256x4096x8192xbf16>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %layers = stablehlo.constant dense<80> : tensor<i32>
  %nothing = stablehlo.constant dense<0.0> : tensor<80x256x4096x8192xbf16>
  %end:3 = stablehlo.while(%layer = %zero, %x = %embedded, %saved = %nothing) : tensor<i32>, tensor<256x4096x8192xbf16>, tensor<80x256x4096x8192xbf16>
  cond {
    %goes_on = stablehlo.compare LT, %layer, %layers : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %goes_on : tensor<i1>
  } do {
    %input = stablehlo.reshape %x : (tensor<256x4096x8192xbf16>) -> tensor<1x256x4096x8192xbf16>
    %with_input = stablehlo.dynamic_update_slice %saved, %input, %layer, %zero, %zero, %zero : (tensor<80x256x4096x8192xbf16>, tensor<1x256x4096x8192xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<80x256x4096x8192xbf16>
    %up_of_layer = stablehlo.dynamic_slice %up, %layer, %zero, %zero, sizes = [1, 8192, 28672] : (tensor<80x8192x28672xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8192x28672xbf16>
    %w1 = stablehlo.reshape %up_of_layer : (tensor<1x8192x28672xbf16>) -> tensor<8192x28672xbf16>
    %down_of_layer = stablehlo.dynamic_slice %down, %layer, %zero, %zero, sizes = [1, 28672, 8192] : (tensor<80x28672x8192xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x28672x8192xbf16>
    %w2 = stablehlo.reshape %down_of_layer : (tensor<1x28672x8192xbf16>) -> tensor<28672x8192xbf16>
    %h = stablehlo.dot_general %x, %w1, contracting_dims = [2] x [0] : (tensor<256x4096x8192xbf16>, tensor<8192x28672xbf16>) -> tensor<256x4096x28672xbf16>
    %active = stablehlo.tanh %h : tensor<256x4096x28672xbf16>
    %y = stablehlo.dot_general %active, %w2, contracting_dims = [2] x [0] : (tensor<256x4096x28672xbf16>, tensor<28672x8192xbf16>) -> tensor<256x4096x8192xbf16>
    %sum = stablehlo.add %x, %y : tensor<256x4096x8192xbf16>
    %next = stablehlo.add %layer, %one : tensor<i32>
    stablehlo.return %next, %sum, %with_input : tensor<i32>, tensor<256x4096x8192xbf16>, tensor<80x256x4096x8192xbf16>
  }
  return %end#1, %end#2 : tensor<256x4096x8192xbf16>, tensor<80x256x4096x8192xbf16>
}
