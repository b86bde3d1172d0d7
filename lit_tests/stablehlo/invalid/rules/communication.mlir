// What is said of communication with one mistake; made by `python -m tools.operations.rules`.
// RUN: sdy-opt %s -split-input-file -verify-diagnostics

// stablehlo.all_gather
func.func @subject(%v0: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires the same number of operands and results}}
  "stablehlo.all_gather"(%v0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : vector<1x2xi64>}> : (tensor<8x2xf32>) -> ()
  func.return
}

// -----

// stablehlo.all_gather
func.func @subject(%v0: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires the same element type for operand and result at index 0}}
  %v1 = "stablehlo.all_gather"(%v0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : vector<1x2xi64>}> : (tensor<8x2xf32>) -> (tensor<8x4xf64>)
  func.return
}

// -----

// stablehlo.all_gather
func.func @subject(%v0: tensor<9x2xf32>) {
  // expected-error@+1 {{operand and result should have the same shape except for the dimension size at 'all_gather_dim'}}
  %v1 = "stablehlo.all_gather"(%v0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : vector<1x2xi64>}> : (tensor<9x2xf32>) -> (tensor<8x4xf32>)
  func.return
}

// -----

// stablehlo.all_gather
func.func @subject(%v0: tensor<8x2xf32>) {
  // expected-error@+1 {{replica id #1 not seen in replica groups}}
  %v1 = "stablehlo.all_gather"(%v0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2]]> : vector<1x2xi64>}> : (tensor<8x2xf32>) -> (tensor<8x4xf32>)
  func.return
}

// -----

// stablehlo.all_gather
func.func @subject(%v0: tensor<8x2xf32>) {
  // expected-error@+1 {{Invalid replica id -1}}
  %v1 = "stablehlo.all_gather"(%v0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[-1, 1]]> : vector<1x2xi64>}> : (tensor<8x2xf32>) -> (tensor<8x4xf32>)
  func.return
}

// -----

// stablehlo.all_gather
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{operand and result must have the same rank}}
  %v1 = "stablehlo.all_gather"(%v0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> (tensor<8xf32>)
  func.return
}

// -----

// stablehlo.all_gather
func.func @subject(%v0: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires attribute 'replica_groups'}}
  %v1 = "stablehlo.all_gather"(%v0) <{all_gather_dim = 1 : i64}> : (tensor<8x2xf32>) -> (tensor<8x4xf32>)
  func.return
}

// -----

// stablehlo.all_reduce
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.all_reduce' op inferred type(s) 'tensor<2x4xf32>' are incompatible with return type(s) of operation }}
  // expected-error@+1 {{'stablehlo.all_reduce' op failed to infer returned types}}
  "stablehlo.all_reduce"(%v0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%v1: tensor<f32>, %v2: tensor<f32>):
    %v3 = "stablehlo.add"(%v1, %v2) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v3) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>) -> ()
  func.return
}

// -----

// stablehlo.all_reduce
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.all_reduce' op inferred type(s) 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<2x4xi64>'}}
  // expected-error@+1 {{'stablehlo.all_reduce' op failed to infer returned types}}
  %v4 = "stablehlo.all_reduce"(%v0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%v1: tensor<f32>, %v2: tensor<f32>):
    %v3 = "stablehlo.add"(%v1, %v2) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v3) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>) -> (tensor<2x4xi64>)
  func.return
}

// -----

// stablehlo.all_reduce
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{replica id #0 not seen in replica groups}}
  %v4 = "stablehlo.all_reduce"(%v0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[7, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%v1: tensor<f32>, %v2: tensor<f32>):
    %v3 = "stablehlo.add"(%v1, %v2) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v3) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.all_reduce
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{replica id #0 seen more than once}}
  %v4 = "stablehlo.all_reduce"(%v0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%v1: tensor<f32>, %v2: tensor<f32>):
    %v3 = "stablehlo.add"(%v1, %v2) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v3) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.all_reduce
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.all_reduce' op inferred type(s) 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>', 'tensor<2x4xf32>'}}
  // expected-error@+1 {{'stablehlo.all_reduce' op failed to infer returned types}}
  %v4, %v5 = "stablehlo.all_reduce"(%v0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%v1: tensor<f32>, %v2: tensor<f32>):
    %v3 = "stablehlo.add"(%v1, %v2) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v3) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.all_reduce
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.all_reduce' op inferred type(s) 'tensor<2x4xf32>', 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>'}}
  // expected-error@+1 {{'stablehlo.all_reduce' op failed to infer returned types}}
  %v4 = "stablehlo.all_reduce"(%v0, %v0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>, use_global_device_ids}> ({
  ^bb0(%v1: tensor<f32>, %v2: tensor<f32>):
    %v3 = "stablehlo.add"(%v1, %v2) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v3) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.all_reduce
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.all_reduce' op inferred type(s) 'tensor<2x4xf32>', 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>', 'tensor<i32>'}}
  // expected-error@+1 {{'stablehlo.all_reduce' op failed to infer returned types}}
  %v4, %v5 = "stablehlo.all_reduce"(%v0, %v0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>, use_global_device_ids}> ({
  ^bb0(%v1: tensor<f32>, %v2: tensor<f32>):
    %v3 = "stablehlo.add"(%v1, %v2) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v3) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<i32>)
  func.return
}

// -----

// stablehlo.all_reduce
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.all_reduce' op inferred type(s) 'tensor<2x4xf32>', 'tensor<2x4xf32>', 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>', 'tensor<2x4xf32>'}}
  // expected-error@+1 {{'stablehlo.all_reduce' op failed to infer returned types}}
  %v4, %v5 = "stablehlo.all_reduce"(%v0, %v0, %v0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>, use_global_device_ids}> ({
  ^bb0(%v1: tensor<f32>, %v2: tensor<f32>):
    %v3 = "stablehlo.add"(%v1, %v2) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v3) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.all_reduce
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op requires one region}}
  %v4 = "stablehlo.all_reduce"(%v0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.all_to_all
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op requires the same number of operands and results}}
  "stablehlo.all_to_all"(%v0) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> ()
  func.return
}

// -----

// stablehlo.all_to_all
func.func @subject(%v0: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op requires the same element type for operand and result at index 0}}
  %v1 = "stablehlo.all_to_all"(%v0) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<i32>) -> (tensor<4x2xf32>)
  func.return
}

// -----

// stablehlo.all_to_all
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.all_to_all' op inferred type(s) 'tensor<4x2xf32>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %v1 = "stablehlo.all_to_all"(%v0) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> (tensor<f32>)
  func.return
}

// -----

// stablehlo.all_to_all
func.func @subject(%v0: tensor<4xf32>) {
  // expected-error@+2 {{AllToAll split_dimension 1 is out-of-bounds for input rank 1}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %v1 = "stablehlo.all_to_all"(%v0) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<4xf32>) -> (tensor<4x2xf32>)
  func.return
}

// -----

// stablehlo.all_to_all
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+2 {{AllToAll concat_dimension 7 is out-of-bounds for input rank 2}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %v1 = "stablehlo.all_to_all"(%v0) <{concat_dimension = 7 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> (tensor<4x2xf32>)
  func.return
}

// -----

// stablehlo.all_to_all
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2x4xi8>) {
  // expected-error@+2 {{replica id #0 seen more than once}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %v2, %v3 = "stablehlo.all_to_all"(%v0, %v1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<0> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>, tensor<2x4xi8>) -> (tensor<4x2xf32>, tensor<4x2xi8>)
  func.return
}

// -----

// stablehlo.all_to_all
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2x4xi8>) {
  // expected-error@+2 {{'stablehlo.all_to_all' op inferred type(s) 'tensor<4x2xf32>', 'tensor<4x2xi8>' are incompatible with return type(s) of operation 'tensor<4x2xf32>', 'tensor<2xi8>'}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %v2, %v3 = "stablehlo.all_to_all"(%v0, %v1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>, tensor<2x4xi8>) -> (tensor<4x2xf32>, tensor<2xi8>)
  func.return
}

// -----

// stablehlo.all_to_all
func.func @subject(%v0: tensor<2x4xf32>, %v1: tensor<2x4xi8>) {
  // expected-error@+2 {{Invalid replica id -1}}
  // expected-error@+1 {{'stablehlo.all_to_all' op failed to infer returned types}}
  %v2, %v3 = "stablehlo.all_to_all"(%v0, %v1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[-1, 1], [2, 3]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>, tensor<2x4xi8>) -> (tensor<4x2xf32>, tensor<4x2xi8>)
  func.return
}

// -----

// stablehlo.all_to_all
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op requires attribute 'concat_dimension'}}
  %v1 = "stablehlo.all_to_all"(%v0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> (tensor<4x2xf32>)
  func.return
}

// -----

// stablehlo.collective_broadcast
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.collective_broadcast' op inferred type(s) 'tensor<2x4xf32>' are incompatible with return type(s) of operation }}
  // expected-error@+1 {{'stablehlo.collective_broadcast' op failed to infer returned types}}
  "stablehlo.collective_broadcast"(%v0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> ()
  func.return
}

// -----

// stablehlo.collective_broadcast
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{collective_broadcast requires at least one data operand}}
  %v1 = "stablehlo.collective_broadcast"() <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : () -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.collective_broadcast
func.func @subject(%v0: tensor<i64>) {
  // expected-error@+2 {{'stablehlo.collective_broadcast' op inferred type(s) 'tensor<i64>' are incompatible with return type(s) of operation 'tensor<2x4xf32>'}}
  // expected-error@+1 {{'stablehlo.collective_broadcast' op failed to infer returned types}}
  %v1 = "stablehlo.collective_broadcast"(%v0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<i64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.collective_broadcast
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{replica id #1 seen more than once}}
  %v1 = "stablehlo.collective_broadcast"(%v0) <{replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.collective_broadcast
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.collective_broadcast' op inferred type(s) 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>', 'tensor<2x4xf32>'}}
  // expected-error@+1 {{'stablehlo.collective_broadcast' op failed to infer returned types}}
  %v1, %v2 = "stablehlo.collective_broadcast"(%v0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.collective_broadcast
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.collective_broadcast' op inferred type(s) 'tensor<2x4xf32>', 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>'}}
  // expected-error@+1 {{'stablehlo.collective_broadcast' op failed to infer returned types}}
  %v1 = "stablehlo.collective_broadcast"(%v0, %v0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.collective_broadcast
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op requires attribute 'replica_groups'}}
  %v1 = "stablehlo.collective_broadcast"(%v0) : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.collective_permute
func.func @subject(%v0: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op requires the same element type for all operands and results}}
  %v1 = "stablehlo.collective_permute"(%v0) <{source_target_pairs = dense<[[0, 1]]> : memref<1x2xi64>}> : (tensor<8x2xf32>) -> (tensor<8x2xui32>)
  func.return
}

// -----

// stablehlo.collective_permute
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{duplicate targets not allowed.}}
  %v1 = "stablehlo.collective_permute"(%v0) <{source_target_pairs = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.collective_permute
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{duplicate sources not allowed.}}
  %v1 = "stablehlo.collective_permute"(%v0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, source_target_pairs = dense<[[2, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<2x4xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.cross-replica-sum
func.func @subject(%v0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.cross-replica-sum' op requires compatible types for all operands and results}}
  %v1 = "stablehlo.cross-replica-sum"(%v0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<f32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.infeed
func.func @subject(%v0: !stablehlo.token) {
  // expected-error@+1 {{last element of result types is expected to be of token type, but got 'tensor<2x4xf32>'}}
  %v1 = "stablehlo.infeed"(%v0) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.infeed
func.func @subject(%v0: !stablehlo.token) {
  // expected-error@+1 {{all elements of result types, except the last element, are expected to be of tensor type, but got '!stablehlo.token'}}
  %v2, %v1 = "stablehlo.infeed"(%v0) <{infeed_config = ""}> : (!stablehlo.token) -> (!stablehlo.token, tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.infeed
func.func @subject(%v0: f32) {
  // expected-error@+1 {{'stablehlo.infeed' op operand #0 must be token, but got 'f32'}}
  %v1, %v2 = "stablehlo.infeed"(%v0) <{infeed_config = ""}> : (f32) -> (tensor<2x4xf32>, f32)
  func.return
}

// -----

// stablehlo.outfeed
func.func @subject(%v0: tensor<2x4xf32>, %v1: none) {
  // expected-error@+1 {{'stablehlo.outfeed' op operand #1 must be token, but got 'none'}}
  %v2 = "stablehlo.outfeed"(%v0, %v1) <{outfeed_config = ""}> : (tensor<2x4xf32>, none) -> (none)
  func.return
}

// -----

// stablehlo.partition_id
func.func @subject() {
  // expected-error@+1 {{'stablehlo.partition_id' op requires one result}}
  "stablehlo.partition_id"() : () -> ()
  func.return
}

// -----

// stablehlo.recv
func.func @subject(%v0: !stablehlo.token) {
  // expected-error@+1 {{channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false}}
  %v1, %v2 = "stablehlo.recv"(%v0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>}> : (!stablehlo.token) -> (tensor<2x4xf32>, !stablehlo.token)
  func.return
}

// -----

// stablehlo.recv
func.func @subject(%v0: !stablehlo.token) {
  // expected-error@+1 {{last element of result types is expected to be of token type, but got 'tensor<2x4xf32>'}}
  %v1 = "stablehlo.recv"(%v0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2x4xf32>)
  func.return
}

// -----

// stablehlo.recv
func.func @subject(%v0: !stablehlo.token) {
  // expected-error@+1 {{channel_type should be HOST_TO_DEVICE when is_host_transfer is true}}
  %v1, %v2 = "stablehlo.recv"(%v0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = -1>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2x4xf32>, !stablehlo.token)
  func.return
}

// -----

// stablehlo.recv
func.func @subject(%v0: !stablehlo.token) {
  // expected-error@+1 {{everything but the last element of result types is expected to be of tensor type, but got '!stablehlo.token'}}
  %v1, %v2, %v3, %v4 = "stablehlo.recv"(%v0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (!stablehlo.token) -> (tensor<2x4xf32>, tensor<i8>, !stablehlo.token, !stablehlo.token)
  func.return
}

// -----

// stablehlo.recv
func.func @subject(%v0: none) {
  // expected-error@+1 {{'stablehlo.recv' op operand #0 must be token, but got 'none'}}
  %v1, %v2 = "stablehlo.recv"(%v0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (none) -> (tensor<2x4xf32>, none)
  func.return
}

// -----

// stablehlo.reduce_scatter
func.func @subject(%v0: tensor<f16>) {
  // expected-error@+1 {{operand and result should have same rank}}
  %v4 = "stablehlo.reduce_scatter"(%v0) <{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%v1: tensor<f16>, %v2: tensor<f16>):
    %v3 = "stablehlo.minimum"(%v1, %v2) : (tensor<f16>, tensor<f16>) -> (tensor<f16>)
    "stablehlo.return"(%v3) : (tensor<f16>) -> ()
  }) : (tensor<f16>) -> (tensor<?xf32>)
  func.return
}

// -----

// stablehlo.reduce_scatter
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{non scatter dimensions should be same for operand (4) and result (2)}}
  %v4 = "stablehlo.reduce_scatter"(%v0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%v1: tensor<f32>, %v2: tensor<f32>):
    %v3 = "stablehlo.add"(%v1, %v2) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v3) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>) -> (tensor<2x2xf32>)
  func.return
}

// -----

// stablehlo.reduce_scatter
func.func @subject(%v0: tensor<2x3xf32>) {
  // expected-error@+1 {{operand scatter dimension has size 3, expected to be a multiple of result scatter dimension size 2}}
  %v4 = "stablehlo.reduce_scatter"(%v0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
  ^bb0(%v1: tensor<f32>, %v2: tensor<f32>):
    %v3 = "stablehlo.add"(%v1, %v2) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v3) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>) -> (tensor<2x2xf32>)
  func.return
}

// -----

// stablehlo.reduce_scatter
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{replica id #1 not seen in replica groups}}
  %v4 = "stablehlo.reduce_scatter"(%v0) <{replica_groups = dense<[[0, 7]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
  ^bb0(%v1: tensor<f32>, %v2: tensor<f32>):
    %v3 = "stablehlo.add"(%v1, %v2) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v3) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>) -> (tensor<2x2xf32>)
  func.return
}

// -----

// stablehlo.reduce_scatter
func.func @subject(%v0: tensor<10xf16>) {
  // expected-error@+1 {{result dimension size at scatter_dimension cannot be zero}}
  %v4 = "stablehlo.reduce_scatter"(%v0) <{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%v1: tensor<f16>, %v2: tensor<f16>):
    %v3 = "stablehlo.minimum"(%v1, %v2) : (tensor<f16>, tensor<f16>) -> (tensor<f16>)
    "stablehlo.return"(%v3) : (tensor<f16>) -> ()
  }) : (tensor<10xf16>) -> (tensor<0xf32>)
  func.return
}

// -----

// stablehlo.reduce_scatter
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{scatter dim should be less than operand/result rank}}
  %v4 = "stablehlo.reduce_scatter"(%v0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 100 : i64}> ({
  ^bb0(%v1: tensor<f32>, %v2: tensor<f32>):
    %v3 = "stablehlo.add"(%v1, %v2) : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    "stablehlo.return"(%v3) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>) -> (tensor<2x2xf32>)
  func.return
}

// -----

// stablehlo.reduce_scatter
func.func @subject(%v0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op requires one region}}
  %v4 = "stablehlo.reduce_scatter"(%v0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> : (tensor<2x4xf32>) -> (tensor<2x2xf32>)
  func.return
}

// -----

// stablehlo.replica_id
func.func @subject() {
  // expected-error@+1 {{'stablehlo.replica_id' op requires one result}}
  "stablehlo.replica_id"() : () -> ()
  func.return
}

// -----

// stablehlo.send
func.func @subject(%v0: tensor<2x4xf32>, %v1: !stablehlo.token) {
  // expected-error@+2 {{channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false}}
  // expected-error@+1 {{'stablehlo.send' op failed to infer returned types}}
  %v2 = "stablehlo.send"(%v0, %v1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>}> : (tensor<2x4xf32>, !stablehlo.token) -> (!stablehlo.token)
  func.return
}

// -----

// stablehlo.send
func.func @subject(%v0: tensor<2x4xf32>, %v1: !stablehlo.token) {
  // expected-error@+2 {{channel_type should be DEVICE_TO_HOST when is_host_transfer is true}}
  // expected-error@+1 {{'stablehlo.send' op failed to infer returned types}}
  %v2 = "stablehlo.send"(%v0, %v1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 0>, is_host_transfer = true}> : (tensor<2x4xf32>, !stablehlo.token) -> (!stablehlo.token)
  func.return
}
