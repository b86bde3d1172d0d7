// In generic form, the properties of an operation are numbered after its other attributes since jaxlib 0.11.2.
// RUN: sdy-opt %s -mlir-print-op-generic -shardy=0.11.1 | FileCheck %s --check-prefix=OLDER
// RUN: sdy-opt %s -mlir-print-op-generic | FileCheck %s --check-prefix=NEWEST

// OLDER:      #loc = loc("of the argument")
// OLDER-NEXT: #loc1 = loc("of the function")
// NEWEST:      #loc = loc("of the function")
// NEWEST-NEXT: #loc1 = loc("of the argument")
func.func private @f(i32 {d.a = loc("of the argument")}) attributes {d.a = loc("of the function")}
