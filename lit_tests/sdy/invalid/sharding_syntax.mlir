// Text that is no sharding: priorities, axis lists, meshes; inside an op's format and in an attribute.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

sdy.mesh @mesh = <["a"=2]>
func.func @op(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:55: error: custom op 'sdy.sharding_constraint' priorities with leading zeros are not allowed, got: p01
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}p01]> : tensor<8xf32>
  return
}

// -----

// CHECK: :[[# @LINE + 1]]:88: error: expecting priority in format 'p<number>', got: q1
func.func @attribute(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}q1]>}) {
  return
}

// -----

// CHECK: :[[# @LINE + 1]]:87: error: expecting priority in format 'p<number>', got: p
func.func @attribute(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p]>}) {
  return
}

// -----

// CHECK: :[[# @LINE + 1]]:107: error: expecting integer priority, got: p99999999999999999999
func.func @attribute(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p99999999999999999999]>}) {
  return
}

// -----

// CHECK: :[[# @LINE + 1]]:89: error: failed to parse Sdy_TensorSharding, expected valid named axis list after comma
func.func @attribute(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}], other={"b"}>}) {
  return
}

// -----

func.func @op(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:58: error: custom op 'sdy.reshard' failed to parse Sdy_TensorSharding, expected valid named axis list after comma
  %0 = sdy.reshard %arg0 <@mesh, [{}], replicated={"a"}, replicated={"b"}> : tensor<8xf32>
  return
}

// -----

func.func @op(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:27: error: custom op 'sdy.reshard' invalid kind of attribute specified
  %0 = sdy.reshard %arg0 <@mesh::@nested, [{}]> : tensor<8xf32>
  return
}

// -----

// CHECK: :[[# @LINE + 1]]:78: error: expected ','
func.func @attribute(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh>}) {
  return
}

// -----

// CHECK: :[[# @LINE + 1]]:79: error: expected '['
func.func @attribute(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, {}>}) {
  return
}

// -----

// CHECK: :[[# @LINE + 1]]:83: error: expected '}'
func.func @attribute(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?, "a"}]>}) {
  return
}

// -----

// CHECK: :[[# @LINE + 1]]:86: error: expected '('
func.func @attribute(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":2}]>}) {
  return
}

// -----

// CHECK: :[[# @LINE + 1]]:64: error: unknown attribute `shading` in dialect `sdy`
func.func @attribute(%arg0: tensor<8xf32> {sdy.sharding = #sdy.shading<@mesh, []>}) {
  return
}
