// Remarks: what is moved before what.
// RUN: sdy-opt %s -topological-sort -remarks -verify-diagnostics

%1 = stablehlo.abs %0 : tensor<8xf32>
// expected-remark@+1 {{[topological-sort] 'stablehlo.constant' moved before 'stablehlo.abs', which has to wait for its operands}}
%0 = stablehlo.constant dense<1.0> : tensor<8xf32>
