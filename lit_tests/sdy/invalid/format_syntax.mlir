// Text that the formats of SDY's operations do not have, and types of the wrong kind.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:41: error: custom op 'sdy.sharding_group' invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xf32>'
  sdy.sharding_group %arg0 group_id=0 : tensor<*xf32>
  return
}

// -----

func.func @f(%arg0: i32) {
  // CHECK: :[[# @LINE + 1]]:41: error: custom op 'sdy.sharding_group' invalid kind of type specified: expected builtin.tensor, but found 'i32'
  sdy.sharding_group %arg0 group_id=0 : i32
  return
}

// -----

func.func @f(%arg0: i32) {
  // CHECK: :[[# @LINE + 1]]:63: error: custom op 'sdy.propagation_barrier' invalid kind of type specified: expected builtin.tensor, but found 'i32'
  %0 = sdy.propagation_barrier %arg0 allowed_direction=NONE : i32
  return
}

// -----

func.func @f(%arg0: !stablehlo.token) {
  // CHECK: :[[# @LINE + 1]]:35: error: custom op 'sdy.data_flow_edge' invalid kind of type specified
  %0 = sdy.data_flow_edge %arg0 : !stablehlo.token
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:63: error: custom op 'sdy.all_gather' invalid kind of type specified
  %0 = sdy.all_gather [{}] %arg0 out_sharding=<@mesh, [{}]> : () -> ()
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:89: error: expected ':'
  %0 = sdy.all_gather [{}] %arg0 out_sharding=#sdy.sharding<@mesh, [{}]> : tensor<8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:26: error: invalid SSA value result number
  %0 = sdy.reshard %arg0 #sdy.sharding<@mesh, [{}]> : tensor<8xf32>
  return
}

// -----

#sharding = #sdy.sharding<@mesh, [{}]>
func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:38: error: invalid SSA value result number
  %0 = sdy.sharding_constraint %arg0 #sharding : tensor<8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:56: error: custom op 'sdy.propagation_barrier' invalid allowed_direction attribute specification: "UP"
  %0 = sdy.propagation_barrier %arg0 allowed_direction="UP" : tensor<8xf32>
  return
}

// -----

// The name is shown without escapes.
func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:56: error: custom op 'sdy.propagation_barrier' invalid allowed_direction attribute specification: "U"P"
  %0 = sdy.propagation_barrier %arg0 allowed_direction="U\22P" : tensor<8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:57: error: custom op 'sdy.propagation_barrier' expected string or keyword containing one of the following enum values for attribute 'allowed_direction' [NONE, FORWARD, BACKWARD, BOTH]
  %0 = sdy.propagation_barrier %arg0 allowed_direction= : tensor<8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:41: error: floating point value not valid for specified type
  sdy.sharding_group %arg0 group_id=1.5 : tensor<8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:38: error: expected constant integer or floating point value
  sdy.sharding_group %arg0 group_id=- : tensor<8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:37: error: integer constant out of range for attribute
  sdy.sharding_group %arg0 group_id=18446744073709551616 : tensor<8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:39: error: custom op 'sdy.sharding_group' invalid kind of attribute specified
  sdy.sharding_group %arg0 group_id = "a" : tensor<8xf32>
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:77: error: expected SSA operand
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} (tensor<8xf32>) { sdy.return } : () -> ()
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:98: error: expected SSA operand
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} (%arg1: tensor<8xf32>, 5) { sdy.return } : () -> ()
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:82: error: expected ':'
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} (%arg1 tensor<8xf32>) { sdy.return } : () -> ()
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:82: error: result number not allowed in argument list
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} (%arg1#0: tensor<8xf32>) { sdy.return } : () -> ()
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:75: error: expected '(' in argument list
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} { sdy.return } : () -> ()
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:28: error: custom op 'sdy.manual_computation' expected 'in_shardings'
  sdy.manual_computation() out_shardings=[] manual_axes={} () { sdy.return } : () -> ()
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:41: error: expected '['
  sdy.manual_computation() in_shardings=<@mesh, []> out_shardings=[] manual_axes={} () { sdy.return } : () -> ()
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:25: error: expected '('
  sdy.manual_computation in_shardings=[] out_shardings=[] manual_axes={} () { sdy.return } : () -> ()
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:78: error: expected '{' to begin a region
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () : () -> ()
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:96: error: custom op 'sdy.manual_computation' invalid kind of type specified: expected builtin.function, but found 'i32'
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () { sdy.return } : i32
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:24: error: expected '<'
  sdy.named_computation("foo")() () { sdy.return } : () -> ()
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:25: error: expected attribute value
  sdy.named_computation<foo>() () { sdy.return } : () -> ()
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:50: error: expected '(' in argument list
  sdy.named_computation<"foo">() out_shardings=[] in_shardings=[] () { sdy.return } : () -> ()
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:32: error: custom op 'sdy.named_computation' number of operands and types do not match: got 1 operands and 0 types
  sdy.named_computation<"foo">(%arg0) (%arg1: tensor<8xf32>) { sdy.return } : () -> ()
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:32: error: expected '->'
  %0 = sdy.all_to_all [{"a"}: 0] %arg0 out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:25: error: custom op 'sdy.all_to_all' expected string
  %0 = sdy.all_to_all [{}: 0->1] %arg0 out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:22: error: expected '{'
  %0 = sdy.all_reduce [{"a"}] %arg0 out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:37: error: custom op 'sdy.all_gather' expected 'out_sharding'
  %0 = sdy.all_gather [{"a"}] %arg0 : tensor<8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:49: error: expected '='
  %0 = sdy.collective_permute %arg0 out_sharding <@mesh, [{}]> : tensor<8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:21: error: expected '['
  %0 = sdy.all_slice %arg0 [{"a"}] out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return
}

// -----

// CHECK: :[[# @LINE + 1]]:15: error: expected '='
sdy.mesh @mesh <["a"=2]>

// -----

// CHECK: :[[# @LINE + 1]]:17: error: expected '<'
sdy.mesh @mesh = ["a"=2]

// -----

// CHECK: :[[# @LINE + 1]]:23: error: expected '='
sdy.mesh @mesh = <["a"]>

// -----

// CHECK: :[[# @LINE + 1]]:20: error: custom op 'sdy.mesh' expected string
sdy.mesh @mesh = <[a=2]>

// -----

// CHECK: :[[# @LINE + 1]]:26: error: custom op 'sdy.mesh' expected string
sdy.mesh @mesh = <["a"=2,]>

// -----

// CHECK: :[[# @LINE + 1]]:40: error: custom op 'sdy.mesh' expected integer value
sdy.mesh @mesh = <["a"=2], device_ids=[]>

// -----

// CHECK: :[[# @LINE + 1]]:28: error: custom op 'sdy.mesh' expected 'device_ids'
sdy.mesh @mesh = <["a"=2], devices=[1, 0]>

// -----

// CHECK: :[[# @LINE + 1]]:41: error: expected ']'
sdy.mesh @mesh = <["a"=2], device_ids=[1 0]>

// -----

// CHECK: :[[# @LINE + 1]]:10: error: custom op 'sdy.mesh' expected valid '@'-identifier for symbol name
sdy.mesh mesh = <["a"=2]>

// -----

// CHECK: :[[# @LINE + 1]]:10: error: custom op 'sdy.mesh' expected valid '@'-identifier for symbol name
sdy.mesh "mesh" = <["a"=2]>
