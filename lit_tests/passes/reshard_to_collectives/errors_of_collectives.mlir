// What is wrong with collectives is told at the reshards that they come from: a mesh that has the same devices as another
// one, parts of axes that overlap, and meshes that a propagation barrier hides.
// RUN: sdy-opt %s -sdy-reshard-to-collectives -split-input-file -verify-diagnostics

sdy.mesh @mesh = <["x"=2, "y"=2]>
sdy.mesh @same = <["x"=2, "y"=2]>
// expected-note @+1 {{operand mesh: #sdy.mesh<["x"=2, "y"=2]>}}
func.func @same_devices(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // expected-error @+1 {{'sdy.collective_permute' op result mesh name is different but same device ids as operand}}
  %0 = sdy.reshard %a <@same, [{"y"}]> : tensor<4xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
sdy.mesh @axes = <["a"=2, "b"=2]>
func.func @behind_a_barrier(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // expected-note @+1 {{operand mesh: #sdy.mesh<["x"=2, "y"=2]>}}
  %0 = sdy.reshard %a <@axes, [{}]> : tensor<8xf32>
  %1 = sdy.propagation_barrier %0 allowed_direction=NONE : tensor<8xf32>
  // expected-error @+1 {{'sdy.all_slice' op result mesh does not match operand mesh}}
  %2 = sdy.reshard %1 <@axes, [{"a"}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=12, "y"=2]>
func.func @overlapping(%a: tensor<24x24xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)4}, {}]>}) {
  // expected-error @+1 {{'sdy.all_slice' op overlapping sub-axes: "x":(1)4, "x":(1)6}}
  %0 = sdy.reshard %a <@mesh, [{}, {"x":(1)6}]> : tensor<24x24xf32>
  return
}
