// Some messages have the name of an axis as it is, others have it as a string of the program.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

sdy.mesh @m = <["x"=2]>
// CHECK: error: 'func.func' op arg 0 - unknown axis name: "a"b"
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a\22b"}]>}) { return }

// -----

sdy.mesh @m = <["é"=8]>
// CHECK: error: 'func.func' op arg 0 - both sub-axis and full-axis are used for axis name: "é"
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"é"}], replicated={"é":(2)2}>}) { return }

// -----

sdy.mesh @m = <["x"=2, "é"=8]>
// CHECK: error: 'func.func' op arg 0 - duplicate axis ref: "\C3\A9"
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"é", "é"}]>}) { return }

// -----

sdy.mesh @m = <["x"=2]>
func.func @f(%a: tensor<8xf32>) {
  // CHECK: error: 'sdy.manual_computation' op unknown manual axis: "\C3\A9"
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{}]>] out_shardings=[<@m, [{}]>] manual_axes={"é"} (%b: tensor<8xf32>) {
    sdy.return %b : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["é"=8]>
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"é"}]>] out_shardings=[<@m, [{"é"}]>] manual_axes={"é"} (%b: tensor<1xf32>) {
    // CHECK: error: 'sdy.sharding_constraint' op operates on axis "é" which is already bound by a parent sdy.manual_computation op
    %1 = sdy.sharding_constraint %b <@m, [{"é"}]> : tensor<1xf32>
    sdy.return %1 : tensor<1xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
