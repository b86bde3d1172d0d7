// Snapshots of the program on standard error, between what else is said there: of what a pass runs over, or of the module.
// RUN: sdy-opt %s -sdy-inline-meshes -sdy-lift-inlined-meshes -mlir-print-ir-before=sdy-lift-inlined-meshes \
// RUN:   --mlir-print-ir-after sdy-inline-meshes,sdy-constant-splitter -o /dev/null 2>&1 | FileCheck %s
// RUN: sdy-opt %s -sdy-inline-meshes -sdy-inline-meshes -mlir-print-ir-after-all -mlir-print-ir-after-change \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=CHANGE
// RUN: sdy-opt %s -pass-pipeline='builtin.module(builtin.module(sdy-inline-meshes))' -mlir-print-ir-before-all \
// RUN:   -mlir-print-ir-module-scope -o /dev/null 2>&1 | FileCheck %s --check-prefix=SCOPE
// RUN: not sdy-opt %s -mlir-print-ir-after=sdy-inline-mesh 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: sdy-opt %s -pass-pipeline='builtin.module(func.func(sdy.named_computation(cse)))' -mlir-print-ir-after-all \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=NESTED

sdy.mesh @outer = <["x"=2]>
module @inner {
  sdy.mesh @inner = <["y"=2]>
}

// CHECK: // -----// IR Dump After InlineMeshesPass: sdy-inline-meshes //----- //
// CHECK-NEXT: module {
// CHECK-NEXT: module @inner {
// CHECK: // -----// IR Dump Before LiftInlinedMeshesPass: sdy-lift-inlined-meshes{use-single-device-mesh-names=false} //----- //
// CHECK-NEXT: module {
// CHECK-NOT: IR Dump
// CHANGE: // -----// IR Dump After InlineMeshesPass: sdy-inline-meshes //----- //
// CHANGE-NOT: IR Dump
// SCOPE: // -----// IR Dump Before InlineMeshesPass: sdy-inline-meshes ('builtin.module' operation: @inner) //----- //
// SCOPE-NEXT: module {
// SCOPE-NEXT: sdy.mesh @outer
// UNKNOWN: Cannot find option named 'sdy-inline-mesh'! did you mean 'sdy-inline-meshes' or 'sdy-lift-inlined-meshes'?

// NESTED: // -----// IR Dump After CSEPass: cse //----- //
// NESTED-NEXT: %0 = sdy.named_computation<"f">(<<UNKNOWN SSA VALUE>>) (%arg0: tensor<8xf32>) {
func.func @operands_from_outside(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.named_computation<"f">(%arg0) (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
