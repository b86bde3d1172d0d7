"""What is said about text that is no module: MLIR's words, at MLIR's place.

MLIR's parser descends: what may be left away is over for it as soon as it does not begin, and then something must
come. The tables of the grammar give the same: where the parser stops, every rule that can be over is reduced; what
the rules that remain have to go on with is what must come. `Expectations` say in which words that is missed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sdyopt.ods.dense_literal import read_dense_literal
from sdyopt.ods.diagnostics import Note, ParseError
from sdyopt.ods.dialect import AttributeDef, Dialect
from sdyopt.ods.expectations import Expectation, missing, refused
from sdyopt.ods.numbers import LiteralError
from sdyopt.ods.tokens import lexical_error
from sdyopt.syntax.expectations import EXPECTATIONS
from sdyopt.syntax.grammar_tables import NO_ACTION
from sdyopt.syntax.lexer import BODY_OPEN, SCALAR, TOKEN, Unbalanced, at_token, before_token, end_of_body

if TYPE_CHECKING:
    from sdyopt.syntax.parser import Parser

_WORD = re.compile(r"[A-Za-z_][\w$.]*", re.ASCII)


def unexpected_token(parser: Parser, states: list[int], start: int) -> ParseError:
    """The error for the token at `start`, which the grammar does not have there."""
    tables = parser.tables
    while True:
        while (rule := _rule_that_is_over(parser, states)) is not None:
            parser.reduce(tables.rules[rule], states, start)
        word = _WORD.match(parser.text, start)
        state = None if word is None else tables.rows[states[-1]].get(tables.word, NO_ACTION)
        if word is None or state is None or state < 0:
            break
        # MLIR's token is but the first word of ours.
        parser.shift(state, word[0], start, states)
        start = parser.next_token
    return _message(parser, states, start)


def _rule_that_is_over(parser: Parser, states: list[int]) -> int | None:
    """The rule that may be reduced in the parser's state, whatever comes next.

    Where something optional begins with a list that may be empty, it is the rule without either.
    """
    tables = parser.tables
    reductions = {~action for action in tables.rows[states[-1]].values() if action < 0}
    return max(reductions, key=lambda rule: tables.rules[rule].size, default=None)


def _message(parser: Parser, states: list[int], start: int) -> ParseError:
    expectation = _expectation(parser, parser.tables.places_in(states[-1]))
    if expectation.by_operation:
        return parser.error(expectation.message, start)
    if expectation.at_token:
        return ParseError(expectation.message, at_token(parser.text, start))
    return parser.missing(expectation.message, start)


def _expectation(parser: Parser, places: list[str]) -> Expectation:
    """What is to be said where rules have to go on as `places` tell.

    Where a list may go on with an element, or be over, MLIR asks for the element.
    """
    symbols = {place: place.partition(" ")[2] for place in places}
    tables = [*[dialect.expectations for dialect in parser.registry.dialects.values()], EXPECTATIONS]
    rules = {place: symbol for place, symbol in symbols.items() if symbol.islower() and symbol[0] != "'"}
    tokens = {place: symbol for place, symbol in symbols.items() if place not in rules}
    for group in (rules, tokens):
        for keys in (group, [f" {symbol}" for symbol in group.values()]):
            for table in tables:
                for key in keys:
                    if key in table:
                        return table[key]
    for literal in sorted({symbol for symbol in symbols.values() if symbol[0] == "'"}, key=lambda text: text == "','"):
        return refused(f"expected {literal}") if literal[1].isalpha() else missing(f"expected {literal}")
    return missing("expected operation name in quotes")


def check_token(text: str, start: int) -> None:
    """Raises ParseError if what is at `start` is no token of MLIR."""
    error = lexical_error(text, start)
    if error is not None:
        raise ParseError(*error)


def unknown_operation(parser: Parser, word: str, name: str, start: int) -> ParseError:
    """The error for the name of an operation that cannot stand in a form of its own."""
    if SCALAR.fullmatch(word) and word[-1].isdigit() and word.lstrip("su")[0] == "i":
        return ParseError("expected operation name in quotes", before_token(parser.text, start))
    dialect = name.partition(".")[0]
    if name in parser.registry.operations:
        return ParseError(f"custom op '{name}' has no custom assembly form", start)
    tried = "" if word == name else f" (tried '{name}' as well)"
    if dialect in parser.registry.dialects:
        return ParseError(f"custom op '{word}' is unknown{tried}", start)
    available = ", ".join(sorted(parser.registry.dialects))
    return ParseError(
        f"Dialect `{dialect}' not found for custom op '{word}' {tried}",
        start,
        [Note(f"Available dialects: {available}", start)],
    )


def no_mnemonic(text: str, end: int) -> ParseError:
    """The error for `#dialect<` of a known dialect without a word behind it."""
    match = TOKEN.match(text, end)
    assert match is not None and match.lastgroup is not None
    start = match.start(match.lastgroup)
    if match.lastgroup == "OTHER":
        check_token(text, start)
    return ParseError("expected valid keyword", at_token(text, start))


def unknown_symbol(dialect: Dialect, mnemonic: str, is_type: bool, place: int) -> ParseError:
    """The error for an attribute or type that its dialect does not have."""
    kind, known = ("type", dialect.types) if is_type else ("attribute", dialect.attributes)
    message = dialect.unknown_type if is_type else dialect.unknown_attribute
    if not known:
        message = f"dialect '{dialect.namespace}' provides no {kind} parsing hook"
    return ParseError(message.format(mnemonic=mnemonic, dialect=dialect.namespace), place)


def unbalanced_body(text: str, error: Unbalanced) -> ParseError:
    """The error for `#dialect<…` whose brackets do not pair."""
    if error.bracket == '"':
        check_token(text, error.offset)
    return ParseError(f"unbalanced '{error.bracket}' character in pretty dialect name", error.offset)


def first_error(parser: Parser, error: ParseError) -> ParseError:
    """What MLIR says where the parser has found `error`: it looks earlier at some things that are one token here."""
    return next(_earlier_errors(parser), error)


def _earlier_errors(parser: Parser) -> Iterator[ParseError]:
    """The errors in what the parser has read but not yet looked into, in their order."""
    text = parser.text
    for value, offset in zip(parser.stack, parser.offsets, strict=True):
        if isinstance(value, AttributeDef):
            yield from _error_in_body(text, offset)
        elif isinstance(value, str) and value.startswith("dense"):
            yield from _error_in_elements(text, offset)


def _error_in_body(text: str, offset: int) -> Iterator[ParseError]:
    """The error in `#dialect<…` or `#dialect.mnemonic<…` at `offset` if its brackets do not pair."""
    token = TOKEN.match(text, offset)
    assert token is not None
    opening = BODY_OPEN.match(text, token.end())
    if opening is None or ("." in token[0] and opening.end() > token.end() + 1):
        return
    try:
        end_of_body(text, opening.end() - 1)
    except Unbalanced as unbalanced:
        yield unbalanced_body(text, unbalanced)


def _error_in_elements(text: str, offset: int) -> Iterator[ParseError]:
    """The error in `dense<…` at `offset` if what is in the brackets is no list of elements."""
    token = TOKEN.match(text, offset)
    if token is None or token.lastgroup != "DENSE":
        return
    start = text.index("<", offset) + 1
    try:
        literal = read_dense_literal(text, start)
    except LiteralError as error:
        yield ParseError(error.message, start + (error.offset or 0))
    else:
        if not text.startswith(">", literal.next):
            yield ParseError("expected '>'", before_token(text, literal.next))
