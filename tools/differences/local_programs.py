"""Where ours and the reference differ with `-sdy-convert-global-to-local`: what the reference ends on."""

from __future__ import annotations

from tools.differences.difference import CRASHES, Difference
from tools.differential import Run

LOCAL = Run(("sdy-convert-global-to-local",))
MESH = 'sdy.mesh @m = <["x"=2, "y"=2]>\n'
PRODUCT = (
    MESH + 'func.func @f(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, '
    '%b: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {\n'
    "  %0 = stablehlo.dot %a, %b : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>\n"
)
GATHER = (
    MESH
    + 'func.func @f(%a: tensor<8x4xELEMENT> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %i: tensor<3x1xINDEX>) {\n'
    '  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], '
    "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : "
    "(tensor<8x4xELEMENT>, tensor<3x1xINDEX>) -> tensor<3x4xELEMENT>\n"
    '  %1 = sdy.all_reduce {"x"} %0 out_sharding=<@m, [{}, {}]> : tensor<3x4xELEMENT>\n'
    "  return\n"
    "}"
)

LOCAL_PROGRAMS: tuple[Difference, ...] = (
    Difference(
        "Local gathers by indices that do not have 64 bits",
        "For a gather along a sharded dimension, the reference makes constants of 64 bits for indices of any type. In "
        "sdy-opt they have the type of the indices, such as i32, which JAX uses.",
        GATHER.replace("INDEX", "i32").replace("ELEMENT", "f32"),
        "prints `%0 = stablehlo.clamp %c, %arg1, %c_0 : tensor<3x1xi32>`",
        CRASHES,
        LOCAL,
        line=5,
    ),
    Difference(
        "Local gathers of complex numbers",
        "The reference makes no zero of a complex type, nor an identity for a scatter.",
        GATHER.replace("INDEX", "i64").replace("ELEMENT", "complex<f32>"),
        "prints `%cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<3x4xcomplex<f32>>`",
        CRASHES,
        LOCAL,
        line=24,
    ),
    Difference(
        "Products that a reduce-scatter completes",
        "Where contracted dimensions are sharded, the reference takes an all-reduce as the only use. The "
        "canonicalization of the export pipeline makes reduce-scatters of all-reduces and slices: in sdy-opt these "
        "complete sums, too, also those of convolutions and gathers.",
        PRODUCT
        + '  %1 = sdy.reduce_scatter [{"x"}, {}] %0 out_sharding=<@m, [{"x"}, {}]> : tensor<4x4xf32>\n  return\n}',
        "prints `%0 = stablehlo.dot %arg0, %arg1 : (tensor<4x2xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>`",
        CRASHES,
        LOCAL,
        line=3,
    ),
    Difference(
        "Products that stay unreduced",
        "Nothing completes a sum along axes that the sharding of the result has as unreduced. The reference needs an "
        "all-reduce there, too.",
        PRODUCT.replace(
            "%a, %b :", '%a, %b {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], unreduced={"x"}>]>} :'
        )
        + "  return\n}",
        "prints `%0 = stablehlo.dot %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], "
        'unreduced={"x"}>]>} : (tensor<4x2xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>`',
        CRASHES,
        LOCAL,
        line=3,
    ),
    Difference(
        "Products along axes in another order",
        "An all-reduce has its axes in the order of the mesh; the reference compares them with those of the contracted "
        "dimensions, one after the other. In sdy-opt it is enough that they are the same.",
        MESH + 'func.func @f(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"y", "x"}]>}, '
        '%b: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x"}, {}]>}) {\n'
        "  %0 = stablehlo.dot %a, %b : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>\n"
        '  %1 = sdy.all_reduce {"x", "y"} %0 out_sharding=<@m, [{}, {}]> : tensor<4x4xf32>\n  return\n}',
        "prints `%0 = stablehlo.dot %arg0, %arg1 : (tensor<4x1xf32>, tensor<1x4xf32>) -> tensor<4x4xf32>`",
        CRASHES,
        LOCAL,
        line=3,
    ),
    Difference(
        "Sums that nothing completes",
        "The reference ends with a message where an operation needs a collective that is not there, dimensions "
        "are not divisible, or where shardings of operand and result differ. sdy-opt reports an error there.",
        PRODUCT + "  return\n}",
        "`3:8: error: 'stablehlo.dot' op needs one use, an sdy.all_reduce or an sdy.reduce_scatter, as contracted "
        "dimensions are sharded`",
        CRASHES,
        LOCAL,
    ),
    Difference(
        "Users that come before a definition",
        "In a region whose operations may be in any order, the reference converts users of a value before the value. "
        "When that follows it puts them first in the list of uses, in the opposite order.",
        MESH + "func.func @f() {\n"
        '  "t.graph"() ({\n'
        '    "t.use"(%0) : (tensor<4xf32>) -> ()\n'
        '    "t.use"(%0) : (tensor<4xf32>) -> ()\n'
        "    %0 = stablehlo.custom_call @f() : () -> tensor<4xf32>\n"
        "  }) : () -> ()\n"
        "  return\n"
        "}",
        "prints `%6 = stablehlo.custom_call @f() : () -> tensor<4xf32> // users: %5, %4`",
        "prints `%6 = stablehlo.custom_call @f() : () -> tensor<4xf32> // users: %4, %5`",
        Run(LOCAL.passes, allow_unregistered=True, printing=("-mlir-print-value-users",)),
        line=6,
    ),
    Difference(
        "Parts of axes without groups",
        "There are no groups of devices along parts of an axis that end at sizes which do not divide each other.",
        'sdy.mesh @m = <["x"=6]>\n'
        'func.func @f(%a: tensor<6x6xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)2}, {"x":(3)2}]>}) {\n'
        '  %0 = sdy.all_gather [{"x":(1)2}, {"x":(3)2}] %a out_sharding=<@m, [{}, {}]> : tensor<6x6xf32>\n'
        "  return\n"
        "}",
        "`3:8: error: 'sdy.all_gather' op has parts of an axis whose sizes do not divide each other, so that there are "
        "no groups`",
        CRASHES,
        LOCAL,
    ),
    Difference(
        "Values on a single device in a local program",
        "The reference looks for the sharding of a dimension that a value on a single device does not have.",
        "sdy.mesh @one = <[], device_ids=[0]>\n"
        "func.func @f(%a: tensor<4xf32>) {\n"
        "  %0 = stablehlo.concatenate %a, %a, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : "
        "(tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>\n"
        "  return\n"
        "}",
        "prints `%0 = stablehlo.concatenate %arg0, %arg0, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@one, "
        "[]>]>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>`",
        CRASHES,
        LOCAL,
        line=3,
    ),
)
