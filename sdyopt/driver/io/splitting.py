"""Inputs of several parts, and lines between them that are nearly separators."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sdyopt.driver.io.binary import text_source
from sdyopt.mlir.diagnostics import Diagnostic
from sdyopt.mlir.diagnostics.source import Source

SPLIT_MARKER = "// -----"
"""The default beginning of lines that separate parts."""

_MISSED = 2
"""The number of characters at the end of a marker that a reported line lacks."""


def split(text: str, name: str, marker: str = SPLIT_MARKER) -> list[Source]:
    """Returns the parts of `text` between lines that begin with `marker`."""
    chunks = []
    start, line = 0, 1
    for found in re.finditer(rf"^{re.escape(marker)}[^\n]*\n?", text, re.MULTILINE):
        chunks.append(text_source(text[start : found.start()], name, line))
        line += text.count("\n", start, found.end())
        start = found.end()
    chunks.append(text_source(text[start:], name, line))
    return chunks


def near_misses(text: str, marker: str) -> Iterator[Diagnostic]:
    """Yields a warning, with an offset in `text`, for each line that lacks only the last characters of `marker`."""
    beginning, rest = marker[:-_MISSED], marker[-_MISSED:]
    if beginning:
        for found in re.finditer(rf"^{re.escape(beginning)}(?!{re.escape(rest)})", text, re.MULTILINE):
            yield Diagnostic("warning", "near miss with file split marker", found.end())
