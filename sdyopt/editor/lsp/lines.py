"""Lines of a text, and positions in them as clients count."""

from __future__ import annotations

from bisect import bisect_right

from lsprotocol import types

from sdyopt.mlir.read.spans import Span


class ClientLines:
    """The lines of a text, in which a client counts characters in units of its encoding."""

    def __init__(self, text: str, encoding: str) -> None:
        self._text = text
        self._is_ascii = text.isascii()
        self._encoding = encoding
        self._starts = [0]
        place = text.find("\n")
        while place >= 0:
            self._starts.append(place + 1)
            place = text.find("\n", place + 1)

    def position(self, offset: int) -> types.Position:
        """Returns the position of an offset."""
        line = bisect_right(self._starts, offset) - 1
        start = self._starts[line]
        return types.Position(line, offset - start if self._is_ascii else self._units(self._text[start:offset]))

    def offset(self, position: types.Position) -> int:
        """Returns the offset of a position; one after the end of its line, or of the text, means that end."""
        if position.line >= len(self._starts):
            return len(self._text)
        start = self._starts[position.line]
        last = position.line + 1 == len(self._starts)
        end = len(self._text) if last else self._starts[position.line + 1] - 1
        if self._is_ascii:
            return min(start + position.character, end)
        units = position.character
        offset = start
        while offset < end and units > 0:
            units -= self._units(self._text[offset])
            offset += 1
        return offset

    def range(self, span: Span) -> types.Range:
        """Returns the range of a span."""
        return types.Range(self.position(span.start), self.position(span.end))

    def span(self, range: types.Range) -> Span:
        """Returns the span of a range."""
        return Span(self.offset(range.start), self.offset(range.end))

    def _units(self, text: str) -> int:
        if self._encoding == "utf-8":
            return len(text.encode("utf-8", "surrogatepass"))
        if self._encoding == "utf-32":
            return len(text)
        return len(text.encode("utf-16-le", "surrogatepass")) // 2
