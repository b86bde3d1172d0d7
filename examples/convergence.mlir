// Power iteration until the vector no longer changes: constants do not say how often the loop runs.
sdy.mesh @mesh = <["data"=8]>

func.func @main(%matrix: tensor<8192x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
                %start: tensor<8192xf32>, %tolerance: tensor<f32>) -> tensor<8192xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %far = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %0:2 = stablehlo.while(%vector = %start, %distance = %far) : tensor<8192xf32>, tensor<f32>
  cond {
    %more = stablehlo.compare GT, %distance, %tolerance : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %product = stablehlo.dot_general %matrix, %vector, contracting_dims = [1] x [0]
      : (tensor<8192x8192xf32>, tensor<8192xf32>) -> tensor<8192xf32>
    %difference = stablehlo.subtract %product, %vector : tensor<8192xf32>
    %square = stablehlo.multiply %difference, %difference : tensor<8192xf32>
    %sum = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<8192xf32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %product, %sum : tensor<8192xf32>, tensor<f32>
  }
  return %0#0 : tensor<8192xf32>
}
