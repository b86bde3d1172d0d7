// A cache that is updated along its split dimension is gathered for it, and what products read in the loop is a part of
// the result, for which there is no update to lay out.
// RUN: sdy-view %s --peak | FileCheck %s

sdy.mesh @mesh = <["x"=4]>
func.func @main(%cache: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %rows: tensor<2x256xf32>,
                %v: tensor<256xf32>, %n: tensor<i32>) -> tensor<64x256xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:3 = stablehlo.while(%c = %cache, %i = %zero, %r = %v) : tensor<64x256xf32>, tensor<i32>, tensor<256xf32>
    cond {
      %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.dynamic_update_slice %c, %rows, %i, %zero
        : (tensor<64x256xf32>, tensor<2x256xf32>, tensor<i32>, tensor<i32>) -> tensor<64x256xf32>
      %2 = stablehlo.dot_general %1, %r, contracting_dims = [1] x [0]
        : (tensor<64x256xf32>, tensor<256xf32>) -> tensor<64xf32>
      %3 = stablehlo.dot_general %2, %1, contracting_dims = [0] x [0]
        : (tensor<64xf32>, tensor<64x256xf32>) -> tensor<256xf32>
      %4 = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %1, %4, %3 : tensor<64x256xf32>, tensor<i32>, tensor<256xf32>
    }
  return %0#0 : tensor<64x256xf32>
}

// CHECK: gathered for dynamic_update_slice) 64 KiB
// CHECK: peak a device: about
