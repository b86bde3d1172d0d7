// What a manual computation has made manual nothing inside of it may use; a note shows the computation.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @constraint(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    // CHECK: :[[# @LINE + 2]]:10: error: 'sdy.sharding_constraint' op operates on axis "a" which is already bound by a parent sdy.manual_computation op
    // CHECK: :[[# @LINE - 2]]:8: note: parent bounding this axis as manual
    %1 = sdy.sharding_constraint %arg1 <@mesh, [{"a"}]> : tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=4, "b"=2]>
func.func @op_in_named_computation(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<2xf32>) {
    %1 = sdy.named_computation<"foo">(%arg1) (%arg2: tensor<2xf32>) {
      // CHECK: :[[# @LINE + 2]]:12: error: 'stablehlo.tanh' op result - operates on axis "a" which is already bound by a parent sdy.manual_computation op
      // CHECK: :[[# @LINE - 3]]:8: note: parent bounding this axis as manual
      %2 = stablehlo.tanh %arg2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}], unreduced={"a":(1)2}>]>} : tensor<2xf32>
      sdy.return %2 : tensor<2xf32>
    } : (tensor<2xf32>) -> tensor<2xf32>
    sdy.return %1 : tensor<2xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @named_computation(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    // CHECK: :[[# @LINE + 2]]:10: error: 'sdy.named_computation' op out_shardings - operates on axis "a" which is already bound by a parent sdy.manual_computation op
    // CHECK: :[[# @LINE - 2]]:8: note: parent bounding this axis as manual
    %1 = sdy.named_computation<"foo">(%arg1) out_shardings=[<@mesh, [{"a"}]>] (%arg2: tensor<4xf32>) {
      sdy.return %arg2 : tensor<4xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @data_flow_edge(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    // CHECK: :[[# @LINE + 2]]:10: error: 'sdy.data_flow_edge' op operates on axis "a" which is already bound by a parent sdy.manual_computation op
    // CHECK: :[[# @LINE - 2]]:8: note: parent bounding this axis as manual
    %1 = sdy.data_flow_edge %arg1 sharding=<@mesh, [{"a"}]> : tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @collective(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    // CHECK: :[[# @LINE + 2]]:10: error: 'sdy.all_slice' op operates on axis "a" which is already bound by a parent sdy.manual_computation op
    // CHECK: :[[# @LINE - 2]]:8: note: parent bounding this axis as manual
    %1 = sdy.all_slice [{"a"}] %arg1 out_sharding=<@mesh, [{"a"}]> : tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @nested_shardings(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    // CHECK: :[[# @LINE + 2]]:10: error: 'sdy.manual_computation' op operand - operates on axis "a" which is already bound by a parent sdy.manual_computation op
    // CHECK: :[[# @LINE - 2]]:8: note: parent bounding this axis as manual
    %1 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"b"} (%arg2: tensor<4xf32>) {
      sdy.return %arg2 : tensor<4xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @nested_manual_axes(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    // CHECK: :[[# @LINE + 2]]:5: error: 'sdy.manual_computation' op operates on axis "a" which is already bound by a parent sdy.manual_computation op
    // CHECK: :[[# @LINE - 2]]:8: note: parent bounding this axis as manual
    sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"a"} () {
      sdy.return
    } : () -> ()
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// CHECK: :[[# @LINE + 1]]:43: error: invalid kind of attribute specified
module attributes {t.a = #sdy<manual_axes{1 : i32}>} {}
