// Without a file, and with -, the program is read from standard input, which errors call <stdin>.
// RUN: cat %s | sdy-opt -sdy-inline-meshes | FileCheck %s
// RUN: cat %s | sdy-opt - -sdy-inline-meshes | FileCheck %s
// RUN: echo 'func.func' | not sdy-opt 2>&1 | FileCheck %s --check-prefix=ERROR

func.func @main() {
  return
}

// CHECK: func.func @main() {
// ERROR: <stdin>:{{[0-9]+}}:{{[0-9]+}}: error:
