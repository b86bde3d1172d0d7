"""Bodies of isolated operations as interned values, and regions whose operations are only created when looked at.

Programs with many calls have thousands of copies of one body. A copy is a `CopiedRegion`: it refers to the body, and
becomes an ordinary region as soon as anything reads its blocks. What is known of a body, that it is valid or how it is
printed, holds for all regions that are copies of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeAlias, TypeVar

from sdyopt.ir.attribute import LOCK, Location, Type, interned
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import Use, Value

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

    @property
    def inner(self) -> list[BodyBlock | Body]:
        """The contents of the regions in it."""
        return [inner for op in self.ops for inner in op.regions]

    # The same as of a body, for which they are remembered.

    @property
    def location_count(self) -> int:
        return len(self.arguments) + len(self.ops) + sum([inner.location_count for inner in self.inner])

    @property
    def signatures(self) -> frozenset[Signature]:
        return frozenset([op.signature for op in self.ops]).union(*[inner.signatures for inner in self.inner])

    @property
    def depth(self) -> int:
        return max([1 + inner.depth for inner in self.inner], default=0)

    @property
    def cloned(self) -> BodyBlock:
        regions = [tuple([inner.cloned for inner in op.regions]) for op in self.ops]
        ops = tuple([op._replace(regions=cloned) for op, cloned in zip(self.ops, regions, strict=True)])
        return self if ops == self.ops else self._replace(ops=ops)


class Body:
    """The contents of the region of an isolated operation, apart from locations; interned.

    It is one block, whose operations use only values that are defined before them. `orders` are the use lists that
    are not in the order of the text.
    """

    _instances: dict[tuple[BodyBlock, tuple[UseOrder, ...]], Body] = {}  # noqa: RUF012 - the table of all bodies

    block: BodyBlock
    orders: tuple[UseOrder, ...]

    @classmethod
    def of(cls, block: BodyBlock, orders: tuple[UseOrder, ...] = ()) -> Body:
        """Returns the one body with this block and these use lists."""
        if (known := cls._instances.get((block, orders))) is None:
            known = cls()
            known.block, known.orders = block, orders
            with LOCK:
                return cls._instances.setdefault((block, orders), known)  # Another thread may have added it meanwhile.
        return known

    @cached_property
    def location_count(self) -> int:
        """The number of locations in it: of arguments and operations, nested ones included."""
        return self.block.location_count

    @cached_property
    def signatures(self) -> frozenset[Signature]:
        """The signatures of all operations in it, nested ones included."""
        return self.block.signatures

    @cached_property
    def definitions(self) -> frozenset[OpDefinition]:
        """The kinds of all operations in it, nested ones included."""
        return frozenset([signature.definition for signature in self.signatures])

    @cached_property
    def depth(self) -> int:
        """How deep regions are nested in it."""
        return self.block.depth

    @cached_property
    def cloned(self) -> Body:
        """The body of a clone, whose use lists are in the order of the text."""
        block = self.block.cloned
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


# The content of regions of isolated operations, as values; see `sdyopt.ir.bodies`.

R = TypeVar("R")

_DEPTH = 32
"""How deep regions may be nested in a body."""


def content_of(region: Region) -> Content | None:
    """Returns the content of the region of an isolated operation.

    None if it or a region inside has not one block, has branches, or uses a value that is not defined before; and if
    regions are nested too deep.
    """
    try:
        return _content(region, 0)
    except _NotABodyError:
        return None


def rewritten(body: Body, rewrite: Callable[[Region], R]) -> tuple[R, Content | None]:
    """Returns the result of `rewrite` of a new region with that body, and the content of that region then.

    The locations in it are indices into those of any region with that body, except new ones: see `relocated`.
    """
    region = Region()
    fill(region, body, range(body.location_count))
    return rewrite(region), content_of(region)


def relocated(content: Content, locations: Sequence[Location | int]) -> Content:
    """Returns the content that `rewritten` gives, for a region with these locations."""
    found = [locations[each] if isinstance(each, int) else each for each in content.locations]
    return Content(content.body, tuple(found))


class _NotABodyError(Exception):
    """Raised for a region that is not described by a body."""


def _content(region: Region, depth: int) -> Content:
    if type(region) is CopiedRegion:
        if depth + region.content.body.depth > _DEPTH:
            raise _NotABodyError
        return region.content
    return _Reading().content(region, depth)


class _Reading:
    """Reads one body."""

    def __init__(self) -> None:
        self._locations: list[Location | int] = []
        self._numbers: dict[Value, int] = {}
        """Of the values that are visible."""
        self._count = 0
        self._op_numbers: dict[Operation, int] = {}
        self._uses: dict[Value, tuple[int, list[Use]]] = {}
        """The values with several uses: their numbers, and the uses in the order of the text."""

    def content(self, region: Region, depth: int) -> Content:
        block = self._block(region, depth)
        orders: list[UseOrder] = []
        for value, (number, uses) in self._uses.items():
            if (present := list(value._uses)) != uses:
                if len(present) != len(uses):
                    raise _NotABodyError
                orders.append((number, tuple([(self._op_numbers[owner], index) for owner, index in present])))
        return Content(Body.of(block, tuple(orders)), tuple(self._locations))

    def _block(self, region: Region, depth: int) -> BodyBlock:
        if depth > _DEPTH or len(region.blocks) != 1:
            raise _NotABodyError
        block = region.blocks[0]
        numbers, locations = self._numbers, self._locations
        for argument in block.arguments:
            self._define(argument)
            locations.append(argument.location)
        ops: list[BodyOp] = []
        op = block.first
        while op is not None:
            if op.successors:
                raise _NotABodyError
            operands = []
            for index, operand in enumerate(op.operands):
                if (number := numbers.get(operand, -1)) < 0:
                    raise _NotABodyError
                operands.append(number)
                if len(operand._uses) > 1:
                    self._uses.setdefault(operand, (number, []))[1].append((op, index))
            self._op_numbers[op] = len(self._op_numbers)
            locations.append(op.location)
            ops.append(BodyOp(op.signature, tuple(operands), self._regions(op, depth) if op.regions else ()))
            for result in op.results:
                self._define(result)
            op = op.next
        return BodyBlock(tuple([argument.type for argument in block.arguments]), tuple(ops))

    def _regions(self, op: Operation, depth: int) -> tuple[BodyBlock | Body, ...]:
        """Reads the regions of an operation, and forgets the values inside."""
        if "IsolatedFromAbove" in op.signature.definition.traits:
            contents = [_content(region, depth + 1) for region in op.regions]
            for content in contents:
                self._locations += content.locations
            return tuple([content.body for content in contents])
        blocks = []
        for region in op.regions:
            visible = len(self._numbers)
            blocks.append(self._block(region, depth + 1))
            while len(self._numbers) > visible:
                self._numbers.popitem()
        return tuple(blocks)

    def _define(self, value: Value) -> None:
        self._numbers[value] = self._count
        self._count += 1


def listed(root: Operation, first_ops: Callable[[Operation], list[Operation | None]]) -> list[Operation]:
    """Returns `root` and the operations inside it, outer before inner.

    `first_ops` returns the first operation of each block of an operation that is wanted, the last block first.
    """
    found = [root]
    pending = first_ops(root)
    while pending:
        op = pending.pop()
        while op is not None:
            found.append(op)
            if op.regions:
                pending.append(op.next)
                pending += first_ops(op)
                break
            op = op.next
    return found


def first_in_blocks(op: Operation, enters: Callable[[Body], object]) -> list[Operation | None]:
    """Returns the first operation of each block of `op`, but of copied regions only what `enters` is true for."""
    regions = op.regions
    if len(regions) == 1:
        if type(region := regions[0]) is CopiedRegion and not enters(region.content.body):
            return []
        if len(region.blocks) == 1:
            return [region.blocks[0].first]
    return [block.first for region in reversed(regions) for block in reversed(region.blocks)]
