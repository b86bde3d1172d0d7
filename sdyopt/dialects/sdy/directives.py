"""The parts of the formats of SDY's operations that have a syntax of their own."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.ir.attribute import Type
from sdyopt.ir.bodies import CopiedRegion
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ods.format import DIRECTIVES, Directive
from sdyopt.ods.state import OperationState
from sdyopt.ods.writer import Writer


def read_body(body: Region, state: OperationState, name: str) -> None:
    state.regions.append(body)


def write_body(writer: Writer, op: Operation, name: str) -> None:
    """The region of a single block, with the arguments before the brace in place of a label."""
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


DIRECTIVES["SingleBlockRegionNoBlockId"] = Directive("body_with_arguments", read_body, write_body)
