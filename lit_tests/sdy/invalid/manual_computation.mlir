// Manual computations: counts, the order of manual and free axes, divisible dimensions, local types, one mesh.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @operand_shardings(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.manual_computation' op operand shardings don't match number of values: 0 shardings vs 1 values
  %0 = sdy.manual_computation(%arg0) in_shardings=[] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @result_shardings(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.manual_computation' op result shardings don't match number of values: 2 shardings vs 1 values
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>, <@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @arguments(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.manual_computation' op number of op operands and region operands must match. Op has 1 op operands and 2 region operands
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>, %arg2: i32) {
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @returned_values(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.manual_computation' op number of op results and region results must match. Op has 1 op results and 0 region results
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @sharding(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.manual_computation' op operand - unknown axis name: "c"
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"c"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @free_axis_first(%arg0: tensor<8xf32>, %arg1: tensor<8x8xf32>) {
  // CHECK: :[[# @LINE + 1]]:3: error: 'sdy.manual_computation' op operand sharding at index 1 must have all manual axes come before free axes in its dimension sharding at index 1. Saw manual axis "a" after free axis "b"
  sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"a"}]>, <@mesh, [{}, {"b", "a"}]>] out_shardings=[] manual_axes={"a"} (%arg2: tensor<4xf32>, %arg3: tensor<8x4xf32>) {
    sdy.return
  } : (tensor<8xf32>, tensor<8x8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @not_divisible(%arg0: tensor<6xf32>) {
  // CHECK: :[[# @LINE + 1]]:3: error: 'sdy.manual_computation' op operand dimension size 6 is not divisible by the manual axes size 4
  sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a", "b"}]>] out_shardings=[] manual_axes={"a", "b"} (%arg1: tensor<2xf32>) {
    sdy.return
  } : (tensor<6xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @local_operand(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:3: error: 'sdy.manual_computation' op operand shape, corresponding sharding, and region operand shape at index 0 must match. Expected local shape 'tensor<4xf32>', actual local shape 'tensor<8xf32>'
  sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<8xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @local_result(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.manual_computation' op result shape, corresponding sharding, and region result shape at index 0 must match. Expected local shape 'tensor<8xf32>', actual local shape 'tensor<4xf32>'
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
sdy.mesh @other = <["a"=2]>
func.func @meshes(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.manual_computation' op all in and out shardings must be bound to the same mesh or an empty mesh.
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}]>] out_shardings=[<@other, [{}]>] manual_axes={"a"} (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @unknown_manual_axis(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:3: error: 'sdy.manual_computation' op unknown manual axis: "c"
  sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}]>] out_shardings=[] manual_axes={"c"} (%arg1: tensor<8xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @maximal = <[], device_ids=[0]>
func.func @maximal_mesh(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:3: error: 'sdy.manual_computation' op operand sharding at index 0 is maximal and shards no dimensions, but the operand has some
  sdy.manual_computation(%arg0) in_shardings=[<@maximal, []>] out_shardings=[] manual_axes={} (%arg1: tensor<8xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @empty_body() {
  // CHECK: :[[# @LINE + 1]]:3: error: 'sdy.manual_computation' op region #0 ('body') failed to verify constraint: region with 1 blocks
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
  } : () -> ()
  return
}

// -----

func.func @other_terminator() {
  // CHECK: :[[# @LINE + 2]]:3: error: 'sdy.manual_computation' op expects regions to end with 'sdy.return', found 'stablehlo.return'
  // CHECK: :[[# @LINE + 1]]:3: note: in custom textual format, the absence of terminator implies 'sdy.return'
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    stablehlo.return
  } : () -> ()
  return
}

// -----

func.func @two_blocks() {
  // CHECK: :[[# @LINE + 1]]:3: error: 'sdy.manual_computation' op expects region #0 to have 0 or 1 blocks
  "sdy.manual_computation"() <{in_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy<manual_axes{}>, out_shardings = #sdy.sharding_per_value<[]>}> ({
    sdy.return
  ^bb1:
    sdy.return
  }) : () -> ()
  return
}

// -----

func.func @no_region(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:3: error: 'sdy.manual_computation' op requires one region
  "sdy.manual_computation"() {in_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy<manual_axes{}>, out_shardings = #sdy.sharding_per_value<[]>} : () -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @manual_axes_first_in_tuple(%arg0: tuple<tensor<8xf32>>) {
  // CHECK: :[[# @LINE + 1]]:3: error: 'sdy.manual_computation' op operand sharding at index 0 must have all manual axes come before free axes in its dimension sharding at index 0. Saw manual axis "b" after free axis "a"
  sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a", "b"}]>] out_shardings=[] manual_axes={"b"} (%arg1: tuple<tensor<4xf32>>) {
    sdy.return
  } : (tuple<tensor<8xf32>>) -> ()
  return
}
