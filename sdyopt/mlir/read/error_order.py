"""What MLIR finds earlier than this parser does, where the parser has found an error: it looks at some things as soon
as it has read them that are looked at together here, or are one token.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any

from sdyopt.ir.attribute import Type
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.dialect import AttributeDef
from sdyopt.mlir.diagnostics import ParseError, UnwantedToken
from sdyopt.mlir.formats.elements import Element, Group, Literal
from sdyopt.mlir.formats.state import FormatError, GenericName, OperationState
from sdyopt.mlir.read.actions.operations import format_error, may_have_successors, resolve_operands
from sdyopt.mlir.read.actions.types import check_element
from sdyopt.mlir.read.brackets import check_body, error_in_elements
from sdyopt.mlir.read.dimensions import Dimensions, inside
from sdyopt.mlir.tokens import lexical_error

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser_state import ParserState


def first_error(parser: ParserState, error: ParseError) -> ParseError:
    """What MLIR says where the parser has found `error`."""
    return next(_earlier_errors(parser), None) or _lexical_error(parser, error) or error


def _lexical_error(parser: ParserState, error: ParseError) -> ParseError | None:
    """What MLIR's lexer says of the next token, which it has looked at unless `error` is of the one before."""
    found = None if isinstance(error, UnwantedToken) else lexical_error(parser.text, parser.next_token)
    return None if found is None else ParseError(*found)


def _earlier_errors(parser: ParserState) -> Iterator[ParseError]:
    """The errors in what the parser has read but not yet looked into, in their order."""
    for index, value in enumerate(parser.stack):
        if isinstance(value, OpDef) and value.assembly_format is not None:
            yield from _at(index, _errors_in_format(parser, index, value))
    balanced = 0
    is_generic = isinstance(parser.operation, GenericName)
    name: GenericName | None = None
    for index, (value, offset) in enumerate(zip(parser.stack, parser.offsets, strict=True)):
        if value == "{":
            yield from _at(index, _duplicate_key(parser, index))
        elif isinstance(value, GenericName):
            name = value
        elif value == "[":
            if is_generic and name is not None:
                yield from _at(index, _misplaced_successors(parser, index, name))
        elif isinstance(value, AttributeDef):
            # Where the brackets of a body pair, those of the bodies inside do.
            if offset >= balanced:
                balanced = yield from _errors_in_body(parser, index)
        elif isinstance(value, OperationState):
            yield from _at(index, _unresolved_operands(parser, value))
        elif isinstance(value, str):
            yield from _at(index, _errors_in_token(parser, index, value))


def _at(index: int, errors: Iterator[ParseError]) -> Iterator[ParseError]:
    """`errors`, which MLIR finds when it has read no more than up to that place in the stack."""
    for error in errors:
        error.depth = index + 1
        yield error


def _errors_in_body(parser: ParserState, index: int) -> Generator[ParseError, None, int]:
    """The error in the brackets of a dialect's symbol, whose name is at that place in the stack; where it ends."""
    offset = parser.offsets[index]
    try:
        return check_body(parser.text, offset)
    except ParseError as error:
        error.depth = index + 1
        yield error
    return offset


def _errors_in_token(parser: ParserState, index: int, value: str) -> Iterator[ParseError]:
    """The errors in a token, at that place in the stack, that has parts, and in what has been read behind it."""
    offset = parser.offsets[index]
    if value.startswith("%") and "#" in value:
        places = parser.tables.places_in(parser.states[index])
        if "entry_argument ':'" in places or "named_argument ':'" in places:
            yield ParseError("result number not allowed in argument list", offset + value.rindex("#"))
    if value.startswith(("tensor", "vector", "memref")) and "<" in value:
        yield from _errors_in_shaped_type(parser, index, value)
    if value.startswith(("dense", "sparse")) and value.endswith(">"):
        yield from error_in_elements(parser.text, offset + inside(value) - 1, value)


def _errors_in_shaped_type(parser: ParserState, index: int, opening: str) -> Iterator[ParseError]:
    """The errors in a tensor, vector or memref that is not over yet, whose opening is at that place in the stack."""
    element, comma, encoding = [*parser.stack[index + 1 : index + 4], None, None, None][:3]
    try:
        kind = Dimensions(parser.text, opening, parser.offsets[index]).kind
        if kind == "memref" and isinstance(element, Type):
            check_element(kind, element, parser.offsets[index + 1])
    except ParseError as error:
        yield error
    if comma == "," and opening.startswith("vector"):
        yield parser.missing("expected '>' in vector type", parser.offsets[index + 2])
    if (
        comma == ","
        and opening.startswith("tensor")
        and isinstance(encoding, str)
        and encoding.startswith(("array", "strided", "distinct"))
    ):
        yield parser.missing("expected '>' in tensor type", parser.offsets[index + 3])


def _misplaced_successors(parser: ParserState, index: int, name: GenericName) -> Iterator[ParseError]:
    """The error where an operation that ends no block has successors, whose bracket is at that place in the stack."""
    if may_have_successors(name.definition):
        return
    if any(place.startswith("successors ") for place in parser.tables.places_in(parser.states[index])):
        yield UnwantedToken("successors in non-terminator", parser.offsets[index])


def _unresolved_operands(parser: ParserState, state: OperationState) -> Iterator[ParseError]:
    """The error in the operands of an operation behind which no location has been read."""
    try:
        resolve_operands(parser, state)
    except ParseError as error:
        yield (_lexical_error(parser, error) if parser.stack[-1] is state else None) or error


def _duplicate_key(parser: ParserState, brace: int) -> Iterator[ParseError]:
    """The error in a dictionary that is not over yet, and begins at that place in the stack: a key that returns."""
    seen: set[str] = set()
    stack, offsets = parser.stack, parser.offsets
    for index in range(brace + 1, min(brace + 5, len(stack))):
        value = stack[index]
        if value == "=":
            return
        entries = value if isinstance(value, list) else [value] if isinstance(value, tuple) else []
        if isinstance(value, str) and stack[index - 1] in ("{", ",") and stack[index + 1 : index + 2] == ["="]:
            entries = [(value, None, offsets[index])]
        for entry in entries:
            if type(entry) is not tuple or len(entry) != 3 or not isinstance(entry[0], str):
                return
            if entry[0] in seen:
                yield ParseError(f"duplicate key '{entry[0]}' in dictionary attribute", entry[2])
            seen.add(entry[0])


def _errors_in_format(parser: ParserState, index: int, definition: OpDef) -> Iterator[ParseError]:
    """The error in the parts that have been read of an operation in its own format, at that place in the stack."""
    state = OperationState(definition, parser.offsets[index])
    for place, element in _read_elements(parser, index, definition):
        try:
            element.read(parser.stack[place], state)
        except (FormatError, ParseError) as raised:
            if isinstance(raised, FormatError):
                raised.later = sum(value is raised.part for value in parser.stack[place + 1 :])
            error = raised if isinstance(raised, ParseError) else format_error(parser, raised)
            is_last = all(offset >= parser.next_token for offset in parser.offsets[place + 1 :])
            yield (_lexical_error(parser, error) if is_last else None) or error
            return


def _read_elements(parser: ParserState, index: int, definition: OpDef) -> Iterator[tuple[int, Element]]:
    """The elements of an operation's format whose values are in the stack behind its name, and where they are.

    A group is there if the keyword is with which it begins; where that cannot be told, no more are given.
    """
    compiled = definition.assembly_format
    assert compiled is not None
    waiting = compiled.elements[::-1]
    place = index + 1
    while waiting and place < len(parser.stack):
        element = waiting.pop()
        value: Any = parser.stack[place]
        if isinstance(element, Group):
            keyword = next(part for part in element.elements if part.symbols)
            if not isinstance(keyword, Literal):
                return
            if value == keyword.text:
                waiting += element.elements[::-1]
        elif element.symbols:
            if not any(rule.startswith("custom_op ") for rule in parser.tables.places_in(parser.states[place])):
                return
            if element.captures and value is not None:
                yield place, element
            place += 1
