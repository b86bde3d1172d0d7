"""How attributes, types and locations are written.

Each class has a function in `PRINTERS` that gives the text of one value; `text_of` remembers that text on the value.
Where the printer may write an alias instead, that text is a mark; see `alias_placeholders`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.mlir.write.alias_placeholders import DEFINITIONS, MAX_LENGTH, AliasDefinition, expanded, mark

AttributePrinter = Callable[[Any], str]
PRINTERS: dict[type[Attribute], AttributePrinter] = {}
"""What writes values of a class."""


@contextmanager
def printed_by(printer: AttributePrinter, classes: Sequence[type[Attribute]]) -> Iterator[None]:
    """Meanwhile values of these classes are written by `printer`, those of which the text is not known yet."""
    usual = {cls: PRINTERS[cls] for cls in classes}
    PRINTERS.update(dict.fromkeys(classes, printer))
    try:
        yield
    finally:
        PRINTERS.update(usual)


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
    text = attribute.printed
    if text is None:
        try:
            text = PRINTERS[type(attribute)](attribute)
        except RecursionError:
            text = _text_inside_out(attribute)
        if len(text) > MAX_LENGTH and len(text) > MAX_LENGTH + _length_of_parts(attribute):
            raise _limit(f"the text of an attribute is limited to {MAX_LENGTH} characters")
        attribute.printed = text  # type: ignore[misc]
    return text


Attribute.text_of = staticmethod(lambda attribute: expanded(text_of(attribute)))


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
        value = values.pop()
        if isinstance(value, str):
            length += _PER_CHARACTER * len(value)
        elif isinstance(value, tuple):
            length += _PER_ELEMENT * len(value)
            values += value
    return length


_PER_CHARACTER, _PER_ELEMENT = 12, 24
"""A character may be four bytes, each of which is written as three characters; an element is at most a long number."""


def _limit(message: str) -> CompilationError:
    return CompilationError([Diagnostic("error", message, 0)])


def _text_inside_out(attribute: Attribute) -> str:
    """The text of `attribute`, whose parts are printed first, innermost ones before those that hold them."""
    work = [attribute]
    while work:
        unprinted = [part for part in parts_of(work[-1]) if part.printed is None]
        if unprinted:
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
        value = values.pop()
        if isinstance(value, Attribute):
            yield value
        elif isinstance(value, tuple):
            values += value


def texts_of(attributes: Any, separator: str = ", ") -> str:
    """The texts of `attributes` in a row."""
    return separator.join([text_of(attribute) for attribute in attributes])
