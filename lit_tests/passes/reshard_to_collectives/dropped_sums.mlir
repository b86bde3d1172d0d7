// A sum that is not complete, and that no collective completes, is dropped as in the reference, with a warning.
// RUN: sdy-opt %s -sdy-reshard-to-collectives 2>&1 | FileCheck %s
// RUN: sdy-opt %s -sdy-reshard-to-collectives -Wno-dropped-sums 2>&1 | FileCheck %s --check-prefix=OFF

// CHECK: dropped_sums.mlir:{{.*}}:8: warning: drops the sum over {"x"} that its input needs
// CHECK: hint: -Wno-dropped-sums is without this warning
// CHECK: sdy.all_slice [{"y"}] %arg0
// OFF-NOT: warning
// OFF: sdy.all_slice [{"y"}] %arg0

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@mesh, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
