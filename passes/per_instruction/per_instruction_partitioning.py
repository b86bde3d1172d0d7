"""-sdy-per-instruction-partitioning."""

from __future__ import annotations

from typing import cast

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, RETURN
from sdyopt.dialects.sdy.shardings.mesh_symbols import meshes_by_name
from sdyopt.dialects.stablehlo.ops import CONSTANT, PAD, SLICE
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import I64, DenseArrayAttr, DictionaryAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.types import RankedTensorType
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.declare.sharding_slots import SHARDING
from sdyopt.passes.padding.masks import zero
from sdyopt.passes.padding.operations import paddings
from sdyopt.passes.per_instruction.outlining import Boundary, boundary_of, outlined
from sdyopt.passes.per_instruction.selection import OpSelection, candidates
from sdyopt.rewriting.decisions import Explanation, explained
from sdyopt.rewriting.passes import Pass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-per-instruction-partitioning")
class PerInstructionPartitioning(Pass):
    """Partitions single operations: each becomes a manual computation that holds its local program.

    This helps to find the operation that is partitioned wrongly, by bisection. A filter selects operations by parts of
    their names and by a range of numbers, such as `dot,selectLow=2,selectHigh=7`; operations that can be partitioned
    are numbered from 0. Where shardings do not divide tensors, operands are padded before and results sliced after it.
    """

    enable_halo_exchange: bool = option(default=True, help="Reverses sharded dimensions by the order of devices")
    filter: str = option(
        default="", help="Parts of the names of operations, selectLow=N and selectHigh=N; all if empty"
    )
    replica_count: int = option(default=1, help="Number of replicas; if above 1, devices are replicas")
    partition_count: int = option(default=1, help="Number of partitions, which devices are otherwise")

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        selection = OpSelection.of(self.filter)
        found = [op for number, op in enumerate(candidates(module)) if selection.has(number, op.name)]
        for op in found:
            boundary = boundary_of(op, module, meshes_by_name(module), rewriter)
            alone = outlined(op, boundary, module)
            rewriter.run_pipeline(self._pipeline(), alone, is_new=True)
            (function,) = [each for each in alone.regions[0].block.ops if each.signature.definition is FUNC]
            replace(op, boundary, rewriter.take_region(function), rewriter)

    def _pipeline(self) -> str:
        """Returns the passes that make a local program of one operation."""
        counts = f"partition-count={self.partition_count} replica-count={self.replica_count}"
        halo = f"enable-halo-exchange={str(self.enable_halo_exchange).lower()}"
        return (
            f"builtin.module(sdy-resolve-permutation-factors{{{halo} {counts}}},"
            "func.func(sdy-insert-explicit-reshards{enable-full-version=true},sdy-reshard-to-collectives,"
            f"sdy-pad-for-divisibility),sdy-convert-global-to-local{{{counts}}},sdy-drop-sharding-and-mesh)"
        )


def replace(op: Operation, boundary: Boundary, body: Region, rewriter: Rewriter) -> None:
    """Replaces an operation by a manual computation with that body, the operands of which are padded."""
    operands = [
        value if value.type is type else pad(value, type, sharding, op, rewriter)
        for value, type, sharding in zip(op.operands, boundary.operand_types, boundary.in_shardings, strict=True)
    ]
    last = cast(Operation, body.block.last)
    rewriter.create_before(last, RETURN, last.operands, location=last.location)
    rewriter.erase(last)
    computation = rewriter.create_before(
        op,
        MANUAL_COMPUTATION,
        operands,
        boundary.result_types,
        {
            "in_shardings": ShardingPerValue(boundary.in_shardings),
            "out_shardings": ShardingPerValue(boundary.out_shardings),
            "manual_axes": boundary.manual_axes,
        },
        regions=[body],
        location=op.location,
    )
    rewriter.report(partitioned_alone, op)
    values: list[Value] = []
    for old, new, sharding in zip(op.results, computation.results, boundary.out_shardings, strict=True):
        value = new if new.type is old.type else slice_back(new, old.type, sharding, op, rewriter)
        rewriter.renames(value, old)
        values.append(value)
    rewriter.replace(op, values)


def pad(value: Value, type: Type, sharding: Sharding, op: Operation, rewriter: Rewriter) -> Value:
    """Returns `value` padded with zeros in front of `op`."""
    before, after = cast(RankedTensorType, value.type), cast(RankedTensorType, type)
    types, constant = zero(before.element_type)
    filling = rewriter.create_before(op, CONSTANT, [], types, constant, location=op.location)
    attributes = DictionaryAttr(((SHARDING, ShardingPerValue((sharding,))),))
    padded = rewriter.create_before(
        op, PAD, [value, filling.result], [type], paddings(before, after), attributes, location=op.location
    )
    return padded.result


def slice_back(value: OpResult, type: Type, sharding: Sharding, op: Operation, rewriter: Rewriter) -> Value:
    """Returns `value` with the size that it has without padding, in front of `op`."""
    shape = cast(RankedTensorType, type).shape
    properties: dict[str, Attribute] = {
        "limit_indices": DenseArrayAttr(I64, shape),
        "start_indices": DenseArrayAttr(I64, (0,) * len(shape)),
        "strides": DenseArrayAttr(I64, (1,) * len(shape)),
    }
    attributes = DictionaryAttr(((SHARDING, ShardingPerValue((sharding,))),))
    return rewriter.create_before(op, SLICE, [value], [type], properties, attributes, location=op.location).result


def partitioned_alone(op: Operation) -> Explanation:
    """An operation becomes a manual computation."""
    text = "{op} is partitioned on its own"
    return explained("partitioned-alone", text, op, op=op)
