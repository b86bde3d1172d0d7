"""Loops: `stablehlo.while(%i = %x) : type cond {…} do {…}`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import Operation
from sdyopt.mlir.formats.directive import Directive
from sdyopt.mlir.formats.state import EntryArgument, OperationState, ValueUse
from sdyopt.mlir.formats.writer import Writer

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


class WhileOp(Directive):
    """A loop. The arguments, which both regions have, stand before these."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        at = parser.start
        arguments: list[ValueUse] = []
        parser.parse_token("(", "expected '('")
        while not parser.consume_if(")"):
            arguments.append(parser.parse_operand(numbered=False))
            parser.parse_token("=", "expected '='")
            state.operands.append(parser.parse_operand())
            if parser.consume_if(")"):
                break
            parser.parse_token(",", "expected ','")
        types: list[Type] = []
        if arguments:
            # The values that the arguments are at first are looked up before anything else is read.
            parser.parse_token(":", "expected ':'")
            types = parser.parse_types()
            parser.resolve_all(state.operands, types, at)
        state.operand_types, state.result_types = types, types
        state.add_attributes(parser.parse_optional_dictionary("attributes"))
        entry = [EntryArgument(use.name, type, None, use.offset) for use, type in zip(arguments, types, strict=True)]
        for keyword in ("cond", "do"):
            parser.parse_keyword(keyword)
            state.regions.append(parser.parse_region(entry))

    @classmethod
    def write(cls, writer: Writer, op: Operation) -> None:
        writer.text("(")
        for index in range(len(op.operands)):
            writer.text(", " if index else "")
            writer.argument(1, index)  # named as those of region 0, but where all numbers are to be unique
            writer.text(" = ")
            writer.operand(index)
        writer.text(")")
        if op.operands:
            writer.text(" : ")
            writer.types(op.signature.operand_types)
        writer.attributes_without(op, keyword="attributes ")
        for index, keyword in enumerate(("cond", "do")):
            if index:
                writer.text(" ")
            else:
                writer.newline()
            writer.text(f"{keyword} ")
            writer.region(index, with_arguments=False)
