// What is padded holds the zero point, which is 200 here, and -56 as the signed number in a constant.
// RUN: sdy-opt %s -sdy-pad-for-divisibility | FileCheck %s



sdy.mesh @mesh = <["x"=2]>

// CHECK: func.func @f(%arg0: tensor<5x8x!quant.uniform<u8:f32, 5.000000e-01:200>>, %arg1: tensor<5x4x!quant.uniform<u8:f32, 5.000000e-01>>) -> tensor<8x4x!quant.uniform<i32:f32, 5.000000e-01>> {
// CHECK-NEXT: %cst = stablehlo.constant() <{value = dense<-56> : tensor<i8>}> : () -> tensor<!quant.uniform<u8:f32, 5.000000e-01:200>>
// CHECK-NEXT: %0 = stablehlo.pad %arg0, %cst, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<5x8x!quant.uniform<u8:f32, 5.000000e-01:200>>, tensor<!quant.uniform<u8:f32, 5.000000e-01:200>>) -> tensor<6x8x!quant.uniform<u8:f32, 5.000000e-01:200>>
// CHECK-NEXT: %1 = sdy.all_slice [{"x"}, {}] %0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<6x8x!quant.uniform<u8:f32, 5.000000e-01:200>>
// CHECK-NEXT: %2 = stablehlo.add %1, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<6x8x!quant.uniform<u8:f32, 5.000000e-01:200>>
// CHECK-NEXT: %cst_0 = stablehlo.constant() <{value = dense<0> : tensor<i8>}> : () -> tensor<!quant.uniform<u8:f32, 5.000000e-01>>
// CHECK-NEXT: %3 = stablehlo.pad %arg1, %cst_0, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<5x4x!quant.uniform<u8:f32, 5.000000e-01>>, tensor<!quant.uniform<u8:f32, 5.000000e-01>>) -> tensor<6x4x!quant.uniform<u8:f32, 5.000000e-01>>
// CHECK-NEXT: %4 = sdy.all_slice [{"x"}, {}] %3 out_sharding=<@mesh, [{"x"}, {}]> : tensor<6x4x!quant.uniform<u8:f32, 5.000000e-01>>
// CHECK-NEXT: %5 = stablehlo.iota dim = 0 : tensor<6x8xi32>
// CHECK-NEXT: %c = stablehlo.constant dense<5> : tensor<i32>
// CHECK-NEXT: %6 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6x8xi32>
// CHECK-NEXT: %7 = stablehlo.compare LT, %5, %6 : (tensor<6x8xi32>, tensor<6x8xi32>) -> tensor<6x8xi1>
// CHECK-NEXT: %cst_1 = stablehlo.constant() <{value = dense<-56> : tensor<i8>}> : () -> tensor<!quant.uniform<u8:f32, 5.000000e-01:200>>
// CHECK-NEXT: %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<!quant.uniform<u8:f32, 5.000000e-01:200>>) -> tensor<6x8x!quant.uniform<u8:f32, 5.000000e-01:200>>
// CHECK-NEXT: %9 = stablehlo.select %7, %2, %8 : tensor<6x8xi1>, tensor<6x8x!quant.uniform<u8:f32, 5.000000e-01:200>>
// CHECK-NEXT: %10 = stablehlo.dot_general %9, %4, contracting_dims = [0] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"x"}>]>} : (tensor<6x8x!quant.uniform<u8:f32, 5.000000e-01:200>>, tensor<6x4x!quant.uniform<u8:f32, 5.000000e-01>>) -> tensor<8x4x!quant.uniform<i32:f32, 5.000000e-01>>
// CHECK-NEXT: %11 = sdy.all_reduce {"x"} %10 out_sharding=<@mesh, [{}, {}]> : tensor<8x4x!quant.uniform<i32:f32, 5.000000e-01>>
// CHECK-NEXT: return %11 : tensor<8x4x!quant.uniform<i32:f32, 5.000000e-01>>
func.func @f(%a: tensor<5x8x!quant.uniform<u8:f32, 0.5:200>>, %b: tensor<5x4x!quant.uniform<u8:f32, 0.5>>) -> tensor<8x4x!quant.uniform<i32:f32, 0.5>> {
  %0 = sdy.all_slice [{"x"}, {}] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<5x8x!quant.uniform<u8:f32, 0.5:200>>
  %1 = stablehlo.add %0, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<5x8x!quant.uniform<u8:f32, 0.5:200>>
  %2 = sdy.all_slice [{"x"}, {}] %b out_sharding=<@mesh, [{"x"}, {}]> : tensor<5x4x!quant.uniform<u8:f32, 0.5>>
  %3 = stablehlo.dot_general %1, %2, contracting_dims = [0] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"x"}>]>} : (tensor<5x8x!quant.uniform<u8:f32, 0.5:200>>, tensor<5x4x!quant.uniform<u8:f32, 0.5>>) -> tensor<8x4x!quant.uniform<i32:f32, 0.5>>
  %4 = sdy.all_reduce {"x"} %3 out_sharding=<@mesh, [{}, {}]> : tensor<8x4x!quant.uniform<i32:f32, 0.5>>
  return %4 : tensor<8x4x!quant.uniform<i32:f32, 0.5>>
}
