// The graph is printed on standard error. Operations with regions, and blocks, are clusters.
// RUN: sdy-opt %s -view-op-graph -o /dev/null 2>&1 | FileCheck %s --match-full-lines --strict-whitespace

//      CHECK:digraph G {
// CHECK-NEXT:  compound = true;
// CHECK-NEXT:  subgraph cluster_1 {
// CHECK-NEXT:    v2 [label = " ", shape = plain];
// CHECK-NEXT:    label = "builtin.module : ()\l";
// CHECK-NEXT:    subgraph cluster_3 {
// CHECK-NEXT:      v4 [label = " ", shape = plain];
// CHECK-NEXT:      label = "";
// CHECK-NEXT:      subgraph cluster_5 {
// CHECK-NEXT:        v6 [label = " ", shape = plain];
// CHECK-NEXT:        label = "func.func : ()\lfunction_type: (tensor\<8xf32\>) -\> t...\lsym_name: \"main\"\l";
// CHECK-NEXT:        subgraph cluster_7 {
// CHECK-NEXT:          v8 [label = " ", shape = plain];
// CHECK-NEXT:          label = "";
// CHECK-NEXT:          v9 [label = "<res_arg0> %arg0 tensor\<8xf32\>", shape = Mrecord];
// CHECK-NEXT:          v10 [fillcolor = "0.000000 0.3 0.95", label = "{{[{][{]}}<arg_arg0> %arg0}|stablehlo.abs\l|{<res_0> %0 tensor\<8xf32\>}}", shape = Mrecord, style = filled];
// CHECK-NEXT:          v11 [fillcolor = "0.250000 0.3 0.95", label = "{{[{][{]}}<arg_0> %0}|func.return\l}", shape = Mrecord, style = filled];
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  v9:res_arg0:s -> v10:arg_arg0:n[style = solid];
// CHECK-NEXT:  v10:res_0:s -> v11:arg_0:n[style = solid];
// CHECK-NEXT:}
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.abs %arg0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
