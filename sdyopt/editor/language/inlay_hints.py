"""Hints in the lines of a text: the shardings that propagation gives to values."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sdyopt.dialects.sdy.printing import sharding as sharding_text
from sdyopt.editor.language.document import Document, Part
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.mlir.read.spans import Span

_WITHOUT_MESH = re.compile(r"<@[^,]*, (\[.*)>", re.DOTALL)


class InlayHint(NamedTuple):
    """A text to show at an offset, and a longer one to show under the pointer."""

    offset: int
    text: str
    tooltip: str


def inlay_hints(document: Document, span: Span | None = None) -> list[InlayHint]:
    """Returns a hint after the name of each value in `span` that propagation shards, where the text does not say it.

    Values that every device holds in full have none.
    """
    whole = Span(0, len(document.text)) if span is None else span
    found: list[InlayHint] = []
    for part in document.parts:
        start, end = max(whole.start - part.start, 0), min(whole.end - part.start, len(part.text))
        if start < end:
            found += _hints(part, Span(start, end))
    return found


def _hints(part: Part, lines: Span) -> Iterator[InlayHint]:
    module = part.known.module
    omits_mesh = module is not None and len(module.meshes) == 1
    for offset, sharding in part.known_hints(lines):
        full = sharding_text(sharding)
        short = _WITHOUT_MESH.fullmatch(full) if omits_mesh else None
        yield InlayHint(part.start + offset, short[1] if short else full, full)
