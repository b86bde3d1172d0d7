"""Lists of numbers and values: `[0, %a, 4]`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdyopt.ir.attributes import I64, DenseArrayAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import IndexType
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.segments import operand_range
from sdyopt.mlir.formats.directive import Directive
from sdyopt.mlir.formats.state import OperationState, ValueUse
from sdyopt.mlir.formats.writer import Writer
from sdyopt.mlir.read.tokens import Failed

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser

DYNAMIC_INDEX = -(1 << 63)
"""The placeholder of a value in the attribute that holds the numbers."""

_INDEX = IndexType()


class DynamicIndexList(Directive):
    """Numbers, which an attribute holds, and values, which are operands."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        operands, numbers = names
        uses: list[ValueUse] = []
        static: list[int] = []
        try:
            parser.parse_list("[", "]", " in dynamic index list", lambda: cls._parse_index(parser, uses, static))
        except Failed:
            raise parser.say("expected SSA value or integer", state.offset) from None
        state.uses[operands], state.types[operands] = uses, [_INDEX] * len(uses)
        state.properties[numbers] = DenseArrayAttr(I64, tuple(static))

    @staticmethod
    def _parse_index(parser: Parser, uses: list[ValueUse], static: list[int]) -> None:
        """Reads a value or a number; brackets around a number mean nothing here, and no message misses the second."""
        if parser.kind == "VALUE":
            uses.append(parser.parse_operand())
            static.append(DYNAMIC_INDEX)
            return
        is_scalable = parser.consume_if("[")
        static.append(parser.parse_integer())
        if is_scalable and not parser.consume_if("]"):
            raise Failed

    @classmethod
    def write(cls, writer: Writer, op: Operation, operands: str, numbers: str) -> None:
        definition = op.definition
        given = op.properties[numbers]
        assert isinstance(definition, OpDef) and isinstance(given, DenseArrayAttr)
        start, stop = operand_range(op, definition, [operand.name for operand in definition.operands].index(operands))
        writer.text("[")
        for position, number in enumerate(given.values):
            writer.text(", " if position else "")
            if number == DYNAMIC_INDEX and start < stop:
                writer.operand(start)
                start += 1
            else:
                writer.text("<<NULL VALUE>>" if number == DYNAMIC_INDEX else str(number))
        writer.text("]")
