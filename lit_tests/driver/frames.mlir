// Messages show the innermost frame of a call stack; -frames chooses what they show of the others.

// RUN: not sdy_opt %s 2>&1 | FileCheck %s
// RUN: not sdy_opt %s -frames=innermost 2>&1 | FileCheck %s --check-prefix=INNERMOST
// RUN: not sdy_opt %s -frames=all 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: not sdy_opt %s -skip-frames=layers 2>&1 | FileCheck %s --check-prefix=SKIPPED
// RUN: not sdy_opt %s -diagnostics-format=json 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: not sdy_opt %s -skip-frames='(' 2>&1 | FileCheck %s --check-prefix=INVALID

// CHECK:      layers.py:10:3: error: 'sdy.sharding_constraint' op unknown mesh: @mesh
// CHECK-NEXT: hint: a mesh is defined as in
// CHECK-NEXT: model.py:22:7: note: called from block
// CHECK-NOT:  note

// INNERMOST:     layers.py:10:3: error: 'sdy.sharding_constraint' op unknown mesh: @mesh
// INNERMOST-NOT: note

// ALL:      layers.py:10:3: error: 'sdy.sharding_constraint' op unknown mesh: @mesh
// ALL-NEXT: hint: a mesh is defined as in
// ALL-NEXT: model.py:22:7: note: called from block
// ALL-NEXT: /usr/lib/python3/dist-packages/jax/api.py:5:1: note: called from jit
// ALL-NEXT: train.py:40:1: note: called from <module>

// SKIPPED:      layers.py:10:3: error: 'sdy.sharding_constraint' op unknown mesh: @mesh
// SKIPPED-NEXT: hint: a mesh is defined as in
// SKIPPED-NEXT: model.py:22:7: note: called from block
// SKIPPED-NOT:  note

// JSON: "frames": [{"file": "layers.py", "line": 10, "column": 3, "function": "wsc"}, {"file": "model.py", "line": 22, "column": 7, "function": "train.<locals>.block"},

// INVALID: invalid regular expression: missing ), unterminated subpattern at position 0

#wsc = loc("wsc"("layers.py":10:3))
#block = loc("train.<locals>.block"("model.py":22:7))
#jit = loc("jit"("/usr/lib/python3/dist-packages/jax/api.py":5:1))
#main = loc("<module>"("train.py":40:1))
func.func @main(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {}]> : tensor<8x8xf32> loc("jit(main)/sharding_constraint"(callsite(#wsc at callsite(#block at callsite(#jit at #main)))))
  return %0 : tensor<8x8xf32>
}
