"""The changes of passes to an input, as unified diffs of the text that would have been written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from sdyopt.driver.instruments.diff.history import ProgramState
from sdyopt.driver.instruments.diff.unified import CONTEXT, DiffNames, unified_diff

Part = Sequence[ProgramState]
"""The states of one part of an input, starting before the first pass."""


def overall(name: str, parts: Sequence[Part], separator: str) -> str:
    """Returns one diff of all parts, joined by `separator`, before the first pass and after the last one."""
    before, after = [separator.join([part[end].text for part in parts]) for end in (0, -1)]
    return unified_diff(before, after, DiffNames.of_file(name))


def of_each_pass(name: str, parts: Sequence[Part], separator: str) -> str:
    """Returns a diff after each pass, part by part; applied in order, they turn the input into the output."""
    return "".join(_of_each_pass(name, parts, separator))


def _of_each_pass(name: str, parts: Sequence[Part], separator: str) -> Iterator[str]:
    line, above = 0, ""
    for number, part in enumerate(parts, 1):
        which = f", part {number}" if len(parts) > 1 else ""
        below = _first_lines(separator + parts[number][0].text) if number < len(parts) else ""
        for state, following in pairwise(part):
            note = f"after {following.after}{which}"
            if state.text == following.text:
                yield f"# {note}: no change\n"
            else:
                before, after = (f"{above}{text}{below}" for text in (state.text, following.text))
                yield unified_diff(before, after, DiffNames.of_file(name, note), line)
        written = above + part[-1].text + separator
        above = _last_lines(written)
        line += written.count("\n") - above.count("\n")


def _first_lines(text: str) -> str:
    """Lines of context around a change."""
    return "\n".join(text.split("\n", CONTEXT)[:CONTEXT]) + "\n"


def _last_lines(text: str) -> str:
    """A number of lines, and what is after the last end of a line."""
    return "\n".join(text.rsplit("\n", CONTEXT + 1)[-CONTEXT - 1 :])
