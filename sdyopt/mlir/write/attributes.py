"""How attributes, types and locations are written.

Each class has a function in `PRINTERS` that gives the text of one value; `text_of` remembers that text on the value.
Where the printer may write an alias instead, that text is a mark; see `mlir.diagnostics`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from threading import get_ident
from typing import Any, Protocol

from sdyopt.ir.attribute import Attribute, Type, remembered, show_with
from sdyopt.mlir.diagnostics import DEFINITIONS, MAX_LENGTH, AliasDefinition, CompilationError, expanded, failure, mark
from sdyopt.mlir.tokens import pattern

AttributePrinter = Callable[[Any], str]
PRINTERS: dict[type[Attribute], AttributePrinter] = {}


class OtherTexts(Protocol):
    """The texts that a thread writes otherwise than usual, and those that it has written."""

    texts: dict[Attribute, str]

    def differs(self, attribute: Attribute) -> bool:
        """Whether the text of a value may be another than usual."""

    def write(self, attribute: Attribute) -> str:
        """Returns the text of a value that differs."""


OTHER_TEXTS: dict[int, OtherTexts] = {}
"""By the identities of threads; empty if all write as usual, in which case `printed` is what is known of a value."""


def define_alias(
    cls: type[Attribute], name: str, define: AttributePrinter, applies: Callable[[Any], bool] = lambda value: True
) -> None:
    """Registers what defines an alias for values of `cls`, where that `applies`, and else writes them."""
    DEFINITIONS[cls] = AliasDefinition(name, define, issubclass(cls, Type))
    PRINTERS[cls] = lambda value: mark(value) if applies(value) else define(value)


MAX_NESTING = 4000
"""How deep attributes, types and regions may nest: what is printed of them grows with the square of that."""


def text_of(attribute: Attribute) -> str:
    """The text of `attribute`, as it stands alone: with its type, and for dialect attributes with their prefix.

    Raises CompilationError if it is too long, or nests too deep.
    """
    other = _other_texts(attribute) if OTHER_TEXTS else None
    text = attribute.printed if other is None else other.texts.get(attribute)
    if text is None:
        try:
            text = PRINTERS[type(attribute)](attribute) if other is None else other.write(attribute)
        except RecursionError:
            text = _text_inside_out(attribute)
        if len(text) > MAX_LENGTH and len(text) > MAX_LENGTH + _length_of_parts(attribute):
            raise _limit(f"the text of an attribute is limited to {MAX_LENGTH} characters")
        if other is None:
            attribute.printed = text  # type: ignore[misc]
        else:
            other.texts[attribute] = text
    return text


def _other_texts(attribute: Attribute) -> OtherTexts | None:
    """Returns what has the text of a value in this thread, if that may be another than usual."""
    other = OTHER_TEXTS.get(get_ident())
    return other if other is not None and other.differs(attribute) else None


def _is_written(attribute: Attribute) -> bool:
    other = _other_texts(attribute)
    return attribute.printed is not None if other is None else attribute in other.texts


show_with(Attribute, lambda attribute: expanded(text_of(attribute)))


def _length_of_parts(root: Attribute) -> int:
    """How long the strings and lists in `root` may be in its text, each counted once: the program is as long itself."""
    found = {root}
    work = [root]
    while work:
        new = {part for part in parts_of(work.pop()) if part not in found}
        found |= new
        work += new
    return sum(map(_own_length, found))


def _own_length(attribute: Attribute) -> int:
    """How long the strings and lists right inside `attribute` may be in its text."""
    length = 0
    values = [getattr(attribute, field) for field in type(attribute).fields]
    while values:
        if isinstance(value := values.pop(), str):
            length += _PER_CHARACTER * len(value)
        elif isinstance(value, tuple):
            length += _PER_ELEMENT * len(value)
            values += value
    return length


_PER_CHARACTER, _PER_ELEMENT = 12, 24
"""A character may be four bytes, each of which is written as three characters; an element is at most a long number."""


def _limit(message: str) -> CompilationError:
    return failure(message, 0)


def _text_inside_out(attribute: Attribute) -> str:
    """The text of `attribute`, whose parts are printed first, innermost ones before those that hold them."""
    work = [attribute]
    while work:
        if unprinted := [part for part in parts_of(work[-1]) if not _is_written(part)]:
            work.append(unprinted[0])
            if len(work) > 2 * MAX_NESTING:  # a type inside an attribute counts twice
                raise _limit(f"nesting is limited to {MAX_NESTING} levels")
        else:
            text_of(work.pop())
    return text_of(attribute)


def parts_of(attribute: Attribute) -> Iterator[Attribute]:
    """The attributes right inside `attribute`."""
    values = [getattr(attribute, field) for field in type(attribute).fields]
    while values:
        if isinstance(value := values.pop(), Attribute):
            yield value
        elif isinstance(value, tuple):
            values += value


def texts_of(attributes: Any, separator: str = ", ") -> str:
    """The texts of `attributes` in a row."""
    return separator.join([text_of(attribute) for attribute in attributes])


# Strings and names as they stand in MLIR text.


def string_value(token: str) -> str:
    """Returns what a string token says. Bytes that are not UTF-8 become surrogates."""
    body = token[1:-1]
    if "\\" not in body:
        return body
    encoded = body.encode("utf-8", "surrogateescape")
    decoded = re.sub(
        rb'\\(?:([0-9a-fA-F]{2})|([nt"\\]))',
        lambda m: bytes([int(m[1], 16)]) if m[1] else {b"n": b"\n", b"t": b"\t", b'"': b'"', b"\\": b"\\"}[m[2]],
        encoded,
    )
    return decoded.decode("utf-8", "surrogateescape")


def string_token(value: str) -> str:
    """`value` in quotes, as MLIR prints it: what is not printable ASCII as a backslash and two hexadecimal digits."""
    if value.isascii() and value.isprintable() and '"' not in value and "\\" not in value:
        return f'"{value}"'
    data = value.encode("utf-8", "surrogateescape")
    return '"' + "".join(_escaped[byte] for byte in data) + '"'


_escaped = [
    "\\\\" if byte == 0x5C else chr(byte) if 0x20 <= byte < 0x7F and byte != 0x22 else f"\\{byte:02X}"
    for byte in range(256)
]

_BARE = pattern(r"[A-Za-z_][\w$.]*", re.ASCII)


def entry_name(name: str) -> str:
    """A dictionary key: bare if it can be."""
    return name if _BARE.fullmatch(name) else string_token(name)


@remembered
def symbol_token(name: str) -> str:
    """`@name`, in quotes where needed. A name that is empty can be read but not be written."""
    if not name:
        return "@<<INVALID EMPTY SYMBOL>>"
    return f"@{name}" if _BARE.fullmatch(name) else f"@{string_token(name)}"
