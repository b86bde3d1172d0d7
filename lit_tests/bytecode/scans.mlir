// Scans, which no version of StableHLO has, are reported one after another, but those of the next function are not.
// RUN: not sdy-opt %s -stablehlo-serialize-target=1.9.0 2>&1 | FileCheck %s

// CHECK:      scans.mlir:10:8: error: terminator operand 0 is not ranked
// CHECK:      scans.mlir:10:8: error: 'chlo.scan' op failed to infer returned types
// CHECK:      scans.mlir:14:8: error: terminator operand 0 is not ranked
// CHECK:      scans.mlir:14:8: error: 'chlo.scan' op failed to infer returned types
// CHECK-NOT:  scans.mlir:22
func.func @f(%a: tensor<4x8xf32>) {
  %0 = chlo.scan(%a) inits () dimension=0 {
  ^bb0(%x: tensor<8xf32>):
    stablehlo.return %x : tensor<8xf32>
  } : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = chlo.scan(%0) inits () dimension=0 {
  ^bb0(%x: tensor<8xf32>):
    stablehlo.return %x : tensor<8xf32>
  } : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

func.func @g(%a: tensor<4x8xf32>) {
  %0 = chlo.scan(%a) inits () dimension=0 {
  ^bb0(%x: tensor<8xf32>):
    stablehlo.return %x : tensor<8xf32>
  } : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
