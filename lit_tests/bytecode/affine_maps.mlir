// Affine maps and integer sets: a number says the form, and lists of dimensions or expressions follow. Those before
// 0.11.1 are text, which all releases read.
// RUN: bash -c "sdy-opt %s -emit-bytecode | sdy-opt" | FileCheck %s
// RUN: bash -c "sdy-opt %s -emit-bytecode | sdy-opt -shardy=0.10.2" | FileCheck %s
// RUN: bash -c "sdy-opt %s -emit-bytecode -shardy=0.10.2 | sdy-opt" | FileCheck %s
// RUN: bash -c "sdy-opt %s -emit-bytecode -shardy=0.10.2 | grep -aco 'affine_map<(d0)'" | FileCheck %s --check-prefix=TEXT
// RUN: bash -c "sdy-opt %s -emit-bytecode | od -An -v -tx1 | tr -d '\n'" | FileCheck %s --check-prefix=BYTES

// TEXT: 1
// What jaxlib 0.12.0.1 writes of the maps in this order, and of the set.
// BYTES: {{.*}} 2f 01 {{.. ..}} 2f 0d 01 {{.. ..}} 2f 11 {{.. ..}} 2f 1b 05 03 01 {{.. ..}} 2f 1d 05 01 05 {{.. ..}} 2f 17 03 05 01 01 01 03
// BYTES-SAME: 2f 17 01 03 05 13 {{.. ..}} 2f 17 03 03 07 0b 01 01 03 01 09 0f 01 03 05 11 05 21
// BYTES-SAME: 2f 17 01 03 0d 07 01 01 05 05 05 09 {{.. ..}} 31 03 03 05 07 01 01 09 03 01 05 03 01 01 01 00

// CHECK:      #map = affine_map<() -> ()>
// CHECK-NEXT: #map1 = affine_map<(d0) -> ()>
// CHECK-NEXT: #map2 = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-NEXT: #map3 = affine_map<(d0, d1, d2) -> (d2, d1, d0)>
// CHECK-NEXT: #map4 = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-NEXT: #map5 = affine_map<(d0, d1)[s0] -> (d0, d1)>
// CHECK-NEXT: #map6 = affine_map<(d0, d1) -> (-5)>
// CHECK-NEXT: #map7 = affine_map<(d0, d1)[s0] -> (d0 mod s0 + (d1 ceildiv 4) * 8)>
// CHECK-NEXT: #map8 = affine_map<(d0, d1) -> ((d0 + 1) floordiv 2)>
// CHECK-NEXT: #set = affine_set<(d0)[s0] : (d0 - s0 == 0, d0 >= 0)>
module attributes {
  d.a = affine_map<() -> ()>,
  d.b = affine_map<(d0) -> ()>,
  d.c = affine_map<(d0, d1) -> (d0, d1)>,
  d.d = affine_map<(d0, d1, d2) -> (d2, d1, d0)>,
  d.e = affine_map<(d0, d1, d2) -> (d0, d2)>,
  d.f = affine_map<(d0, d1)[s0] -> (d0, d1)>,
  d.g = affine_map<(d0, d1) -> (-5)>,
  d.h = affine_map<(d0, d1)[s0] -> (d0 mod s0 + (d1 ceildiv 4) * 8)>,
  d.i = affine_map<(d0, d1) -> ((d0 + 1) floordiv 2)>,
  d.j = affine_set<(d0)[s0] : (d0 - s0 == 0, d0 >= 0)>
} {
}
