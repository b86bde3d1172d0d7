// Names with quotes, new lines and control characters are neither code in the file of --specs nor commands to terminals.
// RUN: sdy-plan %s --budget 3 --specs %t.py | FileCheck %s --check-prefix=PLAN
// RUN: FileCheck %s --input-file %t.py --check-prefix=SPECS
// RUN: sdy-view %s | FileCheck %s --check-prefix=VIEW
// RUN: sdy-view %s --shard %%b=None | FileCheck %s --check-prefix=VARIANTS
// PLAN: mesh ["x\n"""\nprint(1)"=2, "y\x1b[31m"=2]
// PLAN: stablehlo.custom_call @f\x1b[31m
// SPECS: {{^}}# PartitionSpecs of {{.*}}hostile_names.mlir on the mesh x\n"""\nprint(1)=2, y\x1b[31m=2: found by sdy-plan.{{$}}
// SPECS: 'a\nb': P('x\n"""\nprint(1)', 'y\x1b[31m'),
// VIEW: sent a device: {{.*}} over "y\x1b[31m"
// VARIANTS: sent over y\x1b[31m  {{.*}}time
sdy.mesh @mesh = <["x\0A\22\22\22\0Aprint(1)"=2, "y\1B[31m"=2]>
func.func @main(
    %a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x\0A\22\22\22\0Aprint(1)"}, {"y\1B[31m"}]>} loc("a\0Ab"),
    %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.custom_call @"f\1B[31m"(%0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
