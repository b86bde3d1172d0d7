// Literals of dense elements that are wrong: in their form, in their tokens, in their shape, or in an element.
// RUN: not sdy-opt %s -allow-unregistered-dialect -split-input-file 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:26: error: expected element literal of primitive type
"t.op"() {a = dense<[1.0,]> : tensor<2xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected element literal of primitive type
"t.op"() {a = dense<[,1.0]> : tensor<2xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected element literal of primitive type
"t.op"() {a = dense<[+1]> : tensor<2xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: expected element literal of primitive type
"t.op"() {a = dense<nan> : tensor<2xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: expected element literal of primitive type
"t.op"() {a = dense<trueish> : tensor<2xi1>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected integer or floating point literal
"t.op"() {a = dense<--1.0> : tensor<2xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected integer or floating point literal
"t.op"() {a = dense<-true> : tensor<2xi1>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: expected integer or floating point literal
"t.op"() {a = dense<[1,-true]> : tensor<2xi1>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: expected ']'
"t.op"() {a = dense<[1.0   2.0]> : tensor<2xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: expected ']'
"t.op"() {a = dense<[1.0 // here
 2.0]> : tensor<2xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected '>'
"t.op"() {a = dense<1.0, 1.0> : tensor<2xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: expected '>'
"t.op"() {a = dense<1.0e> : tensor<2xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected '>'
"t.op"() {a = dense<0xg> : tensor<2xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: expected ',' between complex elements
"t.op"() {a = dense<(1.0)> : tensor<2xcomplex<f32>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:29: error: expected ')' after complex elements
"t.op"() {a = dense<(1.0,2.0,3.0)> : tensor<2xcomplex<f32>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected element literal of primitive type
"t.op"() {a = dense<([1.0],2.0)> : tensor<2xcomplex<f32>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:31: error: tensor literal is invalid; ranks are not consistent between elements
"t.op"() {a = dense<[1.0,[2.0]]> : tensor<2xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:31: error: tensor literal is invalid; ranks are not consistent between elements
"t.op"() {a = dense<[[1.0],2.0]> : tensor<2xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:37: error: tensor literal is invalid; ranks are not consistent between elements
"t.op"() {a = dense<[[1.0],[2.0,3.0]]> : tensor<2xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: tensor literal is invalid; ranks are not consistent between elements
"t.op"() {a = dense<[[1.0],[]]> : tensor<2xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected three consecutive dots for an ellipsis
"t.op"() {a = dense<.5> : tensor<2xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:23: error: unexpected character
"t.op"() {a = dense<[1;2]> : tensor<2xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: invalid type identifier
"t.op"() {a = dense<!> : tensor<2xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: invalid attribute name
"t.op"() {a = dense<#> : tensor<2xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: invalid SSA name
"t.op"() {a = dense<%> : tensor<2xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: invalid block name
"t.op"() {a = dense<^> : tensor<2xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: @ identifier expected to start with letter or '_'
"t.op"() {a = dense<@> : tensor<2xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: expected element literal of primitive type
"t.op"() {a = dense<@a> : tensor<2xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: unknown escape in string literal
"t.op"() {a = dense<"\q"> : tensor<2x!dialect.type>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:56: error: expected '"' in string literal
"t.op"() {a = dense<"0x01""> : tensor<2xi8>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:23: error: expected '"' in string literal
"t.op"() {a = dense<"a
"> : tensor<2x!dialect.type>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: parsed zero elements, but type ('tensor<2xf32>') expected at least 1
"t.op"() {a = dense<> : tensor<2xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: inferred shape of elements literal ([0]) does not match type ([2])
"t.op"() {a = dense<[]> : tensor<2xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: inferred shape of elements literal ([2, 1]) does not match type ([2])
"t.op"() {a = dense<[[1],[2]]> : tensor<2xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: inferred shape of elements literal ([1]) does not match type ([])
"t.op"() {a = dense<[1.0]> : tensor<f32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: parsed 1 elements, but type ('complex<f32>') expected 2 elements
"t.op"() {a = dense<1.0> : tensor<2xcomplex<f32>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: parsed 3 elements, but type ('tensor<2xcomplex<f32>>') expected 4 elements
"t.op"() {a = dense<[(1.0,2.0),1.0]> : tensor<2xcomplex<f32>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 2]]:27: error: unexpected decimal integer literal for a floating point value
// CHECK: :[[# @LINE + 1]]:27: note: add a trailing dot to make the literal a float
"t.op"() {a = dense<[1.0,-2]> : tensor<2xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: hexadecimal float literal should not have a leading minus
"t.op"() {a = dense<-0x1> : tensor<2xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: hexadecimal float constant out of range for type
"t.op"() {a = dense<0x1FFFFFFFF> : tensor<2xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: expected floating point literal
"t.op"() {a = dense<true> : tensor<2xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected floating point literal
"t.op"() {a = dense<["a",1.0]> : tensor<2xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: expected integer elements, but parsed floating-point
"t.op"() {a = dense<[1,-1.0]> : tensor<2xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected i1 type for 'true' or 'false' values
"t.op"() {a = dense<(true,2)> : tensor<2xcomplex<i8>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:24: error: integer constant out of range for type
"t.op"() {a = dense<[1,4294967296]> : tensor<2xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: integer constant out of range for type
"t.op"() {a = dense<-2147483649> : tensor<2xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: integer constant out of range for type
"t.op"() {a = dense<[1,-0]> : tensor<2xi32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: integer constant out of range for type
"t.op"() {a = dense<9223372036854775808> : tensor<2xindex>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: integer constant out of range for type
"t.op"() {a = dense<2> : tensor<2xi1>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: integer constant out of range for type
"t.op"() {a = dense<1> : tensor<2xsi1>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: integer constant out of range for type
"t.op"() {a = dense<["1",2]> : tensor<2xi8>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected unsigned integer elements, but parsed negative value
"t.op"() {a = dense<-1.0> : tensor<2xui8>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: expected string token, got 1
"t.op"() {a = dense<[1,-1]> : tensor<2x!dialect.type>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: expected string containing hex digits starting with `0x`
"t.op"() {a = dense<"abc"> : tensor<2xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: expected string containing hex digits starting with `0x`
"t.op"() {a = dense<"0x0 1"> : tensor<2xi8>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: expected string containing hex digits starting with `0x`
"t.op"() {a = dense<"0x123"> : tensor<2xi8>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: expected string containing hex digits starting with `0x`
"t.op"() {a = dense<"0X12"> : tensor<2xi8>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:21: error: expected string containing hex digits starting with `0x`
"t.op"() {a = dense<"0x\30\31"> : tensor<1xi8>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:22: error: expected string containing hex digits starting with `0x`
"t.op"() {a = dense< "0xa"> : tensor<1xi8>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: elements hex data size is invalid for provided type: 'tensor<2xf32>'
"t.op"() {a = dense<"0x"> : tensor<2xf32>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:15: error: elements hex data size is invalid for provided type: 'tensor<2xi8>'
"t.op"() {a = dense<"0x010203"> : tensor<2xi8>} : () -> ()
