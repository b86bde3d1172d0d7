// A program with collectives of the partitioner has been partitioned: it cannot be planned.
// RUN: not sdy-plan %s 2>&1 | FileCheck %s

sdy.mesh @mesh = <["data"=2, "model"=4]>

func.func @main(%arg0: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> tensor<64x128xf32> {
  %0 = sdy.all_gather [{"data"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}

// CHECK: partitioned.mlir: the program is partitioned already: a plan is made before that
