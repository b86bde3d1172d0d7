// With -diagnostics-format=json each diagnostic is a line of JSON, of what is about a file or the command line, too.
// RUN: not sdy-opt %S/Inputs/two_mistakes.mlir -split-input-file -diagnostics-format=json 2>&1 | FileCheck %s
// RUN: not sdy-opt no_such_file.mlir -diagnostics-format=json 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: bash -c 'sdy-opt -no-such-flag -diagnostics-format json; echo status $?' 2>&1 | FileCheck %s --check-prefix=USAGE
// RUN: not sdy-opt -sdy-inline-mesh -diagnostics-format=json 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not sdy-opt "-pass-pipeline=builtin.module(sdy-inline-mesh)" -diagnostics-format=json 2>&1 | FileCheck %s --check-prefix=PIPELINE
// RUN: bash -c 'sdy-opt -diagnostics-format=xml; echo status $?' 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not sdy-view %S/Inputs/broken.mlir --diagnostics-format=json 2>&1 | FileCheck %s --check-prefix=VIEW
// RUN: not sdy-layout 'f32[3,]' -diagnostics-format=json 2>&1 | FileCheck %s --check-prefix=LAYOUT

// The lines are those of the file.
//      CHECK: {"file": "{{[^"]*}}two_mistakes.mlir", "line": 2, "column": 1, "end_column": 10, "severity": "error", "message": "redefinition of symbol named '\u00e9'",
// CHECK-SAME: "notes": [{"file": "{{[^"]*}}two_mistakes.mlir", "line": 1, "column": 1, "end_column": 10, "severity": "note", "message": "see existing symbol definition here", "notes": []}]}{{$}}
// CHECK-NEXT: {"file": "{{[^"]*}}two_mistakes.mlir", "line": 6, "column": 3, "end_column": 9, "severity": "error", "message": "'func.return' op has 0 operands, but enclosing function (@f) returns 1", "notes": []}{{$}}
//       FILE: {"file": "no_such_file.mlir", "line": null, "column": null, "severity": "error", "message": "cannot open input file
//      USAGE: {"file": null, "line": null, "column": null, "severity": "error", "message": "No such option{{.*}}-no-such-flag
//      USAGE: status 1
//       NEAR: "message": "No such option{{.*}}-sdy-inline-mesh{{[^"]*}}", "hint": "did you mean {{.*}}--sdy-inline-meshes
//   PIPELINE: "message": "{{.*}}", "hint": "did you mean {{.*}}sdy-inline-meshes
//      OTHER: Error: Invalid value for '--diagnostics-format'
//      OTHER: status 1
//       VIEW: {"file": "{{[^"]*}}broken.mlir", "line": 2, "column": 10, "end_column": 18, "severity": "error", "message": "use of undeclared SSA value name"
//     LAYOUT: {"file": null, "line": 1, "column": 7, "severity": "error", "message": "
