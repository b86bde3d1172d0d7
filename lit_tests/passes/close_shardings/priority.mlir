// An empty dimension keeps its priority, which the verifier rejects.
// RUN: not sdy-opt %s -sdy-close-shardings 2>&1 | FileCheck %s

// CHECK: error: 'func.func' op arg 0 - dim 1 is empty and closed but has a priority
sdy.mesh @mesh = <["a"=2]>

func.func @priority(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}p0, {?}p1]>}) {
  return
}
