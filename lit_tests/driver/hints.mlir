// A name that is unknown and resembles one that is known is told of, behind what is shown of the text: axes, meshes,
// functions, operations, dialects, attributes, types, aliases, values, blocks, keywords and cases.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

sdy.mesh @mesh = <["data"=2, "model"=4]>
// CHECK: unknown axis name: "modle"
// CHECK-NEXT: [{"modle"}, {}]
// CHECK-NEXT: {{^  \^~+ +~{7}$}}
// CHECK-NEXT: {{^}}hint: did you mean "model"?{{$}}
func.func @axis(%a: tensor<8x8xf32>) {
  sdy.sharding_constraint %a <@mesh, [{"modle"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["data"=2, "model"=4]>
// CHECK: unknown axis name: "x"
// CHECK: hint: the axes of the mesh: "data" and "model"
func.func @no_axis_like_it(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["data"=2]>
// CHECK: unknown manual axis: "dta"
// CHECK: hint: did you mean "data"?
func.func @manual_axis(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"dta"} (%b: tensor<8xf32>) {
    sdy.return %b : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh_1 = <["x"=2]>
sdy.mesh @mesh_2 = <["x"=2]>
// CHECK: unknown mesh: @mesh
// CHECK: hint: the meshes of the module: @mesh_1 and @mesh_2
func.func private @meshes(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})

// -----

// CHECK: unknown mesh: @mesh
// CHECK: hint: a mesh is defined as in sdy.mesh @mesh = <["x"=2]>
func.func private @no_mesh(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})

// -----

func.func private @helper()
// CHECK: 'halper' does not reference a valid function
// CHECK: hint: did you mean @helper?
func.func @function() {
  call @halper() : () -> ()
  return
}

// -----

// CHECK: custom op 'stablehlo.exponentail' is unknown
// CHECK: hint: did you mean stablehlo.exponential?
func.func @operation(%a: tensor<8xf32>) {
  stablehlo.exponentail %a : tensor<8xf32>
}

// -----

// CHECK: custom op 'add' is unknown
// CHECK: hint: did you mean stablehlo.add?
func.func @operation_of_another_dialect(%a: tensor<8xf32>) {
  add %a, %a : tensor<8xf32>
}

// -----

// CHECK: unregistered operation 'sdy.retrun' found in dialect ('sdy')
// CHECK: hint: did you mean sdy.return?
"sdy.retrun"() : () -> ()

// -----

// CHECK: Dialect `stabelhlo' not found for custom op 'stabelhlo.add'
// CHECK: hint: did you mean stablehlo.add?
stabelhlo.add %a, %a : tensor<8xf32>

// -----

// CHECK: Dialect `mine' not found for custom op 'mine.addf'
// CHECK: hint: -allow-unregistered-dialect accepts operations of unknown dialects, written as "mine.addf"(…)
mine.addf %a, %a : f32

// -----

// CHECK: unknown attribute `shardng` in dialect `sdy`
// CHECK: hint: did you mean #sdy.sharding?
func.func private @attribute(tensor<8xf32> {sdy.sharding = #sdy.shardng<@mesh, [{"x"}]>})

// -----

// CHECK: unknown quantized type unifrm
// CHECK: hint: did you mean !quant.uniform?
func.func private @type(!quant.unifrm<i8:f32, 1.0>)

// -----

// CHECK: expected non-function type
// CHECK: hint: did you mean tensor?
func.func private @type_word(tenosr<8xf32>)

// -----

// CHECK: expected non-function type
// CHECK: hint: did you mean bf16?
func.func private @type_of_another_language(tensor<8xbfloat16>)

// -----

// CHECK: undefined symbol alias id 'f32'
// CHECK: hint: did you mean f32, without the !?
func.func private @type_that_is_builtin(!f32)

// -----

#map = affine_map<() -> ()>
// CHECK: undefined symbol alias id 'mpa'
// CHECK: hint: did you mean #map?
module attributes {a.b = #mpa} {}

// -----

// CHECK: use of undeclared SSA value name
// CHECK-NEXT: return %inptu
// CHECK-NEXT: {{^         \^~{5}$}}
// CHECK-NEXT: hint: did you mean %input?
func.func @value(%input: i32) -> i32 {
  return %inptu : i32
}

// -----

// CHECK: use of undeclared SSA value name
// CHECK-NEXT: return %inner
// CHECK-NEXT: ^
// CHECK-NOT: {{^}}hint:
func.func @value_of_a_region(%a: tensor<8xf32>) -> tensor<8xf32> {
  sdy.named_computation<"f">(%a) (%inner_1: tensor<8xf32>) {
    sdy.return %inner_1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %inner : tensor<8xf32>
}

// -----

// CHECK: reference to invalid result number
// CHECK: hint: %0 has 2 results, up to %0#1
func.func @result(%a: i32, %b: tensor<i1>) -> tensor<i1> {
  %0:2 = stablehlo.optimization_barrier %b, %b : tensor<i1>, tensor<i1>
  return %0#2 : tensor<i1>
}

// -----

// CHECK: reference to an undefined block
// CHECK: hint: did you mean ^bb1?
"func.func"() ({
^bb0:
  "func.return"() [^bbb1] : () -> ()
^bb1:
  "func.return"() : () -> ()
}) : () -> ()

// -----

// CHECK: custom op 'attribute' is unknown
// CHECK: hint: did you mean attributes?
func.func private @word() attribute {a.b}

// -----

// CHECK: custom op 'sdy.manual_computation' expected 'in_shardings'
// CHECK: hint: did you mean in_shardings?
func.func @keyword(%a: tensor<8xf32>) {
  sdy.manual_computation(%a) in_sharding=[<@mesh, [{}]>]
}

// -----

// CHECK: expected ::mlir::stablehlo::ComparisonDirection to be one of
// CHECK: hint: did you mean LT?
func.func @case(%a: tensor<8xf32>) {
  stablehlo.compare TL, %a, %a : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
}
