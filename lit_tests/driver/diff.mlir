// -diff writes in place of the module what the passes change in it, beginning with how sdy-opt prints what it has read:
// patch makes of the one text the other. Where nothing changes nothing is written, and the status is 0 all the same.
// RUN: sdy-opt %s -sdy-inline-meshes -diff | FileCheck %s
// RUN: sdy-opt %s -o %t.before && sdy-opt %s -sdy-inline-meshes -o %t.after
// RUN: sdy-opt %s -sdy-inline-meshes -diff -o %t.diff
// RUN: patch -s %t.before %t.diff && diff %t.before %t.after
// RUN: sdy-opt %s -sdy-remove-size-one-axes -diff > %t.nothing && diff %t.nothing /dev/null

sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh     %arg0 : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK:       --- a/{{.*}}diff.mlir
// CHECK-NEXT:  +++ b/{{.*}}diff.mlir
// CHECK-NEXT:  @@ -1,8 +1,7 @@
// CHECK-NEXT:   module {
// CHECK-NEXT:  -  sdy.mesh @mesh = <["x"=2]>
// CHECK-NEXT:     func.func @main
// CHECK-NEXT:       %0 = stablehlo.tanh %arg0
// CHECK-NEXT:  -    %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}]>
// CHECK-NEXT:  +    %1 = sdy.sharding_constraint %0 <mesh<["x"=2]>, [{"x"}]>
// CHECK-NEXT:       return %1
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NOT:   {{.}}
