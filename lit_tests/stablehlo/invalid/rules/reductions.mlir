// What is said of reductions with one mistake; made by `python -m tools.operations.rules`.
// RUN: sdy-opt %s -split-input-file -verify-diagnostics

// stablehlo.batch_norm_grad
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op expected 5 operands, but found 4}}
  %v2, %v3, %v4 = "stablehlo.batch_norm_grad"(%v0, %v1, %v1, %v1) <{epsilon = 5.000000e-01 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

// stablehlo.batch_norm_grad
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op expected 3 results}}
  %v3, %v4 = "stablehlo.batch_norm_grad"(%v0, %v1, %v1, %v1, %v0) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

// stablehlo.batch_norm_grad
func.func @subject(%v0: tensor<4xf32>, %v1: tensor<4xf32>) {
  // expected-error@+2 {{expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex 1, and rank 1.}}
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op failed to infer returned types}}
  %v2, %v3, %v4 = "stablehlo.batch_norm_grad"(%v0, %v1, %v1, %v1, %v0) <{epsilon = 5.000000e-01 : f32, feature_index = 1 : i64}> : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

// stablehlo.batch_norm_grad
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.batch_norm_grad' op inferred type(s) 'tensor<2x4xf32>', 'tensor<4xf32>', 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>', 'tensor<4xf32>', 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op failed to infer returned types}}
  %v2, %v3, %v4 = "stablehlo.batch_norm_grad"(%v0, %v1, %v1, %v1, %v0) <{epsilon = 5.000000e-01 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

// stablehlo.batch_norm_grad
func.func @subject(%v0: tensor<2x5xf32>, %v1: tensor<4xf32>) {
  // expected-error@+2 {{expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is 4 and the feature count is 5.}}
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op failed to infer returned types}}
  %v2, %v3, %v4 = "stablehlo.batch_norm_grad"(%v0, %v1, %v1, %v1, %v0) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x5xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x5xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

// stablehlo.batch_norm_grad
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<4xbf16>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op requires compatible element types for all operands and results}}
  %v2, %v3, %v4 = "stablehlo.batch_norm_grad"(%v0, %v1, %v1, %v1, %v0) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

// stablehlo.batch_norm_grad
func.func @subject(%v0: tensor<2x4xf32>, %v1: none) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op operand #1 must be 1D tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'none'}}
  %v2, %v3, %v4 = "stablehlo.batch_norm_grad"(%v0, %v1, %v1, %v1, %v0) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, none, none, none, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

// stablehlo.batch_norm_inference
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op expected 5 operands, but found 4}}
  %v2 = "stablehlo.batch_norm_inference"(%v1, %v1, %v1, %v1) <{epsilon = 5.000000e-01 : f32, feature_index = 1 : i64}> : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.batch_norm_inference
func.func @subject(%v0: tensor<4xf32>, %v1: tensor<4xf32>) {
  // expected-error@+2 {{expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex 1, and rank 1.}}
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op failed to infer returned types}}
  %v2 = "stablehlo.batch_norm_inference"(%v0, %v1, %v1, %v1, %v1) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  func.return
}

// -----

// stablehlo.batch_norm_inference
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.batch_norm_inference' op inferred type(s) 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op failed to infer returned types}}
  %v2 = "stablehlo.batch_norm_inference"(%v0, %v1, %v1, %v1, %v1) <{epsilon = 5.000000e-01 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  func.return
}

// -----

// stablehlo.batch_norm_inference
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<4xf64>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op requires compatible element types for all operands and results}}
  %v2 = "stablehlo.batch_norm_inference"(%v0, %v1, %v1, %v1, %v1) <{epsilon = 5.000000e-01 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.batch_norm_inference
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<4xf32>) {
  // expected-error@+2 {{expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is 4 and the feature count is 2.}}
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op failed to infer returned types}}
  %v2 = "stablehlo.batch_norm_inference"(%v0, %v1, %v1, %v1, %v1) <{epsilon = 5.000000e-01 : f32, feature_index = 0 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.batch_norm_inference
func.func @subject(%v0: tensor<2x4xf32>, %v1: tuple<>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op operand #1 must be 1D tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tuple<>'}}
  %v2 = "stablehlo.batch_norm_inference"(%v0, %v1, %v1, %v1, %v1) <{epsilon = 5.000000e-01 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tuple<>, tuple<>, tuple<>, tuple<>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.batch_norm_training
func.func @subject(%v0: tensor<?x?xf32>, %v1: tensor<?xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op expected 3 operands, but found 2}}
  %v2, %v3, %v4 = "stablehlo.batch_norm_training"(%v0, %v1) <{epsilon = 5.000000e-01 : f32, feature_index = 1 : i64}> : (tensor<?x?xf32>, tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>)
  func.return
}

// -----

// stablehlo.batch_norm_training
func.func @subject(%v0: tensor<?x?xf32>, %v1: tensor<?xf64>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op requires compatible element types for all operands and results}}
  %v2, %v3, %v4 = "stablehlo.batch_norm_training"(%v0, %v1, %v1) <{epsilon = 5.000000e-01 : f32, feature_index = 1 : i64}> : (tensor<?x?xf32>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>)
  func.return
}

// -----

// stablehlo.batch_norm_training
func.func @subject(%v0: tensor<?x?xf32>, %v1: tensor<?xf32>) {
  // expected-error@+2 {{expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex 100, and rank 2.}}
  // expected-error@+1 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  %v2, %v3, %v4 = "stablehlo.batch_norm_training"(%v0, %v1, %v1) <{epsilon = 5.000000e-01 : f32, feature_index = 100 : i64}> : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>)
  func.return
}

// -----

// stablehlo.batch_norm_training
func.func @subject(%v0: tensor<?x?xf32>, %v1: tensor<?xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op expected 3 results}}
  %v2, %v3, %v4, %v5 = "stablehlo.batch_norm_training"(%v0, %v1, %v1) <{epsilon = 5.000000e-01 : f32, feature_index = 1 : i64}> : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
  func.return
}

// -----

// stablehlo.batch_norm_training
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<4xf32>, %v2: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.batch_norm_training' op inferred type(s) 'tensor<2x4xf32>', 'tensor<4xf32>', 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>', 'tensor<4xf32>', 'tensor<1xf32>'}}
  // expected-error@+1 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  %v3, %v4, %v5 = "stablehlo.batch_norm_training"(%v0, %v1, %v2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<1xf32>)
  func.return
}

// -----

// stablehlo.batch_norm_training
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<4xf32>, %v2: tensor<5xf32>) {
  // expected-error@+2 {{expects single-dimensional operands to have compatible shapes.}}
  // expected-error@+1 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  %v3, %v4, %v5 = "stablehlo.batch_norm_training"(%v0, %v1, %v2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<5xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

// stablehlo.batch_norm_training
func.func @subject(%v0: tensor<2x8xf32>, %v1: tensor<4xf32>, %v2: tensor<4xf32>) {
  // expected-error@+2 {{expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is 4 and the feature count is 8.}}
  // expected-error@+1 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  %v3, %v4, %v5 = "stablehlo.batch_norm_training"(%v0, %v1, %v2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x8xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

// stablehlo.batch_norm_training
func.func @subject(%v0: tensor<?x?xf32>, %v1: none) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op operand #1 must be 1D tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'none'}}
  %v2, %v3, %v4 = "stablehlo.batch_norm_training"(%v0, %v1, %v1) <{epsilon = 5.000000e-01 : f32, feature_index = 1 : i64}> : (tensor<?x?xf32>, none, none) -> (tensor<?x?xf32>, none, none)
  func.return
}

// -----

// stablehlo.map
func.func @subject(%v0: tensor<2x3x4xf32>, %v1: tensor<2x3x4xi32>) {
  // expected-error@+2 {{expects number of operands to match the arity of map computation, but got: 1 and 2}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %v5 = "stablehlo.map"(%v0) <{dimensions = array<i64: 0, 1, 2>}> ({
  ^bb0(%v2: tensor<f32>, %v3: tensor<i32>):
    %v4 = "stablehlo.convert"(%v2) : (tensor<f32>) -> (tensor<i8>)
    "stablehlo.return"(%v4) : (tensor<i8>) -> ()
  }) : (tensor<2x3x4xf32>) -> (tensor<2x3x4xi8>)
  func.return
}

// -----

// stablehlo.map
func.func @subject(%v0: tensor<2x3x4xf32>, %v1: tensor<2x3x4xi32>) {
  // expected-error@+2 {{computation must return single output, but got: 0}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %v5 = "stablehlo.map"(%v0, %v1) <{dimensions = array<i64: 0, 1, 2>}> ({
  ^bb0(%v2: tensor<f32>, %v3: tensor<i32>):
    %v4 = "stablehlo.convert"(%v2) : (tensor<f32>) -> (tensor<i8>)
    "stablehlo.return"() : () -> ()
  }) : (tensor<2x3x4xf32>, tensor<2x3x4xi32>) -> (tensor<2x3x4xi8>)
  func.return
}

// -----

// stablehlo.map
func.func @subject(%v0: tensor<2x3x4xf32>, %v1: tensor<2x3x4xi32>) {
  // expected-error@+2 {{'stablehlo.map' op expects regions to end with 'stablehlo.return', found 'sdy.return'}}
  // expected-note@+1 {{in custom textual format, the absence of terminator implies 'stablehlo.return'}}
  %v5 = "stablehlo.map"(%v0, %v1) <{dimensions = array<i64: 0, 1, 2>}> ({
  ^bb0(%v2: tensor<f32>, %v3: tensor<i32>):
    %v4 = "stablehlo.convert"(%v2) : (tensor<f32>) -> (tensor<i8>)
    "sdy.return"(%v4) : (tensor<i8>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<2x3x4xi32>) -> (tensor<2x3x4xi8>)
  func.return
}

// -----

// stablehlo.map
func.func @subject(%v0: tensor<2x3x4xf32>, %v1: tensor<2x3x4xi32>) {
  // expected-error@+1 {{'stablehlo.map' op requires the same shape for all operands and results}}
  %v5 = "stablehlo.map"(%v0, %v1) <{dimensions = array<i64: 0, 1, 2>}> ({
  ^bb0(%v2: tensor<f32>, %v3: tensor<i32>):
    %v4 = "stablehlo.convert"(%v2) : (tensor<f32>) -> (tensor<i8>)
    "stablehlo.return"(%v4) : (tensor<i8>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<2x3x4xi32>) -> (tensor<2x3x3xi8>)
  func.return
}

// -----

// stablehlo.map
func.func @subject(%v0: tensor<2x3x4xf32>, %v1: tensor<2x3x4xi32>) {
  // expected-error@+2 {{element type of operands and computation arguments must match, but got: 'f32' and 'i32'}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %v5 = "stablehlo.map"(%v0, %v1) <{dimensions = array<i64: 0, 1, 2>}> ({
  ^bb0(%v3: tensor<i32>, %v2: tensor<f32>):
    %v4 = "stablehlo.convert"(%v2) : (tensor<f32>) -> (tensor<i8>)
    "stablehlo.return"(%v4) : (tensor<i8>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<2x3x4xi32>) -> (tensor<2x3x4xi8>)
  func.return
}

// -----

// stablehlo.map
func.func @subject(%v0: tensor<2x3x4xf32>, %v1: tensor<2x3x4xi32>) {
  // expected-error@+2 {{requires monotonically increasing dimension numbers, but got: 1, 1, 2}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %v5 = "stablehlo.map"(%v0, %v1) <{dimensions = array<i64: 1, 1, 2>}> ({
  ^bb0(%v2: tensor<f32>, %v3: tensor<i32>):
    %v4 = "stablehlo.convert"(%v2) : (tensor<f32>) -> (tensor<i8>)
    "stablehlo.return"(%v4) : (tensor<i8>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<2x3x4xi32>) -> (tensor<2x3x4xi8>)
  func.return
}

// -----

// stablehlo.map
func.func @subject(%v0: tensor<2x3x4xf32>, %v1: tensor<2x3x4xi32>) {
  // expected-error@+2 {{'stablehlo.map' op inferred type(s) 'tensor<2x3x4xf32>' are incompatible with return type(s) of operation 'tensor<2x3x4xi8>'}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %v5 = "stablehlo.map"(%v0, %v1) <{dimensions = array<i64: 0, 1, 2>}> ({
  ^bb0(%v2: tensor<f32>, %v3: tensor<i32>):
    %v4 = "stablehlo.convert"(%v2) : (tensor<f32>) -> (tensor<i8>)
    "stablehlo.return"(%v2) : (tensor<f32>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<2x3x4xi32>) -> (tensor<2x3x4xi8>)
  func.return
}

// -----

// stablehlo.map
func.func @subject(%v0: tensor<2x3x4xf32>, %v1: tensor<2x3x4xi32>) {
  // expected-error@+2 {{requires monotonically increasing dimension numbers, but got: 0, 1, 2, 2}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %v5 = "stablehlo.map"(%v0, %v1) <{dimensions = array<i64: 0, 1, 2, 2>}> ({
  ^bb0(%v2: tensor<f32>, %v3: tensor<i32>):
    %v4 = "stablehlo.convert"(%v2) : (tensor<f32>) -> (tensor<i8>)
    "stablehlo.return"(%v4) : (tensor<i8>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<2x3x4xi32>) -> (tensor<2x3x4xi8>)
  func.return
}

// -----

// stablehlo.map
func.func @subject(%v0: tensor<2x3x4xf32>, %v1: tensor<2x3x4xi32>) {
  // expected-error@+1 {{'stablehlo.map' op requires one region}}
  %v5 = "stablehlo.map"(%v0, %v1) <{dimensions = array<i64: 0, 1, 2>}> : (tensor<2x3x4xf32>, tensor<2x3x4xi32>) -> (tensor<2x3x4xi8>)
  func.return
}

// -----

// stablehlo.reduce
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<0xf32>'}}
  // expected-error@+1 {{'stablehlo.reduce' op failed to infer returned types}}
  %v5 = "stablehlo.reduce"(%v0, %v1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%v2: tensor<f32>, %v3: tensor<f32>):
    %v4 = "stablehlo.add"(%v2, %v3) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v4) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>, tensor<f32>) -> (tensor<0xf32>)
  func.return
}

// -----

// stablehlo.reduce
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<f32>) {
  // expected-error@+1 {{Out-of-bounds dimension -2, expected to be in range [0, 2)}}
  %v5 = "stablehlo.reduce"(%v0, %v1) <{dimensions = array<i64: -2>}> ({
  ^bb0(%v2: tensor<f32>, %v3: tensor<f32>):
    %v4 = "stablehlo.add"(%v3, %v2) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v4) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return
}

// -----

// stablehlo.reduce
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<f32>) {
  // expected-error@+1 {{Duplicate reduction dimension: 1}}
  %v5 = "stablehlo.reduce"(%v0, %v1) <{dimensions = array<i64: 1, 1>}> ({
  ^bb0(%v2: tensor<f32>, %v3: tensor<f32>):
    %v4 = "stablehlo.add"(%v3, %v2) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v4) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return
}

// -----

// stablehlo.reduce
func.func @subject(%v0: tensor<?x3x?xf32>, %v1: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce' op expects regions to end with 'stablehlo.return', found 'sdy.return'}}
  // expected-note@+1 {{in custom textual format, the absence of terminator implies 'stablehlo.return'}}
  %v5 = "stablehlo.reduce"(%v0, %v1) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%v2: tensor<f32>, %v3: tensor<f32>):
    %v4 = "stablehlo.maximum"(%v2, %v3) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "sdy.return"(%v4) : (tensor<f32>) -> ()
  }) : (tensor<?x3x?xf32>, tensor<f32>) -> (tensor<?xf32>)
  func.return
}

// -----

// stablehlo.reduce
func.func @subject(%v0: tensor<2x3x4xf32>, %v1: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce' op inferred type(s) 'tensor<2x3xf64>' are incompatible with return type(s) of operation 'tensor<2x3xf64>', 'tensor<2x3xf64>'}}
  // expected-error@+1 {{'stablehlo.reduce' op failed to infer returned types}}
  %v5, %v6 = "stablehlo.reduce"(%v0, %v1) <{dimensions = array<i64: 2>}> ({
  ^bb0(%v2: tensor<f64>, %v3: tensor<f64>):
    %v4 = "stablehlo.add"(%v2, %v3) : (tensor<f64>, tensor<f64>) -> (tensor<f64>)
    "stablehlo.return"(%v4) : (tensor<f64>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<f32>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  func.return
}

// -----

// stablehlo.reduce
func.func @subject(%v0: tensor<?x4xf32, #stablehlo.bounds<8, ?>>, %v1: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce' op inferred type(s) 'tensor<?xf32, #stablehlo.bounds<8>>' are incompatible with return type(s) of operation }}
  // expected-error@+1 {{'stablehlo.reduce' op failed to infer returned types}}
  "stablehlo.reduce"(%v0, %v1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%v2: tensor<f32>, %v3: tensor<f32>):
    %v4 = "stablehlo.add"(%v2, %v3) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v4) : (tensor<f32>) -> ()
  }) : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>, tensor<f32>) -> ()
  func.return
}

// -----

// stablehlo.reduce
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2x4xi32>, %v2: tensor<f32>, %v3: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.reduce' op inferred type(s) 'tensor<2xf32>', 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<2xf32>', 'tensor<2xui32>'}}
  // expected-error@+1 {{'stablehlo.reduce' op failed to infer returned types}}
  %v10, %v11 = "stablehlo.reduce"(%v0, %v1, %v2, %v3) <{dimensions = array<i64: 1>}> ({
  ^bb0(%v4: tensor<f32>, %v5: tensor<i32>, %v6: tensor<f32>, %v7: tensor<i32>):
    %v8 = "stablehlo.add"(%v4, %v6) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    %v9 = "stablehlo.add"(%v5, %v7) : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
    "stablehlo.return"(%v8, %v9) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xui32>)
  func.return
}

// -----

// stablehlo.reduce
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op requires one region}}
  %v5 = "stablehlo.reduce"(%v0, %v1) <{dimensions = array<i64>}> : (tensor<2x4xf32>, tensor<f32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.reduce_window
func.func @subject(%v0: tensor<3x?xf32>, %v1: tensor<f32>) {
  // expected-error@+1 {{expects window-dimensions size == input rank, but got window-dimensions size: 3 and input: 'tensor<3x?xf32>' with rank = 2.}}
  %v5 = "stablehlo.reduce_window"(%v0, %v1) <{window_dimensions = array<i64: 1, 2, 3>}> ({
  ^bb0(%v2: tensor<f32>, %v3: tensor<f32>):
    %v4 = "stablehlo.maximum"(%v2, %v3) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v4) : (tensor<f32>) -> ()
  }) : (tensor<3x?xf32>, tensor<f32>) -> (tensor<?x2x?xf32>)
  func.return
}

// -----

// stablehlo.reduce_window
func.func @subject(%v0: tensor<?x3x?xf32>, %v1: tensor<f32>) {
  // expected-error@+1 {{expects window to have positive value for 1-th window dimension, but got -2.}}
  %v5 = "stablehlo.reduce_window"(%v0, %v1) <{window_dimensions = array<i64: 1, -2, 3>}> ({
  ^bb0(%v2: tensor<f32>, %v3: tensor<f32>):
    %v4 = "stablehlo.maximum"(%v2, %v3) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v4) : (tensor<f32>) -> ()
  }) : (tensor<?x3x?xf32>, tensor<f32>) -> (tensor<?x2x?xf32>)
  func.return
}

// -----

// stablehlo.reduce_window
func.func @subject(%v0: tensor<2x17xf32>, %v1: tensor<f32>) {
  // expected-error@+1 {{expects window to have positive stride for 1-th window dimension, but got -2.}}
  %v5 = "stablehlo.reduce_window"(%v0, %v1) <{padding = dense<[[0, 0], [0, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, -2>}> ({
  ^bb0(%v2: tensor<f32>, %v3: tensor<f32>):
    %v4 = "stablehlo.add"(%v2, %v3) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v4) : (tensor<f32>) -> ()
  }) : (tensor<2x17xf32>, tensor<f32>) -> (tensor<2x9xf32>)
  func.return
}

// -----

// stablehlo.reduce_window
func.func @subject(%v0: tensor<2x3x4xf32>, %v1: tensor<2x3x4xi32>, %v2: tensor<f32>, %v3: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<2x1x2xf32>', 'tensor<2x1x2xi32>' are incompatible with return type(s) of operation 'tensor<2x2x4xf32>', 'tensor<2x2x4xi32>'}}
  // expected-error@+1 {{'stablehlo.reduce_window' op failed to infer returned types}}
  %v10, %v11 = "stablehlo.reduce_window"(%v0, %v1, %v2, %v3) <{base_dilations = array<i64: 1, 1, 1>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 2, 3>, window_strides = array<i64: 1, 2, 1>}> ({
  ^bb0(%v4: tensor<f32>, %v5: tensor<i32>, %v6: tensor<f32>, %v7: tensor<i32>):
    %v8 = "stablehlo.maximum"(%v4, %v6) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    %v9 = "stablehlo.add"(%v5, %v7) : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
    "stablehlo.return"(%v8, %v9) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<2x3x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x2x4xf32>, tensor<2x2x4xi32>)
  func.return
}

// -----

// stablehlo.reduce_window
func.func @subject(%v0: tensor<2x3x4xf32>, %v1: tensor<2x3x4xi32>, %v2: tensor<f32>, %v3: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<2x2x4xf32>', 'tensor<2x2x4xi32>' are incompatible with return type(s) of operation 'tensor<2x2x4xf32>'}}
  // expected-error@+1 {{'stablehlo.reduce_window' op failed to infer returned types}}
  %v10 = "stablehlo.reduce_window"(%v0, %v1, %v2, %v3) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 0], [1, 1], [2, 0]]> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 2, 3>, window_strides = array<i64: 1, 2, 1>}> ({
  ^bb0(%v4: tensor<f32>, %v5: tensor<i32>, %v6: tensor<f32>, %v7: tensor<i32>):
    %v8 = "stablehlo.maximum"(%v4, %v6) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    %v9 = "stablehlo.add"(%v5, %v7) : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
    "stablehlo.return"(%v8, %v9) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<2x3x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x2x4xf32>)
  func.return
}

// -----

// stablehlo.reduce_window
func.func @subject(%v0: tensor<2x3x4xf32>, %v1: tensor<?xf32>, %v2: tensor<f32>, %v3: tensor<i32>) {
  // expected-error@+1 {{expects all inputs to have compatible shapes. Shape at input-index 1 is not compatible with shape at input-index 0}}
  %v10, %v11 = "stablehlo.reduce_window"(%v0, %v1, %v2, %v3) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 0], [1, 1], [2, 0]]> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 2, 3>, window_strides = array<i64: 1, 2, 1>}> ({
  ^bb0(%v4: tensor<f32>, %v5: tensor<i32>, %v6: tensor<f32>, %v7: tensor<i32>):
    %v8 = "stablehlo.maximum"(%v4, %v6) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    %v9 = "stablehlo.add"(%v5, %v7) : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
    "stablehlo.return"(%v8, %v9) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<?xf32>, tensor<f32>, tensor<i32>) -> (tensor<2x2x4xf32>, tensor<2x2x4xi32>)
  func.return
}

// -----

// stablehlo.reduce_window
func.func @subject(%v0: tensor<2x3x4xf32>, %v1: tensor<2x3x4xi32>, %v2: tensor<f32>, %v3: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<2x2x4xf32>', 'tensor<2x2x4xi32>' are incompatible with return type(s) of operation 'tensor<2x2x4xf32>', 'tensor<2x2x4xi32>', 'tensor<2x2x4xi32>'}}
  // expected-error@+1 {{'stablehlo.reduce_window' op failed to infer returned types}}
  %v10, %v11, %v12 = "stablehlo.reduce_window"(%v0, %v1, %v2, %v3) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 0], [1, 1], [2, 0]]> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 2, 3>, window_strides = array<i64: 1, 2, 1>}> ({
  ^bb0(%v4: tensor<f32>, %v5: tensor<i32>, %v6: tensor<f32>, %v7: tensor<i32>):
    %v8 = "stablehlo.maximum"(%v4, %v6) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    %v9 = "stablehlo.add"(%v5, %v7) : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
    "stablehlo.return"(%v8, %v9) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<2x3x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x2x4xf32>, tensor<2x2x4xi32>, tensor<2x2x4xi32>)
  func.return
}

// -----

// stablehlo.reduce_window
func.func @subject(%v0: tensor<2x17xf32>, %v1: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  %v5 = "stablehlo.reduce_window"(%v0, %v1) <{padding = dense<[[0, 0], [0, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  }) : (tensor<2x17xf32>, tensor<f32>) -> (tensor<2x9xf32>)
  func.return
}

// -----

// stablehlo.select_and_scatter
func.func @subject(%v0: tensor<5x6xf32>, %v1: tensor<2x6xf32>, %v2: tensor<f32>) {
  // expected-error@+1 {{expects window-dimensions size == operand rank, but got window-dimensions size: 0 and operand-type: 'tensor<5x6xf32>' with rank = 2.}}
  %v9 = "stablehlo.select_and_scatter"(%v0, %v1, %v2) <{padding = dense<0> : tensor<2x2xi64>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%v3: tensor<f32>, %v4: tensor<f32>):
    %v5 = "stablehlo.compare"(%v3, %v4) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> (tensor<i1>)
    "stablehlo.return"(%v5) : (tensor<i1>) -> ()
  }, {
  ^bb0(%v6: tensor<f32>, %v7: tensor<f32>):
    %v8 = "stablehlo.add"(%v6, %v7) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v8) : (tensor<f32>) -> ()
  }) : (tensor<5x6xf32>, tensor<2x6xf32>, tensor<f32>) -> (tensor<5x6xf32>)
  func.return
}

// -----

// stablehlo.select_and_scatter
func.func @subject(%v0: tensor<5x6xf32>, %v1: tensor<6xf32>, %v2: tensor<f32>) {
  // expected-error@+1 {{expects source-type to be 'tensor<2x6xf32>', but got'tensor<6xf32>'}}
  %v9 = "stablehlo.select_and_scatter"(%v0, %v1, %v2) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%v3: tensor<f32>, %v4: tensor<f32>):
    %v5 = "stablehlo.compare"(%v3, %v4) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> (tensor<i1>)
    "stablehlo.return"(%v5) : (tensor<i1>) -> ()
  }, {
  ^bb0(%v6: tensor<f32>, %v7: tensor<f32>):
    %v8 = "stablehlo.add"(%v6, %v7) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v8) : (tensor<f32>) -> ()
  }) : (tensor<5x6xf32>, tensor<6xf32>, tensor<f32>) -> (tensor<5x6xf32>)
  func.return
}

// -----

// stablehlo.select_and_scatter
func.func @subject(%v0: tensor<5x6xf32>, %v1: tensor<2x6xf32>, %v2: tensor<f32>) {
  // expected-error@+1 {{expects window to have positive value for 0-th window dimension, but got -2.}}
  %v9 = "stablehlo.select_and_scatter"(%v0, %v1, %v2) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: -2, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%v3: tensor<f32>, %v4: tensor<f32>):
    %v5 = "stablehlo.compare"(%v3, %v4) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> (tensor<i1>)
    "stablehlo.return"(%v5) : (tensor<i1>) -> ()
  }, {
  ^bb0(%v6: tensor<f32>, %v7: tensor<f32>):
    %v8 = "stablehlo.add"(%v6, %v7) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v8) : (tensor<f32>) -> ()
  }) : (tensor<5x6xf32>, tensor<2x6xf32>, tensor<f32>) -> (tensor<5x6xf32>)
  func.return
}

// -----

// stablehlo.select_and_scatter
func.func @subject(%v0: tensor<2x3x4xf32>, %v2: tensor<f32>) {
  %v1 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<2x2x2xf32>}> : () -> (tensor<2x2x2xf32>)
  // expected-error@+1 {{expects window to have positive stride for 1-th window dimension, but got 0.}}
  %v9 = "stablehlo.select_and_scatter"(%v0, %v1, %v2) <{window_dimensions = array<i64: 1, 2, 2>, window_strides = array<i64: 1, 0, 2>}> ({
  ^bb0(%v3: tensor<f32>, %v4: tensor<f32>):
    %v5 = "stablehlo.compare"(%v3, %v4) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> (tensor<i1>)
    "stablehlo.return"(%v5) : (tensor<i1>) -> ()
  }, {
  ^bb0(%v6: tensor<f32>, %v7: tensor<f32>):
    %v8 = "stablehlo.add"(%v6, %v7) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v8) : (tensor<f32>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<2x2x2xf32>, tensor<f32>) -> (tensor<2x3x4xf32>)
  func.return
}

// -----

// stablehlo.select_and_scatter
func.func @subject(%v0: tensor<2x3x4xf32>, %v2: tensor<f32>) {
  %v1 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<2x2x2xf32>}> : () -> (tensor<2x2x2xf32>)
  // expected-error@+1 {{expects window-strides to have same dimension-size as size of window dimensions (3), but got: 4.}}
  %v9 = "stablehlo.select_and_scatter"(%v0, %v1, %v2) <{window_dimensions = array<i64: 1, 2, 2>, window_strides = array<i64: 1, 1, 2, 2>}> ({
  ^bb0(%v3: tensor<f32>, %v4: tensor<f32>):
    %v5 = "stablehlo.compare"(%v3, %v4) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> (tensor<i1>)
    "stablehlo.return"(%v5) : (tensor<i1>) -> ()
  }, {
  ^bb0(%v6: tensor<f32>, %v7: tensor<f32>):
    %v8 = "stablehlo.add"(%v6, %v7) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v8) : (tensor<f32>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<2x2x2xf32>, tensor<f32>) -> (tensor<2x3x4xf32>)
  func.return
}

// -----

// stablehlo.select_and_scatter
func.func @subject(%v0: tensor<2x3x4xf32>, %v2: tensor<f32>) {
  %v1 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<2x2x2xf32>}> : () -> (tensor<2x2x2xf32>)
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expected 2 regions}}
  %v9 = "stablehlo.select_and_scatter"(%v0, %v1, %v2) <{window_dimensions = array<i64: 1, 2, 2>, window_strides = array<i64: 1, 1, 2>}> ({
  ^bb0(%v3: tensor<f32>, %v4: tensor<f32>):
    %v5 = "stablehlo.compare"(%v3, %v4) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> (tensor<i1>)
    "stablehlo.return"(%v5) : (tensor<i1>) -> ()
  }, {
  ^bb0(%v6: tensor<f32>, %v7: tensor<f32>):
    %v8 = "stablehlo.add"(%v6, %v7) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v8) : (tensor<f32>) -> ()
  }, {
  ^bb0(%v10: tensor<f32>, %v11: tensor<f32>):
    %v12 = "stablehlo.compare"(%v10, %v11) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> (tensor<i1>)
    "stablehlo.return"(%v12) : (tensor<i1>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<2x2x2xf32>, tensor<f32>) -> (tensor<2x3x4xf32>)
  func.return
}

// -----

// stablehlo.select_and_scatter
func.func @subject(%v0: tensor<5x6xf32>, %v1: tensor<2x6xf32>, %v2: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op region #1 ('scatter') failed to verify constraint: region with 1 blocks}}
  %v9 = "stablehlo.select_and_scatter"(%v0, %v1, %v2) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%v3: tensor<f32>, %v4: tensor<f32>):
    %v5 = "stablehlo.compare"(%v3, %v4) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> (tensor<i1>)
    "stablehlo.return"(%v5) : (tensor<i1>) -> ()
  }, {
  }) : (tensor<5x6xf32>, tensor<2x6xf32>, tensor<f32>) -> (tensor<5x6xf32>)
  func.return
}

// -----

// stablehlo.sort
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{comparator must return single output but got 0}}
  %v4 = "stablehlo.sort"(%v0) ({
  ^bb0(%v1: tensor<f32>, %v2: tensor<f32>):
  }) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.sort
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op expected 1 or more results}}
  "stablehlo.sort"(%v0) ({
  ^bb0(%v1: tensor<f32>, %v2: tensor<f32>):
    %v3 = "stablehlo.compare"(%v1, %v2) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> (tensor<i1>)
    "stablehlo.return"(%v3) : (tensor<i1>) -> ()
  }) : (tensor<2x4xf32>) -> ()
  func.return
}

// -----

// stablehlo.sort
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op requires the same shape for all operands and results}}
  %v4 = "stablehlo.sort"(%v0) ({
  ^bb0(%v1: tensor<f32>, %v2: tensor<f32>):
    %v3 = "stablehlo.compare"(%v1, %v2) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> (tensor<i1>)
    "stablehlo.return"(%v3) : (tensor<i1>) -> ()
  }) : (tensor<2x4xf32>) -> (tensor<4xf32>)
  func.return
}

// -----

// stablehlo.sort
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{comparator block argument #0 should be of type 'tensor<f32>' but got 'tensor<i64>'}}
  %v4 = "stablehlo.sort"(%v0) ({
  ^bb0(%v1: tensor<i64>, %v2: tensor<f32>):
    %v3 = "stablehlo.compare"(%v1, %v2) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i64>, tensor<f32>) -> (tensor<i1>)
    "stablehlo.return"(%v3) : (tensor<i1>) -> ()
  }) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.sort
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{comparator must return tensor<i1> but got 'tensor<f32>'}}
  %v4 = "stablehlo.sort"(%v0) ({
  ^bb0(%v1: tensor<f32>, %v2: tensor<f32>):
    %v3 = "stablehlo.compare"(%v1, %v2) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> (tensor<i1>)
    "stablehlo.return"(%v1) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.sort
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2x4xi32>) {
  // expected-error@+2 {{'stablehlo.sort' op inferred type(s) 'tensor<2x4xf32>', 'tensor<2x4xi32>' are incompatible with return type(s) of operation 'tensor<2x4xi32>'}}
  // expected-error@+1 {{'stablehlo.sort' op failed to infer returned types}}
  %v8 = "stablehlo.sort"(%v0, %v1) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%v2: tensor<f32>, %v3: tensor<f32>, %v4: tensor<i32>, %v5: tensor<i32>):
    %v6 = "stablehlo.compare"(%v2, %v3) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> (tensor<i1>)
    "stablehlo.return"(%v6) : (tensor<i1>) -> ()
  }) : (tensor<2x4xf32>, tensor<2x4xi32>) -> (tensor<2x4xi32>)
  func.return
}

// -----

// stablehlo.sort
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2x4xi32>) {
  // expected-error@+1 {{comparator block should have 2 arguments}}
  %v7, %v8 = "stablehlo.sort"(%v0) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%v2: tensor<f32>, %v3: tensor<f32>, %v4: tensor<i32>, %v5: tensor<i32>):
    %v6 = "stablehlo.compare"(%v2, %v3) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> (tensor<i1>)
    "stablehlo.return"(%v6) : (tensor<i1>) -> ()
  }) : (tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xi32>)
  func.return
}

// -----

// stablehlo.sort
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op requires one region}}
  %v4 = "stablehlo.sort"(%v0) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}
