// Which of two mistakes is said first: operations, then regions, dominance, and symbols at the end of the module.
// RUN: sdy-opt %s -split-input-file -verify-diagnostics

// Of two functions each says its first mistake; the module's symbols are not looked at then.
sdy.mesh @mesh = <["a"=2]>
sdy.mesh @mesh = <["a"=2]>
func.func @first(%arg0: tensor<8xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@other, [{}]> : tensor<8xf32>
  // expected-error @+1 {{'sdy.sharding_group' op requires attribute 'group_id'}}
  "sdy.sharding_group"(%arg0) : (tensor<8xf32>) -> ()
  %1 = sdy.propagation_barrier %arg0 allowed_direction=BOTH : tensor<8xf32>
  return
}
func.func @second(%arg0: tensor<8xf32>) {
  // expected-error @+1 {{'sdy.propagation_barrier' op cannot specify `BOTH` as the direction. Not blocking propagation direction makes the op redundant.}}
  %0 = sdy.propagation_barrier %arg0 allowed_direction=BOTH : tensor<8xf32>
  return
}

// -----

// Attributes of dialects come before all else, by their names.
func.func @attributes(%arg0: tensor<8xf32>) {
  // expected-error @+1 {{'sdy.sharding_group' op should have a propagation edges attribute of type PropagationEdgesAttr for attr named 'sdy.propagation_edges'}}
  "sdy.sharding_group"(%arg0) {sdy.sharding_rule = 1, sdy.propagation_edges = 1} : (tensor<8xf32>) -> ()
  return
}

// -----

// Then counts, then operations in regions, then attributes.
func.func @counts(%arg0: tensor<8xf32>) {
  // expected-error @+1 {{'sdy.manual_computation' op requires one region}}
  "sdy.manual_computation"(%arg0) ({}, {}) : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @blocks(%arg0: tensor<8xf32>) {
  // expected-error @+1 {{'sdy.manual_computation' op expects region #0 to have 0 or 1 blocks}}
  "sdy.manual_computation"(%arg0) ({
  ^bb0:
    sdy.return
  ^bb1:
    sdy.return
  }) : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @empty_block(%arg0: tensor<8xf32>) {
  // expected-error @+1 {{'sdy.manual_computation' op expects a non-empty block}}
  "sdy.manual_computation"(%arg0) ({
  ^bb0(%arg1: tensor<8xf32>):
  }) : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @required_attributes(%arg0: tensor<8xf32>) {
  // expected-error @+1 {{'sdy.manual_computation' op requires attribute 'in_shardings'}}
  "sdy.manual_computation"(%arg0) ({}) : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @no_block(%arg0: tensor<8xf32>) {
  // expected-error @+1 {{'sdy.named_computation' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  "sdy.named_computation"(%arg0) <{name = "f"}> ({}) : (tensor<8xf32>) -> ()
  return
}

// -----

// Isolated operations come after the other operations of their block.
func.func @isolated(%arg0: tensor<8xf32>) {
  %0 = sdy.named_computation<"f">(%arg0) (%arg1: tensor<8xf32>) {
    %1 = sdy.propagation_barrier %arg1 allowed_direction=BOTH : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  // expected-error @+1 {{'sdy.propagation_barrier' op cannot specify `BOTH` as the direction. Not blocking propagation direction makes the op redundant.}}
  %2 = sdy.propagation_barrier %arg0 allowed_direction=BOTH : tensor<8xf32>
  return
}

// -----

// The terminator of a body is looked at after the body, and before values from outside.
func.func @body(%arg0: tensor<8xf32>) {
  "sdy.named_computation"() <{name = "f"}> ({
    // expected-error @+1 {{'sdy.propagation_barrier' op cannot specify `BOTH` as the direction. Not blocking propagation direction makes the op redundant.}}
    %0 = sdy.propagation_barrier %arg0 allowed_direction=BOTH : tensor<8xf32>
    stablehlo.return
  }) : () -> ()
  return
}

// -----

func.func @terminator(%arg0: tensor<8xf32>) {
  // expected-error @+2 {{'sdy.named_computation' op expects regions to end with 'sdy.return', found 'stablehlo.return'}}
  // expected-note @+1 {{in custom textual format, the absence of terminator implies 'sdy.return'}}
  "sdy.named_computation"() <{name = "f"}> ({
    sdy.sharding_group %arg0 group_id=1 : tensor<8xf32>
    stablehlo.return
  }) : () -> ()
  return
}

// -----

// Results that do not follow from the body come after values from outside.
func.func @outside(%arg0: tensor<8xf32>) {
  // expected-note @+1 {{required by region isolation constraints}}
  %0 = "sdy.named_computation"() <{name = "f"}> ({
    // expected-error @+1 {{'sdy.return' op using value defined outside the region}}
    sdy.return %arg0 : tensor<8xf32>
  }) : () -> tensor<4xf32>
  return
}

// -----

// They come before dominance.
func.func @results() {
  // expected-error @+2 {{'sdy.named_computation' op inferred type(s) 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error @+1 {{'sdy.named_computation' op failed to infer returned types}}
  %0 = "sdy.named_computation"() <{name = "f"}> ({
    sdy.sharding_group %1 group_id=1 : tensor<8xf32>
    %1 = sdy.constant dense<1.0> : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  }) : () -> tensor<4xf32>
  return
}

// -----

// That a collective has an operand with a sharding, and its own sharding, come before dominance; its axes do not.
func.func @operand_sharding(%arg0: tensor<8xf32>) {
  sdy.sharding_group %1 group_id=1 : tensor<8xf32>
  // expected-error @+1 {{'sdy.all_gather' op collective on operand without sharding}}
  %0 = sdy.all_gather [{"a"}] %arg0 out_sharding=<@mesh, [{}]> : tensor<8xf32>
  %1 = sdy.constant dense<1.0> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @out_sharding(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  sdy.sharding_group %1 group_id=1 : tensor<8xf32>
  // expected-error @+1 {{'sdy.all_gather' op unknown axis name: "b"}}
  %0 = sdy.all_gather [{"x"}] %arg0 out_sharding=<@mesh, [{"b"}]> : tensor<8xf32>
  %1 = sdy.constant dense<1.0> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @collective_axes(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  // expected-error @+1 {{operand #0 does not dominate this use}}
  sdy.sharding_group %1 group_id=1 : tensor<8xf32>
  %0 = sdy.all_gather [{"x"}] %arg0 out_sharding=<@mesh, [{}]> : tensor<8xf32>
  // expected-note @+1 {{operand defined here (op in the same block)}}
  %1 = sdy.constant dense<1.0> : tensor<8xf32>
  return
}

// -----

// A manual axis that is manual already comes early, a free axis that is so late.
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @manual_axis(%arg0: tensor<8xf32>) {
  // expected-note @+1 {{parent bounding this axis as manual}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    sdy.sharding_group %2 group_id=1 : tensor<8xf32>
    // expected-error @+1 {{'sdy.manual_computation' op operates on axis "a" which is already bound by a parent sdy.manual_computation op}}
    %1 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"a"} (%arg2: tensor<4xf32>) {
      sdy.return %arg2 : tensor<4xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    %2 = sdy.constant dense<1.0> : tensor<8xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @free_axis(%arg0: tensor<8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    // expected-error @+1 {{operand #0 does not dominate this use}}
    sdy.sharding_group %2 group_id=1 : tensor<8xf32>
    %1 = sdy.sharding_constraint %arg1 <@mesh, [{"a"}]> : tensor<4xf32>
    // expected-note @+1 {{operand defined here (op in the same block)}}
    %2 = sdy.constant dense<1.0> : tensor<8xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// Edges are looked at with the symbols: shape, then use, then sharding.
func.func @edge(%arg0: tensor<?xf32>) {
  // expected-error @+1 {{operand #0 does not dominate this use}}
  sdy.sharding_group %1 group_id=1 : tensor<8xf32>
  %0 = sdy.data_flow_edge %arg0 : tensor<?xf32>
  // expected-note @+1 {{operand defined here (op in the same block)}}
  %1 = sdy.constant dense<1.0> : tensor<8xf32>
  return
}

// -----

func.func @shape_first(%arg0: tensor<?xf32>) {
  // expected-error @+1 {{'sdy.data_flow_edge' op expected sdy.data_flow_edge to have a static-shaped result. type: 'tensor<?xf32>'}}
  %0 = sdy.data_flow_edge %arg0 sharding=<@mesh, []> : tensor<?xf32>
  sdy.sharding_group %arg0 group_id=1 : tensor<?xf32>
  return
}

// -----

func.func @use_before_sharding(%arg0: tensor<8xf32>) {
  // expected-error @+1 {{'sdy.data_flow_edge' op expected input of sdy.data_flow_edge to have a single user}}
  %0 = sdy.data_flow_edge %arg0 sharding=<@mesh, []> : tensor<8xf32>
  sdy.sharding_group %arg0 group_id=1 : tensor<8xf32>
  return
}

// -----

// Uses of symbols: a region as a whole, then those inside it, the last first; the first mistake ends it.
func.func @first(%arg0: tensor<8xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{}]> : tensor<8xf32>
  return
}
func.func @second(%arg0: tensor<8xf32>) {
  // expected-error @+1 {{'sdy.manual_computation' op operand - unknown mesh: @mesh}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={} (%arg1: tensor<8xf32>) {
    %1 = sdy.sharding_constraint %arg1 <@mesh, [{}]> : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  func.call @third() : () -> ()
  return
}

// -----

// Returns are compared with their function when all in it is in order.
func.func @returns(%arg0: tensor<i1>) -> tensor<8xf32> {
  %0 = sdy.named_computation<"f">() () {
    // expected-error @+1 {{operand #0 does not dominate this use}}
    sdy.sharding_group %1 group_id=1 : tensor<8xf32>
    // expected-note @+1 {{operand defined here (op in the same block)}}
    %1 = sdy.constant dense<1.0> : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : () -> tensor<8xf32>
  return
}

// -----

func.func @sdy_return(%arg0: tensor<i1>) -> tensor<8xf32> {
  // expected-error @+1 {{'sdy.return' op has 0 operands, but enclosing function (@sdy_return) returns 1}}
  sdy.return
}

// -----

func.func @sdy_return_type(%arg0: tensor<4xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{type of return operand 0 ('tensor<4xf32>') doesn't match function result type ('tensor<8xf32>') in function @sdy_return_type}}
  sdy.return %arg0 : tensor<4xf32>
}
