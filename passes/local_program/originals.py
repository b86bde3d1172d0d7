"""The operations of the program as it was written, as errors number values: each behind what it has become."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sdyopt.dialects.builtin.ops import MODULE
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.value import BlockArgument, Value


def show_originals(
    visited: Iterable[Operation],
    replaced: Collection[Operation],
    changed_bodies: Collection[Operation],
    failed: Operation,
) -> None:
    """Puts operations where `visited` ones, which have been changed in place, would still be.

    Those that are `replaced` are there still. The operands of the operation that has `failed` become those that it was
    written with; arguments that have other types now are none of the program any more, which is of no use then.
    """
    originals: dict[Value, Value] = {}
    for op in visited:
        if op.results and op not in replaced and op.parent is not None and op.signature.definition is not MODULE:
            original = Operation(op.signature, [], op.location)
            original.insert_after(op)
            originals.update(zip(op.results, original.results, strict=True))
    for index, operand in enumerate(failed.operands):
        if isinstance(operand, BlockArgument):
            if _is_replaced(operand.owner, changed_bodies):
                failed.operands[index] = BlockArgument(operand.type, Block(), 0, operand.location)
        else:
            failed.operands[index] = originals.get(operand, operand)


def _is_replaced(block: Block, changed_bodies: Collection[Operation]) -> bool:
    """Whether the arguments of a block are others now, or have other types."""
    op = block.parent_op
    return op is None or op.signature.definition is MANUAL_COMPUTATION or op in changed_bodies
