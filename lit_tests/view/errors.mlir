// What is wrong is said with its place, and the status is 1; for a wrong command line it is 2. Names are suggested.
// RUN: bash -c "sdy-view %s --as-written; echo status $?" 2>&1 | FileCheck %s
// RUN: not sdy-view no_such_file.mlir 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: bash -c "sdy-view %s --as-written --sort size; echo status $?" 2>&1 | FileCheck %s --check-prefix=SORT
// RUN: not sdy-view %S/values.mlir --as-written --value @oter:%zero 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not sdy-view %S/../passes/propagation_of_bad_input/functions_without_bodies.mlir 2>&1 | FileCheck %s --check-prefix=BODY

sdy.mesh @mesh = <["x"=2]>

func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{"x"}, {}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK: errors.mlir:11:8: error: 'sdy.sharding_constraint' op sharding doesn't match tensor rank: 2 != 1
// CHECK-NEXT:  %0 = sdy.sharding_constraint %a
// CHECK-NEXT:       ^
// CHECK-NEXT: hint: write [{…}]
// CHECK-NEXT: status 1
// FILE: sdy-view: error: cannot open input file 'no_such_file.mlir': No such file or directory
// SORT: 'size' is not one of 'order', 'bytes', 'name', 'shape'
// SORT-NEXT: status 2
// NEAR: sdy-view: error: no value '@oter:%zero'; did you mean '@other:%zero' or
// BODY: error: 'sdy.named_computation' op region #0 ('body') failed to verify constraint: region with 1 blocks
// BODY: note: --as-written shows the program without propagating its shardings
