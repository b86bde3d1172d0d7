// Meshes: with axes, with an order of the devices of their own, maximal, empty; with names that need quotes.
// An order that is the usual one is not kept.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK: sdy.mesh @axes = <["a"=2, "b"=4]>
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4]>, sym_name = "axes"}> : () -> ()
sdy.mesh @axes = <["a"=2, "b"=4]>

// CHECK: sdy.mesh @device_ids = <["a"=2, "b"=2], device_ids=[3, 1, 2, 0]>
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=2], device_ids=[3, 1, 2, 0]>, sym_name = "device_ids"}> : () -> ()
sdy.mesh @device_ids = <["a"=2, "b"=2], device_ids=[3, 1, 2, 0]>

// CHECK: sdy.mesh @usual_order = <["a"=2]>
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "usual_order"}> : () -> ()
sdy.mesh @usual_order = <["a"=2], device_ids=[0, 1]>

// CHECK: sdy.mesh @size_one = <["a"=1]>
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<["a"=1]>, sym_name = "size_one"}> : () -> ()
sdy.mesh @size_one = <["a"=1]>

// CHECK: sdy.mesh @maximal = <[], device_ids=[3]>
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<[], device_ids=[3]>, sym_name = "maximal"}> : () -> ()
sdy.mesh @maximal = <[], device_ids=[3]>

// CHECK: sdy.mesh @empty = <[]>
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<[]>, sym_name = "empty"}> : () -> ()
sdy.mesh @empty = <[]>

// CHECK: sdy.mesh @"a mesh" = <["an axis"=2, "quote\22d"=2]>
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<["an axis"=2, "quote\22d"=2]>, sym_name = "a mesh"}> : () -> ()
sdy.mesh @"a mesh" = <["an axis"=2, "quote\22d"=2]>

// CHECK: sdy.mesh @looks_like_values = <["%0"=2, "%a\22#loc"=2]>
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<["%0"=2, "%a\22#loc"=2]>, sym_name = "looks_like_values"}> : () -> ()
sdy.mesh @looks_like_values = <["%0"=2, "%a\"#loc"=2]>

// CHECK: sdy.mesh @attributes = <["a"=2]> {note = "kept", sym_visibility = "private"}
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "attributes"}> {note = "kept", sym_visibility = "private"} : () -> ()
sdy.mesh @attributes = <["a"=2]> {note = "kept", sym_visibility = "private"}

// CHECK: sdy.mesh @in_full = <["a"=16]>
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<["a"=16]>, sym_name = "in_full"}> : () -> ()
sdy.mesh @in_full = #sdy.mesh<["a"=0x10]>
