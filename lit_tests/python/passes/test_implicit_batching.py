"""Implicit batch dimensions: which dimensions 0 of gathers and scatters can become batching dimensions."""

from __future__ import annotations

import pytest

import sdyopt
from sdyopt.dialects.stablehlo.attributes import GatherDimensionNumbers, ScatterDimensionNumbers
from sdyopt.dialects.stablehlo.ops.shapes import GATHER
from sdyopt.ir.attributes import DictionaryAttr
from sdyopt.ir.signature import Signature
from sdyopt.passes.importing.explicit_gather_scatter_batching import (
    BatchingObstacle,
    IndexedDimensions,
    batched,
    implicit_batch,
)

IOTA = "%j = stablehlo.iota dim = 0 : tensor<4x2xi32>"

GATHER_NUMBERS = GatherDimensionNumbers((2,), (0, 1), (), (), (1, 0), 2)
SCATTER_NUMBERS = ScatterDimensionNumbers((2,), (0, 1), (), (), (0, 1), 2)


def test_what_gathers_and_scatters_have_in_common() -> None:
    assert IndexedDimensions.of(GATHER_NUMBERS) == IndexedDimensions((1, 0), (0, 1), (), 2)
    assert IndexedDimensions.of(SCATTER_NUMBERS) == IndexedDimensions((0, 1), (0, 1), (), 2)


def test_dimension_0_is_batched_and_no_longer_indexed() -> None:
    assert batched(GATHER_NUMBERS) is GatherDimensionNumbers((2,), (1,), (0,), (0,), (1,), 2)
    assert batched(SCATTER_NUMBERS) is ScatterDimensionNumbers((2,), (1,), (0,), (0,), (1,), 2)


def found(indices: str, numbers: str = "", operand: str = "4x8") -> int | BatchingObstacle:
    """Returns what is found for a gather from %x with the indices %j, or why there is none; %i and %k are arguments."""
    numbers = numbers or "collapsed_slice_dims = [0, 1], start_index_map = [0, 1]"
    program = f"""
        func.func @f(%x: tensor<{operand}xf32>, %i: tensor<4x1xi32>, %p: tensor<4x2xi1>, %k: tensor<4x2xi32>) {{
          {indices}
          %g = "t.gather"(%x, %j) {{numbers = #stablehlo.gather<{numbers}, index_vector_dim = 1>}}
            : (tensor<{operand}xf32>, tensor<4x2xi32>) -> tensor<4xf32>
          return
        }}"""
    (function,) = sdyopt.parse(program, allow_unregistered_dialect=True).operation.regions[0].block.ops
    gather = next(op for op in function.regions[0].block.ops if op.name == "t.gather")
    properties = DictionaryAttr.of({"dimension_numbers": gather.attributes["numbers"]})
    types = gather.signature
    gather.signature = Signature.of(GATHER, types.operand_types, types.result_types, properties)
    return implicit_batch(gather)


@pytest.mark.parametrize(
    "indices",
    [
        IOTA,
        "%v = stablehlo.iota dim = 0 : tensor<8xi32>\n%j = stablehlo.reshape %v : (tensor<8xi32>) -> tensor<4x2xi32>",
        "%v = stablehlo.iota dim = 0 : tensor<4x2xi32>\n%j = stablehlo.clamp %k, %v, %k : tensor<4x2xi32>",
        "%v = stablehlo.iota dim = 0 : tensor<4x2xi32>\n"
        "%j = stablehlo.select %p, %v, %k : tensor<4x2xi1>, tensor<4x2xi32>",
        "%v = stablehlo.iota dim = 0 : tensor<4x2xi32>\n"
        "%j = stablehlo.select %p, %k, %v : tensor<4x2xi1>, tensor<4x2xi32>",
        "%v = stablehlo.iota dim = 0 : tensor<4x1xi32>\n"
        "%j = stablehlo.concatenate %v, %i, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>",
    ],
)
def test_indices_that_count_along_dimension_0(indices: str) -> None:
    assert found(indices) == 0


def test_the_component_for_dimension_0_counts() -> None:
    """It may be any component; another one that counts is none."""
    indices = "%v = stablehlo.iota dim = 0 : tensor<4x1xi32>\n"
    indices += "%j = stablehlo.concatenate %i, %v, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>"
    assert found(indices) is BatchingObstacle.NO_IOTA
    assert found(indices, "collapsed_slice_dims = [0, 1], start_index_map = [1, 0]") == 1


@pytest.mark.parametrize(
    ("indices", "numbers", "operand", "obstacle"),
    [
        ("%j = stablehlo.iota dim = 1 : tensor<4x2xi32>", "", "4x8", BatchingObstacle.NO_IOTA),
        ("%j = stablehlo.negate %k : tensor<4x2xi32>", "", "4x8", BatchingObstacle.NO_IOTA),
        ("%j = stablehlo.reshape %k : (tensor<4x2xi32>) -> tensor<4x2xi32>", "", "4x8", BatchingObstacle.NO_IOTA),
        (IOTA, "", "8x4", BatchingObstacle.SIZES),
        (IOTA, "collapsed_slice_dims = [1], start_index_map = [0, 1]", "4x8", BatchingObstacle.NOT_COLLAPSED),
        (IOTA, "collapsed_slice_dims = [0, 1], start_index_map = [2, 1]", "4x8x8", BatchingObstacle.NOT_INDEXED),
        (
            IOTA,
            "operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1]",
            "4x8",
            BatchingObstacle.BATCHED,
        ),
    ],
)
def test_obstacles(indices: str, numbers: str, operand: str, obstacle: BatchingObstacle) -> None:
    assert found(indices, numbers, operand) is obstacle
