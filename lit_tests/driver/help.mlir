// --help lists what is used most, the passes, then the options by their sections.
// RUN: sdy-opt --help | FileCheck %s
// RUN: sdy-opt --version | FileCheck %s --check-prefix=VERSION

// CHECK: Usage: sdy-opt [OPTIONS] [INPUT]
// CHECK: Most used:
// CHECK-NEXT: -o FILE
// CHECK: --sdy-propagation-pipeline
// CHECK: --split-input-file
// CHECK: Passes, run in the order of the command line:
// CHECK: --sdy-add-data-flow-edges
// CHECK: --sdy-apply-sharding-constraints
// CHECK: --sdy-constant-or-scalar-splitter
// CHECK: --sdy-inline-meshes
// CHECK: --sdy-lift-inlined-meshes
// CHECK: --sdy-manual-axes-cleanup
// CHECK: --sdy-remove-size-one-axes
// CHECK: --sdy-sharding-group-import
// CHECK: --sdy-close-shardings
// CHECK: --sdy-verify-unreduced-axes
// CHECK: Input:
// CHECK: Output:
// CHECK: Printing:
// CHECK: --mlir-print-op-generic
// CHECK: Diagnostics:
// CHECK: Many files:
// CHECK: -j N
// VERSION: sdy-opt, version {{[0-9]+\.[0-9]+\.[0-9]+}}
