// The name of the producer in bytecode.
// RUN: sdy-opt %s -emit-bytecode -emit-bytecode-producer=my-compiler | grep -a -o my-compiler | FileCheck %s

// CHECK: my-compiler
func.func private @f()
