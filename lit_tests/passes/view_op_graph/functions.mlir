// In a nested pipeline each function has a graph; values have their names in the module.
// RUN: sdy-opt %s -pass-pipeline='builtin.module(func.func(view-op-graph))' -o /dev/null 2>&1 | FileCheck %s

// CHECK: digraph G {
// CHECK: label = "func.func : ()\l{{.*}}sym_name: \"f\"\l";
// CHECK: digraph G {
// CHECK: label = "func.func : ()\l{{.*}}sym_name: \"g\"\l";
// CHECK: v5 [label = "<res_arg0> %arg0 i1", shape = Mrecord];
func.func @f() {
  return
}
func.func @g(%arg0: i1) {
  return
}
