// A function argument gets its sharding as an argument attribute, unless it has one.
// RUN: sdy-opt %s -sdy-apply-sharding-constraints | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @arguments(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, %arg1: tensor<8xf32> {jax.name = "x", sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}, %arg2: tensor<8xf32>) {
// CHECK-NEXT:    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.sharding_constraint %arg1 <@mesh, [{"b"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @arguments(%arg0: tensor<8xf32>, %arg1: tensor<8xf32> {jax.name = "x"}, %arg2: tensor<8xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32>
  %1 = sdy.sharding_constraint %arg1 <@mesh, [{"b"}]> : tensor<8xf32>
  return
}

// CHECK-LABEL: func.func @sharded_argument(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}]>}) {
// CHECK-NEXT:    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @sharded_argument(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}]>}) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32>
  return
}
