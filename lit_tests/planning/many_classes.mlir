// Of a program with too many classes, the smallest weights stay replicated, with the results that take their memory. Data
// does not, however small it is.
// RUN: seq 40 | awk '{ w = "tensor<" $1 * 64 "x64xf32>"; a = a ", @w" $1 ": " w " {tf.aliasing_output = " $1 - 1 " : i32}"; \
// RUN:   b = b "@g" $1 " = stablehlo.pad @x, @0, low = [0, 0], high = [" ($1 - 1) * 64 ", 0], interior = [0, 0] : (tensor<64x64xf32>, tensor<f32>) -> " w "\n"; \
// RUN:   r = r (r ? ", " : "") "@g" $1; t = t (t ? ", " : "") w } END { print "func.func #main(@x: tensor<64x64xf32>" a ") -> (" t \
// RUN:   ") {\n@0 = stablehlo.constant dense<0.0> : tensor<f32>\n" b "return " r " : " t "\n}" }' | tr '@#' '%%@' > %t.mlir
// RUN: sdy-plan %t.mlir --mesh x=8 --device h100 --budget 1 -o - 2> %t.txt | FileCheck %s
// RUN: FileCheck %s --check-prefix=TABLE < %t.txt

// CHECK: -> (tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}

// TABLE: 40 arguments in 40 classes
// TABLE: {{^}}%x 1 f32[64,64]
