"""-sdy-convert-global-to-local."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.builtin import UNREALIZED_CONVERSION_CAST
from sdyopt.dialects.chlo import ops as chlo
from sdyopt.dialects.func import ops as func
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.stablehlo.ops import linear_algebra, reductions, shapes
from sdyopt.dialects.stablehlo.ops.control_flow import CASE, IF, WHILE
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.mlir.releases import Release, followed, since
from sdyopt.passes.local_program import collectives, gathers, slices, structure
from sdyopt.passes.local_program.conversion import Convert, LocalProgram
from sdyopt.rewriting.conversion import missing_passes
from sdyopt.rewriting.passes import Pass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter

# Which conversion is for which operation.

_CONVERSIONS: Mapping[OpDefinition, Convert] = {
    UNREALIZED_CONVERSION_CAST: structure.cast_operation,
    chlo.CONSTANT_LIKE: structure.constant_like,
    func.CALL: structure.call,
    func.FUNC: structure.function,
    func.RETURN: structure.without_attributes,
    sdy.ALL_GATHER: collectives.all_gather,
    sdy.ALL_REDUCE: collectives.all_reduce,
    sdy.ALL_SLICE: collectives.all_slice,
    sdy.ALL_TO_ALL: collectives.all_to_all,
    sdy.COLLECTIVE_PERMUTE: collectives.collective_permute,
    sdy.CONSTANT: structure.constant,
    sdy.MANUAL_COMPUTATION: structure.manual_computation,
    sdy.NAMED_COMPUTATION: structure.named_computation,
    sdy.REDUCE_SCATTER: collectives.reduce_scatter,
    sdy.RETURN: structure.same,
    shapes.GATHER: gathers.gather,
    shapes.SCATTER: gathers.scatter,
    linear_algebra.CONVOLUTION: slices.convolution,
    linear_algebra.DOT: slices.dot,
    linear_algebra.DOT_GENERAL: slices.dot,
    reductions.REDUCE_WINDOW: slices.window,
    reductions.SELECT_AND_SCATTER: slices.window,
    shapes.CONSTANT: structure.stablehlo_constant,
    shapes.CONCATENATE: slices.concatenate,
    shapes.IOTA: structure.iota,
    shapes.PAD: slices.pad,
    shapes.SLICE: slices.slice_,
}
"""How operations are converted, by what defines them."""


_SINCE_0_12: Mapping[OpDefinition, Convert] = {
    **{each: structure.same for each in chlo.OPERATIONS if each is not chlo.CONSTANT_LIKE},
    **dict.fromkeys((WHILE, CASE, IF), structure.control_flow),
    **dict.fromkeys((func.CALL, func.RETURN), structure.same),
    sdy.REPLICATED_TO_UNREDUCED: collectives.replicated_to_unreduced,
    sdy.SHARDED_TO_UNREDUCED: collectives.sharded_to_unreduced,
    reductions.REDUCE: slices.reduce,
    **dict.fromkeys((reductions.REDUCE_WINDOW, reductions.SELECT_AND_SCATTER), structure.same),
    shapes.DYNAMIC_SLICE: slices.dynamic_slice,
    shapes.DYNAMIC_UPDATE_SLICE: slices.dynamic_update_slice,
    shapes.RNG_BIT_GENERATOR: structure.random_bits,
}
"""Those that are converted otherwise since jaxlib 0.12."""


@cache
def _conversion_of(definition: OpDefinition, release: Release) -> Convert:
    """Returns the conversion for operations with this definition in the release that is followed.

    Other operations of StableHLO, and those of dialects that are not registered or are part of other packages, only get
    local types. Those of MLIR's own dialects have no local form.
    """
    newer = _SINCE_0_12.get(definition) if since("0.12.0.1") else None
    is_shipped = isinstance(definition, OpDef) and REGISTRY.is_shipped(definition.dialect)
    is_generic = definition.dialect == "stablehlo" or not is_shipped
    return newer or _CONVERSIONS.get(definition, structure.same if is_generic else structure.illegal)


def conversion_of(definition: OpDefinition) -> Convert:
    """Returns the conversion for operations with this definition."""
    return _conversion_of(definition, followed())


BOTH_COUNTS = (
    "Shardy partitioner convert_global_to_local does not support both replica_count > 1 and partition_count > 1 yet."
)


@register_pass("sdy-convert-global-to-local")
class ConvertGlobalToLocal(Pass):
    """Makes a sharded program the program that each device runs.

    Values get the types of the parts that devices hold, and collectives of SDY become those of StableHLO. Other
    operations must be sharded so that each device has what it needs.
    """

    rolls_back = True

    per_dim_all_gather: bool = option(default=False, help="Gathers along one dimension after the other")
    combine_multi_dimension_reduce_scatter: bool = option(
        default=False, help="Scatters along several dimensions in one collective, instead of an all-reduce and a slice"
    )
    enable_rgv3: bool = option(
        default=False,
        help="Writes replica groups as axes of meshes; the default is true since jaxlib 0.11.2",
        changed=("0.11.2", True),
    )
    replica_count: int = option(default=1, help="Number of replicas; if above 1, devices are replicas", since="0.11.1")
    partition_count: int = option(default=1, help="Number of partitions, which devices are otherwise", since="0.11.1")

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        if self.replica_count > 1 and self.partition_count > 1:
            raise CompilationError([Diagnostic("error", BOTH_COUNTS, module.location)])
        LocalProgram(module, self, rewriter).convert(conversion_of)

    def error_hint(self, error: Diagnostic) -> str:
        """Returns which passes are missing for the operation that the message names: those left keep their types."""
        return missing_passes(error.message.partition("'")[2].partition("'")[0])
