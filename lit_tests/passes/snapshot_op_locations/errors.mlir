// The file must be named, and there must be its folder.
// RUN: bash -c 'sdy-opt %s -snapshot-op-locations; echo "status $?"' 2>&1 | FileCheck %s
// RUN: bash -c 'sdy-opt %s -snapshot-op-locations=filename=%t.none/x.mlir; echo "status $?"' 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: bash -c 'sdy-opt %s -snapshot-op-locations="filename=%t.mlir print-debuginfo=true"; echo "status $?"' 2>&1 | FileCheck %s --check-prefix=LOCATIONS

// CHECK: error: snapshot-op-locations needs the name of a file: -snapshot-op-locations=filename=FILE
// CHECK: status 1
// FOLDER: error: cannot open output file '{{.*}}none/x.mlir': No such file or directory
// FOLDER: status 1
// LOCATIONS: error: snapshot-op-locations cannot write locations into the file
// LOCATIONS: status 1
func.func @main() {
  return
}
