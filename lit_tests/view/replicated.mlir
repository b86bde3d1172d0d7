// --replicated lists what is whole on several devices, where each axis ended, and what a device would hold with it.
// RUN: sdy-view %s --replicated | FileCheck %s --match-full-lines --strict-whitespace
// RUN: sdy-view %s --replicated --top 1 --json | FileCheck %s --check-prefix=JSON
// RUN: bash -c "sdy-view %s --replicated --as-written; echo status $?" 2>&1 | FileCheck %s --check-prefix=WRITTEN
// RUN: bash -c "sdy-view %s --replicated --html -; echo status $?" 2>&1 | FileCheck %s --check-prefix=GRAPH

sdy.mesh @mesh = <["data"=2, "model"=4]>

func.func @main(%x: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
                %w: tensor<32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}) -> tensor<64x128xf32> {
  %0 = stablehlo.dot %x, %w : (tensor<64x32xf32>, tensor<32x128xf32>) -> tensor<64x128xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"data"}, {}]> : tensor<64x128xf32>
  %2 = stablehlo.exponential %1 : tensor<64x128xf32>
  %3 = stablehlo.custom_call @opaque(%2) : (tensor<64x128xf32>) -> tensor<64x128xf32>
  %4 = stablehlo.constant dense<1.0> : tensor<f32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
  %6 = stablehlo.add %3, %5 : tensor<64x128xf32>
  return %6 : tensor<64x128xf32>
}

// JSON: "replicated": [{"function": "main", "name": "result 0", {{.*}}"alike": 3, "copies": 8, "bytes": 32768, "bytes_of_copies": 262144, "ends": [{"axis": "data", "dimension": 0, "stop": {"axis": "data", "from": {"name": "%2", "dimension": 0}, "operation": "custom_call",
// WRITTEN: error: reasons of shardings are known only of a program with shardings
// WRITTEN-NEXT: status 1
// GRAPH: --replicated cannot be combined with --html
// GRAPH-NEXT: status 2

//      CHECK:{{.*}}replicated.mlir, propagated, partitioned by XLA for TPUs: 8 devices, mesh ["data"=2, "model"=4]
// CHECK-EMPTY:
// CHECK-NEXT:name      source              type        ×  copies  a device  all copies  without  would be  where it ended
// CHECK-NEXT:─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// CHECK-NEXT:result 0  replicated.mlir:9   64x128xf32  3       8    32 KiB     256 KiB  "data"     16 KiB  dim 0: from %2 dim 0 over custom_call replicated.mlir:14: it has no sharding rule
// CHECK-NEXT:                                                                           "model"     4 KiB  dim 1: from %w dim 1 over dot replicated.mlir:11: dimension 1 of %0 is closed by the sharding_constraint replicated.mlir:12
// CHECK-NEXT:%0        replicated.mlir:11  64x128xf32  3       4    16 KiB      64 KiB  "model"     4 KiB  dim 1: from %w dim 1 over dot replicated.mlir:11: dimension 1 of %0 is closed by the sharding_constraint replicated.mlir:12
// CHECK-NEXT:%x        replicated.mlir:9   64x32xf32   1       4     4 KiB      16 KiB  "model"         —  its own sharding does not have it
// CHECK-NEXT:%w        replicated.mlir:10  32x128xf32  1       2     4 KiB       8 KiB  "data"          —  its own sharding does not have it
