// Values that are not defined, and places that are not reached.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @poison() {
// CHECK-NEXT:      %0 = ub.poison : i32
// CHECK-NEXT:      %1 = ub.poison : tensor<4xf32>
// CHECK-NEXT:      %2 = ub.poison {a} : !stablehlo.token
// CHECK-NEXT:      return
// CHECK-NEXT:    }
func.func @poison() {
  %0 = ub.poison : i32
  %1 = ub.poison <#ub.poison> : tensor<4xf32>
  %2 = ub.poison {a} : !stablehlo.token
  return
}

// CHECK-LABEL: func.func @unreachable() {
// CHECK-NEXT:      ub.unreachable {a}
// CHECK-NEXT:    }
func.func @unreachable() {
  ub.unreachable {a}
}

// CHECK-LABEL: func.func private @attributes() attributes {ub.a = #ub.poison, ub.b = #ub.poison}
func.func private @attributes() attributes {ub.a = #ub.poison, ub.b = #ub<poison>}
