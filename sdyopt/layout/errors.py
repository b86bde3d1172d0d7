"""What is said about a layout that cannot be."""

from __future__ import annotations

from sdyopt.ir.errors import SdyOptError

Part = tuple[str | int, ...]
"""Where in a shape something is wrong: a field's name and positions in it, as `("tiles", 0, 1)`."""


class LayoutError(SdyOptError, ValueError):
    """An impossible shape, layout, index or offset. The message names the part."""


class InvalidPartError(LayoutError):
    """One part of a layout or a shape contradicts the others."""

    def __init__(self, message: str, *part: str | int) -> None:
        super().__init__(message)
        self.part: Part = part


class ShapeSyntaxError(LayoutError):
    """A text that is not a shape. `offset` counts the characters of `text` before the place."""

    def __init__(self, message: str, text: str, offset: int) -> None:
        super().__init__(message)
        self.text = text
        self.offset = offset

    @property
    def column(self) -> int:
        """The place as a column of its line, from 1."""
        return self.offset - self.text.rfind("\n", 0, self.offset)
