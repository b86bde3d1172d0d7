"""The errors that MLIR reports besides the first one of a text that cannot be read.

Each of its parsers that has called the one that failed may say which part it could not read; it says so of the token
that then comes. So these errors follow from the rules around the place of the first one, and from tables of messages.
Where the next token is none, its lexer has said so, and nothing else is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.dialect import AttributeDef
from sdyopt.mlir.diagnostics import Diagnostic, ParseError, UnwantedToken, error
from sdyopt.mlir.formats.follow_ups import AtOperation, AtStart, FollowUp, Unclosed
from sdyopt.mlir.formats.state import GenericName
from sdyopt.mlir.read.actions import SYNTAX
from sdyopt.mlir.read.enclosing_rules import Frame, enclosing_rules, first_rules
from sdyopt.mlir.read.grammar_tables import Item
from sdyopt.mlir.read.lexer import TOKEN, Unbalanced, end_of_body
from sdyopt.mlir.tokens import lexical_error, token_start

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser_state import ParserState

_FOLLOW_UPS = {key: message for part in SYNTAX for key, message in part.follow_ups.items()}
"""Those of MLIR itself, which do not name operations."""

_DIALECT_SYMBOLS = ("declared_attribute", "declared_type")
_HELPER = re.compile(r"^_|_star$")
_SYMBOL = re.compile(r"[#!][A-Za-z_$][\w$.-]*", re.ASCII)
_OURS = "nesting is limited"
"""How messages begin that MLIR does not have."""
_MOST_SYMBOLS = 100
"""So many symbols of dialects inside each other are left one by one."""
_LONGEST = 4096
"""How many characters before a token a dialect's symbol is sought that ends there."""


def add_follow_ups(parser: ParserState, first: ParseError) -> None:
    """Adds to the diagnostics of `first` what MLIR reports besides, as far as `parser` has read."""
    states = parser.states[: first.depth]
    item = _begun_item(parser, states, first)
    if item is None or first.message.startswith(_OURS):
        return
    text = parser.text
    place = _next_token(parser, first)
    wrong = _wrong_token(text, place)
    before = [each for start in _symbols_around(parser, item, states, first) for each in _wrong_behind(text, start)]
    found: list[Diagnostic] = []
    counted = place if wrong == first.diagnostics else None
    if counted is not None:
        found += wrong * _times_read_again(parser, place)
    if first.follow_up and not _wrong_token(text, _behind_token(text, first.offset)):
        found.append(error(first.follow_up, _behind_token(text, first.offset)))
    skipped = int(first.is_before)
    symbols = 0
    frames = list(_frames(parser, states, item, first))
    for index, frame in enumerate(frames):
        reported = None if wrong else _reported(parser, frames, index, place)
        if reported is not None and skipped:
            skipped -= 1
        elif reported is not None and reported.message != first.follow_up:
            found.append(reported)
        if frame.rule in _DIALECT_SYMBOLS and frame.number:
            # MLIR goes on behind the attribute or type, wherever its parser has stopped.
            symbols += 1
            if symbols < _MOST_SYMBOLS:
                place = _end_of_symbol(text, parser.offsets[frame.base]) or place
                wrong = _wrong_token(text, place)
                found += [] if place == counted else wrong
    first.next_token = place
    first.diagnostics = [*before, *first.diagnostics, *found]


def _begun_item(parser: ParserState, states: Sequence[int], first: ParseError) -> Item | None:
    """The rule in which the parser has stopped."""
    begun = parser.tables.begun
    items = begun.items(states[-1])
    if first.place:
        return next((item for item in items if begun.place(item) == first.place), None)
    size = len(states) - parser.base
    for item in items:
        if first.depth is None and item[1] == size == len(item[0].symbols):
            return item  # Its action has refused what it is made of.
    return next((item for item in items if begun.following(item) in begun.by_nonterminal), items[0] if items else None)


def _frames(parser: ParserState, states: Sequence[int], item: Item, first: ParseError) -> Iterator[Frame]:
    """The rules around the place of the first error, from the innermost on."""
    begun = parser.tables.begun
    if first.place:
        yield from first_rules(begun, item, len(states), parser.text.startswith("#", parser.next_token))
    frames = enclosing_rules(begun, states, item)
    if first.depth is not None and isinstance(parser.stack[first.depth - 1], OpDef):
        next(frames)  # The error is in parts of the operation that have been read.
    yield from frames


# Tokens.


def _next_token(parser: ParserState, first: ParseError) -> int:
    """The token that comes where the first error has been found, of which the others are reported."""
    if first.next_token is not None:
        return first.next_token
    if first.depth is not None or isinstance(first, UnwantedToken):
        return first.offset
    start = parser.next_token
    if first.place or not _SYMBOL.match(parser.text, start):
        return start
    return _end_of_symbol(parser.text, start) or _behind_token(parser.text, start)


def _wrong_token(text: str, start: int) -> list[Diagnostic]:
    """What the lexer says of a token."""
    found = lexical_error(text, start)
    return [] if found is None else [error(*found)]


def _behind_token(text: str, start: int) -> int:
    """Where the token begins that comes behind the one at `start`."""
    token = TOKEN.match(text, start)
    return start if token is None else token_start(text, token.end())


def _end_of_symbol(text: str, start: int) -> int | None:
    """Where the token begins behind a dialect's symbol; None if its brackets do not pair."""
    symbol = _SYMBOL.match(text, start)
    if symbol is None:
        return None
    end = symbol.end()
    try:
        return token_start(text, end_of_body(text, end) if text.startswith("<", end) else end)
    except Unbalanced:
        return None


def _wrong_behind(text: str, start: int) -> list[Diagnostic]:
    """What the lexer says of the token behind the dialect's symbol at `start`: MLIR looks at it before the body."""
    end = _end_of_symbol(text, start)
    return [] if end is None else _wrong_token(text, end)


def _symbols_around(parser: ParserState, item: Item, states: Sequence[int], first: ParseError) -> list[int]:
    """Where the dialects' symbols begin in whose bodies the first error is, from the outermost on."""
    frames = _frames(parser, states, item, first)
    starts = [parser.offsets[frame.base] for frame in frames if frame.rule in _DIALECT_SYMBOLS and frame.number]
    if first.depth is None and not first.place and parser.next_token < first.offset:
        starts.insert(0, parser.next_token)
    return [start for start in starts[_MOST_SYMBOLS::-1] if parser.text.find("<", start, first.offset) >= 0]


def _times_read_again(parser: ParserState, place: int) -> int:
    """How often MLIR reads the token at `place` again, as it does behind the symbols of dialects that it knows."""
    text = parser.text
    for symbol in reversed(list(_SYMBOL.finditer(text, max(0, place - _LONGEST), place))):
        if _end_of_symbol(text, symbol.start()) == place:
            name, dot, _ = symbol[0][1:].partition(".")
            if parser.registry.dialect(name) is not None and (dot or text.startswith("<", symbol.end())):
                return 2 if dot else 1  # In `#dialect<…>` the dialect's parser leaves the bracket at the end.
    return 0


# Messages.


def _reported(parser: ParserState, frames: Sequence[Frame], index: int, place: int) -> Diagnostic | None:
    """What the parser of a rule reports of its part, where the token at `place` comes."""
    frame = frames[index]
    message = _follow_up(parser, frame, _owner(frames, index))
    if message is None:
        return None
    prefix = "" if message in _FOLLOW_UPS.values() else _prefix(parser.stack, frame.base)
    if callable(message):
        message = message(parser.at(frame.base))
    if isinstance(message, Unclosed):
        is_begun = index > 0 and not frames[index - 1].symbol.startswith("'")
        if not (prefix and is_begun) or parser.text.startswith(message, place):
            return None
        return parser.missing(f"expected '{message}'", place).diagnostics[0]
    if isinstance(message, AtStart):
        start = frame.base + frame.number
        place = parser.offsets[start] if start < len(parser.offsets) else parser.next_token
    if isinstance(message, AtOperation):
        place = parser.operation_start
    return error(prefix + message, place)


def _follow_up(parser: ParserState, frame: Frame, owner: str) -> FollowUp | None:
    keys = []
    for rule in (frame.nonterminal, frame.rule):
        keys += [f"{rule} {frame.symbol} {frame.number}", f"{rule} {frame.symbol}", f"{rule} * {frame.number}"]
        keys += [f"{rule} *"] if frame.number else []
    keys.append(f"{owner} {frame.symbol}")
    for table in (*(dialect.follow_ups for dialect in parser.registry.dialects.values()), _FOLLOW_UPS):
        for key in keys:
            if key in table:
                return table[key]
    return None


def _owner(frames: Sequence[Frame], index: int) -> str:
    """The rule that a frame belongs to: lists have rules of their own."""
    while _HELPER.search(frames[index].nonterminal) and index + 1 < len(frames):
        index += 1
    return frames[index].nonterminal


def _prefix(stack: Sequence[Any], base: int) -> str:
    """What comes before messages about an operation's own format."""
    for value in reversed(stack[: base + 1]):
        if isinstance(value, OpDef):
            return f"custom op '{value.name}' "
        if isinstance(value, (GenericName, AttributeDef)):
            break
    return ""
