"""Warnings about attributes with the prefix of the SDY dialect that the dialect does not know, such as `sdy.shardin`.

MLIR accepts any discardable attribute, so that a misspelled one is ignored in silence.
"""

from __future__ import annotations

import re

from sdyopt.dialects.sdy.discardable import DISCARDABLE
from sdyopt.mlir.diagnostics import Diagnostic, UnknownName

OFF = "no-unknown-attributes"
"""The value of `-W` that switches these warnings off."""

_ASSIGNED = re.compile(r"sdy\.\w+(?=\s*=[^=])")

_BEFORE = " \t\n{,(<"
"""The characters before the name of an attribute."""


def unknown_attributes(text: str) -> list[Diagnostic]:
    """Returns a warning for each name, where it occurs first in the text of a valid module."""
    found: dict[str, int] = {}
    for match in _ASSIGNED.finditer(text):
        name, start = match[0], match.start()
        if name not in DISCARDABLE and text[start - 1 : start] in _BEFORE and not _is_in_comment(text, start):
            found.setdefault(name, start)
    return [
        Diagnostic(
            "warning",
            f"unknown attribute '{name}' of the SDY dialect",
            start,
            hint=UnknownName(name, lambda: DISCARDABLE),
        )
        for name, start in found.items()
    ]


def _is_in_comment(text: str, offset: int) -> bool:
    """Whether `//` precedes the offset on its line, perhaps in a string."""
    return text.find("//", text.rfind("\n", 0, offset) + 1, offset) >= 0
