"""Directives for types: one type for all values where that says it all, else a functional type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdyopt.dialects.stablehlo.types import FutureType
from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import ComplexType, FunctionType, RankedTensorType, TupleType, UnrankedTensorType
from sdyopt.mlir.declare.parameters import TYPE, AttributeDef, list_of
from sdyopt.mlir.formats.directive import Directive
from sdyopt.mlir.formats.elements import functional_type
from sdyopt.mlir.formats.state import OperationState, ValueUse, wrong_count
from sdyopt.mlir.formats.writer import Writer
from sdyopt.mlir.read.tokens import Failed
from sdyopt.mlir.write.attributes import text_of

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


FUTURE = AttributeDef(
    FutureType, "future", {"types": list_of(TYPE, "::llvm::ArrayRef<::mlir::Type>")}, title="StableHLO_Future"
)


def _set_functional(
    parser: Parser, type: FunctionType, at: int, state: OperationState, operands: list[ValueUse]
) -> None:
    if len(type.inputs) != len(operands):
        raise parser.say(f"{len(operands)} operands present, but expected {len(type.inputs)}", at)
    if len(type.results) != 1:
        raise parser.say("expected single output", at)
    state.operands, state.operand_types = operands, list(type.inputs)
    state.result_types = list(type.results)


class SameOperandsAndResultType(Directive):
    """The names are those of the operands, then that of the result."""

    ends_in_types = True

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        at = parser.start
        type = parser.parse_type()
        operands = [use for name in names[:-1] for use in state.uses.get(name, ())]
        if isinstance(type, FunctionType):
            _set_functional(parser, type, at, state, operands)
            return
        state.operands, state.operand_types = operands, [type] * len(operands)
        state.result_types = [type]

    @classmethod
    def write(cls, writer: Writer, op: Operation, *names: str) -> None:
        signature = op.signature
        (result,) = signature.result_types
        writer.text(text_of(result) if all(t is result for t in signature.operand_types) else functional_type(op))


class ComplexOpType(Directive):
    """The type of the result, a tensor of complex numbers, of whose parts the operands are."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        at = parser.start
        type = parser.parse_type()
        if isinstance(type, FunctionType):
            _set_functional(parser, type, at, state, state.operands)
            return
        part = real_type(type)
        if part is None:
            raise parser.say("expected tensor with complex element type", at)
        state.operand_types = [part] * len(names[:-1])
        state.result_types = [type]

    @classmethod
    def write(cls, writer: Writer, op: Operation, *names: str) -> None:
        signature = op.signature
        (result,) = signature.result_types
        part = real_type(result)
        writer.text(text_of(result) if all(t is part for t in signature.operand_types) else functional_type(op))


def real_type(type: Type) -> Type | None:
    """Returns the tensor of the parts of a tensor of complex numbers, None if it is no such tensor."""
    if isinstance(type, (RankedTensorType, UnrankedTensorType)) and isinstance(type.element_type, ComplexType):
        part: Type = type.replace(element_type=type.element_type.element_type)
        return part
    return None


class SelectOpType(Directive):
    """The type of the condition, and that of the other operands and the result."""

    ends_in_types = True

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        at = parser.start
        types = parser.parse_types()
        uses = state.operands
        if len(types) == 1 and isinstance(types[0], FunctionType):
            inputs, results = types[0].inputs, types[0].results
            if len(inputs) != 3:
                raise parser.say(f"3 operands present, but expected {len(inputs)}", at)
            if len(results) != 1:
                raise parser.say("expected single output", at)
            state.operand_types, state.result_types = list(inputs), list(results)
        elif len(types) == 2:
            condition, other = types
            state.operand_types, state.result_types = [condition, other, other], [other]
        else:
            raise parser.say("expected functional type or list of two types", at)
        if len(uses) != 3:
            raise parser.say(wrong_count(len(uses), 3), uses[0].offset if uses else at)

    @classmethod
    def write(cls, writer: Writer, op: Operation, *names: str) -> None:
        condition, *others = op.signature.operand_types
        (result,) = op.signature.result_types
        if all(type is result for type in others):
            writer.text(f"{text_of(condition)}, {text_of(result)}")
        else:
            writer.text(functional_type(op))


class TupleOpType(Directive):
    """The type of the result, a tuple of the types of the operands."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        operands, result = names
        at = parser.start
        type = parser.parse_type()
        if not isinstance(type, TupleType):
            raise parser.say("expected tuple type", at)
        state.types[operands], state.types[result] = list(type.types), [type]

    @classmethod
    def write(cls, writer: Writer, op: Operation, operands: str, result: str) -> None:
        writer.types(op.signature.result_types)


class PairwiseOp(Directive):
    """Operands and their types, which are also those of the results; `()` if there are none."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        uses = parser.parse_operand_list()
        types: list[Type] = []
        if not uses:
            parser.parse_token("(", "expected '('")
            parser.parse_token(")", "expected ')'")
        else:
            parser.parse_token(":", "expected ':'")
            at = parser.start
            try:
                types = parser.parse_types()
            except Failed:
                raise parser.say("expected type list", at) from None
            if len(uses) != len(types):
                raise parser.say(wrong_count(len(uses), len(types)), uses[0].offset)
        state.operands, state.operand_types, state.result_types = uses, types, list(types)

    @classmethod
    def write(cls, writer: Writer, op: Operation, operand: str, result: str) -> None:
        if not op.operands:
            writer.text("()")
            return
        writer.text(" ")
        writer.operands(0, len(op.operands))
        writer.text(" : ")
        writer.types(op.signature.operand_types)
