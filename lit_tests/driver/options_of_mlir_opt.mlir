// Options that RUN lines of other projects use: some are for sdy-opt, too; of others it says what they are for.
// RUN: sdy-opt %s -mlir-disable-threading -mlir-print-op-on-diagnostic=false | FileCheck %s
// RUN: sdy-opt -help-list | FileCheck %s --check-prefix=LIST
// RUN: sdy-opt -list-options | FileCheck %s --check-prefix=LIST
// RUN: not sdy-opt %s -irdl-file=x.mlir 2>&1 | FileCheck %s --check-prefix=IRDL
// RUN: not sdy-opt %s -load-pass-plugin=x.so 2>&1 | FileCheck %s --check-prefix=PLUGIN
// RUN: not sdy-opt %s --convert-scf-to-cf 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: not sdy-opt %s --sdy-nothing 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: sdy-opt %s -sdy-basic-propagate -debug-only=basic,priority -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEBUG
// RUN: sdy-opt %s -sdy-basic-propagate -remarks-output-file=%t.txt -o /dev/null 2>%t.err && test ! -s %t.err
// RUN: FileCheck %s --check-prefix=DEBUG --input-file=%t.txt
// RUN: not sdy-opt %s %s -o %t -remarks-output-file=%t.txt 2>%t.many
// RUN: not sdy-opt %s %s -o %t -mlir-generate-reproducer=%t.txt 2>>%t.many
// RUN: not sdy-opt %s %s -o %t -mlir-print-ir-tree-dir=%t.txt 2>>%t.many
// RUN: FileCheck %s --check-prefix=MANY < %t.many

// CHECK: func.func @main
// LIST: -canonicalize
// LIST: -mlir-print-ir-tree-dir FOLDER
// LIST: -split-input-file[=TEXT]
// IRDL: '-irdl-file' is an option of mlir-opt that defines dialects in IRDL
// PLUGIN: '-load-pass-plugin' is an option of mlir-opt that loads plugins in C++
// PASS: '-convert-scf-to-cf' may be a pass of mlir-opt
// UNKNOWN: No such option{{.*}}--sdy-nothing
// DEBUG: remark: [sdy-basic-propagate] "x" propagated
// MANY: -remarks-output-file names the file of one input
// MANY: -mlir-generate-reproducer names the file of one input
// MANY: -mlir-print-ir-tree-dir names the file of one input
sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
  return %0 : tensor<4xf32>
}
