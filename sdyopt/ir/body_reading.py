"""The content of regions of isolated operations, as values; see `sdyopt.ir.bodies`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from sdyopt.ir.attribute import Location
from sdyopt.ir.bodies import Body, BodyBlock, BodyOp, Content, CopiedRegion, UseOrder, fill
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.value import Use, Value

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
            present = list(value._uses)
            if present != uses:
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
                number = numbers.get(operand, -1)
                if number < 0:
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
