// What the Python function of a custom_partitioning of JAX sends is not known, whatever its sharding rule says.
// RUN: sdy-view %s --collectives | FileCheck %s

sdy.mesh @mesh = <["data"=8]>
func.func @main(%a: tensor<512x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> tensor<512x1024xf32> {
  %0 = stablehlo.custom_call @CustomSPMDPartitioning(%a)
    {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=512, j=1024}, custom>}
    : (tensor<512x1024xf32>) -> tensor<512x1024xf32>
  return %0 : tensor<512x1024xf32>
}

// CHECK: all_gather {{.*}} perhaps gathered by XLA's partitioner for custom_call
// CHECK: sent a device: unknown: 1 collective of unknown bytes, at most
