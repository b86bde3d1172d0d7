"""What is said about text that is no module: MLIR's words, at MLIR's place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdyopt.ods.diagnostics import Note, ParseError
from sdyopt.syntax.grammar_tables import NO_ACTION

if TYPE_CHECKING:
    from sdyopt.syntax.parser import Parser

_MANDATORY = (
    (":", "expected ':'"),
    ("->", "expected '->'"),
    (")", "expected ')'"),
    ("]", "expected ']'"),
    (">", "expected '>'"),
    ("(", "expected '('"),
    ("[", "expected '['"),
    ("<", "expected '<'"),
    ("=", "expected '='"),
    ("{", "expected '{'"),
    (",", "expected ','"),
    ("}", "expected '}'"),
)
"""Punctuation, the likeliest to be missing first: a comma or a dictionary can mostly be left away."""


def acceptable(parser: Parser, states: list[int]) -> set[str]:
    """The names and texts of the terminals that may come where the parser stands."""
    tables = parser.tables
    texts = {number: text for text, number in tables.literals.items()}
    found = set()
    for terminal in tables.rows[states[-1]]:
        stack = list(states)
        while (action := tables.rows[stack[-1]].get(terminal, NO_ACTION)) < 0:
            if action == NO_ACTION:
                break
            rule = tables.rules[~action]
            if rule.count:
                del stack[-rule.count :]
            stack.append(tables.gotos[stack[-1]][rule.nonterminal])
        else:
            found.add(texts.get(terminal, tables.terminals[terminal]))
    return found


def unexpected_token(parser: Parser, states: list[int], terminal: int, start: int, end: int) -> ParseError:
    """The error for a token that the grammar does not have where it stands."""
    expected = acceptable(parser, states)
    token = parser.text[start:end]
    if token.startswith('"') and len(token) == 1:
        return ParseError("expected '\"' in string literal", start)
    return ParseError(_message(parser, expected), start)


def _message(parser: Parser, expected: set[str]) -> str:
    tables = parser.tables
    if tables.terminals[tables.first_operation] in expected:
        return "expected operation name in quotes"
    if "TYPE" in expected:
        return "expected attribute value" if "INTEGER" in expected else "expected non-function type"
    punctuation = [message for text, message in _MANDATORY if text in expected]
    if expected == {"VALUE"} or ("VALUE" in expected and not punctuation):
        return "expected SSA operand"
    if {"WORD", "STRING"} <= expected:
        return "expected attribute name"
    if punctuation:
        return punctuation[0]
    if "SYMBOL" in expected:
        return "expected valid '@'-identifier for symbol name"
    if "INTEGER" in expected:
        return "expected integer value"
    if "WORD" in expected:
        return "expected valid keyword"
    if "STRING" in expected:
        return "expected string"
    words = sorted(text for text in expected if text.isalpha() and text.islower())
    return f"expected '{words[0]}'" if words else "unexpected token"


def unexpected_character(parser: Parser, start: int) -> ParseError:
    """The error for something that is no token at all."""
    character = parser.text[start : start + 1]
    if character == '"':
        return ParseError("expected '\"' in string literal", start)
    if character == "@":
        return ParseError("@ identifier expected to start with letter or '_'", start)
    if character in "%#!^":
        kinds = {"%": "SSA value", "#": "attribute", "!": "type", "^": "block"}
        return ParseError(f"invalid {kinds[character]} name", start)
    if character == "-":
        return ParseError("expected integer literal or float literal after '-'", start)
    return ParseError("unexpected character", start)


def unknown_operation(parser: Parser, word: str, name: str, start: int) -> ParseError:
    """The error for the name of an operation that cannot stand in a form of its own."""
    dialect = name.partition(".")[0]
    if name in parser.registry.operations:
        return ParseError(f"custom op '{name}' has no custom assembly form", start)
    if "." not in word:
        return ParseError(f"custom op '{word}' is unknown (tried '{name}' as well)", start)
    if dialect not in parser.registry.dialects:
        available = ", ".join(sorted(parser.registry.dialects))
        return ParseError(
            f"Dialect `{dialect}' not found for custom op '{name}' ",
            start,
            [Note(f"Available dialects: {available}", start)],
        )
    return ParseError(f"custom op '{name}' is unknown", start)


def unknown_symbol(parser: Parser, dialect: str, mnemonic: str, is_type: bool, start: int, end: int) -> ParseError:
    """The error for an attribute or type that its dialect does not have."""
    if is_type:
        return ParseError(f"unknown  type `{mnemonic}` in dialect `{dialect}`", end)
    return ParseError(f"unknown attribute `{mnemonic}` in dialect `{dialect}`", end)


def unbalanced_body(parser: Parser, start: int) -> ParseError:
    """The error for `#dialect<…` whose brackets do not pair."""
    return ParseError("unbalanced '<' character in pretty dialect name", start)
