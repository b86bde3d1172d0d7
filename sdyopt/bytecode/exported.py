"""Files of `jax.export`: a flatbuffer, in which the program is a portable artifact.

The schema is that of `jax/_src/export/serialization.fbs`.
"""

from __future__ import annotations

from sdyopt.bytecode.container import MAGIC

MODULE = 13
"""The number of the field with the program."""

_LEAST_FIELDS, _MOST_FIELDS = 14, 64


class FlatTable:
    """A table of a flatbuffer. Raises ValueError for an offset outside of the data."""

    def __init__(self, data: bytes, position: int) -> None:
        self.data = data
        self.position = position
        self._fields = position - self._signed(position, 4)
        if not 0 <= self._fields <= len(data) - 4:
            raise ValueError("a table without fields")
        self._size = self._unsigned(self._fields, 2)

    @staticmethod
    def root(data: bytes) -> FlatTable:
        """Returns the first table."""
        position = int.from_bytes(data[:4], "little")
        if not 4 <= position <= len(data) - 4:
            raise ValueError("not a flatbuffer")
        return FlatTable(data, position)

    @property
    def field_count(self) -> int:
        return (self._size - 4) // 2

    @property
    def is_plausible(self) -> bool:
        """Whether the list of fields is inside the data and of a likely size."""
        return (
            self._size % 2 == 0
            and _LEAST_FIELDS <= self.field_count <= _MOST_FIELDS
            and self._fields + self._size <= len(self.data)
            and self._unsigned(self._fields + 2, 2) >= 4
        )

    def number(self, field: int, size: int, default: int = 0) -> int:
        """Returns a field that is an unsigned number of this size in bytes."""
        place = self._place(field)
        return default if place is None else self._unsigned(place, size)

    def string(self, field: int) -> str:
        """Returns a field that is a string; empty if there is none."""
        return self.bytes(field).decode("utf-8", "replace")

    def bytes(self, field: int) -> bytes:
        """Returns a field that is a vector of bytes."""
        found = self._vector(field, 1)
        return b"" if found is None else self.data[found[0] : found[0] + found[1]]

    def numbers(self, field: int, size: int) -> list[int]:
        """Returns a field that is a vector of unsigned numbers of this size in bytes."""
        start, count = self._vector(field, size) or (0, 0)
        return [self._unsigned(start + size * index, size) for index in range(count)]

    def strings(self, field: int) -> list[str]:
        """Returns a field that is a vector of strings."""
        found = []
        for place in self._targets(field):
            size = self._unsigned(place, 4)
            self._check(place + 4, size)
            found.append(self.data[place + 4 : place + 4 + size].decode("utf-8", "replace"))
        return found

    def tables(self, field: int) -> list[FlatTable]:
        """Returns a field that is a vector of tables."""
        return [FlatTable(self.data, place) for place in self._targets(field)]

    def table(self, field: int) -> FlatTable | None:
        """Returns a field that is a table, if there is one."""
        place = self._place(field)
        return None if place is None else FlatTable(self.data, place + self._unsigned(place, 4))

    def _targets(self, field: int) -> list[int]:
        start, count = self._vector(field, 4) or (0, 0)
        places = [start + 4 * index for index in range(count)]
        return [place + self._unsigned(place, 4) for place in places]

    def _place(self, field: int) -> int | None:
        """Returns where a field is, or None if it is missing."""
        if field >= self.field_count:
            return None
        offset = self._unsigned(self._fields + 4 + 2 * field, 2)
        return self.position + offset if offset else None

    def _vector(self, field: int, size: int) -> tuple[int, int] | None:
        """Returns where the elements of a vector begin, and their number; None if it is missing."""
        place = self._place(field)
        if place is None:
            return None
        start = place + self._unsigned(place, 4)
        count = self._unsigned(start, 4)
        self._check(start + 4, size * count)
        return start + 4, count

    def _check(self, start: int, size: int) -> None:
        if start + size > len(self.data):
            raise ValueError("a part outside of the data")

    def _unsigned(self, place: int, size: int) -> int:
        self._check(place, size)
        return int.from_bytes(self.data[place : place + size], "little")

    def _signed(self, place: int, size: int) -> int:
        self._check(place, size)
        return int.from_bytes(self.data[place : place + size], "little", signed=True)


def module_of(data: bytes) -> bytes | None:
    """Returns the portable artifact in a file of `jax.export`, or None for any other file."""
    try:
        root = FlatTable.root(data)
        module = root.bytes(MODULE) if root.is_plausible else b""
    except ValueError:
        return None
    return module if module.startswith(MAGIC) else None
