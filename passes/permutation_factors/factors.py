"""Operations with permutation factors, along which no tensor stays sharded."""

from __future__ import annotations

from typing import cast

from sdyopt.dialects.sdy.attributes import Mesh, OpShardingRule, Sharding
from sdyopt.dialects.sdy.revision import revision
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.dialects.sdy.shardings.slots import rank_of, sharding_of
from sdyopt.dialects.stablehlo.ops import PAD, SLICE
from sdyopt.ir.attributes import DenseArrayAttr
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import DYNAMIC
from sdyopt.passes.explicit_reshards.choose.tensors import FactorTensors, common_mesh, on_other_devices
from sdyopt.passes.explicit_reshards.insertions import reshard_operand, reshard_result
from sdyopt.passes.explicit_reshards.operand_shardings import Shardings
from sdyopt.passes.padding.communication import is_communication_free
from sdyopt.passes.permutation_factors.decisions import (
    BlocksKept,
    dimension_unsharded,
    mesh_inlined,
    operand_resharded,
    result_resharded,
)
from sdyopt.passes.permutation_factors.exchange.factors import Unsharded, without_factors
from sdyopt.passes.permutation_factors.exchange.hops import MovedDimension, stays_in_blocks
from sdyopt.passes.permutation_factors.meshes import Meshes
from sdyopt.passes.local_program.emission import tensor_type
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.function_shardings import are_equivalent, fully_closed_on


class PermutationPlan(NamedTuple):
    """The tensors of an operation, and the shardings that they get."""

    tensors: FactorTensors
    found: Unsharded


class PermutationFactors:
    """Removes the axes of permutation factors from the tensors of operations, which are resharded."""

    def __init__(self, meshes: Meshes, rewriter: Rewriter) -> None:
        self.meshes = meshes
        self.rewriter = rewriter
        self._known: dict[tuple[Signature, OpShardingRule, Shardings], PermutationPlan | None] = {}

    def resolve(self, op: Operation, rule: OpShardingRule) -> None:
        """Reshards tensors around `op`, unless the name of a mesh is unknown, as it may be in nested modules."""
        shardings = tuple([sharding_of(value) for value in (*op.operands, *op.results)])
        key = op.signature, rule, shardings
        if key in self._known and not self.rewriter.is_explaining:
            plan = self._known[key]
        else:
            plan = self._known[key] = self._plan(op, rule, shardings)
        if plan is None or not plan.found.updates:
            return
        if isinstance(plan.tensors.mesh_name, Mesh):
            # The reference looks for a mesh by a name that there is none of, and finds nothing, or crashes.
            self.rewriter.report(mesh_inlined, op)
            return
        for removal in plan.found.removals:
            self.rewriter.report(dimension_unsharded, op, (*op.operands, *op.results)[removal.tensor], removal)
        self._apply(op, plan)

    def _plan(self, op: Operation, rule: OpShardingRule, shardings: Shardings) -> PermutationPlan | None:
        present: list[tuple[Sharding, Mesh] | None] = []
        for sharding in shardings:
            mesh = None if sharding is None else self.meshes.of(sharding)
            if sharding is not None and mesh is None:
                return None
            present.append(None if sharding is None or mesh is None else (sharding, mesh))
        common = common_mesh([each for each in present if each is not None])
        if common is None:
            return None
        name, mesh = common
        tensors = FactorTensors(rule, shardings, mesh, name)
        factors = self._factors_to_remove(op, rule, shardings)
        return PermutationPlan(tensors, without_factors(tensors, factors, on_other_devices(present, mesh)))

    def _factors_to_remove(self, op: Operation, rule: OpShardingRule, shardings: Shardings) -> tuple[int, ...]:
        definition = op.signature.definition
        if definition is not SLICE and not (definition is PAD and revision().exchanges_blocks):
            return rule.permutation
        return tuple([factor for factor in rule.permutation if not self._can_stay(op, factor, shardings)])

    def _can_stay(self, op: Operation, factor: int, shardings: Shardings) -> bool:
        """Whether a slice or pad leaves each device with what it has; only if operand and result are sharded alike.

        As in the reference, the number of the factor is taken for that of a dimension.
        """
        sharding, of_result = shardings[0], shardings[-1]
        mesh = None if sharding is None else self.meshes.of(sharding)
        shape = tensor_type(op.operands[0]).shape
        if sharding is None or mesh is None or factor >= len(shape):
            return False
        if not are_equivalent(sharding, of_result):
            return False
        axes = sharding.dimensions[factor].axes
        count = sharded_size(axes, mesh)
        can_stay = _stays(op, factor, count)
        if can_stay and count > 1:
            self.rewriter.report(BlocksKept, op, factor, axes)
        return can_stay

    def _apply(self, op: Operation, plan: PermutationPlan) -> None:
        tensors, rewriter, after = plan.tensors, self.rewriter, InsertionPoint.after_op(op)
        for index, sharding in plan.found.updates:
            has = tensors.shardings[index]
            if index < len(op.operands):
                rewriter.report(operand_resharded, op, op.operands[index], has, sharding)
                reshard_operand(op, index, sharding, rewriter)
            else:
                result = op.results[index - len(op.operands)]
                wanted = has or fully_closed_on(tensors.mesh_name, rank_of(result.type))
                rewriter.report(result_resharded, result, sharding, wanted)
                reshard_result(result, sharding, wanted, after, rewriter)


def _stays(op: Operation, dimension: int, count: int) -> bool:
    """Whether a slice or pad of a dimension in `count` blocks leaves each device with what it has."""

    def number(name: str) -> int:
        return cast(DenseArrayAttr, op.properties[name]).values[dimension]

    size, result_size = [tensor_type(value).shape[dimension] for value in (op.operands[0], op.results[0])]
    if op.signature.definition is SLICE:
        return is_communication_free(size, result_size, number("start_indices"), number("strides"), count)
    if DYNAMIC in (size, result_size):
        return count <= 1
    low, interior = number("edge_padding_low"), number("interior_padding")
    return stays_in_blocks(MovedDimension(size, result_size, low, interior + 1), count)
