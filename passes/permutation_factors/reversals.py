"""Reversals of sharded tensors: the blocks are reversed by the order of devices, each block on its device."""

from __future__ import annotations

from typing import cast

from sdyopt.dialects.sdy.attributes import SUM, AxisRef, ManualAxes, Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, RETURN
from sdyopt.dialects.sdy.revision import revision
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DenseArrayAttr, DictionaryAttr
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import OpOperand, OpResult, Value
from sdyopt.passes.explicit_reshards.signatures import reshard_signature
from sdyopt.passes.permutation_factors import tensor_ops
from sdyopt.passes.permutation_factors.decisions import HalosExchanged, device_order_reversed, halo_not_exchanged
from sdyopt.passes.permutation_factors.exchange.reversals import HaloExchange, Reversal, Shift, TooUneven, reversal
from sdyopt.passes.permutation_factors.exchanges import Communication, Exchange, ManualBody
from sdyopt.passes.permutation_factors.meshes import Meshes, on_mesh
from sdyopt.passes.permutation_factors.tensor_ops import resized, with_size
from sdyopt.passes.local_program.emission import tensor_type
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.function_shardings import fully_closed


class Reversals(NamedTuple):
    """Computes reversals on meshes with devices in reverse order."""

    meshes: Meshes
    communication: Communication
    rewriter: Rewriter

    def resolve(self, op: Operation) -> bool:
        """Changes a reversal so that its sharded dimensions are reversed; returns whether that is possible."""
        operand = op.operands[0]
        sharded = self.meshes.of_sharded(operand)
        if sharded is None:
            return True
        sharding, mesh = sharded
        shape = tensor_type(operand).shape
        dimensions = cast(DenseArrayAttr, op.properties["dimensions"]).values
        is_reversed_first = revision().exchanges_blocks
        found = reversal(sharding, mesh, shape, dimensions, over_blocks=is_reversed_first)
        if isinstance(found, TooUneven):
            self.rewriter.report(halo_not_exchanged, op, operand, found)
            return False
        if found.axes and is_reversed_first:
            self._reverse_first(op, sharding, mesh, found)
        elif found.axes:
            self._reverse(op, sharding, found)
        return True

    def _reverse_first(self, op: Operation, sharding: Sharding, mesh: Mesh, found: Reversal) -> None:
        """Reverses a tensor to devices in reverse order, and then reshards it."""
        rewriter, halo = self.rewriter, found.exchange
        operand = value = op.operands[0]
        exchange = Exchange(op, mesh, self.communication, rewriter)
        if halo is not None:
            rewriter.report(HalosExchanged, op, operand, halo)
            value = exchange.padded(value, halo.shape, sharding)
            body = exchange.computation(halo.frame(sharding), [value])
            for shift in halo.shifts:
                _shift(body, shift, sharding.dimensions[shift.dimension].axes)
            value = body.finish()
        name = self.meshes.reversed_along(sharding, found.axes, op)
        rewriter.report(device_order_reversed, op, operand, name, found.axes)
        dimensions = cast(DenseArrayAttr, op.properties["dimensions"]).values
        type = resized(tensor_type(op.results[0]), tensor_type(value).shape)
        reversed_type = type if halo is not None else tensor_type(op.results[0])
        computed = on_mesh(sharding, name).replace(reduction_op=SUM)
        wanted = sharding_of(op.results[0]) or fully_closed(sharding)
        value = exchange.emit(tensor_ops.reverse(reversed_type, dimensions, computed), [value])
        value = exchange.emit(reshard_signature(wanted, value.type), [value])
        exchange.replace(value, sharding)

    def _reverse(self, op: Operation, sharding: Sharding, found: Reversal) -> None:
        rewriter, exchange = self.rewriter, found.exchange
        operand = value = op.operands[0]
        if exchange is not None:
            rewriter.report(HalosExchanged, op, operand, exchange)
            value = self._exchanged(op, sharding, exchange)
        name = self.meshes.reversed_along(sharding, found.axes, op)
        rewriter.report(device_order_reversed, op, operand, name, found.axes)
        signature = reshard_signature(on_mesh(sharding, name), value.type)
        reshard = rewriter.create_with(InsertionPoint.before_op(op), signature, [value], op.location)
        rewriter.renames(reshard.results[0], operand)
        rewriter.set_operand(OpOperand(op, 0), reshard.results[0])
        rewriter.set_sharding(op.results[0], sharding)
        if exchange is not None:
            self._cut(op.results[0], sharding, exchange)

    def _exchanged(self, op: Operation, sharding: Sharding, exchange: HaloExchange) -> Value:
        """Returns the operand padded at its start instead of its end, as the neighbours exchange elements."""
        rewriter, operand, at = self.rewriter, op.operands[0], InsertionPoint.before_op(op)
        type = tensor_type(operand)
        zero = rewriter.create_with(at, tensor_ops.zero(type), [], op.location).results[0]
        pad = tensor_ops.pad_high(type, exchange.shape, sharding)
        padded = rewriter.create_with(at, pad, [operand, zero], op.location).results[0]
        rewriter.renames(padded, operand)
        region = Region([self._body(op, exchange)])
        signature = computation_signature(padded.type, sharding, exchange)
        computation = rewriter.create_with(at, signature, [padded], op.location, [region])
        rewriter.renames(computation.results[0], operand)
        return computation.results[0]

    def _body(self, op: Operation, exchange: HaloExchange) -> Block:
        """Returns the computation of one device."""
        block = Block()
        type = resized(tensor_type(op.operands[0]), exchange.local_shape)
        value: Value = block.add_argument(type, op.location)
        end = InsertionPoint.end_of(block)

        def create(signature: Signature, *operands: Value) -> Value:
            return self.rewriter.create_with(end, signature, list(operands), op.location).results[0]

        def part(start: int, size: int, shift: Shift) -> Value:
            starts = tuple([start if number == shift.dimension else 0 for number in range(len(type.shape))])
            part_type = with_size(type, shift.dimension, size)
            return create(tensor_ops.slice_from(type, starts, part_type, exchange.local_sharding), value)

        for shift in exchange.shifts:
            kept = type.shape[shift.dimension] - shift.places
            sent = part(kept, shift.places, shift) if kept else value
            moved = create(tensor_ops.permute(tensor_type(sent), shift, exchange.local_sharding), sent)
            if kept:
                rest = part(0, kept, shift)
                types = tensor_type(moved), tensor_type(rest)
                moved = create(
                    tensor_ops.concatenate(*types, shift.dimension, type, exchange.local_sharding), moved, rest
                )
            value = moved
        self.rewriter.create_with(end, Signature.of(RETURN, (type,)), [value], op.location)
        return block

    def _cut(self, result: OpResult, sharding: Sharding, exchange: HaloExchange) -> None:
        """Removes the padding from a reversed tensor, at its end."""
        rewriter, op, type = self.rewriter, result.owner, tensor_type(result)
        padded = resized(type, exchange.shape)
        rewriter.set_signature(op, op.signature.with_result_types((padded,)))
        signature = tensor_ops.slice_from(padded, (0,) * len(type.shape), type, sharding)
        cut = rewriter.create_with(InsertionPoint.after_op(op), signature, [result], op.location)
        rewriter.renames(cut.results[0], result)
        rewriter.replace_uses(result, cut.results[0], except_in=cut)


def _shift(body: ManualBody, shift: Shift, axes: tuple[AxisRef, ...]) -> None:
    """Moves the elements of a dimension towards its end, so that the padding is at its start."""
    type, sharding = tensor_type(body.value), body.frame.local_sharding
    size = type.shape[shift.dimension]
    blocks, rest = divmod(shift.places, size)
    head = body.permuted(body.value, axes, blocks, sharding) if blocks else body.value
    tail = body.shifted(axes, blocks + 1)

    def part(value: Value, start: int, stop: int) -> Value:
        starts = tuple([start if number == shift.dimension else 0 for number in range(len(type.shape))])
        cut = tensor_ops.slice_from(type, starts, with_size(type, shift.dimension, stop - start), sharding)
        return body.emitter.emit(cut, [value])

    body.value = body.concatenated([part(tail, size - rest, size), part(head, 0, size - rest)], shift.dimension)


@remembered
def computation_signature(type: Type, sharding: Sharding, exchange: HaloExchange) -> Signature:
    """Returns the manual computation in which neighbours exchange elements of tensors of `type`."""
    shardings = ShardingPerValue((sharding,))
    properties = DictionaryAttr.of(
        {
            "in_shardings": shardings,
            "out_shardings": shardings,
            "manual_axes": ManualAxes(exchange.manual_axes),
        }
    )
    return Signature.of(MANUAL_COMPUTATION, (type,), (type,), properties)
