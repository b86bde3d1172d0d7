"""Reductions: `stablehlo.reduce(%x init: %y) applies stablehlo.add across dimensions = [0] : …`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import I64, DenseArrayAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.types import RankedTensorType, UnrankedTensorType
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.parameters import INTEGERS
from sdyopt.mlir.formats.directive import Directive
from sdyopt.mlir.formats.elements import functional_type
from sdyopt.mlir.formats.state import EntryArgument, OperationState, ValueUse
from sdyopt.mlir.formats.writer import Writer
from sdyopt.mlir.write.attributes import text_of

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser

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
        parser.parse_keyword("across")
        parser.parse_keyword("dimensions")
        parser.parse_token("=", "expected '='")
        state.properties["dimensions"] = DenseArrayAttr(I64, parser.parse_integers())
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
            parser.parse_keyword("init")
            parser.parse_token(":", "expected ':'")
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
