"""Copies of operations."""

from __future__ import annotations

from collections.abc import Iterator

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
    copy = _shallow(op, mapping, [Region() for _ in op.regions])
    clone_regions(op, copy, mapping)
    return copy


def clone_regions(op: Operation, copy: Operation, mapping: dict[Value, Value]) -> None:
    """Copies what the regions of `op` hold into those of `copy`, which has as many; see `clone`."""
    inner: list[Operation] = []
    blocks: dict[Block, Block] = {}
    work: list[Iterator[tuple[Operation, Block]]] = [_ops_to_copy(op, copy, mapping, blocks)]
    while work:
        step = next(work[-1], None)
        if step is None:
            work.pop()
            continue
        original, target = step
        nested = [Region() for _ in original.regions]
        twin = _shallow(original, mapping, nested)
        inner.append(twin)
        target.append(twin)
        if nested:
            work.append(_ops_to_copy(original, twin, mapping, blocks))
    for twin in inner:
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
    for old, new in zip(op.results, copy.results, strict=True):
        mapping[old] = new
    return copy


def _ops_to_copy(
    op: Operation, copy: Operation, mapping: dict[Value, Value], blocks: dict[Block, Block]
) -> Iterator[tuple[Operation, Block]]:
    """Creates the blocks of `copy`, then yields each operation directly inside `op` with the block of its copy."""
    for region, twin in zip(op.regions, copy.regions, strict=True):
        for block in region.blocks:
            new = blocks[block] = twin.add_block()
            for argument in block.arguments:
                mapping[argument] = new.add_argument(argument.type, argument.location)
    for region in op.regions:
        for block in region.blocks:
            for inner in block.ops:
                yield inner, blocks[block]
