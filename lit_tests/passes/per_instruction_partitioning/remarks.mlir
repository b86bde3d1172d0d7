// What is partitioned on its own; the passes that do so have remarks as well. This is newer than the reference.
// RUN: sdy-opt %s -sdy-per-instruction-partitioning -remarks -verify-diagnostics -o /dev/null

// expected-remark @+1 {{mesh @mesh erased}}
sdy.mesh @mesh = <["x"=2]>

func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  // expected-remark @+6 {{an argument of 'func.func' is tensor<4xf32> on each device, a part of tensor<8xf32>}}
  // expected-remark @+5 {{a result of 'stablehlo.tanh' is tensor<4xf32> on each device, a part of tensor<8xf32>}}
  // expected-remark @+4 {{sharding <@mesh, [{"x"}]> of an argument of 'func.func' dropped}}
  // expected-remark @+3 {{sharding <@mesh, [{"x"}]> of function result 0 dropped}}
  // expected-remark @+2 {{sharding <@mesh, [{"x"}]> of a result of 'stablehlo.tanh' dropped}}
  // expected-remark @+1 {{'stablehlo.tanh' is partitioned on its own}}
  %0 = stablehlo.tanh %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
