"""The operations whose format is their own altogether: constants, reductions, loops.

Of each the grammar's action, then what brings its value into the operation's state, then what writes the operation.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sdyopt.dialects.stablehlo.attributes import Dimensions
from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import (
    I64,
    DenseArrayAttr,
    DictionaryAttr,
)
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.types import RankedTensorType, UnrankedTensorType
from sdyopt.ods.definition import OpDef
from sdyopt.ods.diagnostics import ParseError
from sdyopt.ods.format import DIRECTIVES, Directive, functional_type
from sdyopt.ods.inherent import held
from sdyopt.ods.spelling import spell
from sdyopt.ods.state import FormatError, OperationState, ValueUse
from sdyopt.ods.writer import Writer

RETURN = "stablehlo.return"
FunctionType = tuple[list[Type], list[Type]]
"""The inputs and the results that a functional type lists."""


def set_attributes(state: OperationState, attributes: dict[str, Attribute]) -> None:
    """Brings a dictionary into the state: inherent attributes, which are not given already, are properties."""
    definition = state.definition
    assert isinstance(definition, OpDef)
    for name, value in attributes.items():
        if name in state.properties:
            raise FormatError(f"attribute '{name}' occurs more than once in the attribute list", state.offset)
        if name not in definition.inherent_names:
            state.attributes[name] = value
    state.properties.update(held(definition, attributes))


def write_attributes(writer: Writer, op: Operation, *written: str, keyword: str = "") -> None:
    """Writes the attributes that are not in `written`, if there are any, and a space before them."""
    entries = DictionaryAttr.of([*op.properties.without(*written).items(), *op.attributes.items()])
    if entries.entries:
        writer.text(f" {keyword}{spell(entries)}")


# Reductions: `stablehlo.reduce(%x init: %y) applies stablehlo.add across dimensions = [0] : …`.


class ReduceOperand(NamedTuple):
    """One input and its initial value."""

    input: ValueUse
    init: ValueUse


class ReduceHead(NamedTuple):
    """What the text of a reduction gives up to its types; `applied` is the name behind `applies`."""

    operands: list[ValueUse]
    applied: str | None
    dimensions: Dimensions
    attributes: dict[str, Attribute]
    types: FunctionType
    offset: int


class Reduction(NamedTuple):
    """All the text of a reduction."""

    head: ReduceHead
    region: Region


def reduce_operand(parser: Any, input: ValueUse, init: ValueUse) -> ReduceOperand:
    return ReduceOperand(input, init)


def reducer_name(parser: Any, name: str) -> str:
    """The name of the operation behind `applies`."""
    if not is_reducer(parser.registry.operations.get(name)):
        raise ParseError(
            "custom op 'stablehlo.reduce' expected the inner-op to be a commutative binary-op from the stablehlo "
            "dialect, with zero region, producing single result",
            _format_start(parser),
        )
    return name


def _format_start(parser: Any) -> int:
    """Where the format of the operation begins that is being read."""
    index = next(index for index in reversed(range(len(parser.stack))) if isinstance(parser.stack[index], OpDef))
    start: int = parser.offsets[index + 1]
    return start


def reducer_argument(parser: Any, first: Any, second: Any) -> tuple[Any, Any]:
    return first, second


def reducer_keyword(parser: Any) -> None:
    """The operands are looked up before the reducer is read."""
    _resolve(parser, parser.stack[parser.base - 1])


def reducer_arguments(parser: Any, keyword: None, *pairs: tuple[Any, Any]) -> None:
    """All first arguments come before all second ones."""
    parser.entry_arguments = [pair[0] for pair in pairs] + [pair[1] for pair in pairs]


def reducer(parser: Any, arguments: None, region: Region) -> Region:
    return region


def reduce_head(parser: Any, *parts: Any) -> ReduceHead:
    """`parts`: the pairs of operands, the name behind `applies`, and all that follows."""
    *pairs, applied, dimensions, attributes, types = parts
    operands = [pair.input for pair in pairs] + [pair.init for pair in pairs]
    return ReduceHead(operands, applied, dimensions, attributes, types, parser.start)


def reduce_op(parser: Any, head: ReduceHead, region: Region | None) -> Reduction:
    if head.applied is not None:
        _resolve(parser, head)
        inputs = head.types[0]
        region = applied_region(parser, head.applied, inputs[0] if inputs else None, head.offset)
    if region is None:
        raise ParseError("custom op 'stablehlo.reduce' expected 'reducer'", parser.next_token)
    return Reduction(head, region)


def _resolve(parser: Any, head: ReduceHead) -> None:
    """Looks up the operands. Raises ParseError if one has another type than the text gives."""
    types = head.types[0]
    if len(head.operands) != len(types):
        raise ParseError(
            "custom op 'stablehlo.reduce' number of operands and types do not match: "
            f"got {len(head.operands)} operands and {len(types)} types",
            head.offset,
        )
    for use, type in zip(head.operands, types, strict=True):
        parser.resolve(use, type)


def is_reducer(definition: OpDefinition | None) -> bool:
    """Whether `applies` may stand before the name of this operation."""
    return (
        isinstance(definition, OpDef)
        and definition.dialect == "stablehlo"
        and "Commutative" in definition.traits
        and len(definition.operands) == 2
    )


def applied_region(parser: Any, name: str, input: Type | None, location: Location | int) -> Region:
    """The region that `applies` stands for: one operation on two scalars, and the return of its result."""
    if not isinstance(input, (RankedTensorType, UnrankedTensorType)):
        raise ParseError("custom op 'stablehlo.reduce' expected tensors to reduce", parser.start)
    scalar = RankedTensorType((), input.element_type)
    block = Block()
    arguments = [block.add_argument(scalar, location) for _ in range(2)]
    operations = parser.registry.operations
    inner = Operation.create(operations[name], arguments, [scalar], location=location)
    block.append(inner)
    block.append(Operation.create(operations[RETURN], inner.results, location=location))
    return Region([block])


def read_reduction(reduction: Reduction, state: OperationState) -> None:
    """A reduction's location is not where its name stands, but where its first parenthesis does."""
    head = reduction.head
    state.operands = head.operands
    state.operand_types, state.result_types = head.types
    state.properties["dimensions"] = DenseArrayAttr(I64, head.dimensions)
    set_attributes(state, head.attributes)
    state.regions.append(reduction.region)
    state.offset = head.offset


def applied_operation(op: Operation) -> OpDefinition | None:
    """The operation to write behind `applies`, if the region is one that this can stand for."""
    (block, *others) = op.regions[0].blocks or [Block()]
    first, last = block.first, block.last
    if others or len(block.arguments) != 2 or first is None or last is None or first.next is not last:
        return None
    (scalar, other) = [argument.type for argument in block.arguments]
    input: Any = op.signature.operand_types[0] if op.operands else None
    fits = (
        is_reducer(first.definition)
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


def write_reduction(writer: Writer, op: Operation) -> None:
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
    applied = applied_operation(op)
    if applied is not None:
        writer.text(f" applies {applied.name}")
    dimensions: Any = op.properties["dimensions"]
    writer.text(f" across dimensions = [{', '.join([str(dimension) for dimension in dimensions.values])}]")
    write_attributes(writer, op, "dimensions")
    writer.text(f" : {functional_type(op)}")
    if applied is None:
        _write_reducer(writer, op)


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
            writer.text(f": {spell(arguments[position].type)}")
            writer.argument_location(0, position)
        writer.text(") ")
    writer.text(" ")
    writer.region(0, with_arguments=False)


# Loops: `stablehlo.while(%i = %x) : type cond {…} do {…}`.


class LoopArgument:
    """An argument of both regions of a loop, and the value it has at first."""

    __slots__ = ("location", "name", "offset", "type", "use")

    type: Type

    def __init__(self, name: str, use: ValueUse, offset: int) -> None:
        self.name = name
        self.location = None
        self.use = use
        self.offset = offset


class LoopHead(NamedTuple):
    """A loop's arguments, their types and the loop's attributes."""

    arguments: list[LoopArgument]
    types: list[Type]
    attributes: dict[str, Attribute]


class Loop(NamedTuple):
    """All the text of a loop."""

    head: LoopHead
    regions: list[Region]


def while_argument(parser: Any, name: str, use: ValueUse) -> LoopArgument:
    return LoopArgument(name.removesuffix("#0"), use, parser.start)


def while_arguments(parser: Any, *arguments: LoopArgument) -> list[LoopArgument]:
    return list(arguments)


def while_operands(parser: Any, arguments: list[LoopArgument], types: list[Type] | None) -> list[LoopArgument]:
    """The arguments with their types; what they are at first is looked up before anything else is read."""
    if types is None and arguments:
        raise parser.missing("expected ':'", parser.next_token)
    types = types or []
    if len(types) != len(arguments):
        raise ParseError(
            "custom op 'stablehlo.while' number of operands and types do not match: "
            f"got {len(arguments)} operands and {len(types)} types",
            parser.start,
        )
    for argument, type in zip(arguments, types, strict=True):
        argument.type = type
        parser.resolve(argument.use, type)
    return arguments


def while_head(parser: Any, arguments: list[LoopArgument], attributes: dict[str, Attribute]) -> LoopHead:
    parser.entry_arguments = arguments
    return LoopHead(arguments, [argument.type for argument in arguments], attributes)


def while_condition(parser: Any, head: LoopHead, region: Region) -> Loop:
    """The condition is over; the body has the same arguments."""
    parser.entry_arguments = head.arguments
    return Loop(head, [region])


def while_op(parser: Any, loop: Loop, body: Region) -> Loop:
    return Loop(loop.head, [*loop.regions, body])


def read_while(loop: Loop, state: OperationState) -> None:
    state.operands = [argument.use for argument in loop.head.arguments]
    state.operand_types = loop.head.types
    state.result_types = list(loop.head.types)
    set_attributes(state, loop.head.attributes)
    state.regions.extend(loop.regions)


def write_while(writer: Writer, op: Operation) -> None:
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
    write_attributes(writer, op, keyword="attributes ")
    for index, keyword in enumerate(("cond", "do")):
        if index:
            writer.text(" ")
        else:
            writer.newline()
        writer.text(f"{keyword} ")
        writer.region(index, with_arguments=False)


DIRECTIVES["ReduceOp"] = Directive("reduce_op", read_reduction, write_reduction)
DIRECTIVES["WhileOp"] = Directive("while_op", read_while, write_while)

ACTIONS = {
    action.__name__: action
    for action in (
        reduce_operand,
        reducer_name,
        reducer_argument,
        reducer_keyword,
        reducer_arguments,
        reducer,
        reduce_head,
        reduce_op,
        while_argument,
        while_arguments,
        while_operands,
        while_head,
        while_condition,
        while_op,
    )
}
