"""What is said about text that is no module: MLIR's words, at MLIR's place.

MLIR's parser descends: an optional part is over for it as soon as it does not begin, and then something must
come. The tables of the grammar give the same: where the parser stops, every rule that can be over is reduced; what
the rules that remain have to go on with is what must come. `SyntaxMessages` say in which words that is missed.
"""

from __future__ import annotations

import re

from sdyopt.ir.attributes import IntegerAttr, SymbolRefAttr
from sdyopt.ir.types import FloatType
from sdyopt.mlir.declare.dialect import AttributeDef, Dialect
from sdyopt.mlir.diagnostics import Hinted, Note, ParseError, UnknownName
from sdyopt.mlir.formats.messages import SyntaxMessage, SyntaxMessages, missing, refused, wrong
from sdyopt.mlir.literals.numbers import short_integer
from sdyopt.mlir.read.actions import SYNTAX
from sdyopt.mlir.read.brackets import OPENINGS, check_body, check_token, error_in_elements, unopened
from sdyopt.mlir.read.dimensions import is_bare, is_unranked
from sdyopt.mlir.read.grammar_tables import NO_ACTION
from sdyopt.mlir.read.lexer import TOKEN, end_of_body
from sdyopt.mlir.read.parser_state import ParserState, RestOfBody
from sdyopt.mlir.tokens import SKIPPED, at_token, before_token, lexical_error, token_start

_INTEGER_TYPE = re.compile(r"[su]?i\d+", re.ASCII)
_FLOAT = re.compile(r"-?[ \t\r\n]*\d+\.\d*(?:[eE][-+]?\d+)?", re.ASCII)
_WORD = re.compile(r"[A-Za-z_][\w$.]*", re.ASCII)


def unexpected_token(parser: ParserState, start: int) -> ParseError:
    """The error for the token at `start`, which the grammar does not have there. Raises RestOfBody if it may be."""
    tables, states, text = parser.tables, parser.states, parser.text
    keywords = _keywords(parser)
    if text.startswith(":", start) and isinstance(parser.stack[-1], SymbolRefAttr):
        check_token(text, token_start(text, start + 1))  # In a reference MLIR has looked for another colon.
    while True:
        piece = _smaller_token(parser, start)
        if piece is None:
            if not _reduce(parser, start):
                break
            continue
        state, token = piece
        end = start + len(token)
        parser.shift(state, token, start, end)
        start = token_start(text, end)
        check_token(text, start)
    terminals = {tables.terminals[terminal] for terminal in tables.rows[states[-1]]}
    places = tables.places_in(states[-1])
    if "declared_attribute '>'" in places or "declared_type '>'" in places:
        end = _end_of_innermost_body(parser)
        error = lexical_error(text, start)
        if error is not None:
            parser.complaints += ParseError(*error).diagnostics
        raise RestOfBody(end)
    check_token(text, start)
    expectation, place = _expectation(parser, places, terminals, start)
    refusal = (
        _error_in_smaller_token(parser, terminals, start)
        or _error_in_shaped_type(parser, places, start)
        or _error_in_array(parser, places, start)
        or _message(parser, _with_hint(parser, expectation, keywords, "TYPE" in terminals, start), start)
    )
    refusal.place = place
    refusal.is_before = expectation.message == "expected '-'"
    return refusal


def _keywords(parser: ParserState) -> list[str]:
    """The keywords that may come next."""
    row = parser.tables.rows[parser.states[-1]]
    return [literal for literal, terminal in parser.tables.literals.items() if terminal in row and literal[0].isalpha()]


def _with_hint(
    parser: ParserState, expectation: SyntaxMessage, keywords: list[str], is_type: bool, start: int
) -> SyntaxMessage:
    """`expectation`, and for a word that stands at `start` what it may have been meant to be."""
    from sdyopt.mlir.read.suggestions import word_hint

    word = _WORD.match(parser.text, start)
    if word is None:
        return expectation
    hint = word_hint(word[0], keywords, is_type)
    return expectation._replace(message=Hinted(expectation.message, hint))


def _end_of_innermost_body(parser: ParserState) -> int:
    """Where the bracket closes of the innermost `#dialect<…>` that has been begun."""
    for value, offset in zip(reversed(parser.stack), reversed(parser.offsets), strict=True):
        if isinstance(value, AttributeDef):
            check_body(parser.text, offset)
            return end_of_body(parser.text, parser.text.index("<", offset)) - 1
    raise AssertionError("no body has been begun")


def _reduce(parser: ParserState, start: int) -> bool:
    """Reduces a rule that may be, whatever comes next; gives whether there is one.

    Where something optional begins with a list that may be empty, it is the rule without either. Where an operation may
    begin, one must.
    """
    tables, states = parser.tables, parser.states
    row = tables.rows[states[-1]]
    reductions = {~action for action in row.values() if action < 0}
    if not reductions or row.get(tables.first_operation, NO_ACTION) >= 0:
        return False
    rule = max(reductions, key=lambda rule: tables.rules[rule].size)
    parser.reduce(tables.rules[rule], states, start)
    return True


def _smaller_token(parser: ParserState, start: int) -> tuple[int, str] | None:
    """MLIR's token at `start`, if ours is larger, and the state that it leads to; None if MLIR does not want it."""
    tables, text = parser.tables, parser.text
    word = _WORD.match(text, start)
    if word is not None:
        token, terminal = word[0], tables.word
    elif text.startswith("::", start):
        token, terminal = ":", tables.literals[":"]
    elif _is_minus(text, start):
        token, terminal = "-", tables.minus
    else:
        return None
    state = tables.rows[parser.states[-1]].get(terminal, NO_ACTION)
    return None if state < 0 else (state, token)


def _error_in_smaller_token(parser: ParserState, terminals: set[str], start: int) -> ParseError | None:
    """The error where MLIR takes the token at `start`, or the beginning of it, and is stopped by what follows."""
    text = parser.text
    word = _WORD.match(text, start)
    if word is not None:
        if parser.tables.terminals[parser.tables.first_operation] in terminals:
            name = parser.full_name(word[0])
            if parser.operation_terminal(name) is None:
                raise unknown_operation(parser, word[0], name, start)
        if "TYPE" in terminals and word[0] in OPENINGS and ("INTEGER" in terminals or word[0] in _SHAPED):
            error = unopened(parser, start)
            if error is not None:
                return error
            following = token_start(text, word.end())
            return next(error_in_elements(text, following, word[0]), None) if word[0] in ("dense", "sparse") else None
    elif _is_minus(text, start):
        following = token_start(text, start + 1)
        if "INTEGER" in terminals:
            check_token(text, following)
        if {"TYPE", "INTEGER"} <= terminals:
            return parser.missing("expected constant integer or floating point value", following)
        if {"FLOAT", "INTEGER"} <= terminals:
            places = parser.tables.places_in(parser.states[-1])
            of_array = _error_in_array(parser, places, following)
            refusal = of_array or ParseError("expected integer literal", at_token(text, following))
            refusal.next_token = following
            return refusal
    elif "EOF" in terminals and text[start : start + 1] in ("#", "!"):
        kind = "attribute" if text[start] == "#" else "type"
        return ParseError(f"{kind} names with a '.' are reserved for dialect-defined names", start)
    elif text.startswith("#", start) and _is_value_token(parser, start):
        return _result_number(parser, start)
    return None


def _result_number(parser: ParserState, start: int) -> ParseError | None:
    """The error where what begins with `#` follows the name of a value."""
    places = parser.tables.places_in(parser.states[-1])
    if "result_names '='" in places:
        return None
    is_argument = any(place in ("entry_argument ':'", "named_argument ':'") for place in places)
    message = "result number not allowed in argument list" if is_argument else "invalid SSA value result number"
    return ParseError(message, start)


def _is_minus(text: str, start: int) -> bool:
    return text.startswith("-", start) and not text.startswith("->", start)


def _error_in_array(parser: ParserState, places: list[str], start: int) -> ParseError | None:
    """The error where an element of `array<f32: …` or a number should be, or an earlier element is out of range."""
    if any(place.endswith(" double") for place in places):
        return ParseError("expected floating point literal", start)
    if not any(place in _ARRAY_PLACES for place in places):
        return None
    stack = parser.stack
    opening = next(index for index in reversed(range(len(stack))) if str(stack[index]).startswith("array"))
    if not isinstance(stack[opening + 1], FloatType):
        return None
    return ParseError("expected floating point literal", start)


_ARRAY_PLACES = (
    "negative_truth array_truth",
    "dense_array _array_elements",
    "_array_elements array_item",
    "_array_elements_star array_item",
)


def _is_value_token(parser: ParserState, following: int) -> bool:
    """Whether the token before the one at `following` is the name of a value without a number."""
    start = parser.text.rfind("%", 0, following)
    name = TOKEN.match(parser.text, start) if start >= 0 else None
    return (
        name is not None
        and name.lastgroup == "VALUE"
        and "#" not in name[0]
        and token_start(parser.text, name.end()) == following
    )


_SIZE = re.compile(r"\d+|\?")
_SCALABLE_SIZE = re.compile(rf"\[{SKIPPED}(\d+)")


def _token_behind(text: str, end: int) -> int:
    """Where the token behind `end` begins. Raises ParseError if what stands there is none."""
    start = token_start(text, end)
    check_token(text, start)
    return start


def _is_size(digits: str) -> bool:
    return short_integer(digits) < 1 << 63


def _error_in_shaped_type(parser: ParserState, places: list[str], start: int) -> ParseError | None:
    """The error where `tensor<4xf32` is not over, or where behind `tensor<4x` another size has no `x`."""
    text = parser.text
    if "shaped_type '>'" in places:
        behind = before_token(text, start)
        error = unopened(parser, start) if text[behind - 1] == "," and not text.startswith("array", start) else None
        if error is not None:
            return error
        opening = next(value for value in reversed(parser.stack) if isinstance(value, str) and value[:6] in _SHAPED)
        is_later = opening.startswith("memref") and isinstance(parser.stack[-1], list)
        return parser.missing("expected ',' or '>'" if is_later else _SHAPED[opening[:6]], start)
    opening = parser.stack[-1]
    if not isinstance(opening, str) or opening[:6] not in _SHAPED or "<" not in opening:
        return None
    is_vector = opening.startswith("vector")
    size = None if is_vector and text.startswith("?", start) else _SIZE.match(text, start)
    if size is not None and not is_unranked(opening) and not _FLOAT.match(text, start):
        if size[0] != "?" and not _is_size(size[0]):
            return ParseError("invalid dimension", start)
        return parser.missing("expected 'x' in dimension list", _token_behind(text, size.end()))
    if text.startswith("*", start) and not is_vector and is_bare(opening):
        return parser.missing("expected 'x' in dimension list", _token_behind(text, start + 1))
    if is_vector and text.startswith("[", start):
        scalable = _SCALABLE_SIZE.match(text, start)
        if scalable is None or not _is_size(scalable[1]):
            return ParseError("invalid dimension", at_token(text, _token_behind(text, start + 1)))
        following = _token_behind(text, scalable.end())
        if text.startswith("]", following):
            return parser.missing("expected 'x' in dimension list", _token_behind(text, following + 1))
        return parser.missing("missing ']' closing scalable dimension", following)
    return None


_SHAPED = {
    "tensor": "expected '>' in tensor type",
    "vector": "expected '>' in vector type",
    "memref": "expected ',' or '>' in memref type",
}
"""By the word that begins a type of several dimensions what is said where it should end."""


def _message(parser: ParserState, expectation: SyntaxMessage, start: int) -> ParseError:
    if expectation.attribute_type is not None:
        return _attribute_instead(parser, expectation.attribute_type, start)
    if expectation.by_operation:
        if _is_minus(parser.text, start) and expectation.message == "expected integer value":
            return parser.missing(expectation.message, token_start(parser.text, start + 1))
        return parser.error(expectation.message, start)
    if expectation.at_token:
        return ParseError(expectation.message, start if expectation.is_exact else at_token(parser.text, start))
    return parser.missing(expectation.message, start)


def _attribute_instead(parser: ParserState, type: str, start: int) -> ParseError:
    """The error for what stands at `start` where an attribute of another kind should: in it, or that it is another."""
    text = parser.text
    if type != "none" and text.startswith('"', start):
        string = TOKEN.match(text, start)
        return _another_kind(parser, start, start if string is None else string.end())
    number = _FLOAT.match(parser.text, start) if type else None
    if number is not None:
        return ParseError(
            "floating point value not valid for specified type", at_token(text, token_start(text, number.end()))
        )
    found = TOKEN.match(text, start)
    if type and found is not None and found.lastgroup == "DENSE":
        return ParseError("elements literal must be a shaped type", start)
    try:
        attribute, end = parser.read_attribute(start)
    except ParseError as error:
        return error
    return _another_kind(parser, start, end, isinstance(attribute, IntegerAttr) and type == "none")


def _another_kind(parser: ParserState, start: int, end: int, is_integer: bool = False) -> ParseError:
    """The error about an attribute that is of another kind."""
    try:
        following = _token_behind(parser.text, end)
    except ParseError as error:
        return error
    if is_integer:
        refusal = ParseError("integer literal not valid for specified type", start)
    else:
        refusal = parser.error("invalid kind of attribute specified", start)
    refusal.next_token = following
    return refusal


def _expectation(parser: ParserState, places: list[str], terminals: set[str], start: int) -> tuple[SyntaxMessage, str]:
    """What is to be said where rules have to go on as `places` tell, and the place that it is about.

    Where a list may go on with an element, or be over, MLIR asks for the element.
    """
    if parser.tables.terminals[parser.tables.first_operation] in terminals:
        return _MESSAGES[" operation"], places[0] if places else ""
    if "resource_entry resource_value" in places:
        return wrong(f"expected hex string blob for key '{parser.stack[-2]}'"), "resource_entry resource_value"
    symbols = {place: place.partition(" ")[2] for place in places}
    tables = [*[dialect.messages for dialect in parser.registry.dialects.values()], _MESSAGES]
    rules = {place: symbol for place, symbol in symbols.items() if symbol.islower() and not symbol.startswith("'")}
    tokens = {place: symbol for place, symbol in symbols.items() if place not in rules}
    found = TOKEN.match(parser.text, start)
    before = "" if found is None else f" before {found.lastgroup}"
    for group in (rules, tokens):
        for keys in (group, [f" {symbol}" for symbol in group.values()]):
            for table in tables:
                for key, place in zip(keys, group, strict=True):
                    if key in table:
                        return table.get(key + before) or table[key], place
    beginnings = parser.tables.begun.beginnings(rules.values())
    if not tokens and len(beginnings) == 1:
        (symbol,) = beginnings
        if f" {symbol}" in _BY_TOKEN:
            return _BY_TOKEN[f" {symbol}"], places[0]
        symbols = {places[0]: symbol}
    literals = {place: symbol for place, symbol in symbols.items() if symbol.startswith("'")}
    if literals:
        place = min(literals, key=lambda place: (place != _COMMA, literals[place] == "','", literals[place]))
        literal = literals[place]
        return refused(f"expected {literal}") if literal[1].isalpha() else missing(f"expected {literal}"), place
    place = places[0] if places else ""
    for kinds, expectation in _BY_TERMINALS:
        if kinds <= terminals:
            return expectation, place
    return missing("expected operation name in quotes"), place


_COMMA = "custom_op ','"
"""A comma of a format, which is not optional, as those of lists are."""

_BY_TOKEN: SyntaxMessages = {
    " VALUE": missing("expected SSA operand"),
    " SYMBOL": refused("expected valid '@'-identifier for symbol name"),
    " INTEGER": refused("expected integer value"),
    " WORD": refused("expected valid keyword"),
    " STRING": refused("expected string"),
}
"""What is said where no message belongs to the rule, by the token that must come."""

_MESSAGES = {**{key: message for part in SYNTAX for key, message in part.messages.items()}, **_BY_TOKEN}

_BY_TERMINALS = (
    ({"TYPE", "INTEGER"}, missing("expected attribute value")),
    ({"TYPE"}, missing("expected non-function type")),
    ({"VALUE"}, missing("expected SSA operand")),
    ({"WORD", "STRING"}, refused("expected valid keyword or string")),
    ({"WORD"}, refused("expected valid keyword")),
    ({"STRING"}, refused("expected string")),
    ({"INTEGER"}, refused("expected integer value")),
    ({"LSQB"}, missing("expected '['")),
    ({"LPAR"}, missing("expected '('")),
    ({"LBRACE"}, missing("expected '{'")),
    ({"LESSTHAN"}, missing("expected '<'")),
)
"""What is said where the rule is of no help, by terminals that may come."""


def unknown_operation(parser: ParserState, word: str, name: str, start: int) -> ParseError:
    """The error for the name of an operation that cannot stand in a form of its own."""
    keywords = _keywords(parser)
    while _reduce(parser, start):
        pass
    if _INTEGER_TYPE.fullmatch(word):
        return parser.missing("expected operation name in quotes", start)
    check_token(parser.text, token_start(parser.text, start + len(word)))
    dialect = name.partition(".")[0]
    if parser.registry.operation(name) is not None:
        return ParseError(f"custom op '{name}' has no custom assembly form", start)
    hint = parser.registry.similar_operations(name)
    if isinstance(hint, UnknownName) and word != name:
        known = hint.among
        hint = UnknownName(word, lambda: [*keywords, *known()])
    tried = "" if word == name else f" (tried '{name}' as well)"
    if parser.registry.dialect(dialect) is not None:
        return ParseError(Hinted(f"custom op '{word}' is unknown{tried}", hint), start)
    available = ", ".join(sorted(parser.registry.namespaces))
    return ParseError(
        Hinted(f"Dialect `{dialect}' not found for custom op '{word}' {tried}", hint),
        start,
        [Note(f"Available dialects: {available}", start)],
    )


def no_mnemonic(text: str, start: int, end: int) -> ParseError:
    """The error for `#dialect<` or `#dialect.`, from `start` to `end`, of a known dialect without a word behind it."""
    check_body(text, start)
    following = token_start(text, end)
    check_token(text, following)
    return ParseError("expected valid keyword", at_token(text, following))


def unknown_symbol(dialect: Dialect, mnemonic: str, is_type: bool, text: str, start: int, place: int) -> ParseError:
    """The error for an attribute or type at `start`, the mnemonic at `place`, that its dialect does not have."""
    check_body(text, start)
    check_token(text, token_start(text, place + len(mnemonic)))
    message = dialect.unknown_type if is_type else dialect.unknown_attribute
    known = dialect.types if is_type else dialect.attributes
    hint = UnknownName(mnemonic, lambda: known, f"{'!' if is_type else '#'}{dialect.namespace}.{{}}".format)
    return ParseError(Hinted(message.format(mnemonic=mnemonic, dialect=dialect.namespace), hint), place)


def nothing_known(dialect: str, is_type: bool, text: str, start: int, place: int) -> ParseError:
    """The error for an attribute or type at `start`, what follows the dialect's name at `place`, of one without any."""
    check_body(text, start)
    place = token_start(text, place)
    check_token(text, place)
    from sdyopt.mlir.read.suggestions import type_without_sigil

    message = f"dialect '{dialect}' provides no {'type' if is_type else 'attribute'} parsing hook"
    return ParseError(Hinted(message, type_without_sigil(dialect) if is_type else ""), place)
