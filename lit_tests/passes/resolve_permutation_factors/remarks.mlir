// Remarks: what is reversed by the order of devices, and which axes are removed.
// RUN: sdy-opt %s -sdy-resolve-permutation-factors -remarks -shardy=0.10.2 -split-input-file -verify-diagnostics
// RUN: not sdy-opt %s -sdy-resolve-permutation-factors -remarks -split-input-file 2>&1 | FileCheck %s --check-prefix=NEWEST

sdy.mesh @mesh = <["a"=4, "b"=2]>
func.func @main(%x: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}, %y: tensor<5x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}, %z: tensor<?x8xf32> {sdy.sharding = #sdy.sharding<@three, [{"c"}, {}]>}, %w: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", "a"}]>}, %v: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["d"=2]>, [{"d"}]>}, %c: tensor<f32>) {
  // expected-remark @+3 {{[sdy-resolve-permutation-factors] dimension 0 of %x padded from 10 to 12: each device along "a" sends its last 2 elements to the next one}}
  // expected-remark @+2 {{[sdy-resolve-permutation-factors] mesh @mesh_reversed added: @mesh with devices in reverse order along "a" and "b"}}
  // expected-remark @+1 {{[sdy-resolve-permutation-factors] %x resharded to @mesh_reversed, where devices along "a" and "b" are in reverse order: no dimension is gathered}}
  %0 = stablehlo.reverse %x, dims = [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"b"}]>]>} : tensor<10x6xf32>
  // expected-remark @+1 {{[sdy-resolve-permutation-factors] %w resharded to @mesh_reversed, where devices along "b" and "a" are in reverse order: no dimension is gathered}}
  %1 = stablehlo.reverse %w, dims = [0] : tensor<8xf32>
  // expected-remark @+3 {{[sdy-resolve-permutation-factors] no halo exchange: of 4 blocks of dimension 0 of %y more than one is padding}}
  // expected-remark @+2 {{[sdy-resolve-permutation-factors] "a" removed from dimension 0 of %y: 'stablehlo.reverse' permutes factor i}}
  // expected-remark @+1 {{[sdy-resolve-permutation-factors] operand %y resharded from <@mesh, [{"a"}, {"b"}]> to <@mesh, [{}, {"b"}]> for 'stablehlo.reverse'}}
  %2 = stablehlo.reverse %y, dims = [0] : tensor<5x8xf32>
  // expected-remark @+3 {{[sdy-resolve-permutation-factors] no halo exchange: 3 may not divide dimension 0 of %z, whose size is unknown}}
  // expected-remark @+2 {{[sdy-resolve-permutation-factors] "c" removed from dimension 0 of %z: 'stablehlo.reverse' permutes factor i}}
  // expected-remark @+1 {{[sdy-resolve-permutation-factors] operand %z resharded from <@three, [{"c"}, {}]> to <@three, [{}, {}]> for 'stablehlo.reverse'}}
  %3 = stablehlo.reverse %z, dims = [0] : tensor<?x8xf32>
  // expected-remark @+1 {{[sdy-resolve-permutation-factors] dimension 0 stays sharded along "a": each device keeps the start of its block}}
  %4 = stablehlo.slice %x [0:9, 0:6] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"b"}]>]>} : (tensor<10x6xf32>) -> tensor<9x6xf32>
  // expected-remark @+4 {{[sdy-resolve-permutation-factors] "b" removed from dimension 1 of %0: 'stablehlo.pad' permutes factor j}}
  // expected-remark @+3 {{[sdy-resolve-permutation-factors] "b" removed from dimension 1 of %5: 'stablehlo.pad' permutes factor j}}
  // expected-remark @+2 {{[sdy-resolve-permutation-factors] operand %0 resharded from <@mesh, [{"a"}, {"b"}]> to <@mesh, [{"a"}, {}]> for 'stablehlo.pad'}}
  // expected-remark @+1 {{[sdy-resolve-permutation-factors] %5 computed as <@mesh, [{"a"}, {}]>, and resharded to <@mesh, [{"a"}, {"b"}]>}}
  %5 = stablehlo.pad %0, %c, low = [0, 1], high = [0, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"b"}]>]>} : (tensor<10x6xf32>, tensor<f32>) -> tensor<10x7xf32>
  // expected-remark @+1 {{[sdy-resolve-permutation-factors] 'stablehlo.pad' stays sharded along permutation factors: its mesh has no name (--sdy-lift-inlined-meshes adds one)}}
  %6 = stablehlo.pad %v, %c, low = [1], high = [0], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<9xf32>
  return
}
sdy.mesh @three = <["c"=3]>

// -----
// The newest release exchanges blocks.
// NEWEST: remark: {{\[}}sdy-resolve-permutation-factors] dimension 1 of %x stays sharded along "b": each device gets the blocks of 1 before it and 0 after it

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}, %c: tensor<f32>) {
  // expected-remark @+4 {{[sdy-resolve-permutation-factors] "b" removed from dimension 1 of %x: 'stablehlo.pad' permutes factor j}}
  // expected-remark @+3 {{[sdy-resolve-permutation-factors] "b" removed from dimension 1 of %0: 'stablehlo.pad' permutes factor j}}
  // expected-remark @+2 {{[sdy-resolve-permutation-factors] operand %x resharded from <@mesh, [{"a"}, {"b"}]> to <@mesh, [{"a"}, {}]> for 'stablehlo.pad'}}
  // expected-remark @+1 {{[sdy-resolve-permutation-factors] %0 computed as <@mesh, [{"a"}, {}]>, and resharded to <@mesh, [{"a"}, {"b"}]>}}
  %0 = stablehlo.pad %x, %c, low = [0, 2], high = [0, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"b"}]>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x10xf32>
  return
}

// -----
// So does it for reshapes, unless too many elements move.
// NEWEST: %0 reshaped on each device, after an exchange of blocks along "a" and "b"
// NEWEST: operand of %1 resharded without "a", and %1 resharded: the reshape moves elements
// NEWEST: no exchange: along dimension 0 of %z devices would need 3 + 0 other blocks

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}]>}, %y: tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, %z: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}]>}, %c: tensor<f32>) {
  %0 = stablehlo.reshape %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"b"}]>]>} : (tensor<6xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.reshape %y {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<10xf32>) -> tensor<5x2xf32>
  // expected-remark @+4 {{[sdy-resolve-permutation-factors] "a" and "b" removed from dimension 0 of %z: 'stablehlo.pad' permutes factor i}}
  // expected-remark @+3 {{[sdy-resolve-permutation-factors] "a" and "b" removed from dimension 0 of %2: 'stablehlo.pad' permutes factor i}}
  // expected-remark @+2 {{[sdy-resolve-permutation-factors] operand %z resharded from <@mesh, [{"a", "b"}]> to <@mesh, [{}]> for 'stablehlo.pad'}}
  // expected-remark @+1 {{[sdy-resolve-permutation-factors] %2 computed as <@mesh, [{}]>, and resharded to <@mesh, [{"a", "b"}]>}}
  %2 = stablehlo.pad %z, %c, low = [24], high = [0], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", "b"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<32xf32>
  return
}
