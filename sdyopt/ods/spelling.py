"""How attributes, types and locations are written.

Each class registers a function that gives the text of one value; `spell` remembers that text on the value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from sdyopt.ir.attribute import Attribute

Speller = Callable[[Any], str]
_spellers: dict[type[Attribute], Speller] = {}
_F = TypeVar("_F", bound=Callable[..., Any])


def spelling_of(cls: type[Attribute]) -> Callable[[_F], _F]:
    """Registers the decorated function as the one that writes values of `cls`."""

    def register(function: _F) -> _F:
        _spellers[cls] = function
        return function

    return register


def spell(attribute: Attribute) -> str:
    """The text of `attribute`, as it stands alone: with its type, and for dialect attributes with their prefix."""
    text = attribute.spelling
    if text is None:
        text = attribute.spelling = _spellers[type(attribute)](attribute)  # type: ignore[misc]
    return text


def spell_all(attributes: Any, separator: str = ", ") -> str:
    """The texts of `attributes` in a row."""
    return separator.join([spell(attribute) for attribute in attributes])
