"""Slices and pads of sharded dimensions: devices exchange the elements that move to other blocks."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.ops import CONSTANT as SDY_CONSTANT
from sdyopt.dialects.stablehlo.ops import CONSTANT, PAD
from sdyopt.dialects.stablehlo.verification.reading import integers
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import DYNAMIC
from sdyopt.passes.padding.masks import is_zero
from sdyopt.passes.permutation_factors import tensor_ops
from sdyopt.passes.permutation_factors.decisions import BlocksExchanged, blocks_not_exchanged
from sdyopt.passes.permutation_factors.exchange.frames import MovedTensor, Refusal, Shape, counts, moved
from sdyopt.passes.permutation_factors.exchange.hops import MovedDimension, block_size
from sdyopt.passes.permutation_factors.exchanges import Communication, Exchange
from sdyopt.passes.permutation_factors.meshes import Meshes
from sdyopt.passes.local_program.emission import tensor_type
from sdyopt.rewriting.rewriter import Rewriter


class SlicesAndPads(NamedTuple):
    """Computes slices and pads in manual computations."""

    meshes: Meshes
    communication: Communication
    rewriter: Rewriter

    def resolve(self, op: Operation) -> bool:
        """Changes a slice or a pad so that its dimensions stay sharded; returns whether that is possible."""
        operand = op.operands[0]
        sharded = self.meshes.of_sharded(operand)
        if sharded is None:
            return True
        sharding, mesh = sharded
        shape, result_shape = tensor_type(operand).shape, tensor_type(op.results[0]).shape
        if DYNAMIC in (*shape, *result_shape):
            return False
        dimensions = _dimensions(op, shape, result_shape)
        found = moved(sharding, mesh, dimensions)
        if isinstance(found, Refusal):
            self.rewriter.report(blocks_not_exchanged, op, operand, found)
            return False
        if not can_move(op, found, dimensions, counts(sharding, mesh)):
            return False
        if found is not None:
            self.rewriter.report(BlocksExchanged, op, operand, found)
            self._exchange(op, sharding, mesh, found)
        return True

    def _exchange(self, op: Operation, sharding: Sharding, mesh: Mesh, found: MovedTensor) -> None:
        exchange, frame = Exchange(op, mesh, self.communication, self.rewriter), found.frame
        is_pad = op.signature.definition is PAD
        given = op.operands[1] if is_pad else None
        padded = exchange.padded(op.operands[0], frame.padded, sharding, given)
        body = exchange.computation(frame, [padded, exchange.zero() if given is None else given])
        for halo in found.halos:
            body.exchange(halo)
        whole = [count <= 1 for count in counts(sharding, mesh)]
        emit, type = body.emitter.emit, tensor_type(body.value)
        if is_pad:
            names = ("edge_padding_low", "edge_padding_high", "interior_padding")
            low, high, interior = [_only_in(whole, integers(op, name)) for name in names]
            if any((*low, *high, *interior)):
                pad = tensor_ops.pad(type, low, high, interior, frame.local_sharding)
                body.value = emit(pad, [body.value, body.padding])
        else:
            starts = _only_in(whole, integers(op, "start_indices"))
            limits = integers(op, "limit_indices")
            sizes = [
                limit - start if is_whole else size
                for limit, start, is_whole, size in zip(limits, starts, whole, type.shape, strict=True)
            ]
            result = tensor_ops.resized(type, tuple(sizes))
            if result.shape != type.shape:
                body.value = emit(tensor_ops.slice_from(type, starts, result, frame.local_sharding), [body.value])
        exchange.replace(body.finish(), sharding)


def can_move(
    op: Operation, found: MovedTensor | None, dimensions: tuple[MovedDimension, ...], blocks: list[int]
) -> bool:
    """Whether what an exchange makes of an operation is right, or the operation as it is, if there is none.

    Shardy does not look at strides, leaves slices that it cannot make local afterwards, and pads with zeros where a
    device has no neighbour, whatever the padding value is. These are resolved as other operations are.
    """
    if op.signature.definition is PAD:
        return found is None or not found.has_hops or is_zero(op.operands[1], (CONSTANT, SDY_CONSTANT)) is True
    strides = integers(op, "strides")
    if found is not None:
        return all(stride == 1 for stride in strides)
    return all(
        count <= 1 or (stride == 1 and each.low == 0 and block_size(each.size, count) == block_size(each[1], count))
        for stride, each, count in zip(strides, dimensions, blocks, strict=True)
    )


def _dimensions(op: Operation, shape: Shape, result_shape: Shape) -> tuple[MovedDimension, ...]:
    """Returns how the dimensions of an operation change; a slice is a pad with negative numbers."""
    if op.signature.definition is PAD:
        lows, interiors = integers(op, "edge_padding_low"), integers(op, "interior_padding")
    else:
        lows, interiors = tuple([-start for start in integers(op, "start_indices")]), (0,) * len(shape)
    return tuple(
        [
            MovedDimension(size, result_size, low, interior + 1)
            for size, result_size, low, interior in zip(shape, result_shape, lows, interiors, strict=True)
        ]
    )


def _only_in(chosen: list[bool], numbers: Shape) -> Shape:
    """Returns numbers for the chosen dimensions, and 0 for others."""
    return tuple([number if is_chosen else 0 for is_chosen, number in zip(chosen, numbers, strict=True)])
