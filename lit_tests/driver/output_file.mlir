// -o writes to a file; when something is wrong the old file stays as it was.
// RUN: sdy-opt %s -o %t && FileCheck %s < %t
// RUN: echo old > %t
// RUN: not sdy-opt %S/Inputs/broken.mlir -o %t
// RUN: FileCheck %s --check-prefix=OLD < %t
// RUN: not sdy-opt %s -o %t.missing/file 2>&1 | FileCheck %s --check-prefix=FOLDER

func.func @main() {
  return
}

// CHECK: func.func @main() {
// OLD: {{^}}old{{$}}
// FOLDER: sdy-opt: error: cannot open output file '{{.*}}/file': No such file or directory
