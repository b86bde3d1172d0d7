// Other texts are errors: of visibilities of modules, values of cases, numbers without signs, and memory spaces.
// RUN: not sdy-opt %s -split-input-file -shardy=0.10.2 2>&1 | FileCheck %s --check-prefix=OLDER
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s --check-prefix=NEWEST

// OLDER: error: expected '{' to begin a region
module @inner <sym_visibility = "private"> {
}

// -----

// NEWEST: error: custom op 'builtin.module' inherent attribute 'sym_visibility' cannot be parsed from attr-dict
module @inner attributes {sym_visibility = "private"} {
}

// -----

// NEWEST: error: custom op 'cf.switch' case value is out of range for 'i8'
func.func @too_large(%a: i8) {
  cf.switch %a : i8, [default: ^bb1, 300: ^bb1]
^bb1:
  return
}

// -----

// NEWEST: error: negative floating point literal for a type with no signed representation
func.func private @without_a_sign() attributes {d.a = -1.0 : f8E8M0FNU}

// -----

// OLDER: error: unsupported memory space Attribute
func.func private @memory_space() attributes {d.a = memref<4xf32, [1]>}

// -----

// NEWEST: error: expected '='
module <sym_visibility> {
}

// -----

// NEWEST: error: custom op 'builtin.module' expected valid keyword
module <"sym_visibility" = "private"> {
}

// -----

// NEWEST: error: 'cf.switch' op operand #0 must be signless integer, but got 'ui8'
func.func @with_a_sign(%a: ui8) {
  cf.switch %a : ui8, [default: ^bb1]
^bb1:
  return
}

// -----

// OLDER: error: expected ':'
func.func @flags_of_a_test(%a: f32) {
  %0 = math.isnan %a fastmath<nnan> : f32
  return
}
