// The rows of %x and the columns of %w are sharded, and then all else is; @relu keeps its two calls.
// RUN: sdy-opt %s -sdy-propagation-pipeline | FileCheck %s

sdy.mesh @mesh = <["data"=2, "model"=4]>

func.func @main(%x: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %w: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}) -> tensor<16x32xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<16x32xf32>, tensor<32x32xf32>) -> tensor<16x32xf32>
  %1 = call @relu(%0) : (tensor<16x32xf32>) -> tensor<16x32xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<16x32xf32>, tensor<32x32xf32>) -> tensor<16x32xf32>
  %3 = call @relu(%2) : (tensor<16x32xf32>) -> tensor<16x32xf32>
  return %3 : tensor<16x32xf32>
}
func.func private @relu(%x: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %cst = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
  %1 = stablehlo.maximum %x, %0 : tensor<16x32xf32>
  return %1 : tensor<16x32xf32>
}
