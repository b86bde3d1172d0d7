// Before a body is read its end is looked for, and brackets in comments count. There reading goes on.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:33: error: expected ',' or ']'
"t.op"() {a = [#sdy<axis_ref "a" // >
  >, 5 : i8]} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:28: error: expected '}' in attribute dictionary
"t.op"() {a = #sdy<axis_ref // >
  "a">} : () -> ()

// -----

// CHECK: :[[# @LINE + 2]]:2: error: expected '}' in attribute dictionary
"t.op"() {a = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT // >
>>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:46: error: expected '}' in attribute dictionary
"t.op"() {a = !stablehlo.future<tensor<4xf32> // >
  >} : () -> ()

// -----

// CHECK: :[[# @LINE + 2]]:2: error: custom op 'HIGH' is unknown (tried 'builtin.HIGH' as well)
#precision = #stablehlo<precision // >
 HIGH>

// -----

// CHECK: :[[# @LINE + 1]]:26: error: unbalanced '[' character in pretty dialect name
"t.op"() {a = #sdy.mesh<["a"=2 // >
  ]>} : () -> ()
