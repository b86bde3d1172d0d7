// The name of the producer in bytecode.
// RUN: sdy-opt %s -emit-bytecode -emit-bytecode-producer=my-compiler | head -c 18 | FileCheck %s

// CHECK: my-compiler
func.func private @f()
