// Remarks: which axes each factor gets where tensors differ, and what others would have cost, in elements of tensors.
// RUN: sdy-opt %s -sdy-insert-explicit-reshards='enable-full-version=true' -remarks -verify-diagnostics

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %y: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>}, %z: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c", "b"}, {"a"}]>}) {
  // expected-remark @+2 {{[sdy-insert-explicit-reshards] dimension 1 of operand 1 and dimension 1 of result 0 sharded along {}: 32 of 96 elements are so already, 64 are resharded; along {"a"} it would be 64 and 32, but dimension 0 of operand 0 has such axes}}
  // expected-remark @+1 {{[sdy-insert-explicit-reshards] operand %y resharded from <@mesh, [{}, {"a"}]> to <@mesh, [{}, {}]> to fit the other tensors}}
  %0 = stablehlo.dot %x, %y {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  // expected-remark @+4 {{[sdy-insert-explicit-reshards] dimension 0 of operand 0, dimension 0 of operand 1 and dimension 0 of result 0 sharded along {"c"}: 256 of 384 elements are so already, 256 are resharded; along {"a"} it would be 128 and 256; along {"c", "b"} it would be 128 and 256, but dimension 1 of operand 0 has such axes}}
  // expected-remark @+3 {{[sdy-insert-explicit-reshards] dimension 1 of operand 0, dimension 1 of operand 1 and dimension 1 of result 0 sharded along {"b"}: 128 of 384 elements are so already, 256 are resharded; along {"a"} it would be 128 and 256; along {} it would be 128 and 256}}
  // expected-remark @+2 {{[sdy-insert-explicit-reshards] operand %x resharded from <@mesh, [{"a"}, {}]> to <@mesh, [{"c"}, {"b"}]> to fit the other tensors}}
  // expected-remark @+1 {{[sdy-insert-explicit-reshards] operand %z resharded from <@mesh, [{"c", "b"}, {"a"}]> to <@mesh, [{"c"}, {"b"}]> to fit the other tensors}}
  %1 = stablehlo.add %x, %z {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"c"}, {"b"}]>]>} : tensor<8x16xf32>
  // expected-remark @+4 {{[sdy-insert-explicit-reshards] dimension 0 of operand 0 and dimension 0 of result 0 sharded along {}: 0 of 256 elements are so already, 256 are resharded; along {"a"} it would be 256 and 0, but no axes are allowed}}
  // expected-remark @+3 {{[sdy-insert-explicit-reshards] dimension 1 of operand 0 and dimension 1 of result 0 sharded along {"a"}: 0 of 256 elements are so already, 256 are resharded; along {} it would be 256 and 0}}
  // expected-remark @+2 {{[sdy-insert-explicit-reshards] operand %x resharded from <@mesh, [{"a"}, {}]> to <@mesh, [{}, {"a"}]> to fit the other tensors}}
  // expected-remark @+1 {{[sdy-insert-explicit-reshards] %2 computed as <@mesh, [{}, {"a"}]> to fit the other tensors, and resharded to <@mesh, [{"a"}, {}]>}}
  %2 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %4 = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  // expected-remark @+3 {{[sdy-insert-explicit-reshards] dimension 1 of operand 1 and dimension 1 of result 0 sharded along {}: 256 of 384 elements are so already, 128 are resharded; along {"a"} it would be 128 and 256, but dimension 1 of operand 0 has such axes}}
  // expected-remark @+2 {{[sdy-insert-explicit-reshards] operand %z resharded from <@mesh, [{"c", "b"}, {"a"}]> to <@mesh, [{"c", "b"}, {}]> to fit the other tensors}}
  // expected-remark @+1 {{[sdy-insert-explicit-reshards] %3 summed along "b" and "c": dimensions that are reduced are sharded along these axes; otherwise operands of 256 elements would be resharded}}
  %3 = stablehlo.dot_general %z, %z, contracting_dims = [0] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
  return
}
