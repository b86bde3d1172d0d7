"""Directives for operands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.segments import operand_range
from sdyopt.mlir.formats.directive import Directive
from sdyopt.mlir.formats.state import OperationState
from sdyopt.mlir.formats.writer import Writer

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


class VariadicOperandWithAttribute(Directive):
    """Operands with a comma after each, before the keyword of an attribute."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str]) -> None:
        uses = state.uses[names[0]] = []
        while parser.kind == "VALUE":
            uses.append(parser.parse_operand())
            parser.parse_token(",", "expected ','")

    @classmethod
    def write(cls, writer: Writer, op: Operation, name: str) -> None:
        definition = op.definition
        assert isinstance(definition, OpDef)
        index = [operand.name for operand in definition.operands].index(name)
        writer.operands(*operand_range(op, definition, index))
        writer.text(",")
