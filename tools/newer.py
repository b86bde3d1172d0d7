"""What sdy-opt accepts and the reference refuses, as newer versions of Shardy accept it.

Each entry is the message of an error that only the reference has, for runs of a pass, and a part of the text without
which there would be no such error. Where the reference has such errors alone, sdy-opt must accept the program; where it
has others, these are sdy-opt's as well.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tools.differential import Answer, Remark, Run


class Newer(NamedTuple):
    """An error that a newer version of Shardy does not have: its message as a pattern, the pass, a part of texts."""

    message: re.Pattern[str]
    in_pass: str
    part: str


NEWER: tuple[Newer, ...] = (
    Newer(
        re.compile(r"failed to legalize operation 'sdy\.reshard' that was explicitly marked illegal"),
        "sdy-reshard-to-collectives",
        "<[], device_ids=[",
    ),
)


def is_accepted_by_newer(found: Answer, expected: Answer, text: str, run: Run) -> bool:
    """Returns whether our answer is that of the reference without the errors of older versions."""
    known = [each for each in NEWER if each.part in text and any(name.startswith(each.in_pass) for name in run.passes)]

    def is_older(remark: Remark) -> bool:
        return any(each.message.search(remark.message) for each in known)

    if expected.accepted or not known:
        return False
    errors = _errors(expected)
    left = [remark for remark in errors if not is_older(remark)]
    if len(left) == len(errors):
        return False
    return found.accepted if not left else left == _errors(found)


def _errors(answer: Answer) -> list[Remark]:
    """Returns the errors of a refusal, without notes."""
    first = Remark(answer.line, answer.column, answer.message)
    later = [remark._replace(message=remark.message.removeprefix("error: ")) for remark in answer.later]
    return [first, *later]
