// The program after propagation and after partitioning goes to files; the directory has to exist.
// RUN: rm -rf %t && mkdir %t && sdy-opt %s -sdy-export-pipeline=dump-directory=%t -o %t.mlir && ls %t | FileCheck %s --check-prefix=FILES
// RUN: cat %t/00.after_propagation.mlir | FileCheck %s --check-prefix=BEFORE
// RUN: cat %t/01.after_minimal_partitioner_with_global_shapes.mlir | FileCheck %s --check-prefix=AFTER
// RUN: sdy-opt %s -sdy-export-pipeline=dump-directory=%t/nowhere -o %t.mlir 2>&1 | FileCheck %s --check-prefix=NOWHERE
// RUN: rm -rf %t && mkdir %t && sdy-opt %s -sdy-export-pipeline='dump-directory=%t avoid-export-for-partitioning' -o %t.mlir && ls %t | FileCheck %s --check-prefix=ONE

// FILES:      00.after_propagation.mlir
// FILES-NEXT: 01.after_minimal_partitioner_with_global_shapes.mlir
// FILES-NOT:  mlir
// BEFORE:      stablehlo.dot
// BEFORE-NEXT: return
// AFTER:      stablehlo.dot
// AFTER-NEXT: sdy.reshard
// AFTER-NEXT: return
// NOWHERE: error when writing file {{.*}}nowhere/00.after_propagation.mlir: No such file or directory
// NOWHERE: error when writing file {{.*}}nowhere/01.after_minimal_partitioner_with_global_shapes.mlir: No such file or directory
// ONE: 00.after_propagation.mlir
// ONE-NOT: mlir

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<6x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>}, %y: tensor<16x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> (tensor<6x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>}) {
  %0 = stablehlo.dot %x, %y {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>} : (tensor<6x16xf32>, tensor<16x10xf32>) -> tensor<6x10xf32>
  return %0 : tensor<6x10xf32>
}
