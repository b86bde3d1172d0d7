// What the reference's parser says is wrong and yet goes on behind: numbers of factors beyond 64 bits, which are those
// of the first symbol with a number, and what is no token where it does not matter.
// RUN: sdy-opt %s -split-input-file 2>&1 | FileCheck %s
// RUN: sdy-opt %s -split-input-file -verify-diagnostics

// expected-error@+2 {{expecting symbol index <=2^63-1. Received: '9223372036854775808'}}
// CHECK: :[[# @LINE + 1]]:108: error: expecting symbol index <=2^63-1. Received: '9223372036854775808'
func.func private @number_of_a_factor() attributes {test.attribute = #sdy<dim_mapping z_9223372036854775808>}

// -----

// expected-error@+2 {{unexpected character}}
// CHECK: :[[# @LINE + 1]]:78: error: unexpected character
func.func private @left_over() attributes {test.attribute = #sdy<axis_ref"a" $>}

// CHECK: func.func private @number_of_a_factor() attributes {test.attribute = #sdy.dim_mappingz}
// CHECK: func.func private @left_over() attributes {test.attribute = #sdy<axis_ref"a">}
