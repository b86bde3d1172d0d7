"""Where ours and the reference differ in MLIR's own dialects: see `tools.differences.known`."""

from __future__ import annotations

from tools.differences.difference import CRASHES, SILENT, Difference
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
        "A switch without cases before another on the same value",
        "The reference reads the values of the cases that the first `cf.switch` does not have.",
        "func.func @f(%a: i32) -> i32 {\n"
        "  cf.br ^bb2\n"
        "^bb1:\n"
        "  cf.switch %a : i32, [default: ^bb3, 7: ^bb2]\n"
        "^bb2:\n"
        "  cf.switch %a : i32, [default: ^bb1]\n"
        "^bb3:\n"
        "  return %a : i32\n"
        "}",
        "prints `cf.br ^bb1`",
        CRASHES,
        Run(("canonicalize",)),
        line=2,
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
        "Sums of paddings",
        "The reference pads once in place of twice, and computes how much by operations of the dialect affine, which "
        "sdy-opt does not have. sdy-opt pads once where that needs no computation.",
        "func.func @f(%a: tensor<?xf32>, %i: index, %x: f32) -> tensor<?xf32> {\n"
        "  %0 = tensor.pad %a low[0] high[1] {\n"
        "  ^bb0(%n: index):\n"
        "    tensor.yield %x : f32\n"
        "  } : tensor<?xf32> to tensor<?xf32>\n"
        "  %1 = tensor.pad %0 low[0] high[%i] {\n"
        "  ^bb0(%n: index):\n"
        "    tensor.yield %x : f32\n"
        "  } : tensor<?xf32> to tensor<?xf32>\n"
        "  return %1 : tensor<?xf32>\n"
        "}",
        "prints `%padded = tensor.pad %arg0 low[0] high[1] {`",
        "prints `func.func @f(%arg0: tensor<?xf32>, %arg1: index, %arg2: f32) -> tensor<?xf32> {`",
        Run(("canonicalize",)),
        line=2,
    ),
    Difference(
        "The size -1 of an expanded dimension",
        "The reference makes it part of a type, which cannot be read then.",
        "func.func @f(%a: tensor<2x8xi32>, %i: index) -> tensor<?x1x?xi32> {\n"
        "  %0 = tensor.cast %a : tensor<2x8xi32> to tensor<?x?xi32>\n"
        "  %1 = arith.constant -1 : index\n"
        "  %2 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [%1, 1, %i] : "
        "tensor<?x?xi32> into tensor<?x1x?xi32>\n"
        "  return %2 : tensor<?x1x?xi32>\n"
        "}",
        "prints `%c-1 = arith.constant -1 : index`",
        "prints `%cast = tensor.cast %arg0 : tensor<2x8xi32> to tensor<?x?xi32>`",
        Run(("canonicalize",)),
        line=2,
    ),
    Difference(
        "Upper half of the product of an index and 1",
        "The reference extends the sign, a bit, to an index, which no operation can do; the constant 0 that it folds "
        "this to is another one than that of the type.",
        "func.func @f(%a: index) -> (index, index) {\n"
        "  %0 = arith.subi %a, %a : index\n"
        "  %1 = arith.constant 1 : index\n"
        "  %low, %high = arith.mulsi_extended %0, %1 : index\n"
        "  return %high, %0 : index, index\n"
        "}",
        "prints `return %c0, %c0 : index, index`",
        "prints `%c0_0 = arith.constant 0 : index`",
        Run(("canonicalize{top-down=false}",)),
        line=3,
    ),
    Difference(
        "Comparisons of converted integers that are always true or always false",
        "The reference looks up the same comparison of integers, which does not exist.",
        "func.func @f(%a: i8) -> i1 {\n"
        "  %0 = arith.constant 1.0 : f32\n"
        "  %1 = arith.sitofp %a : i8 to f32\n"
        "  %2 = arith.cmpf true, %1, %0 : f32\n"
        "  return %2 : i1\n"
        "}",
        "prints `%1 = arith.cmpf true, %0, %cst : f32`",
        CRASHES,
        Run(("canonicalize",)),
        line=4,
    ),
    Difference(
        "Quotients of type f8E8M0FNU that are too large, rounded towards zero",
        "The reference has no answer; the largest number is right.",
        "func.func @f() -> f8E8M0FNU {\n"
        "  %0 = arith.constant 0xE3 : f8E8M0FNU\n"
        "  %1 = arith.constant 0x02 : f8E8M0FNU\n"
        "  %2 = arith.divf %0, %1 toward_zero : f8E8M0FNU\n"
        "  return %2 : f8E8M0FNU\n"
        "}",
        "prints `%cst = arith.constant 1.701410e+38 : f8E8M0FNU`",
        CRASHES,
        Run(("canonicalize",)),
        line=2,
    ),
    Difference(
        "Complex numbers of other types than floating-point ones",
        "The reference takes the type of the parts for a floating-point type.",
        "module attributes {complex.a = #complex.number<:i32 1.0, 2.0>} {\n}",
        "`1:49: error: expected a floating-point type, but got 'i32'`",
        CRASHES,
    ),
    Difference(
        "Shapes and witnesses that are not defined, or whose elements are in a resource",
        "The reference takes any constant for a list of sizes, and reads wrong memory; sdy-opt folds nothing then.",
        "func.func @f() -> index {\n"
        "  %0 = ub.poison : tensor<2xindex>\n"
        "  %1 = shape.num_elements %0 : tensor<2xindex> -> index\n"
        "  return %1 : index\n"
        "}",
        "prints `%1 = shape.num_elements %0 : tensor<2xindex> -> index`",
        CRASHES,
        Run(("canonicalize",)),
        line=3,
    ),
    Difference(
        "`shape.any` of no shapes",
        "The reference reads the last operand where there is none.",
        'func.func @f() -> !shape.shape {\n  %0 = "shape.any"() : () -> !shape.shape\n  return %0 : !shape.shape\n}',
        "prints `%0 = shape.any  :  -> !shape.shape`",
        CRASHES,
        Run(("canonicalize",)),
        line=2,
    ),
)
"""All of them."""
