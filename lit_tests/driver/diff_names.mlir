// Values keep their names on both sides of a diff: an operation that a pass inserts renumbers nothing, one that replaces
// another takes its names, and new values get names that are free.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter -diff | FileCheck %s --check-prefix=SPLIT
// RUN: sdy-opt %s -cse -sdy-insert-explicit-reshards=enable-full-version -diff=each | FileCheck %s --check-prefix=EACH

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<8xf32>
  %1 = stablehlo.add %arg0, %0 : tensor<8xf32>
  %2 = stablehlo.constant dense<1.0> : tensor<8xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<8xf32>
  %4 = stablehlo.tanh %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
  %5 = stablehlo.negate %3 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
  %6 = stablehlo.subtract %5, %4 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : tensor<8xf32>
  return %6 : tensor<8xf32>
}

// SPLIT:       @@ -1,9 +1,10 @@
// SPLIT-NEXT:   module {
// SPLIT-NEXT:     sdy.mesh
// SPLIT-NEXT:     func.func
// SPLIT-NEXT:  -    %cst = stablehlo.constant
// SPLIT-NEXT:  -    %0 = stablehlo.add %arg0, %cst :
// SPLIT-NEXT:  -    %cst_0 = stablehlo.constant
// SPLIT-NEXT:  +    %5 = sdy.constant
// SPLIT-NEXT:  +    %cst = sdy.constant
// SPLIT-NEXT:  +    %0 = stablehlo.add %arg0, %5 :
// SPLIT-NEXT:  +    %cst_0 = sdy.constant
// SPLIT-NEXT:       %1 = stablehlo.multiply %0, %cst_0
// SPLIT-NEXT:       %2 = stablehlo.tanh %cst
// SPLIT-NEXT:       %3 = stablehlo.negate %1

// EACH:        +++ {{.*}} after cse
// EACH:            %0 = stablehlo.add
// EACH-NEXT:  -    %cst_0 = stablehlo.constant
// EACH-NEXT:  -    %1 = stablehlo.multiply %0, %cst_0
// EACH-NEXT:  +    %1 = stablehlo.multiply %0, %cst :
// EACH:        +++ {{.*}} after sdy-insert-explicit-reshards
// EACH:       -    return %4
// EACH-NEXT:  +    %5 = sdy.reshard %cst
// EACH-NEXT:  +    %0 = stablehlo.add %arg0, %5
// EACH-NEXT:  +    %6 = sdy.reshard %0
// EACH-NEXT:  +    %1 = stablehlo.multiply %6, %cst
// EACH-NEXT:  +    %7 = sdy.reshard %cst
// EACH-NEXT:  +    %2 = stablehlo.tanh %7
