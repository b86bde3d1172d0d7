// What is in the memory of the host takes none of a device; a part that is moved to the device does.
// XLA for H100: 16 MiB.
// RUN: sdy-view %s --device h100 --peak | FileCheck %s

func.func public @main(%w: tensor<8x1024x1024xf32> {mhlo.memory_kind = "pinned_host"}, %x: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c8 = stablehlo.constant dense<8> : tensor<i32>
  %0:2 = stablehlo.while(%i = %c0, %y = %x) : tensor<i32>, tensor<1024x1024xf32>
   cond {
    %1 = stablehlo.compare LT, %i, %c8 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.dynamic_slice %w, %i, %c0, %c0, sizes = [1, 1024, 1024] : (tensor<8x1024x1024xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1024x1024xf32>
    %2 = stablehlo.reshape %1 : (tensor<1x1024x1024xf32>) -> tensor<1024x1024xf32>
    %3 = stablehlo.custom_call @annotate_device_placement(%2) {has_side_effect = true, mhlo.frontend_attributes = {_xla_buffer_placement = "device"}} : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %4 = stablehlo.dot_general %y, %3, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %5 = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %5, %4 : tensor<i32>, tensor<1024x1024xf32>
  }
  return %0#1 : tensor<1024x1024xf32>
}

// CHECK: peak a device: about 16.0 MiB
