// A value of -remarks that matches no pass of the run is warned of.
// RUN: sdy-opt %s -sdy-inline-meshes -remarks=nomatch -remarks=inline 2>&1 | FileCheck %s
// RUN: sdy-opt %s -sdy-inline-meshes -remarks=inline -remarks=meshes 2>&1 | FileCheck %s --check-prefix=MATCHED

// CHECK: {{.*}}remarks_unmatched.mlir: warning: no remarks: -remarks=nomatch matches the name of no pass that has run
// CHECK-NOT: warning
// MATCHED-NOT: warning
sdy.mesh @mesh = <["x"=2]>
