// The folder of the file must exist. Without a name no file is written.
// RUN: sdy-opt %s -snapshot-op-locations -mlir-print-debuginfo -mlir-print-local-scope | FileCheck %s
// RUN: bash -c 'sdy-opt %s -snapshot-op-locations=filename=%t.none/x.mlir; echo "status $?"' 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: bash -c 'sdy-opt %s -snapshot-op-locations="filename=%t.mlir print-debuginfo=true"; echo "status $?"' 2>&1 | FileCheck %s --check-prefix=LOCATIONS

// CHECK: return loc("mlir_snapshot.tmp.mlir":3:4)
// FOLDER: error: cannot open output file '{{.*}}none/x.mlir': No such file or directory
// FOLDER: status 1
// LOCATIONS: error: snapshot-op-locations cannot write locations into the file
// LOCATIONS: status 1
func.func @main() {
  return
}
