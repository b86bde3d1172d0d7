"""Recognizes HLO text."""

from __future__ import annotations

import re

_BEGINNING = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/)*HloModule\b", re.DOTALL)


def is_hlo(text: str) -> bool:
    """Whether a text begins like the HLO text of a module."""
    return _BEGINNING.match(text) is not None
