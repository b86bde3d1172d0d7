// What is collected in the memory of the host takes none of a device, nor do the zeros that it begins with.
// XLA for H100: 48 MiB.
// RUN: sdy-view %s --device h100 --peak | FileCheck %s

func.func public @main(%w: tensor<8x1024x1024xf32>, %x: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c8 = stablehlo.constant dense<8> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<8x1024x1024xf32>
  %0:3 = stablehlo.while(%i = %c0, %y = %x, %kept = %zeros) : tensor<i32>, tensor<1024x1024xf32>, tensor<8x1024x1024xf32>
   cond {
    %2 = stablehlo.compare LT, %i, %c8 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %2 = stablehlo.custom_call @annotate_device_placement(%y) {has_side_effect = true, mhlo.frontend_attributes = {_xla_buffer_placement = "pinned_host"}} : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %3 = stablehlo.reshape %2 : (tensor<1024x1024xf32>) -> tensor<1x1024x1024xf32>
    %4 = stablehlo.dynamic_update_slice %kept, %3, %i, %c0, %c0 : (tensor<8x1024x1024xf32>, tensor<1x1024x1024xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x1024x1024xf32>
    %5 = stablehlo.dynamic_slice %w, %i, %c0, %c0, sizes = [1, 1024, 1024] : (tensor<8x1024x1024xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1024x1024xf32>
    %6 = stablehlo.reshape %5 : (tensor<1x1024x1024xf32>) -> tensor<1024x1024xf32>
    %7 = stablehlo.dot_general %y, %6, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %8 = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %8, %7, %4 : tensor<i32>, tensor<1024x1024xf32>, tensor<8x1024x1024xf32>
  }
  %1:3 = stablehlo.while(%i = %c0, %y = %0#1, %kept = %0#2) : tensor<i32>, tensor<1024x1024xf32>, tensor<8x1024x1024xf32>
   cond {
    %2 = stablehlo.compare LT, %i, %c8 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %2 = stablehlo.dynamic_slice %kept, %i, %c0, %c0, sizes = [1, 1024, 1024] : (tensor<8x1024x1024xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1024x1024xf32>
    %3 = stablehlo.reshape %2 : (tensor<1x1024x1024xf32>) -> tensor<1024x1024xf32>
    %4 = stablehlo.custom_call @annotate_device_placement(%3) {has_side_effect = true, mhlo.frontend_attributes = {_xla_buffer_placement = "device"}} : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %5 = stablehlo.dot_general %y, %4, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %6 = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %6, %5, %kept : tensor<i32>, tensor<1024x1024xf32>, tensor<8x1024x1024xf32>
  }
  return %1#1 : tensor<1024x1024xf32>
}

// CHECK: peak a device: about 48.0 MiB
