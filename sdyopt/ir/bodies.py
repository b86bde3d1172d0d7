"""Bodies of isolated operations as interned values, and regions whose operations are only created when looked at.

Programs with many calls have thousands of copies of one body. A copy is a `CopiedRegion`: it refers to the body, and
becomes an ordinary region as soon as anything reads its blocks. What is known of a body, that it is valid or how it is
printed, holds for all regions that are copies of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import TypeAlias

from sdyopt.ir.attribute import Location, Type
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.remembering import LOCK, interned
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import Value

UseOrder: TypeAlias = tuple[int, tuple[tuple[int, int], ...]]
"""The number of a value, and its uses, the oldest first: the numbers of the operation and of the operand."""


class BodyOp(NamedTuple):
    """An operation of a body.

    Values and operations are numbered in the order of the text, over all blocks that are not isolated.
    """

    signature: Signature
    operands: tuple[int, ...]
    regions: tuple[BodyBlock | Body, ...] = ()
    """The blocks of regions, of which each has one, or the body of an isolated operation."""


class BodyBlock(NamedTuple):
    """The types of the arguments of a block, and its operations."""

    arguments: tuple[Type, ...]
    ops: tuple[BodyOp, ...]


class Body:
    """What the region of an isolated operation holds, apart from locations; interned.

    It is one block, whose operations use only values that are defined before them. `orders` are the use lists that
    are not in the order of the text.
    """

    _instances: dict[tuple[BodyBlock, tuple[UseOrder, ...]], Body] = {}  # noqa: RUF012 - the table of all bodies

    block: BodyBlock
    orders: tuple[UseOrder, ...]

    @classmethod
    def of(cls, block: BodyBlock, orders: tuple[UseOrder, ...] = ()) -> Body:
        """Returns the one body with this block and these use lists."""
        known = cls._instances.get((block, orders))
        if known is None:
            known = cls()
            known.block, known.orders = block, orders
            with LOCK:
                return cls._instances.setdefault((block, orders), known)  # Another thread may have added it meanwhile.
        return known

    @cached_property
    def location_count(self) -> int:
        """The number of locations in it: of arguments and operations, nested ones included."""
        return _location_count(self.block)

    @cached_property
    def signatures(self) -> frozenset[Signature]:
        """The signatures of all operations in it, nested ones included."""
        return frozenset(_signatures(self.block))

    @cached_property
    def definitions(self) -> frozenset[OpDefinition]:
        """The kinds of all operations in it, nested ones included."""
        return frozenset([signature.definition for signature in self.signatures])

    @cached_property
    def depth(self) -> int:
        """How deep regions are nested in it."""
        return _depth(self.block)

    @cached_property
    def cloned(self) -> Body:
        """The body of a clone, whose use lists are in the order of the text."""
        block = _cloned(self.block)
        return self if block is self.block and not self.orders else Body.of(block)


class Content(NamedTuple):
    """A body with the locations of its arguments and operations, in the order of the text."""

    body: Body
    locations: tuple[Location | int, ...]

    def cloned(self) -> Content:
        """Returns the content of a clone, whose use lists are in the order of the text."""
        body = self.body.cloned
        return self if body is self.body else Content(body, self.locations)


class CopiedRegion(Region):
    """The region of an isolated operation, whose blocks are created when they are first read."""

    __slots__ = ()

    content: Content

    def __init__(self, content: Content) -> None:
        self.parent = None
        self.content = content

    @property
    def blocks(self) -> list[Block]:  # type: ignore[override]
        """The blocks; this is an ordinary region from now on."""
        content = self.content
        del self.content
        self.__class__ = Region  # type: ignore[assignment]
        fill(self, content.body, content.locations)
        return self.blocks


interned([Body._instances])


def copied_content(op: Operation) -> Content | None:
    """Returns the content of the only region of `op`, if its operations have not been created."""
    regions = op.regions
    return regions[0].content if len(regions) == 1 and type(regions[0]) is CopiedRegion else None


def fill(region: Region, body: Body, locations: Sequence[Location | int]) -> None:
    """Creates what a body holds in `region`, with these locations."""
    ops: list[Operation] = []
    values: list[Value] = []
    _fill(region, body.block, locations, 0, values, ops)
    for number, order in body.orders:
        values[number]._uses = dict.fromkeys([(ops[owner], index) for owner, index in order])


def _fill(
    region: Region,
    content: BodyBlock,
    locations: Sequence[Location | int],
    at: int,
    values: list[Value],
    ops: list[Operation],
) -> int:
    """Creates a block in `region`; returns the number of the first location that is not used."""
    block = Block()
    block.parent = region
    region.blocks = [block]
    for type in content.arguments:
        values.append(block.add_argument(type, locations[at]))
        at += 1
    for signature, operands, nested in content.ops:
        op = Operation(signature, [values[number] for number in operands], locations[at])
        at += 1
        block.append(op)
        ops.append(op)
        if nested:
            regions: list[Region] = []
            for inner in nested:
                if isinstance(inner, BodyBlock):
                    inside = Region()
                    at = _fill(inside, inner, locations, at, values, ops)
                else:
                    end = at + inner.location_count
                    inside = CopiedRegion(Content(inner, tuple(locations[at:end])))
                    at = end
                inside.parent = op
                regions.append(inside)
            op.regions = regions
        values += op.results
    return at


def _location_count(block: BodyBlock) -> int:
    count = len(block.arguments) + len(block.ops)
    for op in block.ops:
        for inner in op.regions:
            count += _location_count(inner) if isinstance(inner, BodyBlock) else inner.location_count
    return count


def _signatures(block: BodyBlock) -> set[Signature]:
    found = {op.signature for op in block.ops}
    for inner in chain.from_iterable([op.regions for op in block.ops]):
        found |= _signatures(inner) if isinstance(inner, BodyBlock) else inner.signatures
    return found


def _depth(block: BodyBlock) -> int:
    depth = 0
    for inner in chain.from_iterable([op.regions for op in block.ops]):
        depth = max(depth, 1 + (_depth(inner) if isinstance(inner, BodyBlock) else inner.depth))
    return depth


def _cloned(block: BodyBlock) -> BodyBlock:
    """Returns the block with the bodies of clones; `block` itself if it has those."""
    ops = []
    for op in block.ops:
        regions = tuple([_cloned(inner) if isinstance(inner, BodyBlock) else inner.cloned for inner in op.regions])
        same = all(inner is before for inner, before in zip(regions, op.regions, strict=True))
        ops.append(op if same else op._replace(regions=regions))
    same = all(op is before for op, before in zip(ops, block.ops, strict=True))
    return block if same else block._replace(ops=tuple(ops))
