// The passes and the dialects that there are, in place of a run.
// RUN: sdy-opt --list-passes no_such_file | FileCheck %s
// RUN: sdy-opt -show-dialects | FileCheck %s --check-prefix=DIALECTS

// CHECK: Passes:
// CHECK-NEXT: --canonicalize
// CHECK: --region-simplify=<value>
// CHECK: --sdy-add-data-flow-edges - Inserts an sdy.data_flow_edge
// CHECK: --sdy-constant-splitter
// CHECK: --sdy-sharding-group-import
// DIALECTS: Available Dialects: arith, builtin, cf, chlo, complex, func, math, mhlo, quant, sdy, shape, stablehlo, tensor, ub
