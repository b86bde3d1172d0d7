// Several inputs go to a folder, under their names; one that fails stops no other, and -j changes nothing of it.
// RUN: not sdy-opt %s %S/Inputs/broken.mlir %S/missing_file.mlir -j 2 -o %t/one/two 2>%t.errors
// RUN: FileCheck %s < %t/one/two/many_files.mlir
// RUN: FileCheck %s --check-prefix=ERRORS < %t.errors
// RUN: not sdy-opt %S/Inputs/broken.mlir %s -o %t/three
// RUN: diff %t/one/two/many_files.mlir %t/three/many_files.mlir
// RUN: not sdy-opt %s %S/Inputs/broken.mlir 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: not sdy-opt %s %s -o %t/four 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not sdy-opt %s %S/Inputs/broken.mlir -sdy-inline-meshes -mlir-print-ir-after-all -o %t/five 2>&1 | FileCheck %s --check-prefix=HEADED

func.func @main() {
  return
}

// CHECK: func.func @main() {
// ERRORS: broken.mlir:{{.*}} error:
// ERRORS: 3 files: 2 written, 1 failed
// FOLDER: several inputs need a folder for their outputs: -o FOLDER
// TWICE: error: the outputs of '{{.*}}many_files.mlir' and '{{.*}}many_files.mlir' would both be
// HEADED: ==> {{.*}}many_files.mlir <==
// HEADED-NEXT: // -----// IR Dump After InlineMeshesPass: sdy-inline-meshes //----- //
// HEADED: ==> {{.*}}broken.mlir <==
// HEADED-NEXT: broken.mlir:{{.*}} error:
