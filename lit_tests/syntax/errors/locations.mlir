// What is said about locations.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:24: error: expected '(' in location
"t.op"() : () -> () loc "a"

// -----

// CHECK: :[[# @LINE + 1]]:25: error: expected location instance
"t.op"() : () -> () loc()

// -----

// CHECK: :[[# @LINE + 1]]:25: error: expected location instance
"t.op"() : () -> () loc(foo)

// -----

// CHECK: :[[# @LINE + 1]]:29: error: expected integer line number in FileLineColRange
"t.op"() : () -> () loc("f":x)

// -----

// CHECK: :[[# @LINE + 1]]:29: error: expected integer line number in FileLineColRange
"t.op"() : () -> () loc("f":-1:1)

// -----

// CHECK: :[[# @LINE + 1]]:29: error: expected integer line number in FileLineColRange
"t.op"() : () -> () loc("f":- 0x1:1)

// -----

// CHECK: :[[# @LINE + 1]]:31: error: expected integer column number in FileLineColRange
"t.op"() : () -> () loc("f":1:x)

// -----

// CHECK: :[[# @LINE + 1]]:31: error: expected integer column number in FileLineColRange
"t.op"() : () -> () loc("f":1:-0x1)

// -----

// CHECK: :[[# @LINE + 1]]:31: error: expected integer column number in FileLineColRange
"t.op"() : () -> () loc("f":1:99999999999)

// -----

// CHECK: :[[# @LINE + 1]]:37: error: expected either integer or `:` post `to` in FileLineColRange
"t.op"() : () -> () loc("f":3:4 to 6)

// -----

// CHECK: :[[# @LINE + 1]]:38: error: expected integer column number in FileLineColRange
"t.op"() : () -> () loc("f":3:4 to 4:x)

// -----

// CHECK: :[[# @LINE + 1]]:29: error: expected location instance
"t.op"() : () -> () loc("a"()

// -----

// CHECK: :[[# @LINE + 1]]:33: error: expected ')' in location
"t.op"() : () -> () loc("a"("b")

// -----

// CHECK: :[[# @LINE + 1]]:33: error: expected '(' in callsite location
"t.op"() : () -> () loc(callsite "a" at "b")

// -----

// CHECK: :[[# @LINE + 1]]:37: error: expected 'at' in callsite location
"t.op"() : () -> () loc(callsite("a" "b"))

// -----

// CHECK: :[[# @LINE + 1]]:45: error: expected ')' in location
"t.op"() : () -> () loc(callsite("a" at "b")

// -----

// CHECK: :[[# @LINE + 1]]:30: error: expected '[' in fused location
"t.op"() : () -> () loc(fused "a")

// -----

// CHECK: :[[# @LINE + 1]]:32: error: expected '>' after fused location metadata
"t.op"() : () -> () loc(fused<3["a"])

// -----

// CHECK: :[[# @LINE + 1]]:35: error: expected location instance
"t.op"() : () -> () loc(fused["a", ])

// -----

// CHECK: :[[# @LINE + 1]]:34: error: expected ']' in fused location
"t.op"() : () -> () loc(fused["a" "b"])

// -----

// CHECK: :[[# @LINE + 1]]:35: error: undefined symbol alias id 'foo'
"t.op"() : () -> () loc(fused[#foo])

// -----

// CHECK: :[[# @LINE + 1]]:25: error: operation location alias was never defined
"t.op"() : () -> () loc(#foo)

// -----

// CHECK: :[[# @LINE + 1]]:29: error: expected location attribute, but got#x.y
"t.op"() : () -> () loc(#x.y)

// -----

// What is inside an operation comes first, then the operation, then the arguments of its blocks.
// CHECK: :[[# @LINE + 3]]:30: error: operation location alias was never defined
"t.op"() ({
^bb0(%a: i32 loc(#foo)):
  "t.inner"() : () -> () loc(#foo)
}) : () -> () loc(#foo)

// -----

// CHECK: :[[# @LINE + 4]]:19: error: operation location alias was never defined
"t.op"() ({
^bb0(%a: i32 loc(#foo)):
  "t.inner"() : () -> ()
}) : () -> () loc(#foo)

// -----
// CHECK: :[[# @LINE + 1]]:35: error: expected integer line number in FileLineColRange
"t.op"() : () -> () loc("a":1:1 to 99999999999:1)

// -----
// CHECK: :[[# @LINE + 1]]:35: error: expected either integer or `:` post `to` in FileLineColRange
"t.op"() : () -> () loc("a":1:1 to -2:9)

// -----
// CHECK: :[[# @LINE + 1]]:55: error: operation location alias was never defined
func.func private @f(%a: i32 loc(#l1)) { return } loc(#l5)
