// Which of several rules comes first: empty groups before their members and the channel; the source of a window before
// the type of the result; unknown sizes in messages; the lists of a convolution, unless all its numbers are given raw.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: :[[# @LINE + 1]]:8: error: if `use_global_device_ids` is set, the replica groups cannot be empty
  %0 = "stablehlo.all_reduce"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {replica_groups = dense<> : tensor<0x2xi64>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: :[[# @LINE + 1]]:8: error: replica groups should be a rank 2 tensor
  %0 = "stablehlo.all_reduce"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {replica_groups = dense<> : tensor<0xi64>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: :[[# @LINE + 1]]:8: error: if `use_global_device_ids` is set, the replica groups cannot be empty
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<2x0xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: :[[# @LINE + 1]]:8: error: if `use_global_device_ids` is set, the replica groups cannot be empty
  %0 = "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<> : tensor<0x0xi64>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<3x?xcomplex<f32>>) -> tensor<3x16xf32> {
  // CHECK: :[[# @LINE + 2]]:8: error: IRFFT requires non-final dimensions to be compatible with fft_length. Got: 3, -9223372036854775808 but wanted 4, 16, and 3 != 4.
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.fft' op failed to infer returned types
  %0 = "stablehlo.fft"(%a) { fft_length = array<i64: 4, 16>, fft_type = #stablehlo<fft_type IRFFT> } : (tensor<3x?xcomplex<f32>>) -> tensor<3x16xf32>
  return %0 : tensor<3x16xf32>
}

// -----

func.func @f(%a: tensor<10x24x24x64xf64>, %s: tensor<10x12x13x64xf32>, %i: tensor<f32>) -> tensor<10x24x24x64xf64> {
  // CHECK: :[[# @LINE + 1]]:8: error: expects source-type to be 'tensor<10x12x12x64xf64>', but got'tensor<10x12x13x64xf32>'
  %1 = "stablehlo.select_and_scatter"(%a, %s, %i) ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %2 = "stablehlo.compare"(%arg3, %arg4) { comparison_direction = #stablehlo<comparison_direction GE> } : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%2) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %2 = stablehlo.add %arg3, %arg4 : tensor<f32>
    "stablehlo.return"(%2) : (tensor<f32>) -> ()
  }) { window_dimensions = array<i64: 1,2,2,1>, window_strides = array<i64: 1,2,2,1>, padding = dense<0> : tensor<4x2xi64> }
    : (tensor<10x24x24x64xf64>, tensor<10x12x13x64xf32>, tensor<f32>) -> tensor<10x24x24x64xf64>
  return %1 : tensor<10x24x24x64xf64>
}

// -----

// CHECK: :[[# @LINE + 1]]:31: error: expected '['
"d.op"() {a = #stablehlo.conv<{b, f}>} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:31: error: expected '['
"d.op"() {a = #stablehlo.conv<rax [b, f]>} : () -> ()

// -----

// CHECK: :[[# @LINE + 2]]:35: error: expected one of: `input_batch_dimension`, `input_feature_dimension`, `input_spatial_dimensions`, `kernel_input_feature_dimension`, `kernel_output_feature_dimension`, `kernel_spatial_dimensions`, `output_batch_dimension`, `output_feature_dimension`, `output_spatial_dimensions`
// CHECK: :[[# @LINE + 1]]:35: error: failed parsing dot dimension numbers attribute
"d.op"() {a = #stablehlo.conv<raw x = 1>} : () -> ()

// -----

func.func @f(%a: tensor<10x24x24x64xcomplex<f32>>, %s: tensor<10x12x12x64xf32>, %i: tensor<f32>) -> tensor<10x24x24x64xf32> {
  // CHECK: :[[# @LINE + 1]]:8: error: expects source-type to be 'tensor<10x12x12x64xcomplex<f32>>', but got'tensor<10x12x12x64xf32>'
  %1 = "stablehlo.select_and_scatter"(%a, %s, %i) ({
  ^bb0(%arg3: tensor<complex<f32>>, %arg4: tensor<complex<f32>>):
    %2 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
    "stablehlo.return"(%2) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    "stablehlo.return"(%arg3) : (tensor<f32>) -> ()
  }) { window_dimensions = array<i64: 1,2,2,1>, window_strides = array<i64: 1,2,2,1>, padding = dense<0> : tensor<4x2xi64> }
    : (tensor<10x24x24x64xcomplex<f32>>, tensor<10x12x12x64xf32>, tensor<f32>) -> tensor<10x24x24x64xf32>
  return %1 : tensor<10x24x24x64xf32>
}

// -----

func.func @f(%a: tensor<10x24x24x64xf32>, %s: tensor<10x12x12x64xi32>, %i: tensor<i32>) -> tensor<10x24x24x64xi32> {
  // CHECK: :[[# @LINE + 1]]:8: error: expects source-type to be 'tensor<10x12x12x64xf32>', but got'tensor<10x12x12x64xi32>'
  %1 = "stablehlo.select_and_scatter"(%a, %s, %i) ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %2 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
    "stablehlo.return"(%2) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    "stablehlo.return"(%arg3) : (tensor<i32>) -> ()
  }) { window_dimensions = array<i64: 1,2,2,1>, window_strides = array<i64: 1,2,2,1>, padding = dense<0> : tensor<4x2xi64> }
    : (tensor<10x24x24x64xf32>, tensor<10x12x12x64xi32>, tensor<i32>) -> tensor<10x24x24x64xi32>
  return %1 : tensor<10x24x24x64xi32>
}
