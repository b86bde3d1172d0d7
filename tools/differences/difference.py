"""A difference between ours and the reference that is to be, with its reason and an example."""

from __future__ import annotations

from typing import NamedTuple

from tools.differential import PLAIN, Run

GARBLED = "speaks of what it finds in memory that is not its own, or crashes"
CRASHES = "crashes"
SILENT = "rejects it without a message"

UNREGISTERED = Run(allow_unregistered=True)


class Difference(NamedTuple):
    """A difference: what it is about, why it is, and an example with what both make of it, as `told`; of an output
    that is `line`, counted from 0.
    """

    title: str
    reason: str
    text: str
    ours: str
    theirs: str
    run: Run = PLAIN
    line: int = 1
