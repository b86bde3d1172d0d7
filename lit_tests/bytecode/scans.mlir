// Scans, which no version of StableHLO has, are reported one after another before 0.11.1, but those of the next function
// are not. Later releases write them as operations of CHLO.
// RUN: not sdy-opt %s -stablehlo-serialize-target=1.9.0 -shardy=0.10.2 2>&1 | FileCheck %s
// RUN: bash -c "sdy-opt %s | sdy-opt -stablehlo-serialize-target=1.9.0 | sdy-opt" | FileCheck %s --check-prefix=KEPT
// KEPT-COUNT-3: chlo.scan(

// CHECK:      scans.mlir:13:8: error: terminator operand 0 is not ranked
// CHECK:      scans.mlir:13:8: error: 'chlo.scan' op failed to infer returned types
// CHECK:      scans.mlir:17:8: error: terminator operand 0 is not ranked
// CHECK:      scans.mlir:17:8: error: 'chlo.scan' op failed to infer returned types
// CHECK-NOT:  scans.mlir:25
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
