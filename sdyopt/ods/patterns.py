"""Regular expressions that are compiled when they are first used: most runs meet only a few of them."""

from __future__ import annotations

import re
from typing import Any, cast


class _Pattern:
    """Becomes a `re.Pattern` piece by piece: what is asked of it is asked of the compiled pattern, and kept."""

    def __init__(self, text: str, flags: int) -> None:
        self._arguments = (text, flags)

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(*self._arguments), name)  # which `re` remembers
        setattr(self, name, found)
        return found


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """The pattern `text`, not compiled yet."""
    return cast(re.Pattern[str], _Pattern(text, flags))
