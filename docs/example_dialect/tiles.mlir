sdy.mesh @mesh = <["data"=2, "model"=4]>
func.func @main(%x: tensor<16x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}, %w: tensor<1024x512xf32>, %s: tensor<512xf32>) -> tensor<16x512xf32> {
  %0 = tiles.retile %x as <sizes = [8, 128]> ordered : tensor<16x1024xf32>
  %1 = tiles.retile %0 as <order = major_first, sizes = [4, 64]> unordered : tensor<16x1024xf32>
  %2 = tiles.retile %1 unordered {note = "any"} : tensor<16x1024xf32>
  %3 = tiles.matmul %2, %w times %s exact : (tensor<16x1024xf32>, tensor<1024x512xf32>, tensor<512xf32>) -> tensor<16x512xf32>
  %4 = tiles.grid [2, 4] : !tiles.tile<8x128, f32> {
    %5 = tiles.zero : !tiles.tile<8x128, f32>
    tiles.yield %5 : !tiles.tile<8x128, f32>
  }
  return %3 : tensor<16x512xf32>
}
