// Where a sharding is wrong and it is plain what is meant, that is told, and what the choices are.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

sdy.mesh @mesh = <["x"=8, "y"=3]>
// CHECK: sub-axis next pre-size 6 doesn't divide the size of the full axis 8: "x":(2)3
// CHECK: hint: the sub-axes of "x", of size 8: "x":(1)2, "x":(1)4, "x":(2)2, "x":(2)4, "x":(4)2
func.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(2)3}]>})

// -----

sdy.mesh @mesh = <["x"=8, "y"=3]>
// CHECK: doesn't divide the size of the full axis 3: "y":(1)2
// CHECK: hint: an axis of size 3 has no sub-axes
func.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2}]>})

// -----

sdy.mesh @mesh = <["x"=8]>
// CHECK: sub-axis size is equal to the full axis size: "x":(1)8
// CHECK: hint: write "x" for the whole axis
func.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)8}]>})

// -----

sdy.mesh @mesh = <["x"=8]>
// CHECK: two consecutive sub-axes can be merged: "x":(1)2, "x":(2)2
// CHECK: hint: write "x":(1)4
func.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2, "x":(2)2}]>})

// -----

sdy.mesh @mesh = <["x"=8]>
// CHECK: two consecutive sub-axes can be merged: "x":(1)2, "x":(2)3
// CHECK-NOT: {{^}}hint:
func.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2, "x":(2)3}]>})

// -----

sdy.mesh @mesh = <["x"=8, "y"=3]>
// CHECK: replicated axes are not ordered w.r.t. mesh
// CHECK: hint: write replicated={"x", "y"}
func.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], replicated={"y", "x"}>})

// -----

sdy.mesh @mesh = <["x"=8]>
// CHECK: sharding doesn't match tensor rank: 1 != 2
// CHECK: hint: write [{…}, {…}], with {} for a dimension that is not sharded
func.func private @f(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})

// -----

sdy.mesh @mesh = <["x"=8]>
// CHECK: sharding doesn't match tensor rank: 1 != 0
// CHECK: hint: a scalar's sharding is []
func.func private @f(tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
