"""Directives for operands."""

from __future__ import annotations

from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.segments import operand_range
from sdyopt.mlir.formats.state import OperationState, ValueUse
from sdyopt.mlir.formats.syntax import Directive, as_list
from sdyopt.mlir.formats.writer import Writer


class VariadicOperandWithAttribute(Directive):
    """Operands with a comma after each, before the keyword of an attribute."""

    symbol = "uses_with_commas"
    grammar = """
        uses_with_commas: (value_use ",")*
    """

    uses_with_commas = as_list

    @classmethod
    def read(cls, value: list[ValueUse], state: OperationState, name: str) -> None:
        state.uses[name] = value

    @classmethod
    def write(cls, writer: Writer, op: Operation, name: str) -> None:
        definition = op.definition
        assert isinstance(definition, OpDef)
        index = [operand.name for operand in definition.operands].index(name)
        writer.operands(*operand_range(op, definition, index))
        writer.text(",")
