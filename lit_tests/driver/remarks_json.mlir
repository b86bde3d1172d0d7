// Remarks for programs: one JSON object a line, each with all of its arguments; what has no place has null. Without a
// format of their own they are written as all diagnostics.
// RUN: sdy-opt %s -sdy-apply-sharding-constraints -sdy-remove-size-one-axes -remarks-format=json -split-input-file 2>&1 >/dev/null | FileCheck %s
// RUN: sdy-opt %s -sdy-apply-sharding-constraints -remarks -diagnostics-format=json -split-input-file 2>&1 >/dev/null | FileCheck %s --check-prefix=FOLLOWS
// RUN: sdy-opt %s -sdy-apply-sharding-constraints -remarks-format=text -diagnostics-format=json -split-input-file 2>&1 >/dev/null | FileCheck %s --check-prefix=TEXT
// RUN: bash -c 'sdy-opt %s -sdy-apply-sharding-constraints -split-input-file -remarks -remarks-format=json 2>&1 >/dev/null | python -c "import json, sys; print([json.loads(line)[\"kind\"] for line in sys.stdin])"' | FileCheck %s --check-prefix=READ

// CHECK: {"file": "{{.*}}remarks_json.mlir", "line": 20, "column": 8, "end_column": 31, "severity": "remark", "message": "constraint not applied to %x: dimension 0 is open", "pass": "sdy-apply-sharding-constraints", "kind": "not-applied-open-dimension", "arguments": {"by": "constraint", "value": "%x", "sharding": "<@mesh, [{\"a\", ?}]>", "open_dimensions": [0], "present": null, "others": []}, "notes": []}
// CHECK-NEXT: {"file": "{{.*}}remarks_json.mlir", "line": null, "column": null, "severity": "remark", "message": "no mesh op has an axis of size one", "pass": "sdy-remove-size-one-axes", "kind": "no-size-one-axes", "arguments": {}, "notes": []}
// FOLLOWS: "kind": "not-applied-open-dimension"
// TEXT: remarks_json.mlir:20:8: remark: [sdy-apply-sharding-constraints] constraint not applied
// READ: ['not-applied-open-dimension', 'applied']

module {
  sdy.mesh @unused = <["a"=1]>
}
// -----
sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<8xf32>) {
  %y = sdy.sharding_constraint %x <@mesh, [{"a", ?}]> : tensor<8xf32>
  return
}
// -----
sdy.mesh @mesh = <["a"=1]>
func.func @main(%x: tensor<8xf32>) {
  %y = sdy.sharding_constraint %x <@mesh, [{"a"}]> : tensor<8xf32>
  return
}
