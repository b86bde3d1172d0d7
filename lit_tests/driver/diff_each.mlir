// -diff=each writes what each pass changes, under its name, and names those that change nothing.
// RUN: sdy-opt %s -sdy-inline-meshes -sdy-remove-size-one-axes -sdy-lift-inlined-meshes -diff=each | FileCheck %s
// RUN: not sdy-opt %s -diff=some 2>&1 | FileCheck %s --check-prefix=WRONG

sdy.mesh @cells = <["x"=2]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@cells, [{"x"}]>}) {
  return
}

// CHECK:      --- a/{{.*}}diff_each.mlir
// CHECK-NEXT: +++ b/{{.*}}diff_each.mlir after sdy-inline-meshes
// CHECK-NEXT: @@ -1,6 +1,5 @@
// CHECK-NEXT:  module {
// CHECK-NEXT: -  sdy.mesh @cells
// CHECK-NEXT: -  {{.*}}@cells
// CHECK-NEXT: +  {{.*}}mesh<["x"=2]>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT: # after sdy-remove-size-one-axes: no change
// CHECK-NEXT: ---
// CHECK-NEXT: +++ {{.*}} after sdy-lift-inlined-meshes
// CHECK-NEXT: @@ -1,5 +1,6 @@
// CHECK-NEXT:  module {
// CHECK-NEXT: -  {{.*}}mesh<["x"=2]>
// CHECK-NEXT: +  sdy.mesh @mesh
// CHECK-NEXT: +  {{.*}}@mesh
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NOT:  {{.}}
// WRONG: 'some' is not one of 'all', 'each'
