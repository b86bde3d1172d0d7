// --diff shows what became of sums, tensors and collectives, what changes most first; the limits are those of the second program.
// RUN: bash -c "sed 's/{}, {}]>}, %%w/{}, {\"y\"}]>}, %%w/' %s > %t.mlir"
// RUN: sdy-view %s %t.mlir --diff | tail -n +4 | FileCheck %s --match-full-lines --strict-whitespace
// RUN: sdy-view %s %t.mlir --diff --json | FileCheck %s --check-prefix=JSON
// RUN: bash -c "sdy-view %s %t.mlir --diff --max-sent 1 > /dev/null; echo status $?" 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: bash -c "sed '/^func/s/{}\(.*%%w\)/{\"x\"}\1/;/-> (/s/{}/{\"x\"}/' %s > %t.both.mlir"
// RUN: sdy-view %s %t.both.mlir --diff --top 1 --sort name | tail -n +11 | FileCheck %s --check-prefix=TOP
// RUN: bash -c "sdy-view %s --diff; echo status $?" 2>&1 | FileCheck %s --check-prefix=ONE

sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(%x: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %w: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>})
    -> (tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.dot %x, %w : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
  return %0 : tensor<32x64xf32>
}

// JSON: {"tensors": [{"function": "main", "name": "%x", "label": null, "kind": "argument", "before": {"sharding": "<@mesh, [{}, {}]>", "bytes": 8192, "copies": 8}, "after": {"sharding": "<@mesh, [{}, {\"y\"}]>", "bytes": 2048, "copies": 2}}]
// JSON-SAME: "collectives": [{"change": "new", "kind": "all-reduce", "axes": "y", "source": "line 14", "count_before": 0, "count_after": 1, "sent_before": 0, "sent_after": 12288},
// JSON-SAME: "sums": [{"name": "arguments of @main", "before": 12288, "after": 6144, "is_lower_bound": false},
// TOP:      function  name
// TOP-NEXT: ───
// TOP-NEXT: @main     %0    value  — → <@mesh, [{"x"}, {}]>   8 → 4   8 KiB → 4 KiB
// TOP-NEXT: … 2 more
// TOP-EMPTY:
// TOP-NEXT: collectives
// TOP-NEXT: ───
// TOP-NEXT: gone         all_gather  line 14  "y"    1 → 0    6 KiB → 0 B
// TOP-NEXT: … 1 more
// TOP-NOT: {{.}}
// LIMIT: error: {{.*}}: collectives send 12 KiB a device, more than --max-sent 1 B (12,288 > 1 bytes)
// LIMIT-NEXT: status 1
// ONE: --diff compares two programs: sdy-view BEFORE AFTER --diff
// ONE-NEXT: status 2

//      CHECK:a device                 before   after          change
// CHECK-NEXT:───────────────────────────────────────────────────────
// CHECK-NEXT:arguments of @main       12 KiB   6 KiB   −6 KiB (-50%)
// CHECK-NEXT:results of @main          8 KiB   8 KiB            same
// CHECK-NEXT:after donation in @main  20 KiB  14 KiB   −6 KiB (-30%)
// CHECK-NEXT:sent by collectives       6 KiB  12 KiB  +6 KiB (+100%)
// CHECK-NEXT:peak (tpu)               28 KiB  22 KiB   −6 KiB (-21%)
// CHECK-EMPTY:
// CHECK-NEXT:function  name  kind      sharding                                  copies  bytes a device
// CHECK-NEXT:──────────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:@main     %x    argument  <@mesh, [{}, {}]> → <@mesh, [{}, {"y"}]>   8 → 2   8 KiB → 2 KiB
// CHECK-EMPTY:
// CHECK-NEXT:collectives  kind        source   axes  number  sent a device
// CHECK-NEXT:─────────────────────────────────────────────────────────────
// CHECK-NEXT:new          all_reduce  line 14  "y"    0 → 1   0 B → 12 KiB
// CHECK-NEXT:gone         all_gather  line 14  "y"    1 → 0    6 KiB → 0 B
