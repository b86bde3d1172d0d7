// RUN: sdy-opt %s -split-input-file -verify-diagnostics

// Functions: what is wrong in their types, in calls of them and in constants of them.

// expected-error @+1 {{'func.func' op requires attribute 'function_type'}}
"func.func"() <{sym_name = "f"}> ({}) : () -> ()

// -----

// expected-error @+1 {{entry block must have 1 arguments to match function signature}}
"func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
  "func.return"() : () -> ()
}) : () -> ()

// -----

// expected-error @+1 {{type of entry block argument #0('f32') must match the type of the corresponding argument in function signature('i32')}}
"func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
^bb0(%arg0: f32):
  "func.return"() : () -> ()
}) : () -> ()

// -----

func.func @caller() {
  // expected-error @+1 {{'func.call' op 'nobody' does not reference a valid function}}
  call @nobody() : () -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @caller() {
  // expected-error @+1 {{'func.call' op 'mesh' does not reference a valid function}}
  call @mesh() : () -> ()
  return
}

// -----

func.func private @callee(i32)
func.func @caller() {
  // expected-error @+1 {{'func.call' op incorrect number of operands for callee}}
  call @callee() : () -> ()
  return
}

// -----

func.func private @callee(i32)
func.func @caller(%arg0: f32) {
  // expected-error @+1 {{'func.call' op operand type mismatch: expected operand type 'i32', but provided 'f32' for operand number 0}}
  call @callee(%arg0) : (f32) -> ()
  return
}

// -----

func.func private @callee() -> i32
func.func @caller() {
  // expected-error @+1 {{'func.call' op incorrect number of results for callee}}
  call @callee() : () -> ()
  return
}

// -----

func.func private @callee() -> i32
func.func @caller() {
  // expected-error @+3 {{'func.call' op result type mismatch at index 0}}
  // expected-note @+2 {{    op result types: 'f32'}}
  // expected-note @+1 {{callee result types: 'i32'}}
  %0 = call @callee() : () -> f32
  return
}

// -----

func.func @user() {
  // expected-error @+1 {{'func.constant' op reference to undefined function 'nobody'}}
  %0 = constant @nobody : () -> ()
  return
}

// -----

func.func private @callee()
func.func @user() {
  // expected-error @+1 {{'func.constant' op reference to function with mismatched type}}
  %0 = constant @callee : (i32) -> ()
  return
}

// -----

func.func @indirect(%arg0: (i32) -> i32, %arg1: f32) {
  // expected-error @+1 {{failed to verify that callee input types match argument types}}
  %0 = "func.call_indirect"(%arg0, %arg1) : ((i32) -> i32, f32) -> i32
  return
}

// -----

func.func @indirect(%arg0: (i32) -> i32, %arg1: i32) {
  // expected-error @+1 {{failed to verify that callee result types match result types}}
  %0 = "func.call_indirect"(%arg0, %arg1) : ((i32) -> i32, i32) -> f32
  return
}

// -----

func.func @returned() -> i32 {
  // expected-error @+1 {{'func.return' op has 0 operands, but enclosing function (@returned) returns 1}}
  return
}

// -----

func.func @returned(%arg0: f32) -> i32 {
  // expected-error @+1 {{type of return operand 0 ('f32') doesn't match function result type ('i32') in function @returned}}
  return %arg0 : f32
}

// -----

// An argument with a location of its own, that is used before ` :` besides.
// expected-note @+1 {{prior use here}}
func.func @used(%arg0: tensor<8xi1> loc(unknown)) {
  %0 = chlo.broadcast_xor %arg0, %arg0 : (tensor<8xi1>, tensor<8xi1>) -> tensor<8xi1>
  // expected-error @+1 {{use of value '%arg0' expects different type than prior uses: 'i32' vs 'tensor<8xi1>'}}
  return %arg0 : i32
}
