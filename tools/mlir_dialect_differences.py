"""Where ours and the reference differ in MLIR's own dialects: see `tools.known_differences`."""

from __future__ import annotations

from tools.difference import CRASHES, Difference
from tools.differential import Run

MLIR_DIALECTS: tuple[Difference, ...] = (
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
        "The reference looks up the size of a dimension that there is not.",
        "%0 = builtin.unrealized_conversion_cast to tensor<4xf32>\n"
        "%1 = tensor.concat dim(-1) %0 : (tensor<4xf32>) -> tensor<4xf32>",
        "`2:6: error: 'tensor.concat' op concatenation dim must be less than the tensor rank`",
        CRASHES,
    ),
    Difference(
        "Canonicalization of MLIR's own dialects",
        "The patterns and folders of cf, shape and tensor are not part of sdy-opt's `-canonicalize`.",
        "func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
        "  cf.br ^bb1(%a : tensor<4xf32>)\n"
        "^bb1(%0: tensor<4xf32>):\n"
        "  return %0 : tensor<4xf32>\n"
        "}",
        "prints `cf.br ^bb1(%arg0 : tensor<4xf32>)`",
        "prints `return %arg0 : tensor<4xf32>`",
        Run(("canonicalize",)),
        line=2,
    ),
)
"""All of them."""
