// Where operations are in any order, what only dead ones use is dead after these, since jaxlib 0.11.
// RUN: sdy-opt %s -cse -shardy=0.10.2 | FileCheck %s --check-prefix=OLDER
// RUN: sdy-opt %s -cse | FileCheck %s --check-prefix=NEWEST

// OLDER:      stablehlo.abs
// OLDER-NEXT: stablehlo.optimization_barrier
// NEWEST-NOT: stablehlo.abs
// NEWEST:     stablehlo.optimization_barrier
%0 = stablehlo.negate %1 : tensor<f32>
%1 = stablehlo.abs %2 : tensor<f32>
%2 = stablehlo.optimization_barrier %2 : tensor<f32>
