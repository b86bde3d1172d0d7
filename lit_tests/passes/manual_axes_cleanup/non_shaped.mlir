// The sharding of a value without a shape stays as it is, but its mesh may be the common one.
// RUN: sdy-opt %s -sdy-manual-axes-cleanup | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>
sdy.mesh @alias = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @token(%arg0: !stablehlo.token, %arg1: tensor<8xf32>) -> !stablehlo.token {
// CHECK-NEXT:    %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@alias, []>, <@alias, [{}], replicated={"a", "b"}>] out_shardings=[<@mesh, []>] manual_axes={"a", "b"} (%arg2: !stablehlo.token, %arg3: tensor<8xf32>) {
// CHECK-NEXT:      sdy.return %arg2 : !stablehlo.token
// CHECK-NEXT:    } : (!stablehlo.token, tensor<8xf32>) -> !stablehlo.token
// CHECK-NEXT:    return %0 : !stablehlo.token
// CHECK-NEXT:  }
func.func @token(%arg0: !stablehlo.token, %arg1: tensor<8xf32>) -> !stablehlo.token {
  %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@alias, []>, <@mesh, [{}]>] out_shardings=[<@mesh, []>] manual_axes={"b", "a"} (%arg2: !stablehlo.token, %arg3: tensor<8xf32>) {
    sdy.return %arg2 : !stablehlo.token
  } : (!stablehlo.token, tensor<8xf32>) -> !stablehlo.token
  return %0 : !stablehlo.token
}

// CHECK-LABEL: func.func @tuple(%arg0: tuple<tensor<8xf32>>) {
// CHECK-NEXT:    sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}]>] out_shardings=[] manual_axes={"a", "b"} (%arg1: tuple<tensor<8xf32>>) {
// CHECK-NEXT:      sdy.return
// CHECK-NEXT:    } : (tuple<tensor<8xf32>>) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @tuple(%arg0: tuple<tensor<8xf32>>) {
  sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}]>] out_shardings=[] manual_axes={"b", "a"} (%arg1: tuple<tensor<8xf32>>) {
    sdy.return
  } : (tuple<tensor<8xf32>>) -> ()
  return
}
