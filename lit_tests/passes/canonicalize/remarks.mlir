// Remarks: what is merged, folded, replaced and erased, and why.
// RUN: sdy-opt %s -canonicalize -remarks -verify-diagnostics

sdy.mesh @mesh = <["a"=2, "b"=2, "one"=1]>
func.func private @callee(tensor<8xf32>) -> tensor<8xf32>
func.func @reshards(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // expected-note@+2 {{see the skipped reshard}}
  // expected-remark@+1 {{[canonicalize] 'sdy.reshard' erased: it has no effects and nothing uses it}}
  %0 = sdy.reshard %x <@mesh, [{"a"}]> : tensor<8xf32>
  // expected-remark@+2 {{[canonicalize] %1 skips %0, which nothing else uses}}
  // expected-note@+1 {{see the earlier reshard}}
  %1 = sdy.reshard %0 <@mesh, [{?}]> : tensor<8xf32>
  // expected-remark@+1 {{[canonicalize] %2 replaced: %1 moves the same elements to the same devices}}
  %2 = sdy.reshard %x <@mesh, [{}]> : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}
func.func @collectives(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %y: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  // expected-note@+1 {{see what it undoes}}
  %0 = sdy.all_gather [{"a"}, {}] %x out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  // expected-remark@+1 {{[canonicalize] %1 replaced by %x: it undoes 'sdy.all_gather'}}
  %1 = sdy.all_slice [{"a"}, {}] %0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  // expected-remark@+1 {{[canonicalize] %2 replaced by its operand %x: it has no axes}}
  %2 = sdy.all_gather [{}, {}] %1 out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  // expected-remark@+1 {{[canonicalize] %3 replaced by its operand %x: the shardings are equivalent}}
  %3 = sdy.collective_permute %x out_sharding=<@mesh, [{"a", ?}, {}]> : tensor<8x8xf32>
  // expected-note@+1 {{see the operation before}}
  %4 = sdy.all_reduce {"b"} %y out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  // expected-remark@+1 {{[canonicalize] 'sdy.all_slice' and 'sdy.all_reduce' become 'sdy.reduce_scatter'}}
  %5 = sdy.all_slice [{"b"}, {}] %4 out_sharding=<@mesh, [{"b"}, {}]> : tensor<8x8xf32>
  // expected-remark@+1 {{[canonicalize] 'sdy.all_to_all' erased: nothing uses it}}
  %6 = sdy.all_to_all [{"b"}: 0->1] %5 out_sharding=<@mesh, [{}, {"b"}]> : tensor<8x8xf32>
  return %2, %3, %5 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}
func.func @constants(%x: tensor<8xi32>, %p: tensor<i1>) -> (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) {
  // expected-note@+1 {{see the constant that stays}}
  %c = stablehlo.constant dense<1> : tensor<8xi32>
  // expected-remark@+1 {{[canonicalize] %c_0 is the same constant as %c, which replaces it}}
  %c_0 = stablehlo.constant dense<1> : tensor<8xi32>
  // expected-remark@+1 {{[canonicalize] operands of 'chlo.broadcast_add' swapped: a constant comes last}}
  %0 = chlo.broadcast_add %c, %x : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  // expected-remark@+1 {{[canonicalize] %1 is a constant: its shape is known}}
  %1 = "chlo.constant_like"(%x) <{value = 2 : i32}> : (tensor<8xi32>) -> tensor<8xi32>
  // expected-remark@+1 {{[canonicalize] %2 replaced by %x: the cast changes nothing}}
  %2 = builtin.unrealized_conversion_cast %x : tensor<8xi32> to tensor<8xi32>
  %3 = stablehlo.add %2, %c_0 : tensor<8xi32>
  %4 = "stablehlo.if"(%p) ({
    // expected-remark@+1 {{[canonicalize] %c_1 moved to the start of the function or computation around it}}
    %c_1 = stablehlo.constant dense<3> : tensor<8xi32>
    stablehlo.return %c_1 : tensor<8xi32>
  }, {
    stablehlo.return %3 : tensor<8xi32>
  }) : (tensor<i1>) -> tensor<8xi32>
  // expected-remark@+1 {{[canonicalize] 'stablehlo.negate' erased: it has no effects and nothing uses it}}
  %5 = stablehlo.negate %x : tensor<8xi32>
  return %0, %1, %4 : tensor<8xi32>, tensor<8xi32>, tensor<8xi32>
}
func.func @computations(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-remark@+1 {{[canonicalize] 'sdy.manual_computation' erased: it has no effects and nothing uses it}}
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  // expected-remark@+1 {{[canonicalize] 'stablehlo.constant' erased: it has no effects and nothing uses it}}
  %c = stablehlo.constant dense<0> : tensor<i32>
  // expected-remark@+1 {{[canonicalize] 'stablehlo.case' replaced by its branch 0: the index is a constant}}
  %0 = "stablehlo.case"(%c) ({
    stablehlo.return %x : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  // expected-remark@+1 {{[canonicalize] 'func.constant' erased: it has no effects and nothing uses it}}
  %f = func.constant @callee : (tensor<8xf32>) -> tensor<8xf32>
  // expected-remark@+1 {{[canonicalize] 'func.call_indirect' calls @callee}}
  %1 = func.call_indirect %f(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = sdy.named_computation<"f">(%1) (%a: tensor<8xf32>) {
    // expected-remark@+2 {{[canonicalize] 1 input erased: the body does not use it}}
    // expected-remark@+1 {{[canonicalize] body of 'sdy.manual_computation' inlined: its manual axes have one device}}
    %3 = sdy.manual_computation(%a, %a) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"one"} (%b: tensor<8xf32>, %d: tensor<8xf32>) {
      %4 = stablehlo.negate %b : tensor<8xf32>
      sdy.return %4 : tensor<8xf32>
    } : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    sdy.return %3 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
