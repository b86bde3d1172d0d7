// The partitioner for TPUs sends parts both ways around in a loop while it computes a product of enough operations: two
// more parts than are needed. What several products need is gathered.
// RUN: sdy-view %s --collectives --device tpu-v5e | FileCheck %s

// CHECK: all_gather {{.*}}:24 {{.*}} bf16[128,1024] 2.2 MiB 1 2.2 MiB operand 1
// CHECK-NEXT: all_gather {{.*}}:25 {{.*}} bf16[128,1024] 1.7 MiB 1 1.7 MiB operand 1
// CHECK-NEXT: all_gather {{.*}}:26 {{.*}} bf16[128,1024] 1.7 MiB 1 1.7 MiB operand 1
// CHECK-NEXT: reduce_scatter {{.*}}:28 {{.*}} bf16[1024,1024] 2.2 MiB 1 2.2 MiB dot_general

sdy.mesh @mesh = <["x"=8]>

func.func public @main(%long: tensor<4224x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %short: tensor<4096x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %a: tensor<1024x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %b: tensor<1024x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %c: tensor<1024x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4224x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
        tensor<4096x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
        tensor<4224x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
        tensor<4224x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
        tensor<1024x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.tanh %long : tensor<4224x1024xbf16>
  // Enough operations, too few, two products of one kernel, and a sum of which each device keeps a part.
  %1 = stablehlo.dot %long, %a : (tensor<4224x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<4224x1024xbf16>
  %2 = stablehlo.dot_general %short, %b, contracting_dims = [1] x [0] : (tensor<4096x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<4096x1024xbf16>
  %3 = stablehlo.dot_general %long, %c, contracting_dims = [1] x [0] : (tensor<4224x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<4224x1024xbf16>
  %4 = stablehlo.dot_general %0, %c, contracting_dims = [1] x [0] : (tensor<4224x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<4224x1024xbf16>
  %5 = stablehlo.dot_general %long, %0, contracting_dims = [0] x [0] : (tensor<4224x1024xbf16>, tensor<4224x1024xbf16>) -> tensor<1024x1024xbf16>
  return %1, %2, %3, %4, %5 : tensor<4224x1024xbf16>, tensor<4096x1024xbf16>, tensor<4224x1024xbf16>, tensor<4224x1024xbf16>, tensor<1024x1024xbf16>
}
