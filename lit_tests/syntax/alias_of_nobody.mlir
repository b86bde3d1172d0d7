// RUN: sdy-opt %s | FileCheck %s
// The arguments of a function without a body are nowhere: the alias of their location need not be defined.

// CHECK: func.func private @declared(tensor<f32>)
func.func private @declared(%arg0: tensor<f32> loc(#undefined))
