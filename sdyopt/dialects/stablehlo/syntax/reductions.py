"""Reductions: `stablehlo.reduce(%x init: %y) applies stablehlo.add across dimensions = [0] : …`."""

from __future__ import annotations

from typing import Any

from sdyopt.dialects.stablehlo.attributes import Dimensions
from sdyopt.dialects.stablehlo.printing import integers
from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import I64, DenseArrayAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.types import RankedTensorType, UnrankedTensorType
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.formats.elements import functional_type
from sdyopt.mlir.formats.messages import wrong
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.state import EntryArgument, OperationState, ValueUse
from sdyopt.mlir.formats.syntax import Directive, as_tuple, made
from sdyopt.mlir.formats.writer import Writer
from sdyopt.mlir.write.attributes import text_of

RETURN = "stablehlo.return"


class _Operand(NamedTuple):
    """One input and its initial value."""

    input: ValueUse
    init: ValueUse


class _Head(NamedTuple):
    """What the text of a reduction gives up to its types; `applied` is the name after `applies`."""

    operands: list[ValueUse]
    applied: str | None
    dimensions: Dimensions
    attributes: dict[str, Attribute]
    types: tuple[list[Type], list[Type]]
    offset: int


class ReduceOp(Directive):
    """A reduction by one operation, which `applies` names, or by a region."""

    symbol = "reduce_op"
    grammar = """
        reduce_op: reduce_head [reducer]
        reduce_head: _reduce_operands ["applies" reducer_name] "across" "dimensions" "=" integer_list attr_dict ":" \
            function_type
        _reduce_operands: (reduce_operand ("," reduce_operand)*)?
        reducer_name: WORD
        reduce_operand: "(" value_use "init" ":" value_use ")"
        reducer: reducer_arguments region
        reducer_arguments: reducer_keyword reducer_argument*
        reducer_keyword: "reducer"
        reducer_argument: "(" region_argument "," region_argument ")"
    """
    messages = {
        " reducer_name": wrong("expected bare identifier or keyword"),
    }

    reduce_operand = made(_Operand)
    reducer_argument = as_tuple

    @staticmethod
    def reducer_name(context: ParseContext, name: str) -> str:
        if not _is_reducer(context.registry.operation(name)):
            message = (
                "expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, "
                "producing single result"
            )
            raise context.error(message, context.format_start)
        return name

    @staticmethod
    def reducer_keyword(context: ParseContext) -> None:
        """The operands are looked up before the reducer is read."""
        _resolve(context, context.innermost(_Head))

    @staticmethod
    def reducer_arguments(context: ParseContext, keyword: None, *pairs: tuple[EntryArgument, EntryArgument]) -> None:
        """All first arguments come before all second ones."""
        context.entry_arguments = [pair[0] for pair in pairs] + [pair[1] for pair in pairs]

    @staticmethod
    def reducer(context: ParseContext, arguments: None, region: Region) -> Region:
        return region

    @staticmethod
    def reduce_head(context: ParseContext, *parts: Any) -> _Head:
        *pairs, applied, dimensions, attributes, types = parts
        operands = [pair.input for pair in pairs] + [pair.init for pair in pairs]
        return _Head(operands, applied, dimensions, attributes, types, context.start)

    @staticmethod
    def reduce_op(context: ParseContext, head: _Head, region: Region | None) -> tuple[_Head, Region]:
        if head.applied is not None:
            _resolve(context, head)
            inputs = head.types[0]
            region = _applied_region(context, head.applied, inputs[0] if inputs else None, head.offset)
        if region is None:
            raise context.error("expected 'reducer'", context.next_token)
        return head, region

    @classmethod
    def read(cls, value: tuple[_Head, Region], state: OperationState) -> None:
        """A reduction's location is not where its name stands, but where its first parenthesis does."""
        head, region = value
        state.operands = head.operands
        state.operand_types, state.result_types = head.types
        state.properties["dimensions"] = DenseArrayAttr(I64, head.dimensions)
        state.add_attributes(head.attributes)
        state.regions.append(region)
        state.offset = head.offset

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
        writer.text(f" across dimensions = {integers(dimensions.values)}")
        writer.attributes_without(op, "dimensions")
        writer.text(f" : {functional_type(op)}")
        if applied is None:
            _write_reducer(writer, op)


def _resolve(context: ParseContext, head: _Head) -> None:
    """Looks up the operands. Raises ParseError if one has another type than the text gives."""
    uses, types = head.operands, head.types[0]
    if len(uses) != len(types):
        message = f"number of operands and types do not match: got {len(uses)} operands and {len(types)} types"
        raise context.error(message, head.offset)
    for use, type in zip(uses, types, strict=True):
        context.resolve(use, type)


def _is_reducer(definition: OpDefinition | None) -> bool:
    """Returns whether `applies` may stand before the name of this operation."""
    return (
        isinstance(definition, OpDef)
        and definition.dialect == "stablehlo"
        and "Commutative" in definition.traits
        and len(definition.operands) == 2
    )


def _applied_region(context: ParseContext, name: str, input: Type | None, location: Location | int) -> Region:
    """Returns the region that `applies` stands for: one operation on two scalars, and the return of its result."""
    if not isinstance(input, (RankedTensorType, UnrankedTensorType)):
        raise context.error("expected tensors to reduce", context.start)
    scalar = RankedTensorType((), input.element_type)
    block = Block()
    arguments = [block.add_argument(scalar, location) for _ in range(2)]
    operations = context.registry.operations
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
