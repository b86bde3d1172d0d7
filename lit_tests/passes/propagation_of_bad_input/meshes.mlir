// Shardings of meshes that are not there, or with axes of another mesh, are rejected before any pass runs.
// RUN: sdy-opt %s -sdy-populate-op-sharding-rules -verify-diagnostics -split-input-file
// RUN: sdy-opt %s -sdy-basic-propagate -verify-diagnostics -split-input-file
// RUN: sdy-opt %s -sdy-aggressive-propagate -verify-diagnostics -split-input-file
// RUN: sdy-opt %s -sdy-op-priority-propagate -verify-diagnostics -split-input-file
// RUN: sdy-opt %s -sdy-user-priority-propagate -verify-diagnostics -split-input-file

// expected-error @+1 {{'func.func' op arg 0 - unknown mesh: @nowhere}}
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@nowhere, [{"a"}]>}) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2]>
sdy.mesh @other = <["b"=2]>
// expected-error @+1 {{'func.func' op arg 0 - unknown axis name: "b"}}
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}
