"""The formats that are arith's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdyopt.ir.operation import Operation
from sdyopt.ir.types import IntegerType
from sdyopt.mlir.formats.directive import Directive
from sdyopt.mlir.formats.state import OperationState
from sdyopt.mlir.formats.writer import Writer

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


class Select(Directive):
    """`arith.select %condition, %true_value, %false_value : tensor<4xi1>, tensor<4xf32>`; `i1` is left out."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        at = parser.start
        if parser.kind != "VALUE":
            if parser.token in ("(", "["):
                raise parser.error_here("unexpected delimiter")
            raise parser.wrong_token("expected operand")
        state.operands = parser.parse_operand_list()
        if len(state.operands) != 3:
            raise parser.say("expected 3 operands", at)
        state.add_attributes(parser.parse_optional_dictionary())
        parser.parse_token(":", "expected ':'")
        first = parser.parse_type()
        condition, type = (first, parser.parse_type()) if parser.consume_if(",") else (IntegerType(1), first)
        state.operand_types = [condition, type, type]
        state.result_types = [type]

    @classmethod
    def write(cls, writer: Writer, op: Operation) -> None:
        condition, type, _ = op.signature.operand_types
        writer.operands(0, 3)
        writer.attributes_without(op)
        writer.text(" : ")
        writer.types([type] if condition is IntegerType(1) else [condition, type])
