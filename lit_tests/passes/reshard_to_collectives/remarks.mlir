// Remarks: the collectives that take the place of each reshard, which axes go where, and what that costs.
// RUN: sdy-opt %s -sdy-reshard-to-collectives -remarks -verify-diagnostics

sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
sdy.mesh @devices = <["x"=2, "y"=2, "z"=4], device_ids=[15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]>
sdy.mesh @axes = <["a"=2]>
func.func @main(%a: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  // expected-remark @+2 {{[sdy-reshard-to-collectives] %0 resharded by all_to_all: each device sends 64 elements; gathering along the axes that move, and slicing, would send 128}}
  // expected-remark @+1 {{[sdy-reshard-to-collectives] %0 resharded in step 1 of 1 by all_to_all: "y" goes from dimension 0 to 1; each device sends all but 1/2 of what it has to 1 other}}
  %0 = sdy.reshard %a <@mesh, [{"x"}, {"y"}]> : tensor<16x32xf32>
  // expected-remark @+3 {{%1 resharded by all_slice and collective_permute: each device sends 64 elements; gathering along the axes that move, and slicing, would send 128}}
  // expected-remark @+2 {{[sdy-reshard-to-collectives] %1 resharded in step 1 of 2 by all_slice: dimension 0 gets "z":(1)2; each device keeps 1/2 of what it has, and sends nothing}}
  // expected-remark @+1 {{%1 resharded in step 2 of 2 by collective_permute: dimension 0 has {"z"} instead of {"x", "z":(1)2}; each device sends all that it has to another one, or keeps it}}
  %1 = sdy.reshard %0 <@mesh, [{"z"}, {"y"}]> : tensor<16x32xf32>
  // expected-remark @+1 {{%2 resharded in step 1 of 1 by all_gather: dimension 0 loses "z" and dimension 1 loses "y"; each device gets what 7 others have, and holds 8 times as much}}
  %2 = sdy.reshard %1 <@mesh, [{}, {}]> : tensor<16x32xf32>
  // expected-remark @+2 {{%3 resharded by collective_permute: each device sends 128 elements; gathering along the axes that move, and slicing, would send 384}}
  // expected-remark @+1 {{%3 resharded in step 1 of 1 by collective_permute: devices have another order;}}
  %3 = sdy.reshard %a <@devices, [{"x", "y"}, {}]> : tensor<16x32xf32>
  // expected-remark @+1 {{reshard removed: each device has the part of %a that it needs}}
  %4 = sdy.reshard %a <@mesh, [{"x", "y"}, {?}]> : tensor<16x32xf32>
  // expected-remark @+1 {{reshard kept: the mesh @mesh of %a does not have the axes of @axes}}
  %5 = sdy.reshard %a <@axes, [{"a"}, {}]> : tensor<16x32xf32>
  // expected-remark @+3 {{%6 resharded by all_slice and all_to_all: each device sends 30 elements; gathering along the axes that move, and slicing, would send 384}}
  // expected-remark @+2 {{%6 resharded in step 1 of 2 by all_slice: dimension 0 gets "z" for dimension 1; each device keeps 1/4 of what it has, and sends nothing}}
  // expected-remark @+1 {{%6 resharded in step 2 of 2 by all_to_all: "x", "y" and "z" go from dimension 0 to 1; each device sends all but 1/16 of what it has to 15 others}}
  %6 = sdy.reshard %a <@mesh, [{}, {"x", "y", "z"}]> : tensor<16x32xf32>
  // expected-remark @+1 {{%7 replaced by %a: the cast changes nothing}}
  %7 = builtin.unrealized_conversion_cast %a : tensor<16x32xf32> to tensor<16x32xf32>
  // expected-remark @+1 {{%8 resharded in step 1 of 1 by all_gather: dimension 0 loses "y"; each device gets what 1 other has, and holds 2 times as much}}
  %8 = sdy.reshard %7 <@mesh, [{"x"}, {}]> : tensor<16x32xf32>
  %9 = stablehlo.constant dense<1.0> : tensor<16x32xf32>
  // expected-remark @+1 {{operands of 'chlo.broadcast_add' swapped: a constant comes last}}
  %10 = chlo.broadcast_add %9, %8 : (tensor<16x32xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
  return
}
