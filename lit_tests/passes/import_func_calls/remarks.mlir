// Remarks: which calls are inlined, and the edges.
// RUN: sdy-opt %s -sdy-import-func-calls -remarks -verify-diagnostics

func.func @main(%x: tensor<8xf32>, %y: tensor<?xf32>) {
  // expected-remark @+1 {{[sdy-import-func-calls] call of @f inlined: the function, which is erased, gives its body}}
  call @f(%x, %y) : (tensor<8xf32>, tensor<?xf32>) -> ()
  // expected-remark @+2 {{[sdy-import-func-calls] call of @f inlined with a copy of its body, as another call has that itself}}
  // expected-warning @+1 {{function @f has multiple call ops, we need to clone the function body for each call}}
  call @f(%x, %y) : (tensor<8xf32>, tensor<?xf32>) -> ()
  return
}
// expected-remark @+5 {{[sdy-import-func-calls] @f erased with its attributes mhlo.a and mhlo.b, which calls of it do not keep}}
// expected-remark @+4 {{[sdy-import-func-calls] no edge for %y of type tensor<?xf32>, which has no static shape}}
// expected-remark @+3 {{[sdy-import-func-calls] no edge for %y of type tensor<?xf32>, which has no static shape}}
// expected-remark @+2 {{[sdy-import-func-calls] edge inserted after %x, which has no sharding: no users of %x use the edge instead}}
// expected-remark @+1 {{[sdy-import-func-calls] edge inserted after %x, which has no sharding: no users of %x use the edge instead}}
func.func private @f(%x: tensor<8xf32>, %y: tensor<?xf32>) attributes {mhlo.a = 1 : i32, mhlo.b} {
  return
}
