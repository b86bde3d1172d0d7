"""Regular expressions that are compiled when they are first used: most runs meet only a few of them."""

from __future__ import annotations

import re
import sys
from typing import Any, cast

_BACK = "|(?!)" if sys.version_info < (3, 11, 5) else ""
"""A last alternative that never matches: trying it undoes what a failed alternative has consumed.

Without it, `(?:,[0-9]+)*+]` matches ",]" before Python 3.11.5 (python/cpython#106052).
"""


class _Pattern:
    """Delegates to a `re.Pattern` that is compiled at the first use of an attribute, and keeps the attribute."""

    def __init__(self, text: str, flags: int) -> None:
        self._arguments = (text, flags)

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(*self._arguments), name)  # which `re` remembers
        setattr(self, name, found)
        return found


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """The pattern `text`, not compiled yet."""
    return cast(re.Pattern[str], _Pattern(text, flags))


def repeated(body: str) -> str:
    """What `(?:body)*+` means, for a body that may consume something and then fail."""
    return f"(?:{body}{_BACK})*+"
