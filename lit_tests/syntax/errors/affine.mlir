// What is said about affine maps and integer sets that are none.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:39: error: non-affine expression: at least one of the multiply operands has to be either a constant or symbolic
"d.op"() {a = affine_map<(i, j) -> (i * j)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:34: error: use of undeclared identifier
"d.op"() {a = affine_map<(i) -> (k)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: redefinition of identifier 'i'
"d.op"() {a = affine_map<(i, i) -> (i)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:36: error: non-affine expression: right operand of floordiv has to be either a constant or symbolic
"d.op"() {a = affine_map<(i) -> (i floordiv i)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:38: error: missing right operand of binary operator
"d.op"() {a = affine_map<(i) -> (i + )>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:32: error: expected '(' in affine map range
"d.op"() {a = affine_map<(i) -> >} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:32: error: expected '(' in affine map range
"d.op"() {a = affine_map<(i) -> i>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:29: error: expected '->' or ':'
"d.op"() {a = affine_map<(i)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected '(' in dimensional identifier list
"d.op"() {a = affine_map<i -> (i)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:34: error: expected '== affine-expr' or '>= affine-expr' at end of affine constraint
"d.op"() {a = affine_map<(i) : (i)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected AffineMap, but got IntegerSet
"d.op"() {a = affine_map<(i) : (i >= 0)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected IntegerSet, but got AffineMap
"d.op"() {a = affine_set<(i) -> (i)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:37: error: expected '== affine-expr' or '>= affine-expr' at end of affine constraint
"d.op"() {a = affine_set<(i) : (i > 0)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:34: error: expected '== affine-expr' or '>= affine-expr' at end of affine constraint
"d.op"() {a = affine_set<(i) : (i)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected '(' in dimensional identifier list
"d.op"() {a = affine_map<} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:27: error: expected bare identifier
"d.op"() {a = affine_map<(} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:28: error: expected ')' in dimensional identifier list
"d.op"() {a = affine_map<(i} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:29: error: expected bare identifier
"d.op"() {a = affine_map<(i,} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:29: error: expected bare identifier
"d.op"() {a = affine_map<(i, )} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:29: error: expected bare identifier
"d.op"() {a = affine_map<()[} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: expected '->' or ':'
"d.op"() {a = affine_map<()[]} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:33: error: expected '(' in affine map range
"d.op"() {a = affine_map<()[] ->} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:35: error: expected affine expression
"d.op"() {a = affine_map<()[] -> (} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:36: error: expected '>' in affine map
"d.op"() {a = affine_map<()[] -> ()} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:30: error: redefinition of identifier 'i'
"d.op"() {a = affine_map<(i)[i] -> (i)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:33: error: redefinition of identifier 's'
"d.op"() {a = affine_map<(i)[s, s] -> (i)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:40: error: expected affine expression
"d.op"() {a = affine_map<(i)[s] -> (i, )>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:37: error: expected affine expression
"d.op"() {a = affine_map<(i)[s] -> (, i)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:38: error: expected ')' in affine map range
"d.op"() {a = affine_map<(i)[s] -> (i s)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:41: error: missing right operand of binary operator
"d.op"() {a = affine_map<(i)[s] -> (i + + s)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:37: error: missing left operand of binary operator
"d.op"() {a = affine_map<(i)[s] -> (* i)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:37: error: missing left operand of binary operator
"d.op"() {a = affine_map<(i)[s] -> (+ i)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:37: error: use of undeclared identifier
"d.op"() {a = affine_map<(i)[s] -> (mod i)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:42: error: missing right operand of binary operator
"d.op"() {a = affine_map<(i)[s] -> (i mod)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:47: error: missing right operand of binary operator
"d.op"() {a = affine_map<(i)[s] -> (i floordiv)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:47: error: missing right operand of binary operator
"d.op"() {a = affine_map<(i)[s] -> (i ceildiv *)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:41: error: missing right operand of binary operator
"d.op"() {a = affine_map<(i)[s] -> (i * )>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:39: error: expected affine expression
"d.op"() {a = affine_map<(i)[s] -> (- )>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:38: error: expected affine expression
"d.op"() {a = affine_map<(i)[s] -> (-)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:38: error: no expression inside parentheses
"d.op"() {a = affine_map<(i)[s] -> (())>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:40: error: expected ')' in affine map range
"d.op"() {a = affine_map<(i)[s] -> ((i)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:39: error: expected ')'
"d.op"() {a = affine_map<(i)[s] -> ((i]>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:38: error: expected ')' in affine map range
"d.op"() {a = affine_map<(i)[s] -> (i]>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:37: error: expected affine expression
"d.op"() {a = affine_map<(i)[s] -> (1.0)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:37: error: expected affine expression
"d.op"() {a = affine_map<(i)[s] -> ("a")>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:37: error: unexpected ssa identifier
"d.op"() {a = affine_map<(i)[s] -> (%a)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:44: error: unexpected ssa identifier
"d.op"() {a = affine_map<(i)[s] -> (symbol(i))>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:37: error: constant too large for index
"d.op"() {a = affine_map<(i)[s] -> (9223372036854775809)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:38: error: constant too large for index
"d.op"() {a = affine_map<(i)[s] -> (-9223372036854775809)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:37: error: constant too large for index
"d.op"() {a = affine_map<(i)[s] -> (99999999999999999999)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:39: error: non-affine expression: at least one of the multiply operands has to be either a constant or symbolic
"d.op"() {a = affine_map<(i)[s] -> (i * i)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:39: error: non-affine expression: right operand of mod has to be either a constant or symbolic
"d.op"() {a = affine_map<(i)[s] -> (i mod i)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:39: error: non-affine expression: right operand of mod has to be either a constant or symbolic
"d.op"() {a = affine_map<(i)[s] -> (s mod i)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:39: error: non-affine expression: right operand of ceildiv has to be either a constant or symbolic
"d.op"() {a = affine_map<(i)[s] -> (i ceildiv i)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:39: error: non-affine expression: right operand of mod has to be either a constant or symbolic
"d.op"() {a = affine_map<(i)[s] -> (2 mod i)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:39: error: non-affine expression: at least one of the multiply operands has to be either a constant or symbolic
"d.op"() {a = affine_map<(i)[s] -> (i * (i + s))>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:39: error: expected '>' in affine map
"d.op"() {a = affine_map<(i)[s] -> (i) } : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:27: error: expected bare identifier
"d.op"() {a = affine_map<(#a) -> (#a)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:27: error: expected bare identifier
"d.op"() {a = affine_map<(1) -> (1)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:29: error: expected '->' or ':'
"d.op"() {a = affine_map<(i), -> (i)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:31: error: expected ']' in symbol list
"d.op"() {a = affine_map<(i)[s[ -> (i)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:29: error: expected '->' or ':'
"d.op"() {a = affine_map<(i){s} -> (i)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:32: error: expected '->' or ':'
"d.op"() {a = affine_map<(i)[s] - > (i)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:32: error: expected '->' or ':'
"d.op"() {a = affine_map<(i)[s] = (i)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:38: error: expected ')' in affine map range
"d.op"() {a = affine_map<(i)[s] -> (i} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:39: error: expected '>' in affine map
"d.op"() {a = affine_map<(i)[s] -> (i))>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:26: error: expected '(' in dimensional identifier list
"d.op"() {a = affine_set<} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: expected '<' in integer set
"d.op"() {a = affine_set} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:29: error: expected '->' or ':'
"d.op"() {a = affine_set<(i)} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:31: error: expected '(' in integer set constraint list
"d.op"() {a = affine_set<(i) :} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:33: error: expected affine expression
"d.op"() {a = affine_set<(i) : (} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:34: error: expected '== affine-expr' or '>= affine-expr' at end of affine constraint
"d.op"() {a = affine_set<(i) : (i} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:37: error: expected affine expression
"d.op"() {a = affine_set<(i) : (i ==} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:39: error: expected ')' in integer set constraint list
"d.op"() {a = affine_set<(i) : (i == 0} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:40: error: expected '>' in integer set
"d.op"() {a = affine_set<(i) : (i == 0)} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:40: error: expected affine expression
"d.op"() {a = affine_set<(i) : (i == 0,)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:37: error: expected '== affine-expr' or '>= affine-expr' at end of affine constraint
"d.op"() {a = affine_set<(i) : (i = 0)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:36: error: expected '== affine-expr' or '>= affine-expr' at end of affine constraint
"d.op"() {a = affine_set<(i) : (i => 0)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:31: error: expected '(' in integer set constraint list
"d.op"() {a = affine_set<(i) : i == 0>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:38: error: non-affine expression: at least one of the multiply operands has to be either a constant or symbolic
"d.op"() {a = affine_set<(i)[s] : (i * i >= 0)>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:37: error: expected affine expression
"d.op"() {a = affine_set<(i) : (i >=)>} : () -> ()
