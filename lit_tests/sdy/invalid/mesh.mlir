// What is no mesh, and where meshes cannot stand.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:20: error: custom op 'sdy.mesh' axis size must be at least 1, got: 0
sdy.mesh @mesh = <["a"=0]>

// -----

// CHECK: :[[# @LINE + 1]]:20: error: custom op 'sdy.mesh' axis size must be at least 1, got: -2
sdy.mesh @mesh = <["a"=-2]>

// -----

// CHECK: :[[# @LINE + 1]]:24: error: custom op 'sdy.mesh' integer value too large
sdy.mesh @mesh = <["a"=9223372036854775808]>

// -----

// CHECK: :[[# @LINE + 1]]:18: error: custom op 'sdy.mesh' duplicate axis name: "a"
sdy.mesh @mesh = <["a"=2, "b"=2, "a"=2]>

// -----

// CHECK: :[[# @LINE + 1]]:18: error: custom op 'sdy.mesh' duplicate axis name: "a"b"
sdy.mesh @mesh = <["a\22b"=2, "a\"b"=2]>

// -----

// CHECK: :[[# @LINE + 1]]:18: error: custom op 'sdy.mesh' device id must be non-negative, got: -1
sdy.mesh @mesh = <["a"=2], device_ids=[1, -1]>

// -----

// CHECK: :[[# @LINE + 1]]:18: error: custom op 'sdy.mesh' total product of axis sizes must match total number of device ids, got: 6 != 2
sdy.mesh @mesh = <["a"=2, "b"=3], device_ids=[1, 0]>

// -----

// CHECK: :[[# @LINE + 1]]:18: error: custom op 'sdy.mesh' sorted device ids must be iota(product(axes)), got: 1, 2, 3
sdy.mesh @mesh = <["a"=3], device_ids=[3, 2, 1]>

// -----

// CHECK: :[[# @LINE + 1]]:18: error: custom op 'sdy.mesh' sorted device ids must be iota(product(axes)), got: 0, 0
sdy.mesh @mesh = <["a"=2], device_ids=[0, 0]>

// -----

// CHECK: :[[# @LINE + 1]]:18: error: custom op 'sdy.mesh' axes is empty and device_ids has more than one element
sdy.mesh @mesh = <[], device_ids=[0, 1]>

// -----

// CHECK: :[[# @LINE + 1]]:72: error: duplicate axis name: "a"
func.func @mesh(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "a"=2]>, [{}]>}) {
  return
}

// -----

// CHECK: :[[# @LINE + 1]]:18: error: custom op 'sdy.mesh' invalid kind of attribute specified
sdy.mesh @mesh = #sdy.sharding<@mesh, []>

// -----

// CHECK: :[[# @LINE + 1]]:1: error: 'sdy.mesh' op requires attribute 'sym_name'
"sdy.mesh"() <{mesh = #sdy.mesh<[]>}> : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:1: error: 'sdy.mesh' op attribute 'mesh' failed to satisfy constraint: Mesh of axes and a list of devices
"sdy.mesh"() {mesh = 1, sym_name = "mesh"} : () -> ()

// -----

func.func @in_a_function() {
  // CHECK: :[[# @LINE + 1]]:3: error: 'sdy.mesh' op expects parent op 'builtin.module'
  sdy.mesh @mesh = <["a"=2]>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
// CHECK: :[[# @LINE + 2]]:1: error: redefinition of symbol named 'mesh'
// CHECK: :[[# @LINE - 2]]:1: note: see existing symbol definition here
sdy.mesh @mesh = <["a"=2]>

// -----

sdy.mesh @"" = <["a"=2]>
// CHECK: :[[# @LINE + 2]]:1: error: redefinition of symbol named ''
// CHECK: :[[# @LINE - 2]]:1: note: see existing symbol definition here
sdy.mesh @"" = <["a"=2]>
