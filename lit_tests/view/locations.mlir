// Operations with locations are placed in the program that they come from, with the names that it gives; what has none
// stands where its function does, which is found by its name.
// RUN: sdy-view %s --as-written | FileCheck %s --match-full-lines --strict-whitespace

sdy.mesh @mesh = <["x"=2]> loc(unknown)
func.func @main(%arg0: tensor<8xf32> loc("params['w']")) -> (tensor<8xf32> {jax.result_info = "loss"}) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}]> : tensor<8xf32> loc("jit(step)/constraint"("train.py":12:3))
  return %0 : tensor<8xf32> loc("train.py":13:1)
} loc(unknown)

//      CHECK:{{.*}}locations.mlir, as written: 2 devices, mesh ["x"=2]
// CHECK-EMPTY:
// CHECK-NEXT:name               kind               line  type   sharding  local shape  shards  copies  bytes a device  why
// CHECK-NEXT:───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:%arg0 params['w']  argument              6  8xf32  —         8                 1       2              32  no sharding: 2 copies
// CHECK-NEXT:result 0 loss      result                6  8xf32  —         8                 1       2              32  no sharding: 2 copies
// CHECK-NEXT:%0 constraint      constraint  train.py:12  8xf32  [{"x"}]   4                 2       1              16
// CHECK-EMPTY:
// CHECK-NEXT:function  devices  arguments  bytes  results  bytes  together, a device
// CHECK-NEXT:──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:@main         0–1          1     32        1     32                  64  64 B without a sharding; 1 constraint not counted

// Without locations, no line of Python is known.
// RUN: echo 'func.func @f() { return }' | not sdy-view --annotate %p/../../examples/head.py 2>&1 | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: error: no operation is from '{{.*}}head.py': they are from no known place; as_text(debug_info=True) has the lines
