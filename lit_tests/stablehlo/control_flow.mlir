// Loops, branches and barriers.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @while(%arg0: tensor<i32>, %arg1: tensor<2x4xf32>) {
// CHECK-NEXT:    %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<i32>, tensor<2x4xf32>
// CHECK-NEXT:    cond {
// CHECK-NEXT:      %2 = stablehlo.compare LT, %iterArg, %arg0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      stablehlo.return %2 : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %2 = stablehlo.add %iterArg_0, %arg1 : tensor<2x4xf32>
// CHECK-NEXT:      stablehlo.return %iterArg, %2 : tensor<i32>, tensor<2x4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %1 = stablehlo.while(%iterArg = %arg0) : tensor<i32> attributes {note}
// CHECK-NEXT:    cond {
// CHECK-NEXT:      %2 = stablehlo.compare LT, %iterArg, %arg0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      stablehlo.return %2 : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %2 = stablehlo.while(%iterArg_0 = %iterArg) : tensor<i32>
// CHECK-NEXT:      cond {
// CHECK-NEXT:        %3 = stablehlo.compare LT, %iterArg, %iterArg_0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:        stablehlo.return %3 : tensor<i1>
// CHECK-NEXT:      } do {
// CHECK-NEXT:        stablehlo.return %iterArg_0 : tensor<i32>
// CHECK-NEXT:      }
// CHECK-NEXT:      stablehlo.return %2 : tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @while(%arg0: tensor<i32>, %arg1: tensor<2x4xf32>) {
  %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<i32>, tensor<2x4xf32>
  cond {
    %2 = stablehlo.compare LT, %iterArg, %arg0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %2 = stablehlo.add %iterArg_0, %arg1 : tensor<2x4xf32>
    stablehlo.return %iterArg, %2 : tensor<i32>, tensor<2x4xf32>
  }
  %1 = stablehlo.while(%i = %arg0) : tensor<i32> attributes {note} cond {
    %2 = stablehlo.compare LT, %i, %arg0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %2 = stablehlo.while(%j = %i) : tensor<i32> cond {
      %3 = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      stablehlo.return %j : tensor<i32>
    }
    stablehlo.return %2 : tensor<i32>
  }
  return
}

// CHECK-LABEL: func.func @while_without_values(%arg0: tensor<i1>) {
// CHECK-NEXT:    stablehlo.while()
// CHECK-NEXT:    cond {
// CHECK-NEXT:      stablehlo.return %arg0 : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      stablehlo.return
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @while_without_values(%arg0: tensor<i1>) {
  stablehlo.while() cond {
    stablehlo.return %arg0 : tensor<i1>
  } do {
    stablehlo.return
  }
  return
}

// CHECK-LABEL: func.func @branches(%arg0: tensor<i32>, %arg1: tensor<i1>, %arg2: tensor<2x4xf32>) {
// CHECK-NEXT:    %0 = "stablehlo.case"(%arg0) ({
// CHECK-NEXT:      stablehlo.return %arg2 : tensor<2x4xf32>
// CHECK-NEXT:    }, {
// CHECK-NEXT:      %2 = stablehlo.negate %arg2 : tensor<2x4xf32>
// CHECK-NEXT:      stablehlo.return %2 : tensor<2x4xf32>
// CHECK-NEXT:    }) {note} : (tensor<i32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %1:2 = "stablehlo.if"(%arg1) ({
// CHECK-NEXT:      stablehlo.return %arg2, %arg0 : tensor<2x4xf32>, tensor<i32>
// CHECK-NEXT:    }, {
// CHECK-NEXT:      stablehlo.return %0, %arg0 : tensor<2x4xf32>, tensor<i32>
// CHECK-NEXT:    }) : (tensor<i1>) -> (tensor<2x4xf32>, tensor<i32>)
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @branches(%arg0: tensor<i32>, %arg1: tensor<i1>, %arg2: tensor<2x4xf32>) {
  %0 = "stablehlo.case"(%arg0) ({
    stablehlo.return %arg2 : tensor<2x4xf32>
  }, {
    %2 = stablehlo.negate %arg2 : tensor<2x4xf32>
    stablehlo.return %2 : tensor<2x4xf32>
  }) {note} : (tensor<i32>) -> tensor<2x4xf32>
  %1:2 = "stablehlo.if"(%arg1) ({
    stablehlo.return %arg2, %arg0 : tensor<2x4xf32>, tensor<i32>
  }, {
    stablehlo.return %0, %arg0 : tensor<2x4xf32>, tensor<i32>
  }) : (tensor<i1>) -> (tensor<2x4xf32>, tensor<i32>)
  return
}

// CHECK-LABEL: func.func @barriers(%arg0: tensor<2x4xf32>, %arg1: tensor<i32>, %arg2: !stablehlo.token) {
// CHECK-NEXT:    stablehlo.optimization_barrier()
// CHECK-NEXT:    stablehlo.optimization_barrier {note}()
// CHECK-NEXT:    %0 = stablehlo.optimization_barrier %arg0 : tensor<2x4xf32>
// CHECK-NEXT:    %1:3 = stablehlo.optimization_barrier {note} %arg0, %arg1, %arg2 : tensor<2x4xf32>, tensor<i32>, !stablehlo.token
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @barriers(%arg0: tensor<2x4xf32>, %arg1: tensor<i32>, %arg2: !stablehlo.token) {
  stablehlo.optimization_barrier ()
  stablehlo.optimization_barrier {note} ()
  %0 = stablehlo.optimization_barrier %arg0 : tensor<2x4xf32>
  %1:3 = stablehlo.optimization_barrier {note} %arg0, %arg1, %arg2 : tensor<2x4xf32>, tensor<i32>, !stablehlo.token
  return
}
