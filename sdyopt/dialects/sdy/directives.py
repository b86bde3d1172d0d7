"""The parts of the formats of SDY's operations that have a syntax of their own."""

from __future__ import annotations

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
    blocks = op.regions[0].blocks
    for index, argument in enumerate(blocks[0].arguments if blocks else ()):
        if index:
            writer.text(", ")
        writer.argument(0, index)
        writer.text(": ")
        writer.type(argument.type)
        writer.argument_location(0, index)
    writer.text(") ")
    writer.region(0, with_arguments=False)


DIRECTIVES["SingleBlockRegionNoBlockId"] = Directive("body_with_arguments", read_body, write_body)
