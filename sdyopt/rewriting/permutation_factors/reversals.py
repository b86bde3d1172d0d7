"""Reversals of sharded tensors: the blocks are reversed by the order of devices, each block on its device."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from sdyopt.dialects.sdy.attributes import ManualAxes, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, RETURN
from sdyopt.ir.attributes import DenseArrayAttr, DictionaryAttr
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.value import OpOperand, OpResult, Value
from sdyopt.rewriting.explicit_reshards.signatures import reshard_signature
from sdyopt.rewriting.permutation_factors.decisions import HalosExchanged, NoHaloExchange, OrderReversed
from sdyopt.rewriting.permutation_factors.meshes import Meshes, on_mesh
from sdyopt.rewriting.permutation_factors.tensor_ops import TensorOps, resized, tensor_type
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.permutations.reversals import HaloExchange, Reversal, Shift, TooUneven, reversal
from sdyopt.sharding.reshards.tensors import is_sharded
from sdyopt.sharding.slots import sharding_of


@dataclass(frozen=True)
class Reversals:
    """Computes reversals on meshes with devices in reverse order."""

    meshes: Meshes
    rewriter: Rewriter

    def resolve(self, op: Operation) -> bool:
        """Changes a reversal so that its sharded dimensions are reversed; returns whether that is possible."""
        operand = op.operands[0]
        sharding = sharding_of(operand)
        mesh = None if sharding is None else self.meshes.of(sharding)
        if sharding is None or mesh is None or mesh.is_maximal or not is_sharded(sharding):
            return True
        dimensions = cast(DenseArrayAttr, op.properties["dimensions"]).values
        found = reversal(sharding, mesh, tensor_type(operand).shape, dimensions)
        if isinstance(found, TooUneven):
            self.rewriter.report(NoHaloExchange, op, operand, found)
            return False
        if found.axes:
            self._reverse(op, sharding, found)
        return True

    def _reverse(self, op: Operation, sharding: Sharding, found: Reversal) -> None:
        rewriter, exchange = self.rewriter, found.exchange
        value, at = op.operands[0], InsertionPoint.before_op(op)
        if exchange is not None:
            rewriter.report(HalosExchanged, op, value, exchange)
            value = self._exchanged(op, sharding, exchange)
        name = self.meshes.reversed_along(sharding, found.axes, op)
        rewriter.report(OrderReversed, op, op.operands[0], name, found.axes)
        signature = reshard_signature(on_mesh(sharding, name), value.type)
        reshard = rewriter.create_with(at, signature, [value], op.location)
        rewriter.renames(reshard.results[0], op.operands[0])
        rewriter.set_operand(OpOperand(op, 0), reshard.results[0])
        rewriter.set_sharding(op.results[0], sharding)
        if exchange is not None:
            self._cut(op.results[0], sharding, exchange)

    def _cut(self, result: OpResult, sharding: Sharding, exchange: HaloExchange) -> None:
        """Removes the padding from a reversed tensor, at its end."""
        rewriter, op = self.rewriter, result.owner
        type = tensor_type(result)
        ops = TensorOps(InsertionPoint.after_op(op), sharding, op.location, rewriter)
        rewriter.set_signature(op, op.signature.with_result_types((resized(type, exchange.shape),)))
        cut = ops.slice(result, (0,) * len(type.shape), type)
        rewriter.renames(cut, result)
        rewriter.replace_uses(result, cut, except_in=cut.owner)

    def _exchanged(self, op: Operation, sharding: Sharding, exchange: HaloExchange) -> Value:
        """Returns the operand padded at its start instead of its end, as the neighbours exchange elements."""
        operand, at = op.operands[0], InsertionPoint.before_op(op)
        padded = TensorOps(at, sharding, op.location, self.rewriter).pad_high(operand, exchange.shape)
        self.rewriter.renames(padded, operand)
        block = Block()
        value: Value = block.add_argument(resized(tensor_type(operand), exchange.local_shape), op.location)
        ops = TensorOps(InsertionPoint.end_of(block), exchange.local_sharding, op.location, self.rewriter)
        for shift in exchange.shifts:
            value = shifted(value, shift, ops)
        self.rewriter.create(InsertionPoint.end_of(block), RETURN, [value], location=op.location)
        properties = {
            "in_shardings": ShardingPerValue((sharding,)),
            "out_shardings": ShardingPerValue((sharding,)),
            "manual_axes": ManualAxes(exchange.manual_axes),
        }
        computation = self.rewriter.create(
            at,
            MANUAL_COMPUTATION,
            [padded],
            [padded.type],
            DictionaryAttr.of(dict(properties)),
            regions=[Region([block])],
            location=op.location,
        )
        self.rewriter.renames(computation.result, operand)
        return computation.result


def shifted(value: Value, shift: Shift, ops: TensorOps) -> Value:
    """Returns a block after a shift: the last elements of the block before it, followed by its own first ones."""
    type, dimension = tensor_type(value), shift.dimension
    kept = type.shape[dimension] - shift.places

    def part(start: int, size: int) -> Value:
        before, after = type.shape[:dimension], type.shape[dimension + 1 :]
        starts = (*(0 for _ in before), start, *(0 for _ in after))
        return ops.slice(value, starts, resized(type, (*before, size, *after)))

    if not kept:
        return ops.permute(value, shift.pairs)
    return ops.concatenate(ops.permute(part(kept, shift.places), shift.pairs), part(0, kept), dimension)
