"""Resources: bytes that a program refers to by name, and that are in the section after it."""

from __future__ import annotations


class Blob:
    """Bytes in a text, as hexadecimal digits from `start` to `end`; the first four bytes are the alignment.

    They are not copied from the text, because they may have hundreds of megabytes.
    """

    __slots__ = ("end", "start", "text")

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.start = start
        self.end = end

    @staticmethod
    def of(data: bytes, alignment: int) -> Blob:
        """Returns the blob with these bytes."""
        text = alignment.to_bytes(4, "little").hex() + data.hex()
        return Blob(text, 0, len(text))

    @property
    def has_data(self) -> bool:
        """Whether there is more than the alignment."""
        return self.end - self.start >= ALIGNMENT_DIGITS

    @property
    def data(self) -> bytes:
        """The bytes."""
        return bytes.fromhex(self.text[self.start + ALIGNMENT_DIGITS : self.end])

    @property
    def alignment(self) -> int:
        """The alignment of the bytes in memory."""
        return int.from_bytes(bytes.fromhex(self.text[self.start : self.start + ALIGNMENT_DIGITS]), "little")

    @property
    def digits(self) -> str:
        """All digits in upper case; empty if there are no bytes."""
        if self.end - self.start == ALIGNMENT_DIGITS:
            return "0" * ALIGNMENT_DIGITS
        return self.text[self.start : self.end].upper()

    @property
    def length(self) -> int:
        """The length of the printed text, including its quotes."""
        return len('"0x"') + self.end - self.start


ALIGNMENT_DIGITS = 8

Resources = dict[str, Blob]
"""Blobs by their keys."""
