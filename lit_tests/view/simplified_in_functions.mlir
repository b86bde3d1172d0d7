// What one function of the program takes away and its caller adds again stays two operations: XLA simplifies functions
// before it inlines calls. In one function a slice that is padded along "x" would be gathered over "y", too.
// RUN: sdy-view %s --collectives | FileCheck %s
// RUN: sed -e 's/func.call @squeezed(%0)/stablehlo.reshape %0/' %s | sdy-view - --collectives | FileCheck %s --check-prefix=ONE

sdy.mesh @mesh = <["x"=4, "y"=2]>

// CHECK-NOT: all_gather
// CHECK: sent a device:
// ONE: all_gather {{.*}} "y"
func.func @main(%a: tensor<11x32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {}]>}, %i: tensor<i32>)
    -> (tensor<4x32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}]>}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dynamic_slice %a, %i, %c, %c, sizes = [1, 32, 128] : (tensor<11x32x128xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x128xf32>
  %1 = func.call @squeezed(%0) : (tensor<1x32x128xf32>) -> tensor<32x128xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<32x128xf32>) -> tensor<1x32x128xf32>
  %3 = stablehlo.pad %2, %z, low = [3, 0, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<1x32x128xf32>, tensor<f32>) -> tensor<4x32x128xf32>
  return %3 : tensor<4x32x128xf32>
}

func.func private @squeezed(%0: tensor<1x32x128xf32>) -> tensor<32x128xf32> {
  %1 = stablehlo.reshape %0 : (tensor<1x32x128xf32>) -> tensor<32x128xf32>
  return %1 : tensor<32x128xf32>
}
