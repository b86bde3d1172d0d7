// A reshape of dimensions that their axes do not divide needs no reshard if each axis comes after equally many parts,
// since jaxlib 0.12.
// RUN: sdy-opt %s -sdy-insert-explicit-reshards=enable-full-version=true -shardy=0.11.2 | FileCheck %s --check-prefix=OLDER
// RUN: sdy-opt %s -sdy-insert-explicit-reshards=enable-full-version=true | FileCheck %s --check-prefix=NEWEST

sdy.mesh @mesh = <["a"=8, "b"=2]>

// OLDER-LABEL:  @major
// OLDER:        sdy.reshard %arg0 <@mesh, [{"a":(1)2}]>
// NEWEST-LABEL: @major
// NEWEST-NEXT:  stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}, {}]>]>}
// NEWEST-NEXT:  return
func.func @major(%arg0: tensor<100xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}, {}]>]>} : (tensor<100xf32>) -> tensor<2x5x10xf32>
  return
}

// The axis comes after two parts, not after one.
// NEWEST-LABEL: @minor
// NEWEST-NEXT:  sdy.reshard %arg0 <@mesh, [{"a":(1)2}]>
func.func @minor(%arg0: tensor<100xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}, {}]>]>} : (tensor<100xf32>) -> tensor<2x5x10xf32>
  return
}

// NEWEST-LABEL: @of_size_one
// NEWEST-NEXT:  stablehlo.reshape
// NEWEST-NEXT:  return
func.func @of_size_one(%arg0: tensor<2x90xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {"a"}]>}) {
  %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b", "a"}, {}, {}]>]>} : (tensor<2x90xf32>) -> tensor<1x6x30xf32>
  return
}
