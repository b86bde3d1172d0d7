// --why shows where the axes of a value come from, shortest way first, and why others do not come.
// RUN: sdy-view %s --why %3 --why %x --why %d:0 --why 'result 0' | FileCheck %s --match-full-lines --strict-whitespace
// RUN: sdy-view %S/../../examples/moe.mlir --why @closed_call:%arg0 --why @closed_call:%2:1 --why %3#0:1 --why weights:1 | FileCheck %s --check-prefix=EXPERTS --match-full-lines --strict-whitespace
// RUN: sdy-view %S/../corpus/transformer_locations.mlir --device h100 --why %152 --why %77:0 | FileCheck %s --check-prefix=LAYERS --match-full-lines --strict-whitespace
// RUN: sdy-view %S/../corpus/transformer_locations.mlir --device h100 --why %77:0 --all | FileCheck %s --check-prefix=WHOLE --match-full-lines --strict-whitespace
// RUN: sdy-view %S/../corpus/sharding_groups.mlir --why %1 | FileCheck %s --check-prefix=GROUP --match-full-lines --strict-whitespace
// RUN: sdy-view %S/../corpus/conjugate_gradients.mlir --partitioner shardy --why %14 | FileCheck %s --check-prefix=CHOSEN --match-full-lines --strict-whitespace
// RUN: sdy-view %S/../corpus/shard_map_partial.mlir --why %0 | FileCheck %s --check-prefix=MANUAL --match-full-lines --strict-whitespace
// RUN: sdy-view %s --why %3 --json | python -c "import json, sys; print(json.dumps(json.load(sys.stdin)['why']))" | FileCheck %s --check-prefix=JSON
// RUN: bash -c "sdy-view %s --why %5; echo status $?; sdy-view %s --why %3:2; sdy-view %s --why %n:0; sdy-view %s --why why.mlir:1; sdy-view %s --why %3 --as-written; true" 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: bash -c "sdy-view %s %s --why %3 --diff; sdy-view --hlo %s --why %3; echo status $?" 2>&1 | FileCheck %s --check-prefix=FORMS

sdy.mesh @mesh = <["data"=2, "model"=4]>

func.func @main(%x: tensor<16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data", ?}, {?}]>},
                %u: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"model", "data", ?}]>},
                %d: tensor<256x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %n: tensor<f32>)
    -> (tensor<16x64xf32>, tensor<256x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}]>}) {
  %0 = stablehlo.dot_general %x, %u, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x256xf32>) -> tensor<16x256xf32>
  %1 = stablehlo.tanh %0 : tensor<16x256xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<16x256xf32>) -> tensor<256x16xf32>
  %3 = stablehlo.tanh %2 : tensor<256x16xf32>
  %4 = stablehlo.dot_general %1, %d, contracting_dims = [1] x [0] : (tensor<16x256xf32>, tensor<256x64xf32>) -> tensor<16x64xf32>
  return %4, %3 : tensor<16x64xf32>, tensor<256x16xf32>
}

//      CHECK:{{.*}}why.mlir, propagated, partitioned by XLA for TPUs: 8 devices, mesh ["data"=2, "model"=4]
// CHECK-EMPTY:
// CHECK-NEXT:%3 dim 0 "model", "data": argument %u dim 1 → dot_general why.mlir:19 (factor j) → tanh why.mlir:20 → transpose why.mlir:21 (factor i) → tanh why.mlir:22 → %3
// CHECK-NEXT:%3 dim 1 not "data": from %x dim 0 over dot_general why.mlir:19: dimension 1 of %0 is already sharded along it
// CHECK-NEXT:%x dim 0 "data": argument %x dim 0, as written
// CHECK-NEXT:%x dim 1: no axis reaches it
// CHECK-NEXT:%d dim 0 not "model": from %1 dim 1 over dot_general why.mlir:23: dimension 0 of %d is closed
// CHECK-NEXT:result 0 dim 0 not "data": from %x dim 0 over dot_general why.mlir:19: dimension 1 of %0 is already sharded along it
// CHECK-NEXT:result 0 dim 1: no axis reaches it

//      EXPERTS:{{.*}}moe.mlir, propagated, partitioned by XLA for TPUs: 8 devices, mesh ["expert"=8]
// EXPERTS-EMPTY:
// EXPERTS-NEXT:%iterArg_1 dim 0 not "expert": from %2 dim 0 over dot_general moe.py:21: dimension 1 of %iterArg_1 is already sharded along it
// EXPERTS-NEXT:%iterArg_1 dim 1 "expert": argument tokens dim 1 → while moe.py:31 → %iterArg_1
// EXPERTS-NEXT:%iterArg_1 dim 2: no axis reaches it
// EXPERTS-NEXT:@closed_call:%2 at moe.py:31 dim 1 not "expert": from %iterArg_1 dim 1 over add moe.py:28: dimension 1 of @closed_call:%2 at moe.py:31 is closed
// EXPERTS-NEXT:%3#0 dim 1 "expert": argument tokens dim 1 → while moe.py:31 → %3#0
// EXPERTS-NEXT:%arg1 dim 1 "expert": argument weights dim 1, as written

//      LAYERS:{{.*}}transformer_locations.mlir, propagated, partitioned by XLA for GPUs: 8 devices, mesh ["data"=2, "model"=4]
// LAYERS-EMPTY:
// LAYERS-NEXT:%152 dim 0 "data": sharding_constraint lowering.py:74 dim 0 → multiply make_corpus.py:237 → add make_corpus.py:237 → dot_general make_corpus.py:237 (factor i) → multiply make_corpus.py:225 → %152
// LAYERS-NEXT:%152 dim 2 "model": argument params['emb'] dim 1 → transpose make_corpus.py:272 (factor i) → dot_general make_corpus.py:272 (factor k) → add make_corpus.py:225 → multiply make_corpus.py:225 → multiply make_corpus.py:225 → %152
// LAYERS-NEXT:%152 dim 1: no axis reaches it
// LAYERS-NEXT:%77 dim 0 "data": argument tokens dim 0 → slice make_corpus.py:275 (factor i) → compare make_corpus.py:266 → select make_corpus.py:266 (factor i) → reshape make_corpus.py:266 (factor i) → … 4 operations … → reduce make_corpus.py:224 (factor i) → reshape make_corpus.py:224 (factor i) → divide make_corpus.py:224 → add make_corpus.py:225 → %77

//      WHOLE:{{.*}}transformer_locations.mlir, propagated, partitioned by XLA for GPUs: 8 devices, mesh ["data"=2, "model"=4]
// WHOLE-EMPTY:
// WHOLE-NEXT:%77 dim 0 "data": argument tokens dim 0 → slice make_corpus.py:275 (factor i) → compare make_corpus.py:266 → select make_corpus.py:266 (factor i) → reshape make_corpus.py:266 (factor i) → gather make_corpus.py:266 (factor i) → add make_corpus.py:236 → subtract make_corpus.py:224 → multiply make_corpus.py:224 → reduce make_corpus.py:224 (factor i) → reshape make_corpus.py:224 (factor i) → divide make_corpus.py:224 → add make_corpus.py:225 → %77

//      GROUP:{{.*}}sharding_groups.mlir, propagated, partitioned by XLA for TPUs: 8 devices, mesh ["x"=2, "y"=2, "z"=2]
// GROUP-EMPTY:
// GROUP-NEXT:%1 dim 0 "x": sharding group 0 dim 0, as written
// GROUP-NEXT:%1 dim 1 "y": sharding group 0 dim 1, as written

//      CHOSEN:{{.*}}conjugate_gradients.mlir, propagated, explicit collectives: 8 devices, mesh ["x"=4, "y"=2]
// CHOSEN-EMPTY:
// CHOSEN-NEXT:%14 dim 0 "x": dot_general conjugate_gradients.mlir:57 dim 0, chosen by the partitioner

//      MANUAL:{{.*}}shard_map_partial.mlir, propagated, partitioned by XLA for TPUs: 8 devices, mesh ["a"=2, "b"=2, "c"=2]
// MANUAL-EMPTY:
// MANUAL-NEXT:%0 dim 0 "a": argument %arg0 dim 0 → cosine shard_map_partial.mlir:4 → %0
// MANUAL-NEXT:%0 dim 1 "b": argument %arg0 dim 1 → cosine shard_map_partial.mlir:4 → %0

// JSON: [{"function": "main", "name": "%3", "label": null, "dimensions": [{"dimension": 0, "axes": [
// JSON-SAME: {"axes": ["model", "data"], "origin": {"what": "argument %u", "dimension": 1, "written": true, "source": []},
// JSON-SAME: "chain": [{"operation": "dot_general", "factor": "j", "source": [{"file": "{{[^"]*}}why.mlir", "line": 19, "column": 8, "function": null}], "name": "%0", "dimension": 1},
// JSON-SAME: {"operation": "tanh", "factor": null, {{.*}}], "name": "%3", "dimension": 0}]}], "missing": []},
// JSON-SAME: {"dimension": 1, "axes": [], "missing": [{"axis": "data", "from": {"name": "%x", "dimension": 0}, "operation": "dot_general",
// JSON-SAME: "reason": "dimension 1 of %0 is already sharded along it"}]}]}]

// RUN: sdy-view %S/../../examples/gated_mlp.mlir --why gated_mlp.mlir:13 --why examples/gated_mlp.mlir:7:0 | FileCheck %s --check-prefix=LINES --match-full-lines --strict-whitespace
//      LINES:%4 dim 0 "data": argument %x dim 0 → dot gated_mlp.mlir:9 (factor i) → logistic gated_mlp.mlir:10 → multiply gated_mlp.mlir:12 → dot gated_mlp.mlir:13 (factor i) → %4
// LINES-NEXT:%4 dim 1: no axis reaches it
// LINES-NEXT:%down dim 0 not "model": from %3 dim 1 over dot gated_mlp.mlir:13: dimension 0 of %down is closed

// WRONG: sdy-view: error: no value '%5'; did you mean
// WRONG-NEXT: status 1
// WRONG-NEXT: sdy-view: error: no dimension 2 of '%3': it has dimensions 0 to 1
// WRONG-NEXT: sdy-view: error: no dimension 0 of '%n': it has no dimensions
// WRONG-NEXT: sdy-view: error: no value is at 'why.mlir:1'
// WRONG-NEXT: sdy-view: error: reasons of shardings are known only of a program with shardings that is shown as the partitioner leaves it, and this one is shown as written

// FORMS: --why cannot be combined with --diff
// FORMS: --why needs a program: sdy-view INPUT --hlo FILE
// FORMS-NEXT: status 2
