// Severity, place and caret are coloured on a terminal, and with -color=always; in a pipe they are not.
// RUN: not sdy-opt %S/Inputs/two_mistakes.mlir -split-input-file -color=always 2>&1 | FileCheck %s
// RUN: not bash -c "NO_COLOR= FORCE_COLOR=1 sdy-opt %S/Inputs/two_mistakes.mlir -split-input-file" 2>&1 | FileCheck %s
// RUN: not bash -c "FORCE_COLOR=1 NO_COLOR=1 sdy-opt %S/Inputs/two_mistakes.mlir -split-input-file" 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: not bash -c "NO_COLOR= FORCE_COLOR=1 sdy-opt %S/Inputs/two_mistakes.mlir -split-input-file -color=never" 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: sdy-view %S/../../examples/matmul.mlir --color=always | FileCheck %s --check-prefix=TABLE
// RUN: not sdy-opt no_such_file.mlir -color=always 2>&1 | FileCheck %s --check-prefix=FILE

//      CHECK: [1m{{.*}}two_mistakes.mlir:2:1:{{.}}[0m {{.}}[1;31merror:{{.}}[0m {{.}}[1mredefinition of symbol named 'é'{{.}}[0m
// CHECK-NEXT: func.func private @"é"()
// CHECK-NEXT: [1;32m^~~~~~~~~{{.}}[0m
// CHECK-NEXT: {{.*}}two_mistakes.mlir:1:1:{{.}}[0m {{.}}[1;36mnote:{{.}}[0m
//      PLAIN: {{^[^ ]+}}two_mistakes.mlir:2:1: error: redefinition of symbol named 'é'{{$}}
// PLAIN-NEXT: func.func private @"é"()
// PLAIN-NEXT: {{^}}^~~~~~~~~{{$}}
//       FILE: [1msdy-opt:{{.}}[0m {{.}}[1;31merror:{{.}}[0m {{.}}[1mcannot open input file
//      TABLE: {{.}}[1mname
