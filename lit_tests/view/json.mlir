// --json writes all that is known as one object: sizes are numbers, what is not known is null.
// RUN: sdy-view %s --as-written --json | FileCheck %s
// RUN: sdy-view %s --as-written --json --sort bytes --top 1 | python -c "import json, sys; print(len(json.load(sys.stdin)['tensors']), 'tensor')" | FileCheck %s --check-prefix=TOP

sdy.mesh @mesh = <["x"=2, "y"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>

func.func private @main(tensor<5x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)2}]>, jax.buffer_donor = true}) -> (tensor<?xf32> {jax.result_info = "loss"})

// CHECK: {"file": "{{[^"]*}}json.mlir", "devices": 8,
// CHECK-SAME: "meshes": [{"name": "mesh", "axes": [{"name": "x", "size": 2}, {"name": "y", "size": 4}], "device_ids": [7, 6, 5, 4, 3, 2, 1, 0], "devices": 8}],
// CHECK-SAME: "partitioner": "as written", "compiler": null, "notes": [], "functions": [{"name": "main", "place": {"file": "{{[^"]*}}json.mlir", "line": 7, "column": 1},
// CHECK-SAME: "arguments": 1, "results": 1, "constraints": 0, "public": false, "unknown": 1, "arguments_bytes": 72, "results_bytes": 0, "after_donation_bytes": 72,
// CHECK-SAME: "sums": [{"first_device": 0, "last_device": 7, "argument_bytes": 72, "result_bytes": 0, "donated_bytes": 72, "undecided_bytes": 0, "bytes": 72}]}],
// CHECK-SAME: "tensors": [{"function": "main", "name": "%arg0", "label": null, "kind": "argument",
// CHECK-SAME: "type": "tensor<5x12xf32>", "element_type": "f32", "element_bits": 32, "shape": [5, 12], "bounds": [5, 12],
// CHECK-SAME: "sharding": "<@mesh, [{\"x\"}, {\"y\":(1)2}]>", "local_shape": [3, 6],
// CHECK-SAME: "shards_per_dimension": [2, 2], "shards": 4, "devices": 8, "devices_per_shard": 2, "copies": 2, "only_device": null,
// CHECK-SAME: "replicated_axes": [{"axis": "y", "pre_size": 2, "size": 2}], "unreduced_axes": [], "manual_axes": [],
// CHECK-SAME: "padding": 12, "padding_share": 0.16666666666666666, "bytes": 72, "donated": true,
// CHECK-SAME: "why": "replicated over \"y\":(2)2: 2 copies; 16.7% padding; donated"},
// CHECK-SAME: {"function": "main", "name": "result 0", "label": "loss", "kind": "result",
// CHECK-SAME: "shape": [null], "bounds": [null], "sharding": null, "local_shape": [null],
// CHECK-SAME: "replicated_axes": null,
// CHECK-SAME: "padding": null, "padding_share": null, "bytes": null, "donated": false,
// CHECK-SAME: "collectives": [], "totals": {"bytes_sent": 0, "by_kind": {}, "by_axis": {}, "unknown_executions": 0,
// CHECK-SAME: "is_lower_bound": false, "unknown": []}, "without_rule": [], "peak": null, "rematerializations": null}
// TOP: 1 tensor
