"""The directive for the body of a manual computation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sdyopt.ir.attribute import Type
from sdyopt.ir.bodies import CopiedRegion
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.mlir.formats.directive import Directive
from sdyopt.mlir.formats.state import OperationState
from sdyopt.mlir.formats.writer import Writer

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


class SingleBlockRegionNoBlockId(Directive):
    """The region of a single block, with the arguments before the brace in place of a label."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str]) -> None:
        arguments = parser.parse_arguments(" in argument list", parser.parse_argument)
        state.regions.append(parser.parse_region(arguments))

    @classmethod
    def write(cls, writer: Writer, op: Operation, name: str) -> None:
        writer.text("(")
        for index, type in enumerate(_argument_types(op.regions[0])):
            if index:
                writer.text(", ")
            writer.argument(0, index)
            writer.text(": ")
            writer.type(type)
            writer.argument_location(0, index)
        writer.text(") ")
        writer.region(0, with_arguments=False)


def _argument_types(region: Region) -> Sequence[Type]:
    if type(region) is CopiedRegion:
        return region.content.body.block.arguments
    return [argument.type for argument in region.blocks[0].arguments] if region.blocks else ()
