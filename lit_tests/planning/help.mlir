// The help has a section for each kind of option.
// RUN: sdy-plan --help | FileCheck %s

// CHECK:     Usage: sdy-plan [OPTIONS] [INPUT]
// CHECK:     {{^}}Most used:
// CHECK:     {{^}}Devices:
// CHECK:     {{^}}Program:
// CHECK:     {{^}}Search:
// CHECK:     {{^}}Output:
// CHECK:     {{^}}Diagnostics:
