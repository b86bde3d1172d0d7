// Different elements are left away, or printed in hexadecimal, from some number on; equal ones never are.
// RUN: sdy-opt %s -mlir-elide-elementsattrs-if-larger=2 | FileCheck %s --check-prefix=ELIDED
// RUN: sdy-opt %s -mlir-print-elementsattrs-with-hex-if-larger 2 | FileCheck %s --check-prefix=HEX
// RUN: sdy-opt %s --mlir-print-elementsattrs-with-hex-if-larger=2 -mlir-elide-elementsattrs-if-larger=3 | FileCheck %s --check-prefix=HEX
// RUN: sdy-opt %s -mlir-print-elementsattrs-with-hex-if-larger=2 | sdy-opt -mlir-print-elementsattrs-with-hex-if-larger=-1 | FileCheck %s --check-prefix=PLAIN

// ELIDED: stablehlo.constant dense_resource<__elided__> : tensor<3xi8>
// HEX:    stablehlo.constant dense<"0x010203"> : tensor<3xi8>
// PLAIN:  stablehlo.constant dense<[1, 2, 3]> : tensor<3xi8>
%0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi8>

// ELIDED: stablehlo.constant dense<[1, 2]> : tensor<2xi8>
// HEX:    stablehlo.constant dense<[1, 2]> : tensor<2xi8>
// PLAIN:  stablehlo.constant dense<[1, 2]> : tensor<2xi8>
%1 = stablehlo.constant dense<[1, 2]> : tensor<2xi8>

// ELIDED: stablehlo.constant dense<1> : tensor<300xi8>
// HEX:    stablehlo.constant dense<1> : tensor<300xi8>
// PLAIN:  stablehlo.constant dense<1> : tensor<300xi8>
%2 = stablehlo.constant dense<1> : tensor<300xi8>
