// The parts between separators are modules of their own; line numbers are those of the file, one bad part does not
// stop the others.
// RUN: not sdy-opt %s -split-input-file 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=ERROR < %t

func.func @first() {
  return
}

// -----

func.func @second() {
  return %a : i32
}

// -----

func.func @third() {
  return
}

// CHECK: func.func @first()
// CHECK: {{^}}// -----{{$}}
// CHECK-NOT: @second
// CHECK: func.func @third()
// ERROR: split_input_file.mlir:13:10: error: use of undeclared SSA value name
