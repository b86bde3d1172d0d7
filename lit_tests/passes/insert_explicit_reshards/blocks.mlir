// What the first block of a function ends with is taken for its return, as in the reference, also a branch, which may
// pass on more than the function returns. Other branches are left alone.
// RUN: sdy-opt %s -sdy-insert-explicit-reshards=enable-full-version=true | FileCheck %s

sdy.mesh @mesh = <["x"=2]>

// CHECK-LABEL: func.func @f
// CHECK-NEXT:    %0 = sdy.reshard %arg0 <@mesh, [{}]> : tensor<4xf32>
// CHECK-NEXT:    cf.br ^bb1(%arg1, %0 : i32, tensor<4xf32>)
// CHECK-NEXT:  ^bb1(%1: i32, %2: tensor<4xf32>):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:    cf.cond_br %arg2, ^bb1(%1, %arg0 : i32, tensor<4xf32>), ^bb2
// CHECK-NEXT:  ^bb2:  // pred: ^bb1
// CHECK-NEXT:    return %arg0 : tensor<4xf32>
func.func @f(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: i32, %c: i1) -> tensor<4xf32> {
  cf.br ^bb1(%b, %a : i32, tensor<4xf32>)
^bb1(%0: i32, %1: tensor<4xf32>):
  cf.cond_br %c, ^bb1(%0, %a : i32, tensor<4xf32>), ^bb2
^bb2:
  return %a : tensor<4xf32>
}

// CHECK-LABEL: func.func @with_a_sharding
// CHECK-NEXT:    %0 = sdy.reshard %arg0 <@mesh, [{"x", ?}]> : tensor<4xf32>
// CHECK-NEXT:    cf.br ^bb1(%0 : tensor<4xf32>)
func.func @with_a_sharding(%a: tensor<4xf32>) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}]>}) {
  cf.br ^bb1(%a : tensor<4xf32>)
^bb1(%0: tensor<4xf32>):
  return %a : tensor<4xf32>
}
