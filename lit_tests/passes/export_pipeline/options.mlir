// Each option adds passes, or leaves some out.
// RUN: sdy-opt %s -sdy-export-pipeline -dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=DEFAULT
// RUN: sdy-opt %s -sdy-export-pipeline=avoid-export-for-partitioning -dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=AVOID
// RUN: sdy-opt %s -sdy-export-pipeline=update-non-divisible-input-output-shardings=false -dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: sdy-opt %s -sdy-export-pipeline='keep-sharding-rules dump-propagation-edges dump-sharding-origins' -dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=DEBUG
// RUN: not sdy-opt %s -sdy-export-pipeline=dedup-functions-fully 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// DEFAULT: builtin.module(func.func(sdy-constant-or-scalar-merger),func.func(sdy-sink-data-flow-edges{sink-debug-propagation-edge-sharding=false sink-debug-sharding-origins=false}),sdy-remove-sharding-groups,func.func(sdy-sharding-constraint-to-reshard),sdy-update-non-divisible-input-output-shardings,sdy-remove-sub-axes-in-input-output-shardings,sdy-close-shardings,sdy-save-module,func.func(sdy-verify-unreduced-axes),func.func(sdy-insert-explicit-reshards{enable-full-version=false mark-partial-result-with-unreduced-axes=false}),canonicalize{cse-between-iterations=false  enable-patterns={sdy-collective}  max-iterations=10 max-num-rewrites=-1 region-simplify=aggressive test-convergence=false top-down=false},sdy-save-module,func.func(sdy-drop-sharding-rules),sdy-inline-meshes)
// AVOID: sink-debug-sharding-origins=false}),sdy-update-non-divisible-input-output-shardings,sdy-remove-sub-axes-in-input-output-shardings,sdy-close-shardings,sdy-save-module,func.func(sdy-drop-sharding-rules))
// KEPT: func.func(sdy-sharding-constraint-to-reshard),sdy-close-shardings,
// DEBUG: func.func(sdy-sink-data-flow-edges{sink-debug-propagation-edge-sharding=true sink-debug-sharding-origins=true}),
// DEBUG-SAME: ,sdy-save-module,sdy-remove-propagation-debug-info,sdy-inline-meshes){{$}}
// UNKNOWN: no such option dedup-functions-fully

func.func @main() {
  return
}
