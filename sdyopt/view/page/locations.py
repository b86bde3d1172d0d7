"""The text of a program without its locations, each line where it was."""

from __future__ import annotations

import re

_LOCATION = re.compile(r"[ \t]*(?<![\w#$.-])loc\(")
_ALIAS = re.compile(r"#[\w$.-]+\s*=\s*loc\(")
_PARENTHESIS = re.compile(r"[()]")


def without_locations(text: str, readable: str) -> str:
    """Returns `text` without the locations of operations and arguments.

    Aliases of locations stay at the beginning, so that each line keeps its number, and go at the end. `readable` is the
    text with blanks in place of comments and strings.
    """
    kept = []
    done = 0
    aliases = {readable.index("loc(", match.start()) for match in _ALIAS.finditer(readable)}
    for match in _LOCATION.finditer(readable):
        start = match.end() - len("loc(")
        if match.start() < done or start in aliases:
            continue
        stop = _closing(readable, match.end())
        if stop is None:
            break
        kept.append(text[done : match.start()])
        kept.append("\n" * text.count("\n", match.start(), stop))
        done = stop
    lines = ("".join(kept) + text[done:]).split("\n")
    while lines and (not lines[-1] or _ALIAS.match(lines[-1])):
        lines.pop()
    return "\n".join([*lines, ""])


def _closing(readable: str, start: int) -> int | None:
    """Returns the place after the parenthesis that closes the one before `start`."""
    depth = 1
    for match in _PARENTHESIS.finditer(readable, start):
        depth += 1 if match[0] == "(" else -1
        if not depth:
            return match.end()
    return None
