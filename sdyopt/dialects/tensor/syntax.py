"""Lists of numbers and values: `[0, %a, 4]`."""

from __future__ import annotations

from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import I64, UNIT, DenseArrayAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import IndexType
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.segments import operand_range
from sdyopt.mlir.formats.follow_ups import AtOperation
from sdyopt.mlir.formats.messages import missing, refused
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.state import OperationState, ValueUse
from sdyopt.mlir.formats.syntax import Directive
from sdyopt.mlir.formats.writer import Writer

DYNAMIC_INDEX = -(1 << 63)
"""What stands for a value in the attribute that holds the numbers."""

_INDEX = IndexType()


class DynamicIndexList(Directive):
    """Numbers, which an attribute holds, and values, which are operands."""

    symbol = "dynamic_index_list"
    grammar = """
        unique_flag: "unique" -> flag
        nofold_flag: "nofold" -> flag
        dynamic_index_list: "[" (dynamic_index ("," dynamic_index)*)? "]"
        ?dynamic_index: value_use | number64 | "[" number64 "]" -> scalable_index
    """
    messages = {
        " dynamic_index_list": missing("expected '[' in dynamic index list"),
        " dynamic_index": refused("expected integer value"),
        "dynamic_index_list ']'": missing("expected ']' in dynamic index list"),
        "scalable_index ']'": missing("expected ']' in dynamic index list"),
    }
    follow_ups = {"custom_op dynamic_index_list": AtOperation("expected SSA value or integer")}

    @staticmethod
    def flag(context: ParseContext) -> Attribute:
        """The word for an attribute that is there or not."""
        return UNIT

    @staticmethod
    def scalable_index(context: ParseContext, number: int) -> int:
        """Brackets around a number mean nothing here."""
        return number

    @staticmethod
    def dynamic_index_list(context: ParseContext, *indices: ValueUse | int) -> list[ValueUse | int]:
        return list(indices)

    @classmethod
    def read(cls, value: list[ValueUse | int], state: OperationState, operands: str, numbers: str) -> None:
        uses = [index for index in value if isinstance(index, ValueUse)]
        state.uses[operands], state.types[operands] = uses, [_INDEX] * len(uses)
        static = tuple([DYNAMIC_INDEX if isinstance(index, ValueUse) else index for index in value])
        state.properties[numbers] = DenseArrayAttr(I64, static)

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
