"""Reductions: `stablehlo.reduce(%x init: %y) applies stablehlo.add across dimensions = [0] : …`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdyopt.dialects.stablehlo.attributes import FutureType
from sdyopt.ir.attribute import Type, checked
from sdyopt.ir.attributes import ComplexType, FunctionType, RankedTensorType, TupleType, UnrankedTensorType, i64_array
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import OpDefinition
from sdyopt.mlir.declare.attr_kinds import ELEMENTS
from sdyopt.mlir.declare.constraints import held, operand_range
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.parameters import INTEGERS, TYPE, AttributeDef, list_of
from sdyopt.mlir.formats.elements import functional_type
from sdyopt.mlir.formats.state import Directive, EntryArgument, OperationState, ValueUse, Writer, wrong_count
from sdyopt.mlir.read.tokens import Failed
from sdyopt.mlir.write.attributes import text_of

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


# Loops: `stablehlo.while(%i = %x) : type cond {…} do {…}`.


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


# Directives for operands.


class VariadicOperandWithAttribute(Directive):
    """Operands with a comma after each, before the keyword of an attribute."""

    sees_types = False

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str]) -> None:
        uses = state.uses[names[0]] = []
        while parser.kind == "VALUE":
            uses.append(parser.parse_operand())
            parser.parse_token(",", "expected ','")

    @classmethod
    def write(cls, writer: Writer, op: Operation, name: str) -> None:
        definition = checked(OpDef, op.definition)
        index = [operand.name for operand in definition.operands].index(name)
        writer.operands(*operand_range(op, definition, index))
        writer.text(",")


RETURN = "stablehlo.return"


class ReduceOp(Directive):
    """A reduction by one operation, which `applies` names, or by a region."""

    ends_in_types = True

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        """A reduction's location is not where its name stands, but where its first parenthesis does."""
        at = state.offset = parser.start
        inits: list[ValueUse] = []
        cls._parse_pair(parser, state.operands, inits)
        while parser.consume_if(","):
            cls._parse_pair(parser, state.operands, inits)
        state.operands += inits
        applied = cls._parse_reducer_name(parser, at) if parser.consume_if("applies") else ""
        parser.parse_literals("across", "dimensions", "=")
        state.properties["dimensions"] = i64_array(parser.parse_integers())
        state.add_attributes(parser.parse_optional_dictionary())
        parser.parse_token(":", "expected ':'")
        type = parser.parse_function_type()
        state.operand_types, state.result_types = list(type.inputs), list(type.results)
        if not applied:
            parser.parse_keyword("reducer")
        parser.resolve_all(state.operands, state.operand_types, at)
        if applied:
            input = state.operand_types[0] if state.operand_types else None
            state.regions.append(_applied_region(parser, applied, input, at))
        else:
            state.regions.append(parser.parse_region(cls._parse_arguments(parser)))

    @staticmethod
    def _parse_pair(parser: Parser, inputs: list[ValueUse], inits: list[ValueUse]) -> None:
        """Reads `(%input init: %value)`, if it is there."""
        if parser.consume_if("("):
            inputs.append(parser.parse_operand())
            parser.parse_literals("init", ":")
            inits.append(parser.parse_operand())
            parser.parse_token(")", "expected ')'")

    @staticmethod
    def _parse_reducer_name(parser: Parser, at: int) -> str:
        name = parser.token
        if parser.kind != "WORD":
            raise parser.error_here("expected bare identifier or keyword")
        parser.consume()
        if not _is_reducer(parser.registry.operation(name)):
            raise parser.say(
                "expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, "
                "producing single result",
                at,
            )
        return name

    @staticmethod
    def _parse_arguments(parser: Parser) -> list[EntryArgument]:
        """Reads `(%a: type, %b: type)` for each result; all first arguments come before all second ones."""
        first, second = [], []
        while parser.consume_if("("):
            first.append(parser.parse_argument(with_attributes=False))
            parser.parse_token(",", "expected ','")
            second.append(parser.parse_argument(with_attributes=False))
            parser.parse_token(")", "expected ')'")
        return first + second

    @classmethod
    def write(cls, writer: Writer, op: Operation) -> None:
        count = len(op.operands) // 2
        writer.text("(")
        for index in range(count):
            writer.text(", (" if index else "")
            writer.operand(index)
            writer.text(" init: ")
            writer.operand(count + index)
            writer.text(")")
        if not count:
            writer.text(")")
        applied = _applied_operation(op)
        if applied is not None:
            writer.text(f" applies {applied.name}")
        dimensions: Any = op.properties["dimensions"]
        writer.text(f" across dimensions = {INTEGERS.text(dimensions.values)}")
        writer.attributes_without(op, "dimensions")
        writer.text(f" : {functional_type(op)}")
        if applied is None:
            _write_reducer(writer, op)


def _is_reducer(definition: OpDefinition | None) -> bool:
    """Returns whether `applies` may stand before the name of this operation."""
    return (
        isinstance(definition, OpDef)
        and definition.dialect == "stablehlo"
        and "Commutative" in definition.traits
        and len(definition.operands) == 2
    )


def _applied_region(parser: Parser, name: str, input: Type | None, location: int) -> Region:
    """Returns the region that `applies` stands for: one operation on two scalars, and the return of its result."""
    if not isinstance(input, (RankedTensorType, UnrankedTensorType)):
        raise parser.say("expected tensors to reduce", location)
    scalar = RankedTensorType((), input.element_type)
    block = Block()
    arguments = [block.add_argument(scalar, location) for _ in range(2)]
    operations = parser.registry.operations
    inner = Operation.create(operations[name], arguments, [scalar], location=location)
    block.append(inner)
    block.append(Operation.create(operations[RETURN], inner.results, location=location))
    return Region([block])


def _applied_operation(op: Operation) -> OpDefinition | None:
    """Returns the operation to write after `applies`, if the region is one that this can stand for."""
    (block, *others) = op.regions[0].blocks or [Block()]
    first, last = block.first, block.last
    if others or len(block.arguments) != 2 or first is None or last is None or first.next is not last:
        return None
    (scalar, other) = [argument.type for argument in block.arguments]
    input: Any = op.signature.operand_types[0] if op.operands else None
    fits = (
        _is_reducer(first.definition)
        and last.name == RETURN
        and first.operands == block.arguments
        and last.operands == list(first.results)
        and isinstance(scalar, RankedTensorType)
        and not scalar.shape
        and scalar is other
        and first.result.type is scalar
        and getattr(input, "element_type", None) is scalar.element_type
    )
    return first.definition if fits else None


def _write_reducer(writer: Writer, op: Operation) -> None:
    arguments = op.regions[0].blocks[0].arguments
    writer.newline()
    writer.text(" reducer")
    count = len(arguments) // 2
    for index in range(count):
        writer.text("(")
        for position in (index, count + index):
            if position != index:
                writer.text(", ")
            writer.argument(0, position)
            writer.text(f": {text_of(arguments[position].type)}")
            writer.argument_location(0, position)
        writer.text(") ")
    writer.text(" ")
    writer.region(0, with_arguments=False)


# Directives for types: one type for all values where that says it all, else a functional type.

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
        if isinstance(type := parser.parse_type(), FunctionType):
            _set_functional(parser, type, at, state, state.operands)
            return
        if (part := real_type(type)) is None:
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
        if not isinstance(type := parser.parse_type(), TupleType):
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
            parser.parse_literals("(", ")")
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


# How constants are written that have a format of their own: `{attributes} dense<…> : type`, the type the result's.


class Constant(Directive):
    """A constant, from its attributes to its type."""

    is_constant = True

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        state.operand_types = []
        if parser.consume_if("("):
            cls._parse_in_parentheses(parser, state)
            return
        state.attributes = parser.parse_optional_dictionary()
        value: Any = parser.parse_attribute_of_kind(ELEMENTS.accepts)
        if "value" in state.attributes:
            state.duplicate = "value"
        state.properties["value"] = value
        state.result_types = [value.type]

    @classmethod
    def _parse_in_parentheses(cls, parser: Parser, state: OperationState) -> None:
        """Reads `) <{value = …}> {attributes} : () -> type`; an attribute of another kind is as if it was not there."""
        definition: Any = state.definition
        parser.parse_token(")", "expected ')'")
        if parser.consume_if("<"):
            state.given = parser.parse_attribute()
            parser.parse_token(">", "expected '>'")
        attributes = parser.parse_optional_dictionary()
        for token in (":", "(", ")", "->"):
            parser.parse_token(token, f"expected '{token}'")
        state.result_types = [parser.parse_type()]
        state.properties = held(definition, attributes)
        state.attributes = {name: attributes[name] for name in attributes if name not in definition.inherent_names}

    @classmethod
    def write(cls, writer: Writer, op: Operation) -> None:
        value: Any = op.properties["value"]
        is_short = value.type == op.results[0].type
        writer.text(" " if is_short else f"() <{text_of(op.properties)}> ")
        if op.attributes.entries:
            writer.text(f"{text_of(op.attributes)} ")
        writer.text(text_of(value) if is_short else f": {functional_type(op)}")
