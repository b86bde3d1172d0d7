// A file that cannot be read.
// RUN: not sdy-opt %t.missing 2>&1 | FileCheck %s
// RUN: not sdy-opt %S 2>&1 | FileCheck %s --check-prefix=FOLDER

// CHECK: sdy-opt: error: cannot open input file '{{.*}}.missing': No such file or directory
// FOLDER: sdy-opt: error: cannot open input file '{{.*}}': Is a directory
