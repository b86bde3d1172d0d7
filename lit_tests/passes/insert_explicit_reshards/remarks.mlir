// Remarks: what is inserted where, and why.
// RUN: sdy-opt %s -sdy-insert-explicit-reshards -remarks -verify-diagnostics

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}, %y: tensor<8x4xf32>, %z: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"a"}>}) {
  // expected-remark @+5 {{[sdy-insert-explicit-reshards] dimension 0 of operand 0, dimension 0 of operand 1 and dimension 0 of result 0 sharded along {}: 32 of 128 elements are so already, 96 are resharded; along {"a"} it would be 96 and 32, but no axes are allowed}}
  // expected-remark @+4 {{[sdy-insert-explicit-reshards] dimension 1 of operand 0, dimension 1 of operand 1 and dimension 1 of result 0 sharded along {"b", "a"}: 0 of 128 elements are so already, 128 are resharded; along {} it would be 96 and 32; along {"b"} it would be 32 and 96}}
  // expected-remark @+3 {{[sdy-insert-explicit-reshards] operand %x resharded from <@mesh, [{"a"}, {"b"}]> to <@mesh, [{}, {"b", "a"}]> to fit the other tensors}}
  // expected-remark @+2 {{[sdy-insert-explicit-reshards] operand %y, which has no sharding, resharded to <@mesh, [{}, {"b", "a"}]> to fit the other tensors}}
  // expected-remark @+1 {{[sdy-insert-explicit-reshards] %0 computed as <@mesh, [{}, {"b", "a"}]> to fit the other tensors, and resharded to <@mesh, [{"a"}, {}]>}}
  %0 = stablehlo.concatenate %x, %y, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<16x4xf32>
  // expected-remark @+1 {{[sdy-insert-explicit-reshards] %z summed along "a": 'stablehlo.negate' does not keep these axes unreduced}}
  %1 = stablehlo.negate %z : tensor<8xf32>
  %2 = sdy.reshard %1 <@mesh, [{}]> : tensor<8xf32>
  // expected-remark @+1 {{[sdy-insert-explicit-reshards] reshard to <@mesh, [{}], unreduced={"a"}> replaced by what makes axes unreduced}}
  %3 = sdy.reshard %2 <@mesh, [{}], unreduced={"a"}> : tensor<8xf32>
  // expected-remark @+1 {{[sdy-insert-explicit-reshards] %2 becomes <@mesh, [{}], unreduced={"b"}> for 'stablehlo.optimization_barrier'}}
  %4 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"b"}>]>} %2 : tensor<8xf32>
  // expected-remark @+1 {{[sdy-insert-explicit-reshards] %5 summed along "b": dimensions that are reduced are sharded along these axes; otherwise operands of 64 elements would be resharded}}
  %5 = stablehlo.dot_general %x, %x, contracting_dims = [0, 1] x [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [], unreduced={"a"}>]>} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<f32>
  // expected-remark @+1 {{[sdy-insert-explicit-reshards] %x resharded from <@mesh, [{"a"}, {"b"}]> to <@mesh, [{}, {}]> for 'func.call'}}
  call @f(%x) : (tensor<8x4xf32>) -> ()
  return
}
func.func private @f(%x: tensor<8x4xf32>) {
  return
}
