// Options: shorter labels, no attributes, no types; edges between neighbours instead of those from values to users.
// RUN: sdy-opt %s -view-op-graph='max-label-len=4' -o /dev/null 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: sdy-opt %s -view-op-graph='print-attrs=false print-result-types=false' -o /dev/null 2>&1 | FileCheck %s --check-prefix=BARE
// RUN: sdy-opt %s -view-op-graph='print-data-flow-edges=false print-control-flow-edges=true' -o /dev/null 2>&1 | FileCheck %s --check-prefix=CONTROL

// SHORT: label = "func.func : ()\lfunction_type: () -...\lsym_name: \"mai...\l";
// SHORT: label = "{stablehlo.constant\l\lvalue: [...] : tens...\l|{<res_c> %c tens...}}"
// SHORT: label = "stablehlo.while : (tens...)\l";
// SHORT: ltail = cluster_{{[0-9]+}}, style = solid
// BARE: label = "func.func";
// BARE: label = "{stablehlo.constant\l|{<res_c> %c}}"
// CONTROL-NOT: solid
// CONTROL: v{{[0-9]+}} -> v{{[0-9]+}}[lhead = cluster_{{[0-9]+}}, style = dashed];
// CONTROL: v{{[0-9]+}} -> v{{[0-9]+}}[ltail = cluster_{{[0-9]+}}, style = dashed];
// CONTROL-NOT: solid
func.func @main() -> tensor<17xi32> {
  %c = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]> : tensor<17xi32>
  %0 = stablehlo.while(%iterArg = %c) : tensor<17xi32>
  cond {
    %1 = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    stablehlo.return %iterArg : tensor<17xi32>
  }
  return %0 : tensor<17xi32>
}
