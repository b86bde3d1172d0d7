"""Directives for types: one type for all values where that says it all, else a functional type."""

from __future__ import annotations

from sdyopt.dialects.stablehlo.types import FutureType
from sdyopt.ir.attribute import Type
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import ComplexType, FunctionType, RankedTensorType, TupleType, UnrankedTensorType
from sdyopt.mlir.diagnostics import ParseError
from sdyopt.mlir.formats.elements import functional_type
from sdyopt.mlir.formats.follow_ups import AtStart, unread_parameter
from sdyopt.mlir.formats.messages import missing
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.state import OperationState, ValueUse
from sdyopt.mlir.formats.syntax import Directive, Syntax, always, as_list
from sdyopt.mlir.formats.writer import Writer
from sdyopt.mlir.write.attributes import text_of


class TypeAt(NamedTuple):
    """A type, and where it stands."""

    type: Type
    offset: int


class TypesAt(NamedTuple):
    """Types, and where the first of them stands."""

    types: list[Type]
    offset: int


class PlacedTypes(Syntax):
    """Types with their places."""

    grammar = """
        type_at: type
        types_at: type ("," type)*
    """

    @staticmethod
    def type_at(context: ParseContext, type: Type) -> TypeAt:
        return TypeAt(type, context.start)

    @staticmethod
    def types_at(context: ParseContext, *types: Type) -> TypesAt:
        return TypesAt(list(types), context.start)


class TypeBodies(Syntax):
    """The bodies of types."""

    grammar = """
        empty_body: ("<" ">")?
        future_body: "<" type ("," type)* ">"
    """
    follow_ups = {"future_body type": unread_parameter("StableHLO_Future", "types", "::llvm::ArrayRef<::mlir::Type>")}

    empty_body = always(None)

    @staticmethod
    def future_body(context: ParseContext, *types: Type) -> TypesAt:
        return TypesAt(list(types), context.start)


def future(body: TypesAt) -> Type:
    """Returns the future of the types between the brackets."""
    try:
        return FutureType(tuple(body.types))
    except ValueError as error:
        raise ParseError(str(error), body.offset) from None


def _set_functional(type: FunctionType, offset: int, state: OperationState, operands: list[ValueUse]) -> None:
    if len(type.inputs) != len(operands):
        raise state.error(f"{len(operands)} operands present, but expected {len(type.inputs)}", offset)
    if len(type.results) != 1:
        raise state.error("expected single output", offset)
    state.operands, state.operand_types = operands, list(type.inputs)
    state.result_types = list(type.results)


class SameOperandsAndResultType(Directive):
    """The names are those of the operands, then that of the result."""

    symbol = "type_at"

    @classmethod
    def read(cls, value: TypeAt, state: OperationState, *names: str) -> None:
        operands = [use for name in names[:-1] for use in state.uses.get(name, ())]
        type, offset = value
        if isinstance(type, FunctionType):
            _set_functional(type, offset, state, operands)
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

    symbol = "type_at"

    @classmethod
    def read(cls, value: TypeAt, state: OperationState, *names: str) -> None:
        type, offset = value
        if isinstance(type, FunctionType):
            _set_functional(type, offset, state, state.operands)
            return
        part = real_type(type)
        if part is None:
            raise state.error("expected tensor with complex element type", offset)
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

    symbol = "types_at"

    @classmethod
    def read(cls, value: TypesAt, state: OperationState, *names: str) -> None:
        types, offset = value
        uses = state.operands
        if len(types) == 1 and isinstance(types[0], FunctionType):
            inputs, results = types[0].inputs, types[0].results
            if len(inputs) != 3:
                raise state.error(f"3 operands present, but expected {len(inputs)}", offset)
            if len(results) != 1:
                raise state.error("expected single output", offset)
            state.operand_types, state.result_types = list(inputs), list(results)
        elif len(types) == 2:
            condition, other = types
            state.operand_types, state.result_types = [condition, other, other], [other]
        else:
            raise state.error("expected functional type or list of two types", offset)
        if len(uses) != 3:
            raise state.wrong_count(uses, 3, uses[0].offset if uses else offset)

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

    symbol = "type_at"

    @classmethod
    def read(cls, value: TypeAt, state: OperationState, operands: str, result: str) -> None:
        uses = state.uses.get(operands, [])
        type, offset = value
        if not isinstance(type, TupleType):
            raise state.error("expected tuple type", offset)
        if len(uses) != len(type.types):
            raise state.wrong_count(uses, len(type.types), uses[0].offset if uses else offset)
        state.types[operands], state.types[result] = list(type.types), [type]

    @classmethod
    def write(cls, writer: Writer, op: Operation, operands: str, result: str) -> None:
        writer.types(op.signature.result_types)


class PairwiseOp(Directive):
    """Operands and their types, which are also those of the results; `()` if there are none."""

    symbol = "barrier_operands"
    grammar = """
        barrier_operands: "(" ")"
                        | _barrier_uses ":" types_at
        _barrier_uses: value_use ("," value_use)*
    """
    messages = {" barrier_operands": missing("expected '('")}
    follow_ups = {"barrier_operands types_at": AtStart("expected type list")}

    barrier_operands = as_list

    @classmethod
    def read(cls, value: list[ValueUse | TypesAt], state: OperationState, operand: str, result: str) -> None:
        uses = [part for part in value if isinstance(part, ValueUse)]
        types = [type for part in value if isinstance(part, TypesAt) for type in part.types]
        if len(uses) != len(types):
            raise state.wrong_count(uses, len(types), uses[0].offset)
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
