"""Which conversion is for which operation."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.builtin.ops import UNREALIZED_CONVERSION_CAST
from sdyopt.dialects.chlo import ops as chlo
from sdyopt.dialects.func import ops as func
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.stablehlo.ops import indexing, linear_algebra, reductions, shapes
from sdyopt.ir.signature import OpDefinition
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.passes.local_program import collectives, constants, contractions, gathers, scatters, slices, structure
from sdyopt.passes.local_program.conversion import Convert

_CONVERSIONS: Mapping[OpDefinition, Convert] = {
    **dict.fromkeys(sdy.OPERATIONS, structure.illegal),
    **dict.fromkeys(chlo.OPERATIONS, structure.illegal),
    **dict.fromkeys((func.CALL_INDIRECT, func.CONSTANT), structure.illegal),
    UNREALIZED_CONVERSION_CAST: structure.cast_operation,
    chlo.CONSTANT_LIKE: constants.constant_like,
    func.CALL: structure.call,
    func.FUNC: structure.function,
    func.RETURN: structure.without_attributes,
    sdy.ALL_GATHER: collectives.all_gather,
    sdy.ALL_REDUCE: collectives.all_reduce,
    sdy.ALL_SLICE: collectives.all_slice,
    sdy.ALL_TO_ALL: collectives.all_to_all,
    sdy.COLLECTIVE_PERMUTE: collectives.collective_permute,
    sdy.CONSTANT: constants.constant,
    sdy.MANUAL_COMPUTATION: structure.manual_computation,
    sdy.NAMED_COMPUTATION: structure.named_computation,
    sdy.REDUCE_SCATTER: collectives.reduce_scatter,
    sdy.RETURN: structure.same,
    indexing.GATHER: gathers.gather,
    indexing.SCATTER: scatters.scatter,
    linear_algebra.CONVOLUTION: contractions.convolution,
    linear_algebra.DOT: contractions.dot,
    linear_algebra.DOT_GENERAL: contractions.dot,
    reductions.REDUCE_WINDOW: contractions.window,
    reductions.SELECT_AND_SCATTER: contractions.window,
    shapes.CONSTANT: constants.stablehlo_constant,
    shapes.CONCATENATE: slices.concatenate,
    shapes.IOTA: constants.iota,
    shapes.PAD: slices.pad,
    shapes.SLICE: slices.slice_,
}
"""How operations are converted, by what defines them."""


@cache
def conversion_of(definition: OpDefinition) -> Convert:
    """Returns the conversion for operations with this definition.

    Other operations of StableHLO, and those of dialects that are not registered or are part of other packages, only get
    local types. Those of MLIR's own dialects have no local form.
    """
    is_shipped = isinstance(definition, OpDef) and REGISTRY.is_shipped(definition.dialect)
    is_generic = definition.dialect == "stablehlo" or not is_shipped
    return _CONVERSIONS.get(definition, structure.same if is_generic else structure.illegal)
