// A maximum of a sum of two values is not computed again by its second reader: the values would be in memory until then.
// XLA for H100: 108 MiB.
// RUN: sdy-view %s --device h100 --peak | FileCheck %s

sdy.mesh @mesh = <["d"=8]>

func.func public @main(%x: tensor<65536x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>},
                       %u: tensor<1024x1024xf32>, %v: tensor<1024x1024xf32>, %w: tensor<1024x1024xf32>) -> tensor<65536x1024xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<65536x1024xf32>
  %0 = stablehlo.dot_general %x, %u, contracting_dims = [1] x [0] : (tensor<65536x1024xf32>, tensor<1024x1024xf32>) -> tensor<65536x1024xf32>
  %1 = stablehlo.add %x, %0 : tensor<65536x1024xf32>
  %2 = stablehlo.maximum %1, %c : tensor<65536x1024xf32>
  %3 = stablehlo.dot_general %2, %v, contracting_dims = [1] x [0] : (tensor<65536x1024xf32>, tensor<1024x1024xf32>) -> tensor<65536x1024xf32>
  %4 = stablehlo.add %2, %3 : tensor<65536x1024xf32>
  %5 = stablehlo.maximum %4, %c : tensor<65536x1024xf32>
  %6 = stablehlo.dot_general %5, %w, contracting_dims = [1] x [0] : (tensor<65536x1024xf32>, tensor<1024x1024xf32>) -> tensor<65536x1024xf32>
  %7 = stablehlo.add %5, %6 : tensor<65536x1024xf32>
  %8 = stablehlo.maximum %7, %c : tensor<65536x1024xf32>
  return %8 : tensor<65536x1024xf32>
}

// CHECK: peak a device: about 108 MiB
