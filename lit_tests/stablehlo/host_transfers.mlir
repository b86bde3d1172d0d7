// Values that come from the host or from another device, and values that go there.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @queues(%arg0: tensor<2x4xf32>, %arg1: !stablehlo.token) {
// CHECK-NEXT:    %0:2 = "stablehlo.infeed"(%arg1) <{infeed_config = "in"}> : (!stablehlo.token) -> (tensor<2x4xf32>, !stablehlo.token)
// CHECK-NEXT:    %1:2 = "stablehlo.infeed"(%arg1) <{infeed_config = "", layout = [[1, 0]]}> : (!stablehlo.token) -> (tensor<2x4xf32>, !stablehlo.token)
// CHECK-NEXT:    %2 = "stablehlo.outfeed"(%arg0, %arg1) <{outfeed_config = "out"}> : (tensor<2x4xf32>, !stablehlo.token) -> !stablehlo.token
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @queues(%arg0: tensor<2x4xf32>, %arg1: !stablehlo.token) {
  %0:2 = "stablehlo.infeed"(%arg1) <{infeed_config = "in"}> : (!stablehlo.token) -> (tensor<2x4xf32>, !stablehlo.token)
  %1:2 = "stablehlo.infeed"(%arg1) <{infeed_config = "", layout = [[1, 0]]}> : (!stablehlo.token) -> (tensor<2x4xf32>, !stablehlo.token)
  %2 = "stablehlo.outfeed"(%arg0, %arg1) <{outfeed_config = "out"}> : (tensor<2x4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// CHECK-LABEL: func.func @transfers(%arg0: tensor<2x4xf32>, %arg1: !stablehlo.token) {
// CHECK-NEXT:    %0:2 = "stablehlo.recv"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2x4xf32>, !stablehlo.token)
// CHECK-NEXT:    %1:2 = "stablehlo.recv"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (!stablehlo.token) -> (tensor<2x4xf32>, !stablehlo.token)
// CHECK-NEXT:    %2 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<2x4xf32>, !stablehlo.token) -> !stablehlo.token
// CHECK-NEXT:    %3 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>}> : (tensor<2x4xf32>, !stablehlo.token) -> !stablehlo.token
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @transfers(%arg0: tensor<2x4xf32>, %arg1: !stablehlo.token) {
  %0:2 = "stablehlo.recv"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2x4xf32>, !stablehlo.token)
  %1:2 = "stablehlo.recv"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (!stablehlo.token) -> (tensor<2x4xf32>, !stablehlo.token)
  %2 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<2x4xf32>, !stablehlo.token) -> !stablehlo.token
  %3 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>}> : (tensor<2x4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// The configuration of a queue is there even if it is not given.
// CHECK-LABEL: func.func @default_configuration(%arg0: !stablehlo.token) {
// CHECK-NEXT:    %0:2 = "stablehlo.infeed"(%arg0) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<2x4xf32>, !stablehlo.token)
// CHECK-NEXT:    %1 = "stablehlo.outfeed"(%0#0, %0#1) <{outfeed_config = ""}> : (tensor<2x4xf32>, !stablehlo.token) -> !stablehlo.token
func.func @default_configuration(%arg0: !stablehlo.token) {
  %0:2 = "stablehlo.infeed"(%arg0) : (!stablehlo.token) -> (tensor<2x4xf32>, !stablehlo.token)
  %1 = "stablehlo.outfeed"(%0#0, %0#1) : (tensor<2x4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}
