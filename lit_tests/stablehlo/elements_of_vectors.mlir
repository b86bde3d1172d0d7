// Where elements are asked for, those of vectors and memrefs will do.
// RUN: sdy-opt %s | FileCheck %s

func.func @accepted(%a: tensor<8x2xf32>, %c: tensor<1x8x1xf32>, %k: tensor<2x1x1xf32>) {
  // CHECK: replica_groups = dense<{{\[\[}}0, 1]]> : vector<1x2xi64>
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : vector<1x2xi64>}> : (tensor<8x2xf32>) -> tensor<8x4xf32>
  // CHECK: source_target_pairs = dense<{{\[\[}}0, 1]]> : memref<1x2xi64>
  %1 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1]]> : memref<1x2xi64>}> : (tensor<8x2xf32>) -> tensor<8x2xf32>
  // CHECK: pad = {{\[\[}}0, 0]]
  %2 = "stablehlo.convolution"(%c, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, padding = dense<0> : vector<1x2xi64>}> : (tensor<1x8x1xf32>, tensor<2x1x1xf32>) -> tensor<1x7x1xf32>
  // CHECK: operand_layouts = [dense<[1, 0]> : vector<2xindex>]
  %3 = stablehlo.custom_call @a(%a) {operand_layouts = [dense<[1, 0]> : vector<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<8x2xf32>) -> tensor<8x2xf32>
  return
}

