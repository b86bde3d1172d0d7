// The axes that a collective names stay, so that one that gathers an axis of size one fits no longer: an error.
// RUN: not sdy-opt %s -sdy-remove-size-one-axes 2>&1 | FileCheck %s

// CHECK: error: 'sdy.all_gather' op can't apply gathering axis "a" to operand sharding on dimension 0

sdy.mesh @mesh = <["a"=1, "b"=4]>
func.func @collective_axes(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}]>}) -> tensor<8xf32> {
  %0 = sdy.all_gather [{"a", "b"}] %arg0 out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
