"""The cases of `cf.switch`."""

from __future__ import annotations

from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import I32, DenseArrayAttr, DenseElementsAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import IntegerType, VectorType
from sdyopt.mlir.declare.segments import successor_operands
from sdyopt.mlir.formats.follow_ups import Unclosed
from sdyopt.mlir.formats.messages import missing, refused
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.state import FormatError, OperationState, ValueUse
from sdyopt.mlir.formats.syntax import Directive
from sdyopt.mlir.formats.writer import Writer
from sdyopt.mlir.literals.attributes import dense_elements, elements_of

_LARGEST = (1 << 64) - 1
"""The largest value that is printed; larger ones are printed as this one."""


class _Target(NamedTuple):
    """A block, and the operands that it gets."""

    block: ValueUse
    operands: list[ValueUse]
    types: list[Type]


class _Cases(NamedTuple):
    """The cases, the default first, whose value is 0, and where they begin."""

    targets: list[tuple[int, _Target]]
    offset: int


class SwitchOpCases(Directive):
    """`default: ^bb1, 5: ^bb2(%a : i32)`."""

    symbol = "switch_cases"
    grammar = """
        switch_cases: switch_default ("," switch_case)*
        switch_default: "default" ":" switch_target
        switch_case: number64 ":" switch_target
        switch_target: successor ["(" some_value_uses ":" some_types ")"]
    """
    messages = {
        " switch_cases": refused("expected 'default'"),
        " switch_target": missing("expected block name"),
        "switch_target some_value_uses": missing("expected ':'"),
        "custom_op ']'": missing("expected ']'"),
    }
    follow_ups = {"custom_op integer32_list": Unclosed("]")}

    @staticmethod
    def switch_target(
        context: ParseContext, block: ValueUse, operands: list[ValueUse] | None, types: list[Type] | None
    ) -> _Target:
        return _Target(block, operands or [], types or [])

    @staticmethod
    def switch_default(context: ParseContext, target: _Target) -> tuple[int, _Target]:
        return 0, target

    @staticmethod
    def switch_case(context: ParseContext, value: int, target: _Target) -> tuple[int, _Target]:
        return value, target

    @staticmethod
    def switch_cases(context: ParseContext, *targets: tuple[int, _Target]) -> _Cases:
        return _Cases(list(targets), context.start)

    @classmethod
    def read(cls, value: _Cases, state: OperationState, values: str, segments: str) -> None:
        (_, default), *cases = value.targets
        targets = [target for _, target in cases]
        for name, group in (("defaultOperands", [default]), ("caseOperands", targets)):
            uses = [use for target in group for use in target.operands]
            types = [type for target in group for type in target.types]
            if len(uses) != len(types):
                message = f"number of operands and types do not match: got {len(uses)} operands and {len(types)} types"
                raise FormatError(message, value.offset)
            state.uses[name], state.types[name] = uses, types
        state.successors += [default.block, *[target.block for target in targets]]
        state.properties[segments] = DenseArrayAttr(I32, tuple([len(target.operands) for target in targets]))
        (flag,) = state.types["flag"]
        if cases and isinstance(flag, IntegerType):
            numbers = ", ".join([str(_wrapped(number, flag)) for number, _ in cases])
            state.properties[values] = dense_elements(f"[{numbers}]", VectorType((len(cases),), flag))

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
