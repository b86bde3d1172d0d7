// Remarks: which functions computations become.
// RUN: sdy-opt %s -sdy-export-named-computations -remarks -verify-diagnostics

sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<8xf32>, %y: tensor<?xf32>) {
  // expected-remark @+1 {{[sdy-export-named-computations] body of the named computation f moved into @f}}
  sdy.named_computation<"f">() () {
    sdy.return
  } : () -> ()
  // expected-remark @+1 {{[sdy-export-named-computations] body of the named computation f moved into @f_0, since @f is taken}}
  sdy.named_computation<"f">() () {
    sdy.return
  } : () -> ()
  // expected-remark @+2 {{[sdy-export-named-computations] in_shardings[1] loses <@mesh, [{"a"}]>: a data-flow edge has a sharding, but none on %b}}
  // expected-remark @+1 {{[sdy-export-named-computations] body of the named computation g moved into @g}}
  sdy.named_computation<"g">(%x, %y) in_shardings=[<@mesh, [{}]>, <@mesh, [{"a"}]>] (%a: tensor<8xf32>, %b: tensor<?xf32>) {
    %0 = sdy.data_flow_edge %a sharding=<@mesh, [{"a"}]> : tensor<8xf32>
    sdy.return
  } : (tensor<8xf32>, tensor<?xf32>) -> ()
  return
}
