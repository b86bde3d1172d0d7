// An in-sharding of a manual computation sets the sharding of the operand as a constraint would; conflicts count alike,
// also within one manual computation.
// RUN: sdy-opt %s -sdy-apply-sharding-constraints | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @operands(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: !stablehlo.token {sdy.sharding = #sdy.sharding<@mesh, []>}) {
// CHECK-NEXT:    %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8xf32>
// CHECK-NEXT:    sdy.manual_computation(%0, %arg1, %arg2) in_shardings=[<@mesh, [{"a"}]>, <@mesh, [{"a", ?}]>, <@mesh, []>] out_shardings=[] manual_axes={"a"} (%arg3: tensor<4xf32>, %arg4: tensor<4xf32>, %arg5: !stablehlo.token) {
// CHECK-NEXT:      sdy.return
// CHECK-NEXT:    } : (tensor<8xf32>, tensor<8xf32>, !stablehlo.token) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @operands(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: !stablehlo.token) {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  sdy.manual_computation(%0, %arg1, %arg2) in_shardings=[<@mesh, [{"a"}]>, <@mesh, [{"a", ?}]>, <@mesh, []>] out_shardings=[] manual_axes={"a"} (%arg3: tensor<4xf32>, %arg4: tensor<4xf32>, %arg5: !stablehlo.token) {
    sdy.return
  } : (tensor<8xf32>, tensor<8xf32>, !stablehlo.token) -> ()
  return
}

// CHECK-LABEL: func.func @operand_twice_alike(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
// CHECK-NEXT:    sdy.manual_computation(%arg0, %arg0) in_shardings=[<@mesh, [{"a"}]>, <@mesh, [{"a"}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<4xf32>, %arg2: tensor<4xf32>) {
// CHECK-NEXT:      sdy.return
// CHECK-NEXT:    } : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @operand_twice_alike(%arg0: tensor<8xf32>) {
  sdy.manual_computation(%arg0, %arg0) in_shardings=[<@mesh, [{"a"}]>, <@mesh, [{"a"}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<4xf32>, %arg2: tensor<4xf32>) {
    sdy.return
  } : (tensor<8xf32>, tensor<8xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @operand_twice_different(%arg0: tensor<8xf32>) {
// CHECK-NEXT:    sdy.manual_computation(%arg0, %arg0) in_shardings=[<@mesh, [{"a"}]>, <@mesh, [{}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<4xf32>, %arg2: tensor<8xf32>) {
// CHECK-NEXT:      sdy.return
// CHECK-NEXT:    } : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @operand_twice_different(%arg0: tensor<8xf32>) {
  sdy.manual_computation(%arg0, %arg0) in_shardings=[<@mesh, [{"a"}]>, <@mesh, [{}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<4xf32>, %arg2: tensor<8xf32>) {
    sdy.return
  } : (tensor<8xf32>, tensor<8xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @same_as_constraint(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
// CHECK-NEXT:    sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<4xf32>) {
// CHECK-NEXT:      sdy.return
// CHECK-NEXT:    } : (tensor<8xf32>) -> ()
// CHECK-NEXT:    return %0 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @same_as_constraint(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32>
  sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @other_than_constraint(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"b"}]> : tensor<8xf32>
// CHECK-NEXT:    sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<4xf32>) {
// CHECK-NEXT:      sdy.return
// CHECK-NEXT:    } : (tensor<8xf32>) -> ()
// CHECK-NEXT:    return %0 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @other_than_constraint(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"b"}]> : tensor<8xf32>
  sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return %0 : tensor<8xf32>
}
