// The diff of an input in parts is that of what would be written for all of them; a part that fails is in neither side.
// RUN: not sdy-opt %s -sdy-inline-meshes -split-input-file -diff 2>/dev/null | FileCheck %s
// RUN: not sdy-opt %s -sdy-inline-meshes -split-input-file -diff=each 2>/dev/null | FileCheck %s --check-prefix=EACH

sdy.mesh @mesh = <["x"=2]>
// -----
func.func @main() {
  return %wrong : i32
}
// -----
module {}
// -----
sdy.mesh @mesh = <["x"=2]>

// CHECK:      +++
// CHECK-NEXT: @@ -1,5 +1,4 @@
// CHECK-NEXT:  module {
// CHECK-NEXT: -  sdy.mesh
// CHECK-NEXT:  }
// CHECK-NEXT:  {{$}}
// CHECK-NEXT:  // -----
// CHECK-NEXT: @@ -8,5 +7,4 @@
// CHECK-NEXT:  {{$}}
// CHECK-NEXT:  // -----
// CHECK-NEXT:  module {
// CHECK-NEXT: -  sdy.mesh
// CHECK-NEXT:  }

// EACH:      +++ {{.*}} after sdy-inline-meshes, part 1
// EACH-NEXT: @@ -1,5 +1,4 @@
// EACH:      # after sdy-inline-meshes, part 2: no change
// EACH:      +++ {{.*}} after sdy-inline-meshes, part 3
// EACH-NEXT: @@ -7,5 +7,4 @@
// EACH-NEXT:  {{$}}
// EACH-NEXT:  // -----
// EACH-NEXT:  module {
// EACH-NEXT: -  sdy.mesh
// EACH-NEXT:  }
