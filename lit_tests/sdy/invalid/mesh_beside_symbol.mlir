// A mesh is found by its name though another symbol has that name, which is said in the end.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 2]]:1: error: redefinition of symbol named 'm'
func.func private @m()
sdy.mesh @m = <["a"=2]>
func.func private @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>})

// -----
// CHECK: :[[# @LINE + 3]]:1: error: 'func.func' op arg 0 - unknown axis name: "b"
func.func private @m()
sdy.mesh @m = <["a"=2]>
func.func private @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}]>})
