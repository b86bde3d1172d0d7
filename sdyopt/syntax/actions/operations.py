"""Operations, regions and blocks."""

from __future__ import annotations

import re
from typing import Any

from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import BareProperties, DictionaryAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import Value
from sdyopt.ods.definition import OpDef, UnregisteredOp
from sdyopt.ods.diagnostics import Hinted, ParseError, UnwantedToken
from sdyopt.ods.inherent import converted, held, unacceptable
from sdyopt.ods.numbers import LiteralError, short_integer
from sdyopt.ods.patterns import pattern
from sdyopt.ods.quoting import string_value
from sdyopt.ods.state import EntryArgument, FormatError, GenericName, OperationState, ValueUse
from sdyopt.ods.tokens import token_start
from sdyopt.syntax.actions.attributes import literal_error
from sdyopt.syntax.builder import Builder

ACTIONS = (
    "file",
    "operation",
    "result_names",
    "value_def",
    "generic_op",
    "generic_name",
    "custom_op",
    "successors",
    "successor",
    "regions_in_parens",
    "regions",
    "value_uses",
    "optional_value_use",
    "value_use",
    "region",
    "open_region",
    "close_region",
    "labelled_block",
    "block_name",
    "block_label",
    "block_argument",
    "region_argument",
    "entry_argument",
    "entry_arguments",
)


NO_PLURAL = "\0"
"""What MLIR puts in place of the s."""


def file(parser: Builder, *items: Any) -> None:
    """All has been read."""


def value_use(parser: Builder, name: str) -> ValueUse:
    """A value's name; its first result needs no number."""
    return ValueUse(_result_name(name, parser.start) if "#" in name else name, parser.start)


_BASE = pattern(r"%[\w.$-]+", re.ASCII)


def _before_number(name: str) -> str:
    found = _BASE.match(name)
    assert found is not None
    return found[0]


LARGEST_RESULT = (1 << 32) - 1


def _result_name(name: str, offset: int) -> str:
    """`%name#1` for the name of a result with its number, however it is written."""
    at = name.rindex("#")
    number = short_integer(name[at + 1 :])
    if number > LARGEST_RESULT:
        raise ParseError("invalid SSA value result number", offset + at)
    base = _before_number(name)
    return f"{base}#{number}" if number else base


def value_uses(parser: Builder, *uses: ValueUse) -> list[ValueUse]:
    return list(uses)


def optional_value_use(parser: Builder, use: ValueUse | None) -> list[ValueUse]:
    return [] if use is None else [use]


def value_def(parser: Builder, name: str, count: str | None) -> tuple[str, int | None, int]:
    """A result's name, how many results it stands for, and where it stands."""
    if "#" in name:
        raise parser.missing("expected '=' after SSA name", parser.start + name.rindex("#"))
    if count is None:
        return name, None, parser.start
    if count[0] == "-":
        raise parser.missing("expected integer number of results", parser.offset_of(2))
    number = short_integer(count)
    if not 0 < number < 1 << 64:
        raise UnwantedToken("expected named operation to have at least 1 result", parser.offset_of(2))
    return name, number, parser.start


def result_names(parser: Builder, *definitions: tuple[str, int | None, int]) -> list[tuple[str, int | None, int]]:
    return list(definitions)


def generic_name(parser: Builder, token: str) -> GenericName:
    """The quoted name of an operation in generic form."""
    name = string_value(token)
    offset = parser.start
    if not name:
        raise ParseError("empty operation name is invalid", offset)
    if "\0" in name:
        raise ParseError("null character not allowed in operation name", offset)
    definition: OpDefinition | None = parser.registry.operations.get(name)
    if definition is None:
        definition = UnregisteredOp.named(name)
        if not parser.allow_unregistered and definition.dialect not in parser.registry.dialects:
            message = (
                "operation being parsed with an unregistered dialect. If this is intended, please use "
                "-allow-unregistered-dialect with the MLIR tool used"
            )
            raise ParseError(Hinted(message, parser.registry.similar_operations(name)), parser.next_token_or_end)
    return GenericName(definition)


def generic_op(
    parser: Builder,
    name: GenericName,
    uses: list[ValueUse],
    successors: list[ValueUse] | None,
    properties: Attribute | None,
    regions: list[Region],
    attributes: dict[str, Attribute],
    types: tuple[list[Type], list[Type]],
) -> OperationState:
    """An operation in generic form."""
    definition = name.definition
    state = OperationState(definition, parser.start)
    state.operands = uses
    state.operand_types, state.result_types = types
    state.regions = regions
    state.successors = successors or []
    if len(uses) != len(types[0]):
        count = len(uses)
        raise ParseError(
            f"expected {count} operand type{NO_PLURAL if count == 1 else 's'} but had {len(types[0])}",
            parser.offsets[-1],
        )
    if isinstance(definition, OpDef):
        try:
            set_attributes(state, definition, properties, attributes)
        except ParseError:
            resolve_operands(parser, state)
            raise
    else:
        state.attributes = attributes
        if isinstance(properties, DictionaryAttr) and properties.entries:
            state.properties = dict(properties.items())
        elif properties is not None:
            state.bare_properties = BareProperties.holding(properties)
    return state


def resolve_operands(parser: Builder, state: OperationState) -> list[Value]:
    """The values that the operands stand for. Raises ParseError for one that has another type."""
    assert state.operand_types is not None
    return [parser.resolve(use, type) for use, type in zip(state.operands, state.operand_types, strict=True)]


def set_attributes(
    state: OperationState, definition: OpDef, properties: Attribute | None, attributes: dict[str, Attribute]
) -> None:
    """Inherent attributes are properties, or stand among the others; of one that is given twice the first counts."""
    inherent = definition.inherent_names
    mixed = {name: value for name, value in attributes.items() if name in inherent}
    state.attributes = attributes if not mixed else {name: attributes[name] for name in attributes if name not in mixed}
    if properties is None:
        wrong = unacceptable(definition, mixed)
        if wrong is not None:
            raise ParseError(wrong, state.offset)
        state.properties = {**definition.filled_in, **held(definition, mixed)}
    else:
        given = _converted(definition, properties, state.offset)
        state.properties = {**definition.filled_in, **held(definition, mixed), **given}


def _converted(definition: OpDef, properties: Attribute, offset: int) -> dict[str, Attribute]:
    try:
        return converted(definition, properties)
    except ValueError as error:
        raise ParseError(str(error), offset) from None


def custom_op(parser: Builder, definition: OpDef, *children: Any) -> OperationState:
    """An operation in its own format."""
    state = OperationState(definition, parser.start)
    compiled = definition.format
    assert compiled is not None
    try:
        compiled.read(children, state)
        state.complete(definition)
    except FormatError as error:
        raise format_error(parser, error) from None
    return state


def format_error(parser: Builder, error: FormatError) -> ParseError:
    """The error, at its place; a list of operands that is empty is where the token behind it is."""
    offset, part = error.offset, error.part
    if part is not None:
        for value, place in zip(parser.stack, parser.offsets, strict=True):
            if value is part or (isinstance(part, list) and value in part[:1]):
                offset = token_start(parser.text, place)
    if isinstance(error.__cause__, LiteralError):
        return literal_error(error.__cause__, offset)
    return parser.error(error.message, offset)


def operation(
    parser: Builder, names: list[tuple[str, int | None, int]] | None, state: OperationState, location: Location | None
) -> Operation:
    """Makes the operation, puts it at the end of the block and gives its results their names."""
    offset = parser.start
    operands = resolve_operands(parser, state)
    signature = state.signature()
    if location is not None:
        _locate_implied(state, location)
    successors = [parser.block_named(use.name, use.offset) for use in state.successors]
    op = Operation(signature, operands, state.offset if location is None else location, state.regions, successors)
    if names is not None:
        _name_results(parser, op, names, state.offset)
    parser.block.append(op)
    if parser.statements is not None:
        parser.statements.learn(op, state, names, offset, location)
    return op


def _locate_implied(state: OperationState, location: Location) -> None:
    """What an operation's text only implies has its location: the one behind it, if there is one."""
    for region in state.regions:
        for block in region.blocks:
            for argument in block.arguments:
                if argument.location == state.offset:
                    argument.location = location
            for op in block.ops:
                if op.location == state.offset:
                    op.location = location


def _name_results(parser: Builder, op: Operation, names: list[tuple[str, int | None, int]], offset: int) -> None:
    wanted = sum(count or 1 for _, count, _ in names)
    if not op.results:
        raise ParseError("cannot name an operation with no results", names[0][2])
    if wanted != len(op.results):
        raise ParseError(f"operation defines {len(op.results)} results but was provided {wanted} to bind", names[0][2])
    index = 0
    for name, count, place in names:
        if count is None or count == 1:
            parser.define(name, op.results[index], place)
            index += 1
            continue
        for number in range(count):
            parser.define(f"{name}#{number}", op.results[index + number], place)
        parser.define(name, op.results[index], place)
        index += count


def successors(parser: Builder, *labels: ValueUse) -> list[ValueUse]:
    name = parser.stack[parser.base - 1]
    for value in reversed(parser.stack[: parser.base]):
        if isinstance(value, GenericName):
            name = value
            break
    if not may_have_successors(name.definition):
        raise ParseError("successors in non-terminator", parser.start)
    if not labels:
        raise parser.missing("expected list element", parser.offset_of(1))
    return list(labels)


def may_have_successors(definition: OpDefinition) -> bool:
    """Of an operation that nobody has declared nothing is known."""
    return not isinstance(definition, OpDef) or "IsTerminator" in definition.traits


def successor(parser: Builder, label: str) -> ValueUse:
    return ValueUse(label[1:], parser.start)


def regions_in_parens(parser: Builder, *regions: Region) -> list[Region]:
    return list(regions)


regions = regions_in_parens


def open_region(parser: Builder) -> None:
    arguments = parser.entry_arguments
    parser.open_region()
    if parser.statements is not None:
        parser.statements.learn_head(arguments)


def close_region(parser: Builder) -> Region:
    closed: Region = parser.close_region()
    return closed


def region(parser: Builder, *parts: Any) -> Region:
    """The region is what its closing brace gives."""
    closed: Region = parts[-1]
    return closed


def labelled_block(parser: Builder, *operations: Any) -> None:
    """A block after the entry block; it is in the region already."""


def block_name(parser: Builder, label: str) -> None:
    parser.open_block(label[1:], parser.start)


def block_label(parser: Builder, name: None, *arguments: EntryArgument) -> None:
    for argument in arguments:
        parser.define_argument(argument)


def block_argument(parser: Builder, name: str, type: Type, location: Location | None) -> EntryArgument:
    return EntryArgument(name.removesuffix("#0"), type, location, parser.start)


region_argument = block_argument


def entry_argument(
    parser: Builder, name: str, type: Type, attributes: dict[str, Attribute] | None, location: Location | None
) -> EntryArgument:
    """An argument that a format declares before the region. It may have attributes, which do not matter."""
    if "#" in name:
        raise ParseError("result number not allowed in argument list", parser.start + name.rindex("#"))
    return EntryArgument(name, type, location, parser.start)


def entry_arguments(parser: Builder, *arguments: EntryArgument) -> list[EntryArgument]:
    """Arguments of the next region's entry block."""
    parser.entry_arguments = list(arguments)
    return list(arguments)
