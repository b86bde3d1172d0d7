func.func @main(%arg0: tensor<i32>) {
  %0 = stablehlo.while(%x = %arg0) : tensor<i32> cond {
    %1 = stablehlo.compare LT, %x, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    stablehlo.return %x : tensor<i32>
  }
  return
}
