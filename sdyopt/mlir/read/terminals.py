"""Tokens whose terminals depend on where they stand, or on what their names are declared to be."""

from __future__ import annotations

from typing import Any

from sdyopt.ir.signature import OpDefinition
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.mlir.read.brackets import unbalanced_body
from sdyopt.mlir.read.grammar_tables import NO_ACTION, UNUSED
from sdyopt.mlir.read.lexer import MNEMONIC, NEGATIVE_NUMBER, SCALAR, TOKEN, Unbalanced, end_of_body
from sdyopt.mlir.read.parser_state import ParserState


def choose_terminal(state: ParserState, kind: str, value: str, start: int, end: int) -> tuple[int, Any, int]:
    """The terminal, the value and the end of a token whose terminal depends on its place or its name."""
    tables = state.tables
    if kind == "WORD":
        row = tables.rows[state.states[-1]]
        keyword = tables.literals.get(value)
        if keyword is not None and keyword in row and (row[keyword] >= 0 or tables.word not in row):
            return keyword, value, end
        if tables.first_operation in row and tables.accepts(state.states, tables.first_operation):
            return _operation_name(state, value, start, end)
        if tables.type in row and SCALAR.fullmatch(value):
            return tables.type, value, end
        return tables.word, value, end
    if kind == "AFFINE_MAP":
        return _affine_map(state, value, start, end)
    if kind == "HASH":
        if tables.read_attribute not in tables.rows[state.states[-1]]:
            return (UNUSED, value, end) if "." in value else (tables.attribute_alias, value[1:], end)
        return _dialect_symbol(state, value, start, end, False)
    if kind == "BANG":
        if "." in value and tables.read_type not in tables.rows[state.states[-1]]:
            return UNUSED, value, end
        return _dialect_symbol(state, value, start, end, True)
    number = NEGATIVE_NUMBER.match(state.text, start)
    if number is not None:
        assert number.lastgroup is not None
        return tables.plain_tokens[number.lastgroup], f"-{number[number.lastgroup]}", number.end()
    if value == "-" and tables.minus in tables.rows[state.states[-1]]:
        return tables.minus, value, end
    return UNUSED, value, end


def _operation_name(state: ParserState, word: str, start: int, end: int) -> tuple[int, OpDefinition, int]:
    """The token of an operation's own format. Raises ParseError for the name of an operation that has none."""
    name = state.full_name(word)
    found = state.operation_terminal(name)
    if found is None:
        from sdyopt.mlir.read.errors import unknown_operation

        raise unknown_operation(state, word, name, start)
    return *found, end


def _affine_map(state: ParserState, value: str, start: int, end: int) -> tuple[int, Any, int]:
    """The token of an affine map or integer set, all of which is read here; elsewhere it is but a word."""
    tables = state.tables
    keyword = value[: len("affine_map")]
    if not tables.accepts(state.states, tables.affine_map):
        return tables.word, keyword, start + len(keyword)
    from sdyopt.mlir.read.affine_maps import read_affine

    attribute, end = read_affine(state.text, end, keyword == "affine_set")
    return tables.affine_map, attribute, end


def _dialect_symbol(state: ParserState, symbol: str, start: int, end: int, is_type: bool) -> tuple[int, Any, int]:
    """Returns the token that starts with `#name` or `!name`: an alias, something declared, or something opaque."""
    tables, text = state.tables, state.text
    name = symbol[1:]
    namespace, dot, mnemonic = name.partition(".")
    is_open = not dot and text.startswith("<", end)
    read = tables.read_type if is_type else tables.read_attribute
    if not dot and not (is_open and tables.accepts(state.states, read)):
        return tables.type_alias if is_type else tables.attribute_alias, name, end
    dialect = state.dialect(namespace)
    if dialect is not None and (dialect.types if is_type else dialect.attributes):
        return _declared_symbol(state, dialect, mnemonic, start, end, is_open, is_type)
    place = start + len(namespace) + 2
    if dialect is not None or namespace in (WITHOUT_TYPES if is_type else WITHOUT_ATTRIBUTES):
        from sdyopt.mlir.read.errors import nothing_known

        raise nothing_known(namespace, is_type, text, start, place)
    body_end = _end_of_body(text, end) if text.startswith("<", end) else end
    body = mnemonic + text[end:body_end] if dot else text[end + 1 : body_end - 1]
    value = namespace, body, place if dot else start
    return tables.opaque_type if is_type else tables.opaque_attribute, value, body_end


WITHOUT_TYPES = frozenset(
    ["affine", "arith", "cf", "complex", "math", "memref", "nvvm", "scf", "tensor", "ub", "vector"]
)
WITHOUT_ATTRIBUTES = frozenset(["affine", "cf", "math", "memref", "scf", "shape", "tensor"])
"""MLIR's own dialects without types or attributes. Some are called like builtin types, so that `!tensor<…` is a likely
mistake."""


def _declared_symbol(
    state: ParserState, dialect: Dialect, mnemonic: str, start: int, end: int, is_open: bool, is_type: bool
) -> tuple[int, Any, int]:
    """Returns the token of a declared attribute or type: `#dialect<mnemonic` if `is_open`, or `#dialect.mnemonic`.

    As in MLIR the name `#dialect.mnemonic` ends before a blank. Its body then is what follows, as far as that makes
    one, and yet is read again for what it is where it stands.
    """
    tables, text = state.tables, state.text
    place = start + len(dialect.namespace) + 2
    name_end = end
    if "-" in mnemonic:
        mnemonic = mnemonic[: mnemonic.index("-")]
        end = place + len(mnemonic)
    body_start = end
    scanned_end = _scanned_end(text, body_start) if state.has_blind_spots else None
    is_apart = not mnemonic and not is_open
    if is_open or is_apart:
        found = MNEMONIC.match(text, end + is_open)
        if found is not None:
            mnemonic, place, end = found[1], found.start(1), found.end()
    declared = (dialect.types if is_type else dialect.attributes).get(mnemonic)
    if declared is None:
        from sdyopt.mlir.read.errors import no_mnemonic, unknown_symbol

        if not mnemonic:
            raise no_mnemonic(text, start, body_start + is_open)
        raise unknown_symbol(dialect, mnemonic, is_type, text, start, place)
    if not declared.has_body and text.startswith("<", end):
        end = _end_of_body(text, end)
    pretty, opened = (tables.types if is_type else tables.attributes)[f"{dialect.namespace}.{mnemonic}"]
    read = tables.read_type if is_type else tables.read_attribute
    if scanned_end is not None:
        return read, state.read_symbol(opened if is_open else pretty, declared, start, end, is_type), scanned_end
    if is_open:
        return opened, declared, end
    is_cut = is_apart or end < name_end
    if is_cut or (not text.startswith("<", end) and _goes_on(state, pretty, end)):
        attribute = state.read_symbol(pretty, declared, start, end, is_type)
        if is_cut:
            end = _end_of_body(text, name_end) if text.startswith("<", name_end) else name_end
        return read, attribute, end
    return pretty, declared, end


def _goes_on(state: ParserState, terminal: int, end: int) -> bool:
    """Returns whether the grammar has what stands at `end` in the body of the symbol whose terminal this is."""
    tables = state.tables
    following_state = tables.rows[state.states[-1]].get(terminal, NO_ACTION)
    found = TOKEN.match(state.text, end)
    if following_state < 0 or found is None or found.lastgroup is None:
        return False
    kind = found.lastgroup
    following = tables.literals[found[kind]] if kind == "PUNCTUATION" else tables.plain_tokens.get(kind, tables.word)
    return tables.rows[following_state].get(following, NO_ACTION) >= 0


def _scanned_end(text: str, start: int) -> int | None:
    """Where a body ends that opens at `start`, and in which there are comments or nulls; None if it has none.

    Before MLIR reads a body it looks for the end, and takes brackets in comments for such; there it goes on,
    wherever it has stopped reading.
    """
    if not text.startswith("<", start):
        return None
    end = _end_of_body(text, start)
    return end if "//" in text[start:end] or "\0" in text[start:end] else None


def _end_of_body(text: str, start: int) -> int:
    """Where the body of a dialect's attribute or type ends. Raises ParseError if its brackets do not pair."""
    try:
        return end_of_body(text, start)
    except Unbalanced as error:
        raise unbalanced_body(text, error) from None
