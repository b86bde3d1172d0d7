// The numbers as JSON; of an operation that is not registered, too. A nested pipeline prints those of each function.
// RUN: sdy-opt %s -allow-unregistered-dialect -print-op-stats=json=true -o /dev/null 2>&1 | FileCheck %s --match-full-lines --strict-whitespace
// RUN: sdy-opt %s -allow-unregistered-dialect -pass-pipeline='builtin.module(func.func(print-op-stats{json}))' -o /dev/null 2>&1 | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=EACH
// RUN: sdy-opt %s -allow-unregistered-dialect -print-op-stats -o /dev/null 2>&1 | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=TABLE

//      CHECK:{
// CHECK-NEXT:  "a.b.c" : 1,
// CHECK-NEXT:  "builtin.module" : 1,
// CHECK-NEXT:  "func.func" : 2,
// CHECK-NEXT:  "func.return" : 2
// CHECK-NEXT:}
//      EACH:{
// EACH-NEXT:  "a.b.c" : 1,
// EACH-NEXT:  "func.func" : 1,
// EACH-NEXT:  "func.return" : 1
// EACH-NEXT:}
// EACH-NEXT:{
// EACH-NEXT:  "func.func" : 1,
// EACH-NEXT:  "func.return" : 1
// EACH-NEXT:}
//      TABLE:        a.b.c    , 1
// TABLE-NEXT:  builtin.module , 1
func.func @f() {
  "a.b.c"() : () -> ()
  return
}
func.func @g() {
  return
}
