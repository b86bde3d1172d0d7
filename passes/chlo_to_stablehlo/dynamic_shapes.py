"""Operations on tensors of unknown sizes: their shapes are values, and what needs shapes that fit is assumed.

Only programs with such tensors import the dialects shape and tensor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sdyopt.dialects.shape import ops as shape
from sdyopt.dialects.shape.verification import WITNESS
from sdyopt.dialects.tensor.ops import CAST
from sdyopt.ir.attributes import DYNAMIC, TRUE, IndexType, RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, InsertionPoint, Region
from sdyopt.passes.chlo_to_stablehlo.tensors import ChloEmitter, Tensor, trailing

Combine = Callable[[Operation, list[Tensor], ChloEmitter], Sequence[Tensor] | None]


def assuming(
    op: Operation, operands: list[Tensor], emitter: ChloEmitter, combine: Combine, is_known: bool | None = None
) -> Sequence[Tensor] | None:
    """Broadcasts operands to one shape and combines them, in a region that assumes that their shapes fit.

    `is_known` says of a choice whether they are known to; nothing is assumed then, and a scalar predicate stays one.
    """
    type = op.results[0].type
    assert isinstance(type, RankedTensorType)
    at, rewriter, is_choice = op.location, emitter.rewriter, is_known is not None
    sizes = [emitter.shape_of(each) for each in operands]
    if is_known:
        witness = rewriter.create_before(op, shape.CONST_WITNESS, (), [WITNESS], {"passing": TRUE}, location=at)
    else:
        values = [each.value for each in sizes]
        witness = rewriter.create_before(op, shape.CSTR_BROADCASTABLE, values, [WITNESS], location=at)
    block = Block()
    inner = ChloEmitter(op, rewriter, InsertionPoint.end_of(block))
    held = [Tensor(each.value, inner) for each in operands]
    extents = RankedTensorType((len(type.shape),), IndexType())
    if is_choice:
        common = inner.emit(shape.BROADCAST, sizes, RankedTensorType((DYNAMIC,), IndexType()))
        common = inner.emit(CAST, [common], extents)
    else:
        common = inner.emit(shape.BROADCAST, [inner.shape_of(each) for each in held], extents)
    wide: list[Tensor] = []
    for each in held:
        if is_choice and not wide and not each.type.shape:
            wide.append(each)
            continue
        dimensions = trailing(each, len(type.shape))
        wide.append(inner.dynamic_broadcast(each, common, dimensions, RankedTensorType(type.shape, each.element)))
    found = combine(op, wide, inner)
    if found is None:
        return None
    rewriter.create(inner.at, shape.ASSUMING_YIELD, [each.value for each in found], (), location=at)
    region = Region([block])
    made = rewriter.create_before(op, shape.ASSUMING, witness.results, [type], regions=[region], location=at)
    return [Tensor(made.result, emitter)]
