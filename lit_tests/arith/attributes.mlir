// Attributes.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func private @attributes() attributes {arith.a = #arith.fastmath<nnan,ninf>, arith.b = #arith.fastmath<fast>, arith.c = #arith.overflow<nsw, nuw>, arith.d = [#arith.overflow<none>]}
func.func private @attributes() attributes {arith.a = #arith.fastmath<nnan, ninf>, arith.b = #arith<fastmath<fast>>, arith.c = #arith.overflow<nuw, nsw>, arith.d = [#arith.overflow<none>]}
