"""Where a name of a value was given, for notes; only errors ask for it."""

from __future__ import annotations

import re

_DEFINES = r"\s*(?::\s*\d+\s*)?(?:,\s*%[\w.$-]+\s*(?::\s*\d+\s*)?)*=|\s*:"
"""What follows a name that is defined: the rest of a list of results, or the type of an argument."""


def offset_of_definition(text: str, name: str, end: int) -> int | None:
    """The offset of the last place before `end` where `text` gives the name to results or to a block argument.

    For a whole group of results, `%0:2`, it is that of the name; so it is for one of them, `%0#1`.
    """
    group = name.partition("#")[0]
    defined = re.compile(rf"{re.escape(group)}(?:{_DEFINES})")
    at = text.rfind(group, 0, end)
    while at >= 0 and defined.match(text, at) is None:
        at = text.rfind(group, 0, at)
    return at if at >= 0 else None
