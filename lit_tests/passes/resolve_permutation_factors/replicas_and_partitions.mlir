// An exchange fails if there are replicas as well as partitions; nothing fails that needs no number of a device.
// RUN: sdy-opt %s -sdy-resolve-permutation-factors='replica-count=2 partition-count=2' -verify-diagnostics

sdy.mesh @mesh = <["a"=2]>

func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> (tensor<8xf32>, tensor<3xf32>) {
  %0 = stablehlo.reverse %x, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8xf32>
  // expected-error @+1 {{'stablehlo.slice' op cannot find out its device: Shardy partitioner does not support replica_count > 1 && partition_count > 1 yet.}}
  %1 = stablehlo.slice %x [0:3] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<8xf32>) -> tensor<3xf32>
  return %0, %1 : tensor<8xf32>, tensor<3xf32>
}
