// What is gathered along a dimension that its devices do not divide is in memory twice: with its padding, and without.
// RUN: sdy-view %s --peak --collectives | FileCheck %s

sdy.mesh @mesh = <["x"=8]>
func.func @main(%a: tensor<1024xf32>) -> tensor<1001x1024xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<1024xf32>) -> tensor<1001x1024xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {}]> : tensor<1001x1024xf32>
  %2 = stablehlo.exponential %1 : tensor<1001x1024xf32>
  return %2 : tensor<1001x1024xf32>
}

// CHECK:      all_gather {{.*}} f32[126,1024]
// CHECK:      %2 (gathered for return)         3.9 MiB
// CHECK-NEXT: %2                               3.9 MiB
// CHECK:      peak a device: about 8.3 MiB
