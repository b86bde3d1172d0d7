// Every mesh op without one gets the attribute stablehlo.mesh.
// RUN: sdy-opt %s -sdy-lift-inlined-meshes | FileCheck %s

// CHECK:      sdy.mesh @axes = <["a"=2, "b"=1]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 1 : i64}]}}
// CHECK-NEXT: sdy.mesh @ordered = <["a"=4], device_ids=[0, 1, 3, 2]> {stablehlo.mesh = {axes = [{name = "a", size = 4 : i64}], device_ids = dense<[0, 1, 3, 2]> : tensor<4xi64>}, test.attribute}
// CHECK-NEXT: sdy.mesh @empty = <[]> {stablehlo.mesh = {axes = []}}
// CHECK-NEXT: sdy.mesh @device = <[], device_ids=[7]> {stablehlo.mesh = {axes = [], device_ids = dense<7> : tensor<1xi64>}}
// CHECK-NEXT: sdy.mesh @has_one = <["a"=3]> {stablehlo.mesh = {axes = []}}
// CHECK-NEXT: sdy.mesh @has_another = <["a"=5]> {stablehlo.mesh}
// CHECK-NEXT: module @inner {
// CHECK-NEXT:   sdy.mesh @untouched = <["a"=2]>
// CHECK-NEXT: }

sdy.mesh @axes = <["a"=2, "b"=1]>
sdy.mesh @ordered = <["a"=4], device_ids=[0, 1, 3, 2]> {test.attribute}
sdy.mesh @empty = <[]>
sdy.mesh @device = <[], device_ids=[7]>
sdy.mesh @has_one = <["a"=3]> {stablehlo.mesh = {axes = []}}
sdy.mesh @has_another = <["a"=5]> {stablehlo.mesh}
module @inner {
  sdy.mesh @untouched = <["a"=2]>
}
