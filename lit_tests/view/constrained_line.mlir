// A constraint on a line of a training step is one on what the line computes last, in each layer and also where
// jax.checkpoint computes it again, and on the gradient of that, as JAX has it for with_sharding_constraint.
// RUN: sdy-view %s --constraint model.py:4=x -o %t > /dev/null && sdy-opt %t/constrained_line.1.mlir | FileCheck %s
// Constraints that are on the line get the sharding, all of them.
// RUN: sdy-view %s --constraint model.py:6=,x -o %t > /dev/null && sdy-opt %t/constrained_line.1.mlir | FileCheck %s --check-prefix=BOTH
// Of several functions, %NAME is of the public ones.
// RUN: sdy-view %s --constraint %%0=x --constraint %%1=x --constraint @f:%%0=,x -o %t > /dev/null && sdy-opt %t/constrained_line.1.mlir | FileCheck %s --check-prefix=NAMES
// RUN: not sdy-view %s --constraint model.py:4=,,x 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: sdy-view %s --why model.py:4:0 | FileCheck %s --check-prefix=WHY
// RUN: not sdy-view %s --why model.py:44 2>&1 | FileCheck %s --check-prefix=NO_LINE

#mul = loc("jit(step)/jvp()/mul"("model.py":4:1))
#tanh = loc("jit(step)/jvp()/tanh"("model.py":4:2))
#scoped = loc("jit(step)/jvp(layer1)/tanh"("model.py":4:2))
#back = loc("jit(step)/transpose(jvp())/mul"("model.py":4:1))
#next = loc("jit(step)/transpose(jvp())/mul"("model.py":5:1))
#again = loc("checkpoint/rematted_computation/tanh"("model.py":4:2))
#inner = loc("mul"("model.py":4:1))
sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.multiply %arg0, %arg0 : tensor<8x8xf32> loc(#mul)
  %1 = stablehlo.tanh %0 : tensor<8x8xf32> loc(#tanh)
  %2 = stablehlo.multiply %1, %1 : tensor<8x8xf32> loc(#mul)
  %3 = stablehlo.tanh %2 : tensor<8x8xf32> loc(#scoped)
  %4 = sdy.sharding_constraint %3 <@mesh, [{?}, {?}]> : tensor<8x8xf32> loc("jit(step)/jvp()/sharding_constraint"("model.py":6:1))
  %5 = stablehlo.multiply %arg1, %4 : tensor<8x8xf32> loc(#next)
  %6 = sdy.sharding_constraint %5 <@mesh, [{?}, {?}]> : tensor<8x8xf32> loc("jit(step)/transpose(jvp())/sharding_constraint"("model.py":6:1))
  %7 = stablehlo.multiply %6, %3 : tensor<8x8xf32> loc(#back)
  %8 = func.call @f(%7, %0) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> loc("jit(step)/transpose(jvp())/call"("model.py":9:1))
  return %4, %8 : tensor<8x8xf32>, tensor<8x8xf32>
}
func.func private @f(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.tanh %arg1 : tensor<8x8xf32> loc(#again)
  %1 = stablehlo.multiply %arg0, %arg0 : tensor<8x8xf32> loc("mul"("model.py":5:1))
  %2 = stablehlo.multiply %1, %0 : tensor<8x8xf32> loc(#inner)
  return %2 : tensor<8x8xf32>
}

// CHECK: %[[TANH:.*]] = stablehlo.tanh
// CHECK-NEXT: sdy.sharding_constraint %[[TANH]] <@mesh, [{"x"}, {}]>
// CHECK-NEXT: multiply
// CHECK-NEXT: %[[LAST:.*]] = stablehlo.tanh
// CHECK-NEXT: sdy.sharding_constraint %[[LAST]] <@mesh, [{"x"}, {}]>
// CHECK-NEXT: sdy.sharding_constraint {{.*}} <@mesh, [{?}, {?}]>
// CHECK-NEXT: multiply
// CHECK-NEXT: %[[GRADIENT:.*]] = sdy.sharding_constraint {{.*}} <@mesh, [{?}, {?}]>
// CHECK-NEXT: sdy.sharding_constraint %[[GRADIENT]] <@mesh, [{"x"}, {}]>
// CHECK-NEXT: multiply
// CHECK-NEXT: call @f
// CHECK: %[[AGAIN:.*]] = stablehlo.tanh
// CHECK-NEXT: sdy.sharding_constraint %[[AGAIN]] <@mesh, [{"x"}, {}]>
// CHECK-NEXT: %[[INNER:.*]] = stablehlo.multiply
// CHECK-NEXT: sdy.sharding_constraint %[[INNER]] <@mesh, [{"x"}, {}]>
// CHECK-NEXT: multiply
// CHECK-NEXT: return

// BOTH-COUNT-2: sdy.sharding_constraint {{.*}} <@mesh, [{}, {"x"}]>
// BOTH-NOT: sdy.sharding_constraint

// NAMES: stablehlo.multiply
// NAMES-NEXT: sdy.sharding_constraint {{.*}} <@mesh, [{"x"}, {}]>
// NAMES-NEXT: stablehlo.tanh
// NAMES-NEXT: sdy.sharding_constraint {{.*}} <@mesh, [{"x"}, {}]>
// NAMES: func.func private @f
// NAMES-NEXT: stablehlo.tanh
// NAMES-NEXT: sdy.sharding_constraint {{.*}} <@mesh, [{}, {"x"}]>
// NAMES-NOT: sdy.sharding_constraint

// RANK: error: no value of model.py:4 has 3 dimensions, as 'P(None, None, 'x')'
// WHY: %3 dim 0: no axis reaches it
// WHY-NOT: %7
// NO_LINE: error: no value is at 'model.py:44'{{$}}
