"""Where ours and the reference differ in MLIR's own dialects: see `tools.differences.known`."""

from __future__ import annotations

from tools.differences.difference import CRASHES, SILENT, Difference
from tools.differential import Run

MLIR_DIALECTS: tuple[Difference, ...] = (
    Difference(
        "Operations of arith, cf, complex, math, shape and tensor are not folded",
        "Passes that fold or canonicalize leave them as they are, as programs of StableHLO and SDY have none. Their "
        "constants are merged and move, and those that nothing uses go.",
        "func.func @f(%a: i32) -> i32 {\n  %0 = arith.maxsi %a, %a : i32\n  return %0 : i32\n}",
        "prints `%0 = arith.maxsi %arg0, %arg0 : i32`",
        "prints `return %arg0 : i32`",
        Run(("canonicalize",)),
        line=2,
    ),
    Difference(
        "Branches of a switch without values",
        "The reference reads the values of the cases that a `cf.switch` does not have.",
        "func.func @f(%a: i32) {\n"
        '  "cf.switch"(%a)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, '
        "operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()\n"
        "^bb1:\n"
        "  return\n"
        "}",
        "`2:3: error: 'cf.switch' op number of case values (0) should match number of case destinations (1)`",
        CRASHES,
    ),
    Difference(
        "Concatenation along a negative dimension",
        "The reference looks up the size of a dimension that does not exist.",
        "%0 = builtin.unrealized_conversion_cast to tensor<4xf32>\n"
        "%1 = tensor.concat dim(-1) %0 : (tensor<4xf32>) -> tensor<4xf32>",
        "`2:6: error: 'tensor.concat' op concatenation dim must be less than the tensor rank`",
        CRASHES,
    ),
    Difference(
        "Extents of a shape that are not integers",
        "The reference says nothing about the attribute in front of the type of a `shape.const_shape`.",
        '%0 = shape.const_shape ["a"] : tensor<1xindex>',
        "`1:24: error: custom op 'shape.const_shape' expected integers`",
        SILENT,
    ),
    Difference(
        "Propagation to results that a function does not have",
        "The reference takes what the first block of the main function passes on for what the function returns, and "
        "reads and writes attributes beyond the last result.",
        'sdy.mesh @mesh = <["x"=2]>\n'
        'func.func @f(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {\n'
        "  cf.br ^bb1(%a, %a : tensor<4xf32>, tensor<4xf32>)\n"
        "^bb1(%0: tensor<4xf32>, %1: tensor<4xf32>):\n"
        "  return\n"
        "}",
        "prints `cf.br ^bb1(%arg0, %arg0 : tensor<4xf32>, tensor<4xf32>)`",
        CRASHES,
        Run(("sdy-basic-propagate",)),
        line=3,
    ),
    Difference(
        "Complex numbers of other types than floating-point ones",
        "The reference takes the type of the parts for a floating-point type.",
        "module attributes {complex.a = #complex.number<:i32 1.0, 2.0>} {\n}",
        "`1:49: error: expected a floating-point type, but got 'i32'`",
        CRASHES,
    ),
)
"""All of them."""
