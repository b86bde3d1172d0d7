"""The arguments and results that errors about functions name by their numbers, as spans of the text."""

from __future__ import annotations

import re
from contextlib import suppress

from sdyopt.dialects import REGISTRY
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.mlir.read.reading import parse
from sdyopt.mlir.read.spans import Span, Spans

_MESSAGE = re.compile(r"'func\.func' op (arg|result) ([0-9]{1,6}) - ")


def named_span(text: str, offset: int, message: str) -> Span | None:
    """Returns where the argument or result stands that `message` names of the function at `offset`; None if unknown."""
    found = _MESSAGE.match(message)
    if found is None:
        return None
    spans = Spans()
    with suppress(CompilationError):  # What comes before an error is known.
        parse(text, REGISTRY, allow_unregistered=True, spans=spans)
    entries = (spans.results if found[1] == "result" else spans.arguments).get(offset, [])
    number = int(found[2])
    return entries[number] if number < len(entries) else None
