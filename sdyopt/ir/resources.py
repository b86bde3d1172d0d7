"""Resources: bytes that a program names but does not hold; they stand in the trailer behind it."""

from __future__ import annotations


class Blob:
    """Bytes as a text has them, in hexadecimal digits from `start` to `end`; the first four are their alignment.

    They may have hundreds of megabytes, so that they are not taken out of the text.
    """

    __slots__ = ("end", "start", "text")

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.start = start
        self.end = end

    @property
    def alignment(self) -> int:
        """What the address of the bytes is a multiple of."""
        return int.from_bytes(bytes.fromhex(self.text[self.start : self.start + ALIGNMENT_DIGITS]), "little")

    @property
    def digits(self) -> str:
        """All digits in upper case. No bytes have no alignment."""
        if self.end - self.start == ALIGNMENT_DIGITS:
            return "0" * ALIGNMENT_DIGITS
        return self.text[self.start : self.end].upper()

    @property
    def length(self) -> int:
        """How many characters the printed text has, its quotes included."""
        return len('"0x"') + self.end - self.start


ALIGNMENT_DIGITS = 8

Resources = dict[str, Blob]
"""Blobs by their keys."""
