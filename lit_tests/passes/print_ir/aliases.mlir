// The program is printed without aliases, in its own scope, with locations if the output has them.
// RUN: sdy-opt %s -print-ir -o /dev/null 2>&1 | FileCheck %s
// RUN: sdy-opt -print-ir -mlir-print-debuginfo -o /dev/null 2>&1 < %s | FileCheck %s --check-prefix=LOCATIONS

// CHECK:      // -----// IR Dump //----- //
// CHECK-NEXT: module attributes {t.m = affine_map<(d0) -> (d0)>} {
// CHECK-NEXT:   func.func @f() {

// LOCATIONS:      // -----// IR Dump //----- //
// LOCATIONS-NEXT: module attributes {t.m = affine_map<(d0) -> (d0)>} {
// LOCATIONS-NEXT:   func.func @f() {
// LOCATIONS-NEXT:     return loc("x.py":1:2)
// LOCATIONS-NEXT:   } loc("-":17:3)
// LOCATIONS-NEXT: } loc("-":16:1)
#map = affine_map<(d0) -> (d0)>
module attributes {t.m = #map} {
  func.func @f() {
    return loc("x.py":1:2)
  }
}
