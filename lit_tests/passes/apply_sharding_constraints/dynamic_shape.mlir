// The rule of an applied constraint needs static sizes: on a dynamic shape the pass fails in the verifier. A constraint
// that is not applied does no harm.
// RUN: sdy-opt %s -sdy-apply-sharding-constraints -verify-diagnostics

sdy.mesh @mesh = <["a"=2]>

func.func @applied(%arg0: tensor<?x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op operand - expected a ranked tensor with a static shape. type: 'tensor<?x8xf32>'}}
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{}, {"a"}]> : tensor<?x8xf32>
  return
}

func.func @not_applied(%arg0: tensor<?x8xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{?}, {"a"}]> : tensor<?x8xf32>
  return
}
