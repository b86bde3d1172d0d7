// Sizes of factors have 64 bits. This is newer than the reference, in which they have 32.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -emit-bytecode | sdy-opt | FileCheck %s

// CHECK: %0 = stablehlo.custom_call @f(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8589934592}, custom>}
func.func @f(%arg0: tensor<8589934592xi8>) -> tensor<8589934592xi8> {
  %0 = stablehlo.custom_call @f(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8589934592}, custom>} : (tensor<8589934592xi8>) -> tensor<8589934592xi8>
  return %0 : tensor<8589934592xi8>
}
