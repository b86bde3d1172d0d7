// Remarks: what is applied, what is not and why, and what chains do.
// RUN: sdy-opt %s -sdy-apply-sharding-constraints -remarks -shardy=0.10.2 -split-input-file -verify-diagnostics

sdy.mesh @mesh = <["a"=2, "b"=2]>

func.func @applied(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %x = stablehlo.negate %arg0 : tensor<8xf32>
  // expected-remark @+1 {{[sdy-apply-sharding-constraints] constraint applied to %x: it has the sharding <@mesh, [{"a"}]> now}}
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}]> : tensor<8xf32>
  // expected-remark @+1 {{constraint not applied to %0: it has the sharding <@mesh, [{"a"}]> already}}
  %1 = sdy.sharding_constraint %0 <@mesh, [{"b"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @open(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-remark @+1 {{constraint not applied to %arg0: dimension 1 is open}}
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}, {?}]> : tensor<8x8xf32>
  %1 = stablehlo.negate %0 : tensor<8x8xf32>
  // expected-remark @+1 {{constraint not applied to %1: dimensions 0 and 1 are open}}
  %2 = sdy.sharding_constraint %1 <@mesh, [{?}, {?}]> : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

func.func @disagreement(%arg0: tensor<8xf32>) {
  // expected-remark @+2 {{constraint not applied to %arg0: others ask for <@mesh, [{"b"}]>}}
  // expected-note @+1 {{another sharding is requested here}}
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32>
  // expected-remark @+2 {{in_shardings[0] not applied to %arg0: others ask for <@mesh, [{"a"}]>}}
  // expected-note @+1 {{another sharding is requested here}}
  sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"b"}]>] out_shardings=[] manual_axes={"b"} (%arg1: tensor<4xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

func.func @region(%arg0: tensor<8xf32>, %arg1: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    // expected-remark @+1 {{constraint not applied to %x: an argument of this region can have no sharding}}
    %1 = sdy.sharding_constraint %x <@mesh, []> : tensor<f32>
    %2 = stablehlo.add %1, %y : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>

func.func @edges(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) {
  %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<8xf32>, tensor<8xf32>
  %1 = sdy.data_flow_edge %0#0 : tensor<8xf32>
  %2 = sdy.data_flow_edge %0#1 : tensor<8xf32>
  %3 = stablehlo.negate %1 : tensor<8xf32>
  // expected-remark @+2 {{constraint moved right after %1, a target of a data-flow edge, to be used instead}}
  // expected-remark @+1 {{axis "b" set as unreduced on the data-flow edge of %1}}
  %4 = sdy.sharding_constraint %1 <@mesh, [{"a"}], unreduced={"b"}> : tensor<8xf32>
  // expected-remark @+1 {{constraint for in_shardings[0] inserted after %2, a target of a data-flow edge, to be used instead}}
  sdy.manual_computation(%2) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[] manual_axes={"a"} (%arg2: tensor<4xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>

func.func @chain(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> tensor<8xf32> {
  // expected-remark @+1 {{%arg0 not replaced by %2: this use comes before}}
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  // expected-remark @+2 {{chain of 2 constraints on %arg0 ends with %2: 1 later user of %arg0 uses %2 instead}}
  // expected-remark @+1 {{constraint applied to %arg0}}
  %1 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32>
  // expected-note @+2 {{the chain ends here}}
  // expected-remark @+1 {{constraint not applied to %1}}
  %2 = sdy.sharding_constraint %1 <@mesh, [{"b"}]> : tensor<8xf32>
  %3 = stablehlo.sine %arg0 : tensor<8xf32>
  %4 = "stablehlo.case"(%arg1) ({
    // expected-remark @+1 {{%arg0 not replaced by %2: this use is in another block}}
    %5 = stablehlo.cosine %arg0 : tensor<8xf32>
    stablehlo.return %5 : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  // expected-remark @+1 {{%arg0 not replaced by %2: func.return keeps its operands}}
  return %arg0 : tensor<8xf32>
}

func.func @unused_later(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // expected-remark @+2 {{ends with %1: no later users of %arg0 use %1 instead}}
  // expected-remark @+1 {{constraint not applied to %arg0: dimension 0 is open}}
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{?}]> : tensor<8xf32>
  // expected-note @+2 {{the chain ends here}}
  // expected-remark @+1 {{not applied to %0}}
  %1 = sdy.sharding_constraint %0 <@mesh, [{?}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}

func.func @no_chains(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>) {
  // expected-remark @+2 {{chain of 2 constraints that ends with %1 leaves other uses of %arg0 alone: %arg0 has the sharding <@mesh, [{}]>}}
  // expected-remark @+1 {{not applied}}
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{?}]> : tensor<8xf32>
  // expected-note @+2 {{the chain ends here}}
  // expected-remark @+1 {{not applied}}
  %1 = sdy.sharding_constraint %0 <@mesh, [{?}]> : tensor<8xf32>

  // expected-remark @+2 {{leaves other uses of %arg1 alone: other constraints or manual computations use %arg1}}
  // expected-remark @+1 {{not applied}}
  %2 = sdy.sharding_constraint %arg1 <@mesh, [{?}]> : tensor<8xf32>
  // expected-note @+2 {{the chain ends here}}
  // expected-remark @+1 {{not applied}}
  %3 = sdy.sharding_constraint %2 <@mesh, [{?}]> : tensor<8xf32>
  // expected-remark @+1 {{not applied}}
  %4 = sdy.sharding_constraint %arg1 <@mesh, [{?}]> : tensor<8xf32>

  // expected-remark @+2 {{leaves other uses of %arg2 alone: a constraint or manual computation is among the users of %6}}
  // expected-remark @+1 {{not applied}}
  %5 = sdy.sharding_constraint %arg2 <@mesh, [{?}]> : tensor<8xf32>
  // expected-note @+2 {{the chain ends here}}
  // expected-remark @+1 {{not applied}}
  %6 = sdy.sharding_constraint %5 <@mesh, [{?}]> : tensor<8xf32>
  // expected-remark @+1 {{not applied}}
  %7 = sdy.sharding_constraint %6 <@mesh, [{?}]> : tensor<8xf32>
  // expected-remark @+1 {{not applied}}
  %8 = sdy.sharding_constraint %6 <@mesh, [{?}]> : tensor<8xf32>
  return
}
