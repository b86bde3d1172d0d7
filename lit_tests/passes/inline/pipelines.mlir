// Which passes run on functions; they are reported by their own names.
// RUN: sdy-opt %s -inline='default-pipeline={cse,strip-debuginfo}' -mlir-print-ir-after-all -o /dev/null 2>&1 | FileCheck %s
// RUN: sdy-opt %s -inline='op-pipelines=func.func(cse),builtin.module(sdy-inline-meshes) max-iterations=1' -mlir-print-ir-after-all -o /dev/null 2>&1 | FileCheck %s --check-prefix=OF-FUNCTIONS
// RUN: sdy-opt %s -inline=default-pipeline= -mlir-print-ir-after-all -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: IR Dump After CSEPass: cse
// CHECK: IR Dump After StripDebugInfoPass: strip-debuginfo
// CHECK: IR Dump After InlinerPass: inline{default-pipeline=cse,strip-debuginfo inlining-threshold=4294967295 max-iterations=4 }
// OF-FUNCTIONS: IR Dump After CSEPass: cse
// OF-FUNCTIONS: IR Dump After InlinerPass: inline{default-pipeline=canonicalize inlining-threshold=4294967295 max-iterations=1 op-pipelines={func.func(cse),builtin.module(sdy-inline-meshes)}}
// NONE-NOT: CanonicalizerPass
// NONE: IR Dump After InlinerPass
func.func @main() {
  return
}
