// What operations, blocks and symbols must be like whatever they mean: terminators, isolation, dominance, names.
// RUN: sdy-opt %s -allow-unregistered-dialect -split-input-file -verify-diagnostics

func.func @entry(%a: tensor<8xf32>) {
  // expected-error @+1 {{'func.func' op symbol's parent must have the SymbolTable trait}}
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "x"}> ({
  ^bb0(%b: tensor<8xf32>):
    "sdy.constant"() : () -> ()
    return
  }) : () -> ()
  return
}

// -----

// expected-error @+1 {{'builtin.module' op region should have no arguments}}
"builtin.module"() ({
  ^bb0(%b: tensor<8xf32>):
    "sdy.constant"() : () -> ()
  }) : () -> ()

// -----

// dominance in the function, in the inner isolated, in an inner not isolated op
func.func @a(%c: tensor<i1>) {
  "sdy.named_computation"() <{name = "f"}> ({
    // expected-error @+1 {{operand #0 does not dominate this use}}
    "sdy.sharding_group"(%1) <{group_id = 2}> : (tensor<8xf32>) -> ()
    // expected-note @+1 {{operand defined here (op in the same block)}}
    %1 = sdy.constant dense<1.0> : tensor<8xf32>
    "sdy.return"() : () -> ()
  }) : () -> ()
  "sdy.sharding_group"(%1) <{group_id = 1}> : (tensor<8xf32>) -> ()
  %1 = sdy.constant dense<1.0> : tensor<8xf32>
  return
}

// -----

func.func @a(%c: tensor<i1>) {
  "stablehlo.if"(%c) ({
    "sdy.sharding_group"(%1) <{group_id = 2}> : (tensor<8xf32>) -> ()
    %1 = sdy.constant dense<1.0> : tensor<8xf32>
    "stablehlo.return"() : () -> ()
  }, {
    "sdy.sharding_group"(%2) <{group_id = 3}> : (tensor<8xf32>) -> ()
    %2 = sdy.constant dense<1.0> : tensor<8xf32>
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  "stablehlo.if"(%c) ({
    // expected-error @+1 {{operand #0 does not dominate this use}}
    "sdy.sharding_group"(%1) <{group_id = 4}> : (tensor<8xf32>) -> ()
    // expected-note @+1 {{operand defined here (op in the same block)}}
    %1 = sdy.constant dense<1.0> : tensor<8xf32>
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  return
}

// -----

func.func @a(%c: tensor<i1>) {
  "stablehlo.if"(%c) ({
    "sdy.sharding_group"(%1) <{group_id = 2}> : (tensor<8xf32>) -> ()
    %1 = sdy.constant dense<1.0> : tensor<8xf32>
    "stablehlo.return"() : () -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : (tensor<i1>) -> ()
  // expected-error @+1 {{operand #0 does not dominate this use}}
  "sdy.sharding_group"(%3) <{group_id = 2}> : (tensor<8xf32>) -> ()
  // expected-note @+1 {{operand defined here (op in the same block)}}
  %3 = sdy.constant dense<1.0> : tensor<8xf32>
  return
}

// -----

// symbol redefinition and dominance
func.func @a(%c: tensor<i1>) {
  // expected-error @+1 {{operand #0 does not dominate this use}}
  "sdy.sharding_group"(%3) <{group_id = 2}> : (tensor<8xf32>) -> ()
  // expected-note @+1 {{operand defined here (op in the same block)}}
  %3 = sdy.constant dense<1.0> : tensor<8xf32>
  return
}
func.func @a(%c: tensor<i1>) {
  return
}

// -----

// unregistered and cross regions
func.func @a() {
"t.op"() ({
// expected-error @+1 {{operand #0 does not dominate this use}}
"sdy.sharding_group"(%0) <{group_id = 1}> : (tensor<8xf32>) -> ()
"t.end"() : () -> ()
}, {
// expected-note @+1 {{operand defined here (op is neither in a parent nor in a child region)}}
%0 = sdy.constant dense<1.0> : tensor<8xf32>
"t.end"() : () -> ()
}) : () -> ()
return
}

// -----

// own result inside own region
func.func @a() {
// expected-note @+1 {{operand defined here (op in a parent region)}}
%0 = "t.op"() ({
// expected-error @+1 {{operand #0 does not dominate this use}}
"sdy.sharding_group"(%0) <{group_id = 1}> : (tensor<8xf32>) -> ()
"t.end"() : () -> ()
}) : () -> (tensor<8xf32>)
return
}

// -----

// calls in an unknown region
func.func @a(%c: tensor<8xf32>) {
  "t.op"() ({ 
  // expected-error @+1 {{'func.call' op 'nope' does not reference a valid function}}
  func.call @nope() : () -> ()
  "t.end"() : () -> () }) : () -> ()
  return
}

// -----

func.func @a(%c: tensor<8xf32>) {
  "t.op"() ({ 
  // expected-error @+1 {{'sdy.mesh' op expects parent op 'builtin.module'}}
  sdy.mesh @nope = <["a"=2]>
  "t.end"() : () -> () }) : () -> ()
  return
}

// -----

// multi-block unregistered
"t.op"() ({
// expected-error @+1 {{operand #0 does not dominate this use}}
"sdy.sharding_group"(%0) <{group_id = 1}> : (tensor<8xf32>) -> ()
"t.end"()[^bb1] : () -> ()
^bb1:
// expected-note @+1 {{operand defined here (op in the same region)}}
%0 = sdy.constant dense<1.0> : tensor<8xf32>
"t.end"() : () -> ()
}) : () -> ()

// -----

func.func @f(%c : tensor<i1>) {
"t.op"() ({
"stablehlo.if"(%c) ({
// expected-error @+1 {{operand #0 does not dominate this use}}
"sdy.sharding_group"(%0) <{group_id = 1}> : (tensor<8xf32>) -> ()
// expected-note @+1 {{operand defined here (op in the same block)}}
%0 = sdy.constant dense<1.0> : tensor<8xf32>
stablehlo.return
}, { stablehlo.return }): (tensor<i1>) -> ()
}) : () -> ()
return
}

// -----

// attr order of func: bad arg attr and missing name
// expected-error @+1 {{'func.func' op requires attribute 'sym_name'}}
"func.func"() <{function_type = (i32) -> (), arg_attrs = [{sdy.sharding = 1}]}> ({}) : () -> ()

// -----

// expected-error @+1 {{'func.func' op requires one region}}
"func.func"() <{function_type = (i32) -> (), arg_attrs = [{sdy.sharding = 1}], sym_name = "x"}> ({}, {}) : () -> ()

// -----

// expected-error @+1 {{'func.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 2, but expected 1}}
"func.func"() <{function_type = (i32) -> (), arg_attrs = [{sdy.sharding = 1}, {}], sym_name = "x"}> ({
^bb(%a: i64): func.return }) : () -> ()

// -----

// expected-error @+1 {{'func.func' op symbol declaration cannot have public visibility}}
"func.func"() <{function_type = (i32) -> (), sym_name = "x"}> ({}) : () -> ()

// -----

// expected-error @+1 {{'func.func' op visibility expected to be one of ["public", "private", "nested"], but got "foo"}}
"func.func"() <{function_type = (i32) -> (), sym_name = "x", sym_visibility = "foo"}> ({}) : () -> ()

// -----

// expected-error @+1 {{empty block: expect at least a terminator}}
"func.func"() <{function_type = (i32) -> (), sym_name = "x"}> ({
^bb(%a: i32): func.return
^bb2: 
}) : () -> ()

// -----

// expected-error @+1 {{entry block of region may not have predecessors}}
"func.func"() <{function_type = (i32) -> (), sym_name = "x"}> ({
^bb(%a: i32): "t.x"()[^bb] : () -> ()
^bb2: func.return
}) : () -> ()

// -----

"func.func"() <{function_type = (i32) -> (), sym_name = "x"}> ({
// expected-error @+1 {{operation with block successors must terminate its parent block}}
^bb(%a: i32): "t.x"()[^bb2] : () -> () func.return
^bb2: func.return
}) : () -> ()

// -----

// expected-error @+1 {{'builtin.module' op requires one region}}
"builtin.module"() ({}, {}) : () -> ()

// -----

// expected-error @+1 {{'builtin.module' op region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks}}
"builtin.module"() ({}) : () -> ()

// -----

// expected-error @+1 {{'builtin.module' op expects region #0 to have 0 or 1 blocks}}
"builtin.module"() ({
^bb0:
^bb1:
}) : () -> ()

// -----

func.func @f(%a: tensor<8xf32>) {
 // expected-error @+1 {{successors in non-terminator}}
 "sdy.sharding_constraint"()[^bb1] ({}) : () -> ()
^bb1:
 return
}

// -----

func.func @f() {
// expected-error @+1 {{'sdy.mesh' op expects parent op 'builtin.module'}}
"sdy.mesh"() {mesh = #sdy.mesh<[]>, sym_name = "x"} : () -> ()
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{block with no terminator, has %0 = "stablehlo.constant"() <{value = dense_resource<__elided__> : tensor<17xi32>}> : () -> tensor<17xi32>}}
  %c = stablehlo.constant dense<[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]> : tensor<17xi32>
}

// -----

func.func @f(%a: tensor<8xf32>) {
  stablehlo.abs %0 : tensor<8xf32>
  %x = stablehlo.constant dense<1.0> : tensor<8xf32>
  // expected-error @+1 {{block with no terminator, has %2 = "stablehlo.abs"(%1) : (tensor<8xf32>) -> tensor<8xf32>}}
  %0 = stablehlo.abs %x : tensor<8xf32>
}

// -----

// expected-error @+1 {{'func.func' op symbol declaration cannot have public visibility}}
"func.func"() <{function_type = (i32) -> (), arg_attrs = [{sdy.sharding = 1}], sym_name = "x"}> ({}) : () -> ()

// -----

func.func @f() {
// expected-error @+1 {{'builtin.module' op symbol's parent must have the SymbolTable trait}}
builtin.module @foo { }
return
}

// -----

// expected-error @+1 {{'builtin.module' op visibility expected to be one of ["public", "private", "nested"], but got "foo"}}
module @n <sym_visibility = "foo"> { }

// -----

// expected-note @+1 {{operand defined as a block argument (block #2 in the same region)}}
"func.func"() <{function_type = () -> (), sym_name = "x"}> ({
^bb0:
 "t.br"()[^bb1, ^bb2] : () -> ()
^bb1:
 // expected-error @+1 {{operand #0 does not dominate this use}}
 "t.y"(%a) : (i32) -> ()
 "t.end"() : () -> ()
^bb2(%a: i32):
 "t.end"() : () -> ()
}) : () -> ()

// -----

"func.func"() <{function_type = () -> (), sym_name = "x"}> ({
^bb0:
 "t.br"()[^bb1, ^bb2] : () -> ()
^bb1:
 // expected-error @+1 {{operand #0 does not dominate this use}}
 "t.y"(%a) : (i32) -> ()
 "t.end"() : () -> ()
^bb2:
 // expected-note @+1 {{operand defined here (op in the same region)}}
 %a = "t.y"() : () -> (i32)
 "t.end"() : () -> ()
}) : () -> ()

// -----

"func.func"() <{function_type = () -> (), sym_name = "x"}> ({
^bb0:
 // expected-error @+1 {{operand #0 does not dominate this use}}
 "t.y"(%a) : (i32) -> ()
 // expected-note @+1 {{operand defined as a block argument (block #2 in a child region)}}
 "t.y"() ({
 "t.br"()[^bb1, ^bb2] : () -> ()
^bb1:
 "t.end"() : () -> ()
^bb2(%a: i32):
 "t.end"() : () -> ()
 }) : () -> ()
 "t.end"() : () -> ()
}) : () -> ()

// -----

"func.func"() <{function_type = () -> (), sym_name = "x"}> ({
^bb0:
 // expected-note @+1 {{operand defined as a block argument (block #0 neither in a parent nor in a child region)}}
 "t.y"() ({
 // expected-error @+1 {{operand #0 does not dominate this use}}
 "t.y"(%a) : (i32) -> ()
 }, {
 ^bb0(%a: i32):
 }) : () -> ()
 "t.end"() : () -> ()
}) : () -> ()

// -----

// unreachable
"func.func"() <{function_type = () -> (), sym_name = "x"}> ({
^bb0:
 // expected-error @+1 {{operand #0 does not dominate this use}}
 "t.y"(%a) : (i32) -> ()
 "t.end"() : () -> ()
^bb1:
 // expected-note @+1 {{operand defined here (op in the same region)}}
 %a = "t.y"() : () -> (i32)
 "t.end"() : () -> ()
}) : () -> ()

// -----

// unreachable with region inside
"func.func"() <{function_type = () -> (), sym_name = "x"}> ({
^bb0:
 "t.end"() : () -> ()
^bb1:
 "t.y"() ({
 // expected-error @+1 {{operand #0 does not dominate this use}}
 "t.y"(%a) : (i32) -> ()
 "t.end"() : () -> ()
 }) : () -> ()
 // expected-note @+1 {{operand defined here (op in a parent region)}}
 %a = "t.y"() : () -> (i32)
 "t.end"() : () -> ()
}) : () -> ()

// -----

// use in an isolated of a value later defined
func.func @f(%c: tensor<i1>) {
// expected-note @+1 {{required by region isolation constraints}}
sdy.named_computation<"f">() () {
 // expected-error @+1 {{'t.y' op using value defined outside the region}}
 "t.y"(%a) : (i32) -> ()
 sdy.return
} : () -> ()
 %a = "t.y"() : () -> (i32)
 "t.end"() : () -> ()
}

// -----

func.func @f(%c: tensor<8xf32>) {
// expected-note @+1 {{required by region isolation constraints}}
"sdy.named_computation"() <{name = "f"}> ({
 "t.y"() ({"t.z"(%c) : (tensor<8xf32>) -> () }, {"t.w"(%c) : (tensor<8xf32>) -> () }) : () -> ()
 // expected-error @+1 {{'t.u' op using value defined outside the region}}
 "t.u"(%c, %c) : (tensor<8xf32>, tensor<8xf32>) -> ()
 sdy.return
}) : () -> ()
 "t.end"() : () -> ()
}

// -----

func.func @f(%c: tensor<8xf32>) {
// expected-note @+1 {{required by region isolation constraints}}
"sdy.named_computation"() <{name = "f"}> ({
 // expected-error @+1 {{'t.w' op using value defined outside the region}}
 "t.y"() ({"t.z"(%c) : (tensor<8xf32>) -> () }, {"t.w"(%c) : (tensor<8xf32>) -> () }) : () -> ()
 sdy.return
}) : () -> ()
 "t.end"() : () -> ()
}

// -----

func.func @f(%c: tensor<8xf32>) {
  // expected-error @+1 {{'func.return' op must be the last operation in the parent block}}
  func.return %c : tensor<8xf32>
 "sdy.constant"() : () -> ()
}

// -----

func.func @f(%c: tensor<i1>) {
"stablehlo.if"(%c) ({
  // expected-error @+1 {{'func.return' op expects parent op 'func.func'}}
  func.return %c : tensor<i1>
 stablehlo.return
 }, { stablehlo.return }) : (tensor<i1>) -> ()
  return
}
