"""The cases of `cf.switch`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdyopt.ir.attributes import I32, DenseArrayAttr, DenseElementsAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import IntegerType, VectorType
from sdyopt.mlir.declare.segments import successor_operands
from sdyopt.mlir.formats.directive import Directive
from sdyopt.mlir.formats.state import OperationState, ValueUse
from sdyopt.mlir.formats.writer import Writer
from sdyopt.mlir.literals.attributes import dense_elements, elements_of

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser

_LARGEST = (1 << 64) - 1
"""The largest value that is printed; larger ones are printed as this one."""


class SwitchOpCases(Directive):
    """`default: ^bb1, 5: ^bb2(%a : i32)`."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        values, segments = names
        for name in ("defaultOperands", "caseOperands"):
            state.uses[name], state.types[name], state.places[name] = [], [], parser.start
        numbers: list[int] = []
        counts: list[int] = []
        parser.parse_keyword("default")
        parser.parse_token(":", "expected ':'")
        cls._parse_target(parser, state, "defaultOperands")
        while parser.consume_if(","):
            numbers.append(parser.parse_integer())
            parser.parse_token(":", "expected ':'")
            counts.append(cls._parse_target(parser, state, "caseOperands"))
        state.properties[segments] = DenseArrayAttr(I32, tuple(counts))
        (flag,) = state.types["flag"]
        if numbers and isinstance(flag, IntegerType):
            literal = ", ".join([str(_wrapped(number, flag)) for number in numbers])
            state.properties[values] = dense_elements(f"[{literal}]", VectorType((len(numbers),), flag))

    @staticmethod
    def _parse_target(parser: Parser, state: OperationState, name: str) -> int:
        """Reads a block and the operands that it gets; returns how many these are."""
        state.successors.append(parser.parse_successor())
        uses: list[ValueUse] = []
        if parser.consume_if("("):
            uses = parser.parse_operand_list()
            parser.parse_token(":", "expected ':'")
            state.types[name] += parser.parse_types()
            parser.parse_token(")", "expected ')'")
        state.uses[name] += uses
        return len(uses)

    @classmethod
    def write(cls, writer: Writer, op: Operation, values: str, segments: str) -> None:
        given = op.properties.get(values)
        flag = op.signature.operand_types[0]
        assert isinstance(flag, IntegerType)
        numbers = elements_of(given) if isinstance(given, DenseElementsAttr) else []
        labels = ["default", *[str(min(int(number) % (1 << flag.width), _LARGEST)) for number in numbers]]
        groups = successor_operands(op)
        for index, label in enumerate(labels):
            writer.text("," if index else "")
            writer.newline()
            writer.text(f"  {label}: ")
            writer.successors(index, index + 1)
            start, stop = groups[index]
            if stop > start:
                writer.text("(")
                writer.operands(start, stop)
                writer.text(" : ")
                writer.types(op.signature.operand_types[start:stop])
                writer.text(")")
        if numbers:
            writer.newline()


def _wrapped(number: int, type: IntegerType) -> int:
    """The value that an integer of `type` has that holds the last bits of `number`."""
    bits = number % (1 << type.width)
    is_negative = type.signedness != "u" and type.width > 1 and bits >> (type.width - 1)
    return bits - (1 << type.width) if is_negative else bits
