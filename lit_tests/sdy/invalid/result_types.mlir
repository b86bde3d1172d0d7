// Results have the type of the operand: sizes that are not known may pass for compatible, but not for the same.
// RUN: sdy-opt %s -split-input-file -verify-diagnostics

func.func @sharding_constraint(%arg0: tensor<8xf32>) {
  // expected-error @+2 {{'sdy.sharding_constraint' op inferred type(s) 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<?xf32>'}}
  // expected-error @+1 {{'sdy.sharding_constraint' op failed to infer returned types}}
  %0 = "sdy.sharding_constraint"(%arg0) <{sharding = #sdy.sharding<mesh<["a"=2]>, [{}]>}> : (tensor<8xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @reshard(%arg0: tensor<?xf32>) {
  // expected-error @+2 {{'sdy.reshard' op inferred type(s) 'tensor<?xf32>' are incompatible with return type(s) of operation 'tensor<8xf32>'}}
  // expected-error @+1 {{'sdy.reshard' op failed to infer returned types}}
  %0 = "sdy.reshard"(%arg0) <{sharding = #sdy.sharding<mesh<["a"=2]>, [{}]>}> : (tensor<?xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @unranked(%arg0: tensor<*xf32>) {
  // expected-error @+2 {{'sdy.reshard' op inferred type(s) 'tensor<*xf32>' are incompatible with return type(s) of operation 'tensor<8xf32>'}}
  // expected-error @+1 {{'sdy.reshard' op failed to infer returned types}}
  %0 = "sdy.reshard"(%arg0) <{sharding = #sdy.sharding<mesh<["a"=2]>, [{}]>}> : (tensor<*xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @other_elements(%arg0: tensor<8xf32>) {
  // expected-error @+1 {{'sdy.reshard' op requires the same type for all operands and results}}
  %0 = "sdy.reshard"(%arg0) <{sharding = #sdy.sharding<mesh<["a"=2]>, [{}]>}> : (tensor<8xf32>) -> tensor<8xf64>
  return
}

// -----

func.func @other_size(%arg0: tensor<8xf32>) {
  // expected-error @+1 {{'sdy.reshard' op requires the same type for all operands and results}}
  %0 = "sdy.reshard"(%arg0) <{sharding = #sdy.sharding<mesh<["a"=2]>, [{}]>}> : (tensor<8xf32>) -> tensor<9xf32>
  return
}

// -----

func.func @no_tensor(%arg0: i32) {
  // expected-error @+1 {{'sdy.reshard' op requires the same type for all operands and results}}
  %0 = "sdy.reshard"(%arg0) <{sharding = #sdy.sharding<mesh<["a"=2]>, []>}> : (i32) -> tensor<i32>
  return
}

// -----

// What the operation says of itself comes before its type.
func.func @propagation_barrier(%arg0: tensor<8xf32>) {
  // expected-error @+1 {{'sdy.propagation_barrier' op cannot specify `BOTH` as the direction. Not blocking propagation direction makes the op redundant.}}
  %0 = "sdy.propagation_barrier"(%arg0) <{allowed_direction = 3 : i32}> : (tensor<8xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @propagation_barrier(%arg0: tensor<8xf32>) {
  // expected-error @+2 {{'sdy.propagation_barrier' op inferred type(s) 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<?xf32>'}}
  // expected-error @+1 {{'sdy.propagation_barrier' op failed to infer returned types}}
  %0 = "sdy.propagation_barrier"(%arg0) <{allowed_direction = 1 : i32}> : (tensor<8xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @data_flow_edge(%arg0: tensor<8xf32>) {
  // expected-error @+2 {{'sdy.data_flow_edge' op inferred type(s) 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<?xf32>'}}
  // expected-error @+1 {{'sdy.data_flow_edge' op failed to infer returned types}}
  %0 = "sdy.data_flow_edge"(%arg0) : (tensor<8xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @func_data_flow_edge(%arg0: tensor<8xf32>) {
  // expected-error @+2 {{'sdy.func_data_flow_edge' op inferred type(s) 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<?xf32>'}}
  // expected-error @+1 {{'sdy.func_data_flow_edge' op failed to infer returned types}}
  %0 = "sdy.func_data_flow_edge"(%arg0) : (tensor<8xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @all_gather(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{"a"}]>}) {
  // expected-error @+2 {{'sdy.all_gather' op inferred type(s) 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<?xf32>'}}
  // expected-error @+1 {{'sdy.all_gather' op failed to infer returned types}}
  %0 = "sdy.all_gather"(%arg0) <{gathering_axes = #sdy<list_of_axis_ref_lists[{"a"}]>, out_sharding = #sdy.sharding<mesh<["a"=2]>, [{}]>}> : (tensor<8xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @all_reduce(%arg0: tensor<8xf32>) {
  // expected-error @+2 {{'sdy.all_reduce' op inferred type(s) 'tensor<8xf32>' are incompatible with return type(s) of operation 'memref<8xf32>'}}
  // expected-error @+1 {{'sdy.all_reduce' op failed to infer returned types}}
  %0 = "sdy.all_reduce"(%arg0) <{reduction_axes = #sdy<axis_ref_list{"a"}>, out_sharding = #sdy.sharding<mesh<["a"=2]>, [{}]>}> : (tensor<8xf32>) -> memref<8xf32>
  return
}

// -----

func.func @vectors(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{"a"}]>}) {
  // expected-error @+2 {{'sdy.collective_permute' op inferred type(s) 'tensor<8xf32>' are incompatible with return type(s) of operation 'vector<8xf32>'}}
  // expected-error @+1 {{'sdy.collective_permute' op failed to infer returned types}}
  %0 = "sdy.collective_permute"(%arg0) <{out_sharding = #sdy.sharding<mesh<["a"=2]>, [{"a"}]>}> : (tensor<8xf32>) -> vector<8xf32>
  return
}
