"""Copies of operations."""

from __future__ import annotations

from sdyopt.ir.bodies import CopiedRegion
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.value import Value


def clone(op: Operation, mapping: dict[Value, Value]) -> Operation:
    """Returns a copy of `op`, with its regions, that is not in a block.

    Operands are replaced according to `mapping`, to which the results and block arguments of the copy are added. Uses
    of values that are defined later in the same copy are mapped, too.
    """
    if not op.regions:
        return _shallow(op, mapping, ())
    copy = _shallow(op, mapping, _new_regions(op))
    clone_regions(op, copy, mapping)
    return copy


def clone_regions(op: Operation, copy: Operation, mapping: dict[Value, Value]) -> None:
    """Copies what the regions of `op` hold into those of `copy`, which has as many; see `clone`."""
    waiting: list[Operation] = []
    blocks: dict[Block, Block] = {}
    work: list[tuple[Operation | None, Block]] = _blocks_to_copy(op, copy, mapping, blocks)
    while work:
        original, target = work.pop()
        while original is not None:
            is_complete = mapping.keys() >= set(original.operands) and not original.successors
            twin = _shallow(original, mapping, _new_regions(original) if original.regions else ())
            target.append(twin)
            if not is_complete:
                waiting.append(twin)
            following = original.next
            if original.regions:
                work.append((following, target))
                work += _blocks_to_copy(original, twin, mapping, blocks)
                break
            original = following
    for twin in waiting:
        if twin.successors:
            twin.successors = [blocks.get(block, block) for block in twin.successors]
        for index, operand in enumerate(twin.operands):
            mapped = mapping.get(operand)
            if mapped is not None and mapped is not operand:
                twin.set_operand(index, mapped)


def _shallow(op: Operation, mapping: dict[Value, Value], regions: list[Region] | tuple[()]) -> Operation:
    copy = Operation(
        op.signature, [mapping.get(operand, operand) for operand in op.operands], op.location, regions, op.successors
    )
    if op.results:
        mapping.update(zip(op.results, copy.results, strict=True))
    return copy


def _new_regions(op: Operation) -> list[Region]:
    """Returns the regions of a copy of `op`, which are empty unless they are copies of a body."""
    return [
        CopiedRegion(region.content.cloned()) if type(region) is CopiedRegion else Region() for region in op.regions
    ]


def _blocks_to_copy(
    op: Operation, copy: Operation, mapping: dict[Value, Value], blocks: dict[Block, Block]
) -> list[tuple[Operation | None, Block]]:
    """Creates the blocks of `copy`; returns them, the last first, with the first operation of each block of `op`."""
    made: list[tuple[Operation | None, Block]] = []
    for region, twin in zip(op.regions, copy.regions, strict=True):
        if type(twin) is CopiedRegion:
            continue
        for block in region.blocks:
            new = blocks[block] = twin.add_block()
            for argument in block.arguments:
                mapping[argument] = new.add_argument(argument.type, argument.location)
            made.append((block.first, new))
    made.reverse()
    return made


Operation.copy_of = staticmethod(clone)
