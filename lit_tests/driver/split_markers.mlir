// Parts may be separated by other lines, and their outputs, too. Lines that are nearly separators are told of.
// RUN: sdy-opt %s -split-input-file='// -- next' -output-split-marker='// ======' 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=NEAR < %t
// RUN: sdy-opt %s -split-input-file 2>&1 | FileCheck %s --check-prefix=WHOLE

func.func @first() {
  return
}

// -- next

func.func @second() {
  return
}

// -- nex. 

func.func @third() {
  return
}

// CHECK:      module {
// CHECK-NEXT:   func.func @first()
// CHECK:      {{^}}// ======{{$}}
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @second()
// CHECK:        func.func @third()
// CHECK-NOT:  ======
// NEAR:       split_markers.mlir:16:9: warning: near miss with file split marker
// NEAR-NOT:   warning
// WHOLE:      func.func @first()
// WHOLE-NOT:  {{^}}// ---
// WHOLE:      func.func @third()
