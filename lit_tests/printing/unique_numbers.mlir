// Numbers that are to be unique count on through all regions, the last first; regions may be left away.
// RUN: sdy-opt %s -allow-unregistered-dialect | FileCheck %s
// RUN: sdy-opt %s -allow-unregistered-dialect -mlir-print-unique-ssa-ids | FileCheck %s --check-prefix=UNIQUE
// RUN: sdy-opt %s -allow-unregistered-dialect -mlir-print-skip-regions | FileCheck %s --check-prefix=SKIPPED

// SKIPPED:     module {...}
// SKIPPED-NOT: {{.}}

// CHECK:  %0 = "t.a"() ({
// CHECK:    %1 = "t.b"() : () -> i32
// CHECK:    %1 = "t.c"() : () -> i32
// UNIQUE: %0 = "t.a"() ({
// UNIQUE:   %2 = "t.b"() : () -> i32
// UNIQUE:   %1 = "t.c"() : () -> i32
%0 = "t.a"() ({
  %1 = "t.b"() : () -> i32
}, {
  %1 = "t.c"() : () -> i32
}) : () -> i32
