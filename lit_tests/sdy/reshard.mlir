// Reshards, with and without attributes.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK: sdy.mesh @mesh = <["a"=2, "b"=4]>
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4]>, sym_name = "mesh"}> : () -> ()
sdy.mesh @mesh = <["a"=2, "b"=4]>

// CHECK-LABEL: func.func @reshard(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
// CHECK-NEXT:   %0 = sdy.reshard %arg0 <@mesh, [{}, {"b"}]> : tensor<8x8xf32>
// CHECK-NEXT:   %1 = sdy.reshard %0 <@mesh, [{"a", "b"}, {}]> {note} : tensor<8x8xf32>
// CHECK-NEXT:   return %1 : tensor<8x8xf32>
// CHECK-NEXT: }
// GENERIC: %0 = "sdy.reshard"(%arg0) <{sharding = #sdy.sharding<@mesh, [{}, {"b"}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
// GENERIC: %1 = "sdy.reshard"(%0) <{sharding = #sdy.sharding<@mesh, [{"a", "b"}, {}]>}> {note} : (tensor<8x8xf32>) -> tensor<8x8xf32>
func.func @reshard(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{}, {"b"}]> : tensor<8x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{"a", "b"}, {}]> {note} : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
