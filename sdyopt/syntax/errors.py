"""What is said about text that is no module: MLIR's words, at MLIR's place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdyopt.ods.diagnostics import Note, ParseError

if TYPE_CHECKING:
    from sdyopt.syntax.parser import Parser

_MANDATORY = (":", "->", ")", "]", ">", "(", "[", "<", "=", "{", ",", "}")
"""Punctuation, the likeliest to be missing first: a comma or a dictionary can mostly be left away."""

_IN_RULE = {
    ("generic_op", "("): "expected '(' to start operand list",
    ("generic_op", ")"): "expected ')' to end operand list",
    ("generic_op", ":"): "expected ':' followed by operation type",
    ("regions_in_parens", ")"): "expected ')' to end region list",
    ("entry", "="): "expected '}' in attribute dictionary",
    ("dictionary", "}"): "expected '}' in attribute dictionary",
    ("array", "]"): "expected ',' or ']'",
    ("function_type", "->"): "expected '->' in function type",
    ("tuple_type", "<"): "expected '<' in tuple type",
    ("complex_type", "<"): "expected '<' in complex type",
    ("complex_type", ">"): "expected '>' in complex type",
    ("dense_array", ":"): "expected ':' after dense array type",
    ("block_label", ":"): "expected ':' after block name",
    ("location", "("): "expected '(' in location",
    ("location", ")"): "expected ')' in location",
    ("callsite_location", "("): "expected '(' in callsite location",
    ("callsite_location", "at"): "expected 'at' in callsite location",
    ("callsite_location", ")"): "expected ')' in callsite location",
    ("fused_location", "["): "expected '[' in fused location",
    ("fused_location", "]"): "expected ']' in fused location",
    ("name_location", ")"): "expected ')' after child location of NameLoc",
    ("file_location", "INTEGER"): "expected integer column number in FileLineColRange",
    ("result_names", "="): "expected '=' after SSA name",
    ("value_def", "="): "expected '=' after SSA name",
    ("successors", "CARET"): "expected block name",
}
"""MLIR's words for what is missing in a rule, by the rule and the terminal that should have come."""


def acceptable(parser: Parser, states: list[int]) -> set[str]:
    """The names and texts of the terminals that may come where the parser stands."""
    tables = parser.tables
    texts = {number: text for text, number in tables.literals.items()}
    return {
        texts.get(terminal, tables.terminals[terminal])
        for terminal in tables.rows[states[-1]]
        if tables.accepts(states, terminal)
    }


def before_token(text: str, start: int) -> int:
    """Where MLIR reports that a token is not the one it wants: behind what comes before it.

    Spaces, ends of lines and comments between the two are skipped; at the end of the text one character more is.
    """
    end = start - 1 if start >= len(text) and start else start
    while True:
        while end and text[end - 1] in " \t":
            end -= 1
        if not end or text[end - 1] not in "\r\n":
            return end
        end -= 1
        line_start = max(text.rfind("\n", 0, end), text.rfind("\r", 0, end)) + 1
        comment = text.find("//", line_start, end)
        if comment >= 0:
            end = comment


def unexpected_token(parser: Parser, states: list[int], terminal: int, start: int, end: int) -> ParseError:
    """The error for a token that the grammar does not have where it stands."""
    rules = {place.partition(" ")[0] for place in parser.tables.places_in(states[-1])}
    return ParseError(_message(parser, acceptable(parser, states), rules), before_token(parser.text, start))


def _message(parser: Parser, expected: set[str], rules: set[str]) -> str:
    tables = parser.tables
    if tables.terminals[tables.first_operation] in expected:
        return "expected operation name in quotes"
    if "TYPE" in expected:
        return "expected attribute value" if "INTEGER" in expected else "expected non-function type"
    specific = sorted(_IN_RULE[key] for key in _IN_RULE if key[0] in rules and key[1] in expected)
    if specific:
        return specific[0]
    punctuation = [text for text in _MANDATORY if text in expected]
    if expected == {"VALUE"} or ("VALUE" in expected and not punctuation):
        return "expected SSA operand"
    if {"WORD", "STRING"} <= expected:
        return "expected attribute name"
    if punctuation:
        return f"expected '{punctuation[0]}'"
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
