// Places are frames of call stacks: the innermost one that is the user's own, with the way to it or to its caller; all of
// them in JSON.
// RUN: sdy-view %s --collectives | FileCheck %s --match-full-lines --strict-whitespace
// RUN: sdy-view %s --collectives --frames=innermost | FileCheck %s --check-prefix=INNERMOST --match-full-lines --strict-whitespace
// RUN: sdy-view %s --collectives --frames=all | FileCheck %s --check-prefix=ALL --match-full-lines --strict-whitespace
// RUN: sdy-view %s --collectives --skip-frames=layers --skip-frames=^helper$ | FileCheck %s --check-prefix=SKIP --match-full-lines --strict-whitespace
// RUN: sdy-view %s --skip-frames=layers --kind value --top 1 | FileCheck %s --check-prefix=LINE --match-full-lines --strict-whitespace
// RUN: sdy-view %s --json --frames=all | FileCheck %s --check-prefix=JSON
// RUN: bash -c "sdy-view %s --skip-frames='('; echo status $?" 2>&1 | FileCheck %s --check-prefix=WRONG

#installed = loc("dot"("/venv/site-packages/flax/linear.py":7:3))
#layer = loc("wsc"("/src/layers.py":10:5))
#block = loc("block"("/src/model.py":22:9))
#main = loc("<module>"("/src/train.py":40:1))
#stack = loc(callsite(#installed at callsite(#layer at callsite(#block at #main))))
#direct = loc(callsite(#layer at callsite(#block at #main)))

sdy.mesh @mesh = <["x"=4]>

func.func @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                %b: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.dot %a, %b : (tensor<16x8xf32>, tensor<8x16xf32>) -> tensor<16x16xf32> loc(#stack)
  %1 = stablehlo.dot %0, %0 : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32> loc(#direct)
  %2 = sdy.sharding_constraint %1 <@mesh, [{"x"}, {}]> : tensor<16x16xf32> loc(#direct)
  return %2 : tensor<16x16xf32>
}

//      CHECK:{{.*}}frames.mlir, propagated, partitioned by XLA for TPUs: 4 devices, mesh ["x"=4]
// CHECK-EMPTY:
// CHECK-NEXT:kind        source                                                             axes  of  operand a device  sent a device  runs   in all  why
// CHECK-NEXT:──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:all_reduce  layers.py:10 in wsc (via dot linear.py:7; from block model.py:22)  "x"    4  f32[16,16]              1.5 KiB     1  1.5 KiB  dot layers.py:10 contracts over "x"
// CHECK-NEXT:all_gather  layers.py:10 in wsc (from block model.py:22)                       "x"    4  bf16[4,16]                384 B     1    384 B  operand 0 of dot layers.py:10 is gathered over "x"
// CHECK-NEXT:all_gather  layers.py:10 in wsc (from block model.py:22)                       "x"    4  f32[4,16]                 768 B     1    768 B  result 0 of @main frames.mlir:20 is gathered over "x"
// CHECK-NEXT:sent a device: 2.6 KiB, all over "x"
// CHECK-NEXT:by kind: all_reduce 1.5 KiB, all_gather 1.1 KiB

//      INNERMOST:{{.*}}frames.mlir, propagated, partitioned by XLA for TPUs: 4 devices, mesh ["x"=4]
// INNERMOST-EMPTY:
// INNERMOST-NEXT:kind        source               axes  of  operand a device  sent a device  runs   in all  why
// INNERMOST-NEXT:────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// INNERMOST-NEXT:all_reduce  linear.py:7 in dot   "x"    4  f32[16,16]              1.5 KiB     1  1.5 KiB  dot linear.py:7 contracts over "x"
// INNERMOST-NEXT:all_gather  layers.py:10 in wsc  "x"    4  bf16[4,16]                384 B     1    384 B  operand 0 of dot layers.py:10 is gathered over "x"
// INNERMOST-NEXT:all_gather  layers.py:10 in wsc  "x"    4  f32[4,16]                 768 B     1    768 B  result 0 of @main frames.mlir:20 is gathered over "x"
// INNERMOST-NEXT:sent a device: 2.6 KiB, all over "x"
// INNERMOST-NEXT:by kind: all_reduce 1.5 KiB, all_gather 1.1 KiB
// INNERMOST-NEXT:by line: linear.py:7 1.5 KiB, layers.py:10 1.1 KiB

//      ALL:{{.*}}frames.mlir, propagated, partitioned by XLA for TPUs: 4 devices, mesh ["x"=4]
// ALL-EMPTY:
// ALL-NEXT:kind        source                                                                               axes  of  operand a device  sent a device  runs   in all  why
// ALL-NEXT:────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// ALL-NEXT:all_reduce  linear.py:7 in dot (from wsc layers.py:10, block model.py:22, <module> train.py:40)  "x"    4  f32[16,16]              1.5 KiB     1  1.5 KiB  dot linear.py:7 contracts over "x"
// ALL-NEXT:all_gather  layers.py:10 in wsc (from block model.py:22, <module> train.py:40)                   "x"    4  bf16[4,16]                384 B     1    384 B  operand 0 of dot layers.py:10 is gathered over "x"
// ALL-NEXT:all_gather  layers.py:10 in wsc (from block model.py:22, <module> train.py:40)                   "x"    4  f32[4,16]                 768 B     1    768 B  result 0 of @main frames.mlir:20 is gathered over "x"
// ALL-NEXT:sent a device: 2.6 KiB, all over "x"
// ALL-NEXT:by kind: all_reduce 1.5 KiB, all_gather 1.1 KiB
// ALL-NEXT:by line: linear.py:7 1.5 KiB, layers.py:10 1.1 KiB

//      SKIP:{{.*}}frames.mlir, propagated, partitioned by XLA for TPUs: 4 devices, mesh ["x"=4]
// SKIP-EMPTY:
// SKIP-NEXT:kind        source                                                        axes  of  operand a device  sent a device  runs   in all  why
// SKIP-NEXT:─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// SKIP-NEXT:all_reduce  model.py:22 in block (via wsc layers.py:10, dot linear.py:7)  "x"    4  f32[16,16]              1.5 KiB     1  1.5 KiB  dot model.py:22 contracts over "x"
// SKIP-NEXT:all_gather  model.py:22 in block (via wsc layers.py:10)                   "x"    4  bf16[4,16]                384 B     1    384 B  operand 0 of dot model.py:22 is gathered over "x"
// SKIP-NEXT:all_gather  model.py:22 in block (via wsc layers.py:10)                   "x"    4  f32[4,16]                 768 B     1    768 B  result 0 of @main frames.mlir:20 is gathered over "x"
// SKIP-NEXT:sent a device: 2.6 KiB, all over "x"
// SKIP-NEXT:by kind: all_reduce 1.5 KiB, all_gather 1.1 KiB

//      LINE:{{.*}}frames.mlir, propagated, partitioned by XLA for TPUs: 4 devices, mesh ["x"=4]
// LINE-NEXT:peak a device: about 3 KiB of 95.7 GiB (profile tpu): fits a tpu-v5p; 2.7 KiB of it model.py:22, 16x16xf32 ×4 (--peak)
// LINE-NEXT:sent a device: 2.6 KiB, all over "x"; all of it model.py:22 (--collectives)
// LINE-NEXT:a step: about 8 µs on tpu-v5p, bound by network (100.0 %); all of it model.py:22 (--time)
// LINE-NEXT:could be faster: other shardings or another mesh, to send less over "x" (sdy-plan, --mesh)
// LINE-EMPTY:
// LINE-NEXT:name  kind   source                                                        type       sharding     local shape  shards  copies  bytes a device  why
// LINE-NEXT:───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// LINE-NEXT:%0    value  model.py:22 in block (via wsc layers.py:10, dot linear.py:7)  16x16xf32  [{"x"}, {}]  4x16              4       1             256
// LINE-NEXT:… 1 more
// LINE-EMPTY:
// LINE-NEXT:function  devices  arguments  bytes  results          bytes  together, a device
// LINE-NEXT:─────────────────────────────────────────────────────────────────────────────────────────────────────────
// LINE-NEXT:@main         0–3          2    256        1  1,024 (1 KiB)     1,280 (1.2 KiB)  1 constraint not counted

// JSON: "name": "%0",{{.*}}"place": {"file": "/venv/site-packages/flax/linear.py", "line": 7, "column": 3}, "source": [{"file": "/venv/site-packages/flax/linear.py", "line": 7, "column": 3, "function": "dot"}, {"file": "/src/layers.py", "line": 10, "column": 5, "function": "wsc"}, {"file": "/src/model.py", "line": 22, "column": 9, "function": "block"}, {"file": "/src/train.py", "line": 40, "column": 1, "function": "<module>"}]
// JSON-SAME: "executions": 1, "assumed": false, "sent": 1536, "source": [{"file": "/venv/site-packages/flax/linear.py", "line": 7, "column": 3, "function": "dot"}, {"file": "/src/layers.py"
// JSON-SAME: "peak": {"bytes": 3072, {{.*}}, "line": 10, "source": [{"file": "/src/layers.py", "line": 10,

// WRONG: '--skip-frames': invalid regular expression: missing ), unterminated subpattern at position 0
// WRONG-NEXT: status 2
