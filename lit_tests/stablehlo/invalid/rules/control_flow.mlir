// What is said of control flow with one mistake; made by `python -m tools.operations.rules`.
// RUN: sdy-opt %s -split-input-file -verify-diagnostics

// stablehlo.after_all
func.func @subject() {
  // expected-error@+1 {{'stablehlo.after_all' op requires one result}}
  "stablehlo.after_all"() : () -> ()
  func.return
}

// -----

// stablehlo.async_done
func.func @subject(%v0: !stablehlo.future<tensor<4x4xf32>>) {
  // expected-error@+2 {{'stablehlo.async_done' op inferred type(s) 'tensor<4x4xf32>' are incompatible with return type(s) of operation 'tensor<i1>'}}
  // expected-error@+1 {{'stablehlo.async_done' op failed to infer returned types}}
  %v1 = "stablehlo.async_done"(%v0) : (!stablehlo.future<tensor<4x4xf32>>) -> (tensor<i1>)
  func.return
}

// -----

// stablehlo.async_done
func.func @subject(%v0: f32) {
  // expected-error@+1 {{'stablehlo.async_done' op operand #0 must be future, but got 'f32'}}
  %v1 = "stablehlo.async_done"(%v0) : (f32) -> (tensor<4x4xf32>)
  func.return
}

// -----

// stablehlo.async_start
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.async_start' op region must return exactly one value, but got 0}}
  // expected-error@+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %v3 = "stablehlo.async_start"(%v0) ({
  ^bb0(%v1: tensor<2x4xf32>):
    %v2 = "stablehlo.all_gather"(%v1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<4x4xf32>)
    "stablehlo.return"() : () -> ()
  }) : (tensor<2x4xf32>) -> (!stablehlo.future<tensor<4x4xf32>>)
  func.return
}

// -----

// stablehlo.async_start
func.func @subject(%v0: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.async_start' op operand type 'tensor<f32>' at index 0 must match region argument type 'tensor<2x4xf32>'}}
  // expected-error@+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %v3 = "stablehlo.async_start"(%v0) ({
  ^bb0(%v1: tensor<2x4xf32>):
    %v2 = "stablehlo.all_gather"(%v1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<4x4xf32>)
    "stablehlo.return"(%v2) : (tensor<4x4xf32>) -> ()
  }) : (tensor<f32>) -> (!stablehlo.future<tensor<4x4xf32>>)
  func.return
}

// -----

// stablehlo.async_start
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.async_start' op expects regions to end with 'stablehlo.return', found 'sdy.return'}}
  // expected-note@+1 {{in custom textual format, the absence of terminator implies 'stablehlo.return'}}
  %v3 = "stablehlo.async_start"(%v0) ({
  ^bb0(%v1: tensor<2x4xf32>):
    %v2 = "stablehlo.all_gather"(%v1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<4x4xf32>)
    "sdy.return"(%v2) : (tensor<4x4xf32>) -> ()
  }) : (tensor<2x4xf32>) -> (!stablehlo.future<tensor<4x4xf32>>)
  func.return
}

// -----

// stablehlo.async_start
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.async_start' op inferred type(s) '!stablehlo.future<tensor<2x4xf32>>' are incompatible with return type(s) of operation '!stablehlo.future<tensor<4x4xf32>>'}}
  // expected-error@+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %v3 = "stablehlo.async_start"(%v0) ({
  ^bb0(%v1: tensor<2x4xf32>):
    %v2 = "stablehlo.all_gather"(%v1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<4x4xf32>)
    "stablehlo.return"(%v1) : (tensor<2x4xf32>) -> ()
  }) : (tensor<2x4xf32>) -> (!stablehlo.future<tensor<4x4xf32>>)
  func.return
}

// -----

// stablehlo.async_start
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.async_start' op number of operands (1) must match number of region arguments (2)}}
  // expected-error@+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %v3 = "stablehlo.async_start"(%v0) ({
  ^bb0(%v1: tensor<2x4xf32>, %v4: tensor<2x4xf32>):
    %v2 = "stablehlo.all_gather"(%v1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<4x4xf32>)
    "stablehlo.return"(%v2) : (tensor<4x4xf32>) -> ()
  }) : (tensor<2x4xf32>) -> (!stablehlo.future<tensor<4x4xf32>>)
  func.return
}

// -----

// stablehlo.async_start
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.async_start' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  %v3 = "stablehlo.async_start"(%v0) ({
  }) : (tensor<2x4xf32>) -> (!stablehlo.future<tensor<4x4xf32>>)
  func.return
}

// -----

// stablehlo.case
func.func @subject(%v0: tensor<i32>, %v1: tensor<2x4xf32>) {
  // expected-error@+2 {{branch 0 and branch 1 have mismatched return types: 'tensor<2x4xf32>' vs }}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  %v3 = "stablehlo.case"(%v0) ({
    "stablehlo.return"(%v1) : (tensor<2x4xf32>) -> ()
  }, {
    %v2 = "stablehlo.negate"(%v1) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
    "stablehlo.return"() : () -> ()
  }) : (tensor<i32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.case
func.func @subject(%v0: tensor<i32>, %v1: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.case' op inferred type(s) 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  %v3 = "stablehlo.case"(%v0) ({
    "stablehlo.return"(%v1) : (tensor<2x4xf32>) -> ()
  }, {
    %v2 = "stablehlo.negate"(%v1) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
    "stablehlo.return"(%v2) : (tensor<2x4xf32>) -> ()
  }) : (tensor<i32>) -> (tensor<f32>)
  func.return
}

// -----

// stablehlo.case
func.func @subject(%v0: tensor<i32>, %v1: tensor<2x4xf32>) {
  // expected-error@+2 {{branch 0 and branch 1 have mismatched return types: 'tensor<2x4xf32>' vs 'tensor<i32>'}}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  %v3 = "stablehlo.case"(%v0) ({
    "stablehlo.return"(%v1) : (tensor<2x4xf32>) -> ()
  }, {
    %v2 = "stablehlo.negate"(%v1) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
    "stablehlo.return"(%v0) : (tensor<i32>) -> ()
  }) : (tensor<i32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.case
func.func @subject(%v0: tensor<1xi32>, %v1: tensor<2x4xf32>) {
  // expected-error@+2 {{operand should be rank 0 tensor but got rank 1}}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  %v3 = "stablehlo.case"(%v0) ({
    "stablehlo.return"(%v1) : (tensor<2x4xf32>) -> ()
  }, {
    %v2 = "stablehlo.negate"(%v1) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
    "stablehlo.return"(%v2) : (tensor<2x4xf32>) -> ()
  }) : (tensor<1xi32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.case
func.func @subject(%v0: tensor<i32>, %v1: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.case' op inferred type(s) 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>', 'tensor<2x4xf32>'}}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  %v3, %v4 = "stablehlo.case"(%v0) ({
    "stablehlo.return"(%v1) : (tensor<2x4xf32>) -> ()
  }, {
    %v2 = "stablehlo.negate"(%v1) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
    "stablehlo.return"(%v2) : (tensor<2x4xf32>) -> ()
  }) : (tensor<i32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.case
func.func @subject(%v0: tensor<i32>, %v1: tensor<2x4xf32>) {
  // expected-error@+2 {{branch 0 and branch 1 have mismatched return types: 'tensor<2x4xf32>' vs 'tensor<2x4xf32>', 'tensor<2x4xf32>'}}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  %v3 = "stablehlo.case"(%v0) ({
    "stablehlo.return"(%v1) : (tensor<2x4xf32>) -> ()
  }, {
    %v2 = "stablehlo.negate"(%v1) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
    "stablehlo.return"(%v2, %v2) : (tensor<2x4xf32>, tensor<2x4xf32>) -> ()
  }) : (tensor<i32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.case
func.func @subject(%v0: tensor<i32>, %v1: tensor<2xf32>, %v2: !stablehlo.token) {
  // expected-error@+2 {{branch 0 and branch 2 have mismatched return types: 'tensor<2xf32>', '!stablehlo.token' vs 'tensor<2xf32>'}}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  %v4, %v5 = "stablehlo.case"(%v0) ({
    "stablehlo.return"(%v1, %v2) : (tensor<2xf32>, !stablehlo.token) -> ()
  }, {
    "stablehlo.return"(%v1, %v2) : (tensor<2xf32>, !stablehlo.token) -> ()
  }, {
    %v3 = "stablehlo.negate"(%v1) : (tensor<2xf32>) -> (tensor<2xf32>)
    "stablehlo.return"(%v3) : (tensor<2xf32>) -> ()
  }) : (tensor<i32>) -> (tensor<2xf32>, !stablehlo.token)
  func.return
}

// -----

// stablehlo.case
func.func @subject(%v0: tensor<i32>, %v1: tensor<2xf32>, %v2: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.case' op inferred type(s) 'tensor<2xf32>', 'tensor<i32>' are incompatible with return type(s) of operation 'tensor<2xf32>', '!stablehlo.token'}}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  %v4, %v5 = "stablehlo.case"(%v0) ({
    "stablehlo.return"(%v1, %v2) : (tensor<2xf32>, tensor<i32>) -> ()
  }, {
    "stablehlo.return"(%v1, %v2) : (tensor<2xf32>, tensor<i32>) -> ()
  }, {
    %v3 = "stablehlo.negate"(%v1) : (tensor<2xf32>) -> (tensor<2xf32>)
    "stablehlo.return"(%v3, %v2) : (tensor<2xf32>, tensor<i32>) -> ()
  }) : (tensor<i32>) -> (tensor<2xf32>, !stablehlo.token)
  func.return
}

// -----

// stablehlo.case
func.func @subject(%v0: tensor<i32>, %v1: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.case' op region #1 ('branches') failed to verify constraint: region with 1 blocks}}
  %v3 = "stablehlo.case"(%v0) ({
    "stablehlo.return"(%v1) : (tensor<2x4xf32>) -> ()
  }, {
  }) : (tensor<i32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.composite
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'decomposition' does not reference a valid function}}
  %v1 = "stablehlo.composite"(%v0) <{composite_attributes = {}, decomposition = @decomposition, name = "my.op", version = 0 : i32}> : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.composite
func.func @subject(%v0: tensor<i1>) {
  // expected-error@+1 {{operand at index 0 has type 'tensor<i1>', but decomposition has type 'tensor<2x4xf32>'}}
  %v1 = "stablehlo.composite"(%v0) <{decomposition = @decomposition, name = "my.op"}> : (tensor<i1>) -> (tensor<i1>)
  func.return
}
func.func private @decomposition(tensor<2x4xf32>) -> tensor<2x4xf32>

// -----

// stablehlo.composite
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{result at index 0 has type 'tensor<2x1xf32>', but decomposition has type 'tensor<2x4xf32>'}}
  %v1 = "stablehlo.composite"(%v0) <{decomposition = @decomposition, name = "my.op"}> : (tensor<2x4xf32>) -> (tensor<2x1xf32>)
  func.return
}
func.func private @decomposition(tensor<2x4xf32>) -> tensor<2x4xf32>

// -----

// stablehlo.composite
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{has 2 operand(s), but decomposition has 1}}
  %v1 = "stablehlo.composite"(%v0, %v0) <{decomposition = @decomposition, name = "my.op"}> : (tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}
func.func private @decomposition(tensor<2x4xf32>) -> tensor<2x4xf32>

// -----

// stablehlo.composite
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{has 2 result(s), but decomposition has 1}}
  %v1, %v2 = "stablehlo.composite"(%v0) <{decomposition = @decomposition, name = "my.op"}> : (tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  func.return
}
func.func private @decomposition(tensor<2x4xf32>) -> tensor<2x4xf32>

// -----

// stablehlo.composite
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.composite' op requires attribute 'name'}}
  %v1 = "stablehlo.composite"(%v0) <{decomposition = @decomposition}> : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}
func.func private @decomposition(tensor<2x4xf32>) -> tensor<2x4xf32>

// -----

// stablehlo.create_token
func.func @subject() {
  // expected-error@+1 {{'stablehlo.create_token' op requires one result}}
  "stablehlo.create_token"() : () -> ()
  func.return
}

// -----

// stablehlo.custom_call
func.func @subject() {
  // expected-error@+1 {{'stablehlo.custom_call' op CreateBuffer custom_call should have one result}}
  "stablehlo.custom_call"() <{call_target_name = "CreateBuffer"}> : () -> ()
  func.return
}

// -----

// stablehlo.custom_call
func.func @subject() {
  // expected-error@+1 {{'stablehlo.custom_call' op CreateBuffer custom_call should have a memref result}}
  %v0 = "stablehlo.custom_call"() <{call_target_name = "CreateBuffer"}> : () -> (tuple<>)
  func.return
}

// -----

// stablehlo.custom_call
func.func @subject(%v0: memref<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Unpin custom_call should have one input}}
  %v1 = "stablehlo.custom_call"() <{call_target_name = "Unpin"}> : () -> (tensor<2xf32>)
  func.return
}

// -----

// stablehlo.custom_call
func.func @subject(%v0: memref<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Unpin custom_call should have compatible input and output types}}
  %v1 = "stablehlo.custom_call"(%v0) <{call_target_name = "Unpin"}> : (memref<2xf32>) -> (tensor<i32>)
  func.return
}

// -----

// stablehlo.custom_call
func.func @subject(%v0: tensor<?xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Pin custom_call should have a memref output}}
  %v1 = "stablehlo.custom_call"(%v0) <{call_target_name = "Pin"}> : (tensor<?xf32>) -> (tuple<tensor<f32>>)
  func.return
}

// -----

// stablehlo.custom_call
func.func @subject(%v0: tensor<?xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Pin custom_call should have one output}}
  %v1, %v2 = "stablehlo.custom_call"(%v0) <{call_target_name = "Pin"}> : (tensor<?xf32>) -> (memref<3xf32>, memref<3xf32>)
  func.return
}

// -----

// stablehlo.custom_call
func.func @subject(%v0: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Layout attributes should be specified for either both operands and results or none.}}
  %v1 = "stablehlo.custom_call"(%v0) <{call_target_name = "a", operand_layouts = [dense<[1, 0]> : vector<2xindex>]}> : (tensor<8x2xf32>) -> (tensor<8x2xf32>)
  func.return
}

// -----

// stablehlo.custom_call
func.func @subject(%v0: memref<2xf32>, %v1: memref<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op buffer output [0] is not used in output_operand_alias}}
  %v2, %v3 = "stablehlo.custom_call"(%v0, %v1) <{call_target_name = "f"}> : (memref<2xf32>, memref<2xf32>) -> (memref<2xf32>, memref<2xf32>)
  func.return
}

// -----

// stablehlo.custom_call
func.func @subject(%v0: memref<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op requires attribute 'call_target_name'}}
  %v1 = "stablehlo.custom_call"(%v0) : (memref<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

// stablehlo.get_tuple_element
func.func @subject(%v0: tuple<>) {
  // expected-error@+2 {{index 2 is out of bounds of operand with size 0}}
  // expected-error@+1 {{'stablehlo.get_tuple_element' op failed to infer returned types}}
  %v1 = "stablehlo.get_tuple_element"(%v0) <{index = 2 : i32}> : (tuple<>) -> (tensor<i32>)
  func.return
}

// -----

// stablehlo.get_tuple_element
func.func @subject(%v0: i32) {
  // expected-error@+1 {{'stablehlo.get_tuple_element' op operand #0 must be nested tuple with any combination of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token values, but got 'i32'}}
  %v1 = "stablehlo.get_tuple_element"(%v0) <{index = 2 : i32}> : (i32) -> (tensor<i32>)
  func.return
}

// -----

// stablehlo.if
func.func @subject(%v0: tensor<i1>, %v1: tensor<2x4xf32>, %v2: tensor<i32>, %v3: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.if' op inferred type(s) 'tensor<2x4xf32>', 'tensor<i32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>'}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %v4 = "stablehlo.if"(%v0) ({
    "stablehlo.return"(%v1, %v2) : (tensor<2x4xf32>, tensor<i32>) -> ()
  }, {
    "stablehlo.return"(%v3, %v2) : (tensor<2x4xf32>, tensor<i32>) -> ()
  }) : (tensor<i1>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.if
func.func @subject(%v0: tensor<i1>, %v1: tensor<2xf32>, %v2: tensor<?xf32>) {
  // expected-error@+2 {{branch 0 and branch 1 have mismatched return types: 'tensor<2xf32>' vs 'tensor<0xf32>'}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %v4 = "stablehlo.if"(%v0) ({
    "stablehlo.return"(%v1) : (tensor<2xf32>) -> ()
  }, {
    %v3 = "stablehlo.negate"(%v2) : (tensor<?xf32>) -> (tensor<0xf32>)
    "stablehlo.return"(%v3) : (tensor<0xf32>) -> ()
  }) : (tensor<i1>) -> (tensor<?xf32>)
  func.return
}

// -----

// stablehlo.if
func.func @subject(%v0: tensor<3xi1>, %v1: tensor<2xf32>, %v2: tensor<?xf32>) {
  // expected-error@+2 {{operand should be rank 0 tensor but got rank 1}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %v4 = "stablehlo.if"(%v0) ({
    "stablehlo.return"(%v1) : (tensor<2xf32>) -> ()
  }, {
    %v3 = "stablehlo.negate"(%v2) : (tensor<?xf32>) -> (tensor<?xf32>)
    "stablehlo.return"(%v3) : (tensor<?xf32>) -> ()
  }) : (tensor<3xi1>) -> (tensor<?xf32>)
  func.return
}

// -----

// stablehlo.if
func.func @subject(%v0: tensor<i1>, %v1: tensor<2x4xf32>, %v2: tensor<i32>, %v3: tensor<2x4xf32>) {
  // expected-error@+2 {{branch 0 and branch 1 have mismatched return types: 'tensor<2x4xf32>', 'tensor<i32>' vs 'tensor<i1>', 'tensor<i32>'}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %v4, %v5 = "stablehlo.if"(%v0) ({
    "stablehlo.return"(%v1, %v2) : (tensor<2x4xf32>, tensor<i32>) -> ()
  }, {
    "stablehlo.return"(%v0, %v2) : (tensor<i1>, tensor<i32>) -> ()
  }) : (tensor<i1>) -> (tensor<2x4xf32>, tensor<i32>)
  func.return
}

// -----

// stablehlo.if
func.func @subject(%v0: tensor<i1>, %v1: tensor<2x4xf32>, %v2: tensor<i32>, %v3: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.if' op inferred type(s) 'tensor<2x4xf32>', 'tensor<i32>' are incompatible with return type(s) of operation 'tensor<4xf32>', 'tensor<i32>'}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %v4, %v5 = "stablehlo.if"(%v0) ({
    "stablehlo.return"(%v1, %v2) : (tensor<2x4xf32>, tensor<i32>) -> ()
  }, {
    "stablehlo.return"(%v3, %v2) : (tensor<2x4xf32>, tensor<i32>) -> ()
  }) : (tensor<i1>) -> (tensor<4xf32>, tensor<i32>)
  func.return
}

// -----

// stablehlo.if
func.func @subject(%v0: tensor<i1>, %v1: tensor<2xf32>, %v2: tensor<?xf32>) {
  // expected-error@+2 {{'stablehlo.if' op inferred type(s) 'tensor<?xf32>' are incompatible with return type(s) of operation 'tensor<?xf32>', 'tensor<?xf32>'}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %v4, %v5 = "stablehlo.if"(%v0) ({
    "stablehlo.return"(%v1) : (tensor<2xf32>) -> ()
  }, {
    %v3 = "stablehlo.negate"(%v2) : (tensor<?xf32>) -> (tensor<?xf32>)
    "stablehlo.return"(%v3) : (tensor<?xf32>) -> ()
  }) : (tensor<i1>) -> (tensor<?xf32>, tensor<?xf32>)
  func.return
}

// -----

// stablehlo.if
func.func @subject(%v0: tensor<i1>, %v1: tensor<2xf32>, %v2: tensor<?xf32>) {
  // expected-error@+2 {{branch 0 and branch 1 have mismatched return types: 'tensor<2xf32>' vs 'tensor<?xf32>', 'tensor<?xf32>'}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %v4 = "stablehlo.if"(%v0) ({
    "stablehlo.return"(%v1) : (tensor<2xf32>) -> ()
  }, {
    %v3 = "stablehlo.negate"(%v2) : (tensor<?xf32>) -> (tensor<?xf32>)
    "stablehlo.return"(%v3, %v3) : (tensor<?xf32>, tensor<?xf32>) -> ()
  }) : (tensor<i1>) -> (tensor<?xf32>)
  func.return
}

// -----

// stablehlo.if
func.func @subject(%v0: tensor<i1>, %v1: tensor<2x4xf32>, %v2: tensor<i32>, %v3: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.if' op region #1 ('false_branch') failed to verify constraint: region with 1 blocks}}
  %v4, %v5 = "stablehlo.if"(%v0) ({
    "stablehlo.return"(%v1, %v2) : (tensor<2x4xf32>, tensor<i32>) -> ()
  }, {
  }) : (tensor<i1>) -> (tensor<2x4xf32>, tensor<i32>)
  func.return
}

// -----

// stablehlo.optimization_barrier
func.func @subject() {
  // expected-error@+1 {{'stablehlo.optimization_barrier' op requires the same number of operands and results}}
  %v0 = "stablehlo.optimization_barrier"() : () -> (!stablehlo.token)
  func.return
}

// -----

// stablehlo.optimization_barrier
func.func @subject(%v0: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.optimization_barrier' op requires the same type for operand and result at index 0}}
  %v1 = "stablehlo.optimization_barrier"(%v0) : (tensor<i32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.optimization_barrier
func.func @subject() {
  // expected-error@+1 {{'stablehlo.optimization_barrier' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or token, but got 'none'}}
  %v0 = "stablehlo.optimization_barrier"() : () -> (none)
  func.return
}

// -----

// stablehlo.tuple
func.func @subject() {
  // expected-error@+1 {{'stablehlo.tuple' op result #0 must be nested tuple with any combination of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token values, but got 'i32'}}
  %v0 = "stablehlo.tuple"() : () -> (i32)
  func.return
}

// -----

// stablehlo.while
func.func @subject(%v0: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.while' op expected 2 regions}}
  "stablehlo.while"() ({
    "stablehlo.return"() : () -> ()
  }) : () -> ()
  func.return
}

// -----

// stablehlo.while
func.func @subject(%v0: tensor<2xi1>) {
  // expected-error@+1 {{expect condition block return a zero-ranked tensor of i1 but got 'tensor<2xi1>'}}
  "stablehlo.while"() ({
    "stablehlo.return"(%v0) : (tensor<2xi1>) -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : () -> ()
  func.return
}

// -----

// stablehlo.while
func.func @subject(%v0: tensor<i1>) {
  // expected-error@+1 {{expect operands to be compatible with condition block arguments but got  vs '() -> ()'}}
  "stablehlo.while"() ({
  ^bb0(%v1: () -> ()):
    "stablehlo.return"(%v0) : (tensor<i1>) -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : () -> ()
  func.return
}

// -----

// stablehlo.while
func.func @subject(%v0: tensor<i32>, %v1: tensor<2x4xf32>) {
  // expected-error@+1 {{expect operands to be compatible with condition block arguments but got 'tensor<i32>', 'tensor<2x4xf32>' vs 'tensor<i32>', 'tensor<f32>'}}
  %v8, %v9 = "stablehlo.while"(%v0, %v1) ({
  ^bb0(%v2: tensor<i32>, %v3: tensor<f32>):
    %v4 = "stablehlo.compare"(%v2, %v0) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> (tensor<i1>)
    "stablehlo.return"(%v4) : (tensor<i1>) -> ()
  }, {
  ^bb0(%v5: tensor<i32>, %v6: tensor<2x4xf32>):
    %v7 = "stablehlo.add"(%v6, %v1) : (tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>)
    "stablehlo.return"(%v5, %v7) : (tensor<i32>, tensor<2x4xf32>) -> ()
  }) : (tensor<i32>, tensor<2x4xf32>) -> (tensor<i32>, tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.while
func.func @subject(%v0: tensor<i32>, %v1: tensor<2x4xf32>) {
  // expected-error@+1 {{expect operands to be compatible with body block arguments but got 'tensor<i32>', 'tensor<2x4xf32>' vs 'tensor<i1>', 'tensor<2x4xf32>'}}
  %v8, %v9 = "stablehlo.while"(%v0, %v1) ({
  ^bb0(%v2: tensor<i32>, %v3: tensor<2x4xf32>):
    %v4 = "stablehlo.compare"(%v2, %v0) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> (tensor<i1>)
    "stablehlo.return"(%v4) : (tensor<i1>) -> ()
  }, {
  ^bb0(%v5: tensor<i1>, %v6: tensor<2x4xf32>):
    %v7 = "stablehlo.add"(%v6, %v1) : (tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>)
    "stablehlo.return"(%v5, %v7) : (tensor<i1>, tensor<2x4xf32>) -> ()
  }) : (tensor<i32>, tensor<2x4xf32>) -> (tensor<i32>, tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.while
func.func @subject(%v0: tensor<i32>, %v1: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.while' op inferred type(s) 'tensor<i32>', 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<i1>', 'tensor<2x4xf32>'}}
  // expected-error@+1 {{'stablehlo.while' op failed to infer returned types}}
  %v8, %v9 = "stablehlo.while"(%v0, %v1) ({
  ^bb0(%v2: tensor<i32>, %v3: tensor<2x4xf32>):
    %v4 = "stablehlo.compare"(%v2, %v0) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> (tensor<i1>)
    "stablehlo.return"(%v4) : (tensor<i1>) -> ()
  }, {
  ^bb0(%v5: tensor<i32>, %v6: tensor<2x4xf32>):
    %v7 = "stablehlo.add"(%v6, %v1) : (tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>)
    "stablehlo.return"(%v5, %v7) : (tensor<i32>, tensor<2x4xf32>) -> ()
  }) : (tensor<i32>, tensor<2x4xf32>) -> (tensor<i1>, tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.while
func.func @subject(%v0: tensor<i32>, %v1: tensor<2x4xf32>) {
  // expected-error@+1 {{expect operands to be compatible with body block return types but got 'tensor<i32>', 'tensor<2x4xf32>' vs 'tensor<2x4xf32>', 'tensor<2x4xf32>'}}
  %v8, %v9 = "stablehlo.while"(%v0, %v1) ({
  ^bb0(%v2: tensor<i32>, %v3: tensor<2x4xf32>):
    %v4 = "stablehlo.compare"(%v2, %v0) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> (tensor<i1>)
    "stablehlo.return"(%v4) : (tensor<i1>) -> ()
  }, {
  ^bb0(%v5: tensor<i32>, %v6: tensor<2x4xf32>):
    %v7 = "stablehlo.add"(%v6, %v1) : (tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>)
    "stablehlo.return"(%v1, %v7) : (tensor<2x4xf32>, tensor<2x4xf32>) -> ()
  }) : (tensor<i32>, tensor<2x4xf32>) -> (tensor<i32>, tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.while
func.func @subject(%v0: tensor<i32>, %v1: tensor<2x4xf32>) {
  // expected-error@+1 {{expect operands to be compatible with condition block arguments but got 'tensor<i32>', 'tensor<2x4xf32>' vs 'tensor<i32>', 'tensor<2x4xf32>', 'tensor<2x4xf32>'}}
  %v8, %v9 = "stablehlo.while"(%v0, %v1) ({
  ^bb0(%v2: tensor<i32>, %v3: tensor<2x4xf32>, %v10: tensor<2x4xf32>):
    %v4 = "stablehlo.compare"(%v2, %v0) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> (tensor<i1>)
    "stablehlo.return"(%v4) : (tensor<i1>) -> ()
  }, {
  ^bb0(%v5: tensor<i32>, %v6: tensor<2x4xf32>):
    %v7 = "stablehlo.add"(%v6, %v1) : (tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>)
    "stablehlo.return"(%v5, %v7) : (tensor<i32>, tensor<2x4xf32>) -> ()
  }) : (tensor<i32>, tensor<2x4xf32>) -> (tensor<i32>, tensor<2x4xf32>)
  func.return
}
