// RUN: sdy-opt -irdl-file=%S/Inputs/vendor.irdl.mlir %s -sdy-basic-propagate 2>&1 | FileCheck %s

// An operation that IRDL defines has no sharding rule unless a package or a program gives it one.

sdy.mesh @mesh = <["x"=2]>
// CHECK: warning: op 'vendor.attention' is unknown to SDY sharding rule registry
// CHECK: "vendor.attention"(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
func.func @main(%q: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %0 = "vendor.attention"(%q) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
