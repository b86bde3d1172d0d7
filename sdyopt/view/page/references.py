"""Where values stand in a program's text, and which of them is meant there.

A name alone does not tell: `%0` is another value in each function and may be one in each region. What a use refers to
is what the parser has looked up there.
"""

from __future__ import annotations

from sdyopt.dialects import REGISTRY
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.mlir.read.reading import parse
from sdyopt.mlir.read.spans import Spans


class Reference(NamedTuple):
    """A name in the text, from `start` to before `stop`, and where the name stands that defines what it means."""

    start: int
    stop: int
    definition: int


def references(text: str) -> list[Reference]:
    """The names of values in `text`, a program, in its order. Raises CompilationError if it is none."""
    spans = Spans()
    parse(text, REGISTRY, allow_unregistered=True, spans=spans)
    meant = {start: start for start in spans.definitions}
    meant.update({start: spans.places[value] for start, value in spans.uses()})
    return [Reference(start, spans.names[start], meant[start]) for start in sorted(meant)]
