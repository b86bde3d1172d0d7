// --help lists the passes, then the options by their sections.
// RUN: sdy-opt --help | FileCheck %s
// RUN: sdy-opt --version | FileCheck %s --check-prefix=VERSION

// CHECK: Usage: sdy-opt [OPTIONS] [INPUT]
// CHECK: Passes, run in the order of the command line:
// CHECK: -sdy-add-data-flow-edges
// CHECK: -sdy-apply-sharding-constraints
// CHECK: -sdy-constant-or-scalar-splitter
// CHECK: -sdy-inline-meshes
// CHECK: -sdy-lift-inlined-meshes
// CHECK: -sdy-manual-axes-cleanup
// CHECK: -sdy-remove-size-one-axes
// CHECK: -sdy-sharding-group-import
// CHECK: -sdy-close-shardings
// CHECK: -sdy-verify-unreduced-axes
// CHECK: Input:
// CHECK: -split-input-file
// CHECK: Output:
// CHECK: -o FILE
// CHECK: Printing:
// CHECK: -mlir-print-op-generic
// CHECK: Diagnostics:
// CHECK: -verify-diagnostics
// CHECK: Many files:
// CHECK: -j N
// VERSION: sdy-opt, version {{[0-9]+\.[0-9]+\.[0-9]+}}
