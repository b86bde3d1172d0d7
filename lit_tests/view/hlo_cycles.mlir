// The cycles that the compiler for TPUs expects, by line, next to the times of the model.

// RUN: sdy-view %s --hlo %S/../hlo/written/cycles.txt --time | FileCheck %s
// RUN: sdy-view --hlo %S/../hlo/written/cycles.txt --json | FileCheck %s --check-prefix=JSON

// CHECK:      line       XLA's longest operation   model  XLA's estimate
// CHECK-NEXT: ───
// CHECK-NEXT: step.py:4  dot_general              {{.*}} %          90.0 %
// CHECK-NEXT: step.py:5  add                      {{.*}} %           8.0 %
// CHECK-NEXT: —          y                             —           2.0 %
// CHECK-NEXT: shares of what XLA's compiler expects, without collectives: {{.*}}; 5,000 cycles in all are not the time of a step

// JSON: "estimated_cycles": [{"op_name": "jit(step)/while/body/dot_general", "source": [{"file": "step.py", "line": 4, {{.*}} "cycles": 4500},
// JSON-SAME: {"op_name": "y", "source": [], "cycles": 100}

module @jit_step {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> loc(#product)
    %1 = stablehlo.add %0, %y : tensor<64x64xf32> loc(#sum)
    return %1 : tensor<64x64xf32>
  }
}
#product = loc("step.py":4:0)
#sum = loc("step.py":5:0)
