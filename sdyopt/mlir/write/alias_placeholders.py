"""Marks: what the text of attributes has in place of attributes, types and locations that may get an alias.

The text of an attribute is remembered, and is part of that of others; but whether it is `#map` or `#map3` depends on
what else is printed, and messages show the attribute itself. So what may get an alias is written as a mark, which the
printer and the messages replace.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from sdyopt.ir.attribute import Attribute
from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.tokens import pattern

MAX_LENGTH = 1 << 26
"""How long the text of one attribute may be, besides what is long in the program; with aliases within aliases a short
one can ask for any length."""

MAX_EXPANDED_LENGTH = 4 * MAX_LENGTH
"""How long the text may become by what is printed in place of marks."""

MAX_MESSAGE = 1 << 20
"""How long a message may become by what it shows in place of aliases."""


class AliasDefinition(NamedTuple):
    """How values of a class get aliases in printed text: `#map = …`, `#map1 = …`.

    Without a name they get none, but the printer wants to know of them.
    """

    name: str
    define: Callable[[Any], str]
    """The text after the `=`, with marks in it for what has an alias in turn."""
    is_type: bool


DEFINITIONS: dict[type[Attribute], AliasDefinition] = {}

MARK = "\ud800"
"""A mark is this surrogate, which no text has, a number and a semicolon; a location inside another has a tilde, too."""

_MARK = pattern(f"{MARK}(~?)([0-9]+);")

_marked: list[Attribute] = []
"""What marks stand for, by their numbers."""


def mark(attribute: Attribute, prefix: str = "") -> str:
    """Returns the placeholder of `attribute` in the text of attributes."""
    _marked.append(attribute)
    return f"{MARK}{prefix}{len(_marked) - 1};"


def inner_mark(location: Attribute) -> str:
    """Returns the placeholder of a location inside another."""
    return mark(location, "~")


def has_marks() -> bool:
    """Whether anything has been written as a mark."""
    return bool(_marked)


def marked(text: str) -> list[Attribute]:
    """What marks stand for in the text of attributes, in their order."""
    return [_marked[int(found[2])] for found in _MARK.finditer(text)] if MARK in text else []


def definition_of(attribute: Attribute) -> str:
    """The text of an attribute that a mark stands for, with marks in it."""
    return DEFINITIONS[type(attribute)].define(attribute)


def with_aliases(text: str, aliases: Mapping[Attribute, str]) -> str:
    """The text of attributes with aliases in place of the marks; what has none is written itself."""
    while MARK in text and len(text) <= MAX_EXPANDED_LENGTH:
        text = _MARK.sub(lambda found: aliases.get(_marked[int(found[2])]) or _expansion(found), text)
    return text


def with_marks_replaced(text: str, replace: Callable[[Attribute, bool], str]) -> str:
    """The text of attributes with what `replace` gives in place of each mark, which may have marks in turn.

    Its arguments are what the mark stands for, and whether that is a location inside another.
    """
    while MARK in text and len(text) <= MAX_EXPANDED_LENGTH:
        text = _MARK.sub(lambda found: replace(_marked[int(found[2])], bool(found[1])), text)
    return text


def expanded(text: str) -> str:
    """The text of attributes, with the attributes themselves in place of their marks, as messages show it.

    Where that gets too long, since they hold each other at many places, there is `…` for those further inside.
    """
    longest = max(len(text), MAX_MESSAGE)
    while MARK in text:
        text = _MARK.sub(_expansion if len(text) <= longest else "…", text)
    return text


def _expansion(found: re.Match[str]) -> str:
    text = definition_of(_marked[int(found[2])])
    return text[len("loc(") : -1] if found[1] else text
