"""The tokens of MLIR text, one of them looked ahead, and the ways in which MLIR's parser reports what is wrong.

Four methods make a report and return what is to be raised: `wrong_token` is about what is missing in front of the
current token, `error_here` about that token, `error_at` about a place noted before, and `say` about such a place on
behalf of what is read, which an operation's own format prefixes with the operation's name. While the current token is
one that the lexer has refused, they report nothing: the lexer has.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.mlir.declare.dialect import Registry
from sdyopt.mlir.diagnostics import Diagnostic, Hinted, Note, UnknownName, error, prefixed
from sdyopt.mlir.formats.state import ValueUse
from sdyopt.mlir.literals.numbers import FloatFormat, LiteralError, float_bits, short_integer
from sdyopt.mlir.tokens import SKIPPED, STRING, SUFFIX_ID, VALUE_ID, at_token, before_token, lexical_error
from sdyopt.mlir.write.attributes import MAX_NESTING, string_value

T = TypeVar("T")

TOKEN = re.compile(
    rf"""{SKIPPED}(?:
      (?P<VALUE>{VALUE_ID})
    | (?P<PUNCTUATION>->|\{{-\#|\#-\}}|[()\[\]{{}}<>,:=?*|/+-])
    | (?P<WORD>[A-Za-z_][\w$.]*)
    | (?P<FLOAT>\d+\.\d*(?:[eE][-+]?\d+)?)
    | (?P<INTEGER>0x[0-9a-fA-F]+|\d+)
    | (?P<STRING>{STRING})
    | (?P<SYMBOL>@(?:[A-Za-z_][\w$.]*|{STRING}))
    | (?P<HASH>\#{SUFFIX_ID})
    | (?P<BANG>!{SUFFIX_ID})
    | (?P<CARET>\^{SUFFIX_ID})
    | (?P<ELLIPSIS>\.\.\.)
    | (?P<EOF>\Z)
    | (?P<ERROR>(?s:.))
    )""",
    re.VERBOSE | re.ASCII,
)
_match = TOKEN.match

LARGEST_RESULT = (1 << 32) - 1
"""The largest number of a result."""


class Failed(Exception):
    """A part of the text cannot be read. What is wrong has been reported."""


class TooDeep(Exception):
    """The text nests too deep. This parser alone limits that, so that nothing is reported because of it."""


class Tokens:
    """A text, and the token that the parser looks at: its `kind`, its `token` as written, its `start` and `end`."""

    def __init__(self, text: str, registry: Registry) -> None:
        self.text = text
        self.registry = registry
        self.complaints: list[Diagnostic] = []
        """All that has been reported."""
        self.prefix = ""
        """The text before messages about an operation in its own format."""
        self.said = 0
        """How many reports have named an operation: if one has, it cannot be read, whatever else it says."""
        self.depth = 0
        """How many attributes, types and locations are open around the token."""
        self.kind = "EOF"
        self.token = ""
        self.start = self.end = 0
        self.last_end = 0
        """Where the token before this one ends."""

    # Tokens.

    def consume(self) -> None:
        """Goes to the next token, of which the lexer reports at once if it is none."""
        self.last_end = end = self.end
        found: Any = _match(self.text, end)
        kind = self.kind = found.lastgroup
        self.start, self.end = found.span(kind)
        self.token = found[kind]
        if kind == "ERROR":
            wrong = lexical_error(self.text, self.start)
            assert wrong is not None
            self.complaints.append(error(*wrong))
            self.start = wrong[1]  # from where MLIR reads again, if it does

    def reset(self, position: int) -> None:
        """Goes to the token at `position`, or after it."""
        self.end = position
        self.consume()

    def consume_if(self, token: str) -> bool:
        """Returns whether the token is that punctuation or word, and goes past it."""
        if self.token != token:
            return False
        self.consume()
        return True

    def parse_token(self, token: str, message: str) -> None:
        """Goes past that punctuation; reports `message` if it is not there."""
        if self.token != token:
            raise self.wrong_token(message)
        self.consume()

    def go_deeper(self) -> None:
        """Counts what opens here, inside all that is open."""
        if self.depth > MAX_NESTING:
            raise self.too_deep()
        self.depth += 1

    def too_deep(self) -> TooDeep:
        """Reports the limit of nesting."""
        self.complaints.append(error(f"nesting is limited to {MAX_NESTING} levels", self.start))
        return TooDeep()

    # Reports.

    def wrong_token(self, message: str) -> Failed:
        """Reports what is missing in front of the token."""
        if self.kind != "ERROR":
            self.complaints.append(error(message, before_token(self.text, self.start)))
        return Failed()

    def error_here(self, message: str) -> Failed:
        """Reports what is wrong with the token; at the end of the text that is a character earlier."""
        return self.error_at(message, at_token(self.text, self.start))

    def error_at(self, message: str, at: int, notes: Sequence[Note] = ()) -> Failed:
        """Reports what is wrong at a place."""
        if self.kind != "ERROR":
            self.complaints.append(error(message, at, notes))
        return Failed()

    def say(self, message: str, at: int | None = None) -> Failed:
        """Reports what is wrong at a place, or with the token, on behalf of what is being read."""
        at = self.start if at is None else at
        if not self.prefix:
            return self.error_at(message, at)
        self.said += 1
        return self.error_at(prefixed(self.prefix, message), at)

    def error_of_operation(self, message: str, at: int) -> Failed:
        """Reports what an operation says of itself, whatever token comes next."""
        self.complaints.append(error(message, at))
        return Failed()

    def literal_error(self, wrong: LiteralError, at: int) -> Failed:
        """Reports what is wrong with a literal at a place."""
        return self.error_at(wrong.message, at, [Note(note, at) for note in wrong.notes])

    # Lists.

    def parse_several(self, element: Callable[[], T]) -> list[T]:
        """Reads elements, at least one, with commas."""
        found = [element()]
        while self.token == ",":
            self.consume()
            found.append(element())
        return found

    def parse_list(self, opening: str, closing: str, context: str, element: Callable[[], T]) -> list[T]:
        """Reads elements with commas between brackets."""
        if self.token != opening:
            raise self.wrong_token(f"expected '{opening}'{context}")
        self.consume()
        found = [] if self.token == closing else self.parse_several(element)
        if self.token != closing:
            raise self.wrong_token(f"expected '{closing}'{context}")
        self.consume()
        return found

    def parse_list_until(self, closing: str, element: Callable[[], T], allow_empty: bool = True) -> list[T]:
        """Reads elements with commas up to the closing bracket."""
        if self.token == closing and not allow_empty:
            raise self.wrong_token("expected list element")
        found = [] if self.token == closing else self.parse_several(element)
        if self.token != closing:
            raise self.wrong_token(f"expected ',' or '{closing}'")
        self.consume()
        return found

    # Words, strings and numbers.

    def parse_keyword(self, word: str) -> None:
        """Goes past that word."""
        if self.token != word:
            raise self.missing_word(word)
        self.consume()

    def parse_literals(self, *literals: str) -> None:
        """Goes past these words and punctuation, one after the other."""
        for literal in literals:
            if literal.isalpha():
                self.parse_keyword(literal)
            else:
                self.parse_token(literal, f"expected '{literal}'")

    def missing_word(self, word: str) -> Failed:
        """Reports that a word is missing, with a hint if another word, which resembles it, is in its place."""
        message = f"expected '{word}'"
        found = self.token
        return self.say(Hinted(message, UnknownName(found, lambda: [word])) if self.kind == "WORD" else message)

    def parse_any_keyword(self) -> str:
        """Reads a word."""
        if self.kind != "WORD":
            raise self.say("expected valid keyword")
        word = self.token
        self.consume()
        return word

    def parse_keyword_or_string(self) -> str:
        """Reads a word or a string."""
        if self.kind not in ("WORD", "STRING"):
            raise self.say("expected valid keyword or string")
        token = self.token
        word = token if self.kind == "WORD" else string_value(token)
        self.consume()
        return word

    def parse_string(self) -> str:
        """Reads a string."""
        if self.kind != "STRING":
            raise self.say("expected string")
        value = string_value(self.token)
        self.consume()
        return value

    def parse_symbol_name(self) -> str:
        """Reads `@name`."""
        if self.kind != "SYMBOL":
            raise self.say("expected valid '@'-identifier for symbol name")
        name = symbol_name(self.token)
        self.consume()
        return name

    def parse_integer(self, width: int = 64, signed: bool = True) -> int:
        """Reads an integer of `width` bits. The words of booleans are signed integers of one bit."""
        start, kind, token = self.start, self.kind, self.token
        if kind == "INTEGER":
            value = short_integer(token)
        elif token == "-":
            self.consume()
            if self.kind != "INTEGER":
                raise self.wrong_token("expected integer value")
            value = -short_integer(self.token)
        elif token in _TRUTHS:
            value = _TRUTHS[token]
        else:
            raise self.say("expected integer value")
        self.consume()
        least = -1 << (width - 1) if signed else 0
        if not least <= value < least + (1 << width):
            raise self.say("integer value too large", start)
        return value

    def parse_float(self, float_format: FloatFormat) -> int:
        """Reads a floating-point number; returns its bits."""
        sign = "-" if self.consume_if("-") else ""
        at, kind, token = self.start, self.kind, self.token
        if kind not in ("FLOAT", "INTEGER"):
            raise self.error_at("expected floating point literal", at)
        try:
            bits = float_bits(sign + token, float_format)
        except LiteralError as wrong:
            raise self.literal_error(wrong, at) from None
        self.consume()
        return bits

    # Values.

    def parse_operand(self, numbered: bool = True) -> ValueUse:
        """Reads the name of a value, after which the number of a result may stand."""
        if self.kind != "VALUE":
            raise self.wrong_token("expected SSA operand")
        name, at = self.token, self.start
        self.consume()
        if self.kind == "HASH":
            if not numbered:
                raise self.error_here("result number not allowed in argument list")
            digits = self.token[1:]
            number = short_integer(digits) if digits.isdigit() else LARGEST_RESULT + 1
            if number > LARGEST_RESULT:
                raise self.error_here("invalid SSA value result number")
            if number:
                name = f"{name}#{number}"
            self.consume()
        return ValueUse(name, at)

    def parse_operand_list(self) -> list[ValueUse]:
        """Reads names of values with commas, as many as there are."""
        return self.parse_several(self.parse_operand) if self.kind == "VALUE" else []

    def parse_operands_in_parentheses(self) -> list[ValueUse]:
        """Reads names of values between parentheses."""
        return self.parse_list("(", ")", " in operand list", self.parse_operand)

    # What the parts of the parser read for each other.

    def parse_attribute(self, type: Type | None = None) -> Attribute:
        """Reads an attribute; with `type` one of that type, which then does not stand after it."""
        raise NotImplementedError

    def parse_optional_attribute(self) -> Attribute | None:
        """Reads an attribute if one begins here."""
        raise NotImplementedError

    def parse_type(self) -> Type:
        """Reads a type."""
        raise NotImplementedError

    def parse_optional_type(self) -> Type | None:
        """Reads a type if one begins here."""
        raise NotImplementedError

    def parse_symbol(self, is_type: bool, type: Type | None = None) -> Attribute:
        """Reads an alias, or a dialect's attribute or type."""
        raise NotImplementedError

    def parse_location_instance(self) -> Location:
        """Reads the text between the parentheses of `loc(…)`."""
        raise NotImplementedError

    def parse_affine(self, is_set: bool) -> Attribute:
        """Reads the text between the brackets of `affine_map<…>` or `affine_set<…>`."""
        raise NotImplementedError


_TRUTHS = {"true": -1, "false": 0}


def symbol_name(token: str) -> str:
    """Returns the name in `@name` or `@"name"`."""
    return string_value(token[1:]) if token[1] == '"' else token[1:]
