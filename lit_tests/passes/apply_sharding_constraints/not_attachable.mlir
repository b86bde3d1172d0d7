// The arguments of a region that is no data-flow op's have nowhere to keep a sharding; chains on them count.
// RUN: sdy-opt %s -allow-unregistered-dialect -sdy-apply-sharding-constraints | FileCheck %s

sdy.mesh @mesh = <["a"=2]>

// CHECK-LABEL: func.func @reduce(%arg0: tensor<8xf32>, %arg1: tensor<f32>) -> tensor<f32> {
// CHECK-NEXT:    %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
// CHECK-NEXT:      %1 = sdy.sharding_constraint %arg2 <@mesh, []> : tensor<f32>
// CHECK-NEXT:      stablehlo.return %1 : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %0 : tensor<f32>
// CHECK-NEXT:  }
func.func @reduce(%arg0: tensor<8xf32>, %arg1: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
   reducer(%arg2: tensor<f32>, %arg3: tensor<f32>) {
    %1 = sdy.sharding_constraint %arg2 <@mesh, []> : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @chain(%arg0: tensor<8xf32>) {
// CHECK-NEXT:    "test.op"() ({
// CHECK-NEXT:    ^bb0(%arg1: tensor<8xf32>):
// CHECK-NEXT:      %0 = sdy.sharding_constraint %arg1 <@mesh, [{}]> : tensor<8xf32>
// CHECK-NEXT:      %1 = sdy.sharding_constraint %0 <@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:      "test.end"(%1) : (tensor<8xf32>) -> ()
// CHECK-NEXT:    }) : () -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @chain(%arg0: tensor<8xf32>) {
  "test.op"() ({
  ^bb0(%arg1: tensor<8xf32>):
    %0 = sdy.sharding_constraint %arg1 <@mesh, [{}]> : tensor<8xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{"a"}]> : tensor<8xf32>
    "test.end"(%arg1) : (tensor<8xf32>) -> ()
  }) : () -> ()
  return
}
