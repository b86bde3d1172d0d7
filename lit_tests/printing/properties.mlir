// Properties: `<{…}>` before others of the same name; what is not declared is dropped, and what is of the wrong kind.
// Those of unknown operations are whatever they are.
// RUN: sdy-opt %s -allow-unregistered-dialect | FileCheck %s

// CHECK: sdy.mesh @inside = <[]>
"sdy.mesh"() <{mesh = #sdy.mesh<[]>, sym_name = "inside"}> {sym_name = "outside"} : () -> ()

// CHECK: sdy.mesh @outside = <[]>{{$}}
"sdy.mesh"() <{mesh = #sdy.mesh<[]>, undeclared = 1}> {sym_name = "outside"} : () -> ()

// CHECK: %0 = sdy.constant dense<3> : tensor<i32>
%0 = sdy.constant() <{value = dense<3> : tensor<i32>}> {value = dense<4> : tensor<i32>} : () -> tensor<i32>

// CHECK: sdy.data_flow_edge %arg0 : tensor<i32>
func.func @f(%arg0: tensor<i32>) {
  %1 = "sdy.data_flow_edge"(%arg0) <{}> {sharding = 5} : (tensor<i32>) -> tensor<i32>
  return
}

// CHECK: "d.op"() <[5]> {a = 3 : i64} : () -> ()
"d.op"() <[5]> {a = 3} : () -> ()

// CHECK: "d.op"() <{}> : () -> ()
"d.op"() <{}> : () -> ()

// CHECK: sdy.mesh @<<INVALID EMPTY SYMBOL>> = <[]>
sdy.mesh @"" = <[]>

// CHECK: "d.\22op"() : () -> ()
"d.\22op"() : () -> ()
