// Remarks: which axes are dropped from what.
// RUN: sdy-opt %s -sdy-remove-size-one-axes -remarks -split-input-file -verify-diagnostics

sdy.mesh @mesh = <["a"=1, "b"=2, "c"=1]>

func.func @main(
    // expected-remark @+3 {{[sdy-remove-size-one-axes] axes "a" and "c" of size one dropped from dimension 0 of %arg0}}
    // expected-remark @+2 {{axis "c" of size one dropped from dimension 0 of %arg1}}
    // expected-remark @+1 {{priority 1 dropped from dimension 0 of %arg1, which is closed and empty now}}
    %arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b", "c"}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c"}p1]>})
    -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}) {
  // expected-remark @+2 {{axis "a" of size one dropped from the replicated axes of %x}}
  // expected-remark @+1 {{axis "c" of size one dropped from the unreduced axes of %x}}
  %x = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], replicated={"a"}, unreduced={"c"}>]>} : tensor<8xf32>
  // expected-remark @+1 {{axis "a" of size one dropped from dimension 0 of in_shardings[0]}}
  sdy.manual_computation(%x) in_shardings=[<@mesh, [{"b", "a"}]>] out_shardings=[] manual_axes={"b"} (%y: tensor<4xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return %x : tensor<8xf32>
}

// -----

// expected-remark @+1 {{no mesh op has an axis of size one}}
module {
  sdy.mesh @mesh = <["a"=2]>
}
