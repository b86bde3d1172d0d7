"""What is known of a line of which only the names differ from one that was seen: all but the values it uses."""

from __future__ import annotations

from sdyopt.ir.attribute import Location, Type
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import Value

MARK = "\0"
"""The placeholder of a value's name in a skeleton."""


class RegionTemplate(NamedTuple):
    """A region of one block that uses nothing from outside: the types of its arguments, then for each operation its
    signature and which of the block's values, counted from the first argument on, are its operands.
    """

    argument_types: tuple[Type, ...]
    operations: tuple[tuple[Signature, tuple[int, ...]], ...]

    def make(self, location: Location | int) -> Region:
        """A new such region; everything in it has this location."""
        region = Region()
        block = region.add_block()
        values: list[Value] = [block.add_argument(type, location) for type in self.argument_types]
        for signature, operands in self.operations:
            op = Operation(signature, [values[index] for index in operands], location)
            values += op.results
            block.append(op)
        return region


def region_template_of(region: Region, location: Location | int) -> RegionTemplate | None:
    """How to make `region` again, if a line only implies it: all in it then has the location of its operation."""
    if len(region.blocks) != 1:
        return None
    block = region.block
    numbers: dict[Value, int] = {argument: number for number, argument in enumerate(block.arguments)}
    if any(argument.location != location for argument in block.arguments):
        return None
    operations = []
    for op in block.ops:
        if op.regions or op.successors or op.location != location or not numbers.keys() >= set(op.operands):
            return None
        operations.append((op.signature, tuple([numbers[operand] for operand in op.operands])))
        for result in op.results:
            numbers[result] = len(numbers)
    return RegionTemplate(tuple([argument.type for argument in block.arguments]), tuple(operations))


class LineTemplate(NamedTuple):
    """What lines with one skeleton have in common. Slots count the names in a line from 0."""

    signature: Signature
    names: int
    """How many names the line has."""
    operands: tuple[int, ...]
    """The slots of the operands."""
    operand_types: tuple[Type, ...]
    result: int
    """The slot of the result's name; -1 if there is none."""
    pack: int
    """How many results that name stands for, if more than one: `%name:2`; else 0."""
    column: int
    """Where in the line the operation's name stands, counted from the end of the names before it."""
    location: Location | None
    """The location that the line gives by itself."""
    location_slot: int
    """The slot of the location's alias, or -1."""
    regions: tuple[RegionTemplate, ...]
    """How to make the regions that the line only implies."""

    def with_signature(self, signature: Signature) -> LineTemplate:
        """Returns the template of a line that is like this one, except for the signature of its operation."""
        return LineTemplate(signature, self.names, self.operands, signature.operand_types, *self[4:])
