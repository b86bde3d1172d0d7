"""The directive for the body of a manual computation."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.ir.attribute import Type
from sdyopt.ir.bodies import CopiedRegion
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.mlir.formats.messages import missing
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.state import EntryArgument, OperationState
from sdyopt.mlir.formats.syntax import Directive
from sdyopt.mlir.formats.writer import Writer


class SingleBlockRegionNoBlockId(Directive):
    """The region of a single block, with the arguments before the brace in place of a label."""

    symbol = "body_with_arguments"
    grammar = """
        body_with_arguments: entry_arguments region
    """
    messages = {
        " body_with_arguments": missing("expected '(' in argument list"),
        "entry_arguments ')'": missing("expected ')' in argument list"),
    }

    @staticmethod
    def body_with_arguments(context: ParseContext, arguments: list[EntryArgument], body: Region) -> Region:
        return body

    @classmethod
    def read(cls, value: Region, state: OperationState, name: str) -> None:
        state.regions.append(value)

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
