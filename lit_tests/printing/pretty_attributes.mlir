// Locations in the attributes of an argument that has a name get no alias, and are printed for people, too.
// RUN: sdy-opt %s -mlir-pretty-debuginfo | FileCheck %s

// CHECK: func.func private @f(%arg0: tensor<f32> {jax.note = ["with \22 quote", [unknown]]}) {
func.func private @f(%arg0: tensor<f32> {jax.note = [loc("with \22 quote"), loc(unknown)]}) {
  return
}
