"""The table of attributes and types of a file, each decoded when it is first needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from sdyopt.bytecode.cursor import LENGTHS, BytecodeError, Cursor
from sdyopt.bytecode.dialects import DIALECTS
from sdyopt.bytecode.encodings import Encoding
from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import StringAttr, TypeAttr
from sdyopt.ir.locations import FileLineColRange
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.mlir.declare.dialect import Registry
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.mlir.write.attributes import text_of

if TYPE_CHECKING:
    from sdyopt.bytecode.container import Container


FILE_LOCATION = 11 << 1 | 1
"""How the code of a file location is written."""


@cache
def _by_code(namespace: str, is_type: bool) -> Mapping[int, Encoding] | None:
    """Returns the encodings of a dialect's attributes or types, or None if it has none."""
    if namespace == "vhlo":
        from sdyopt.bytecode.vhlo.encodings import VHLO

        return VHLO.by_code(is_type)
    dialect = DIALECTS.get(namespace)
    return None if dialect is None else dialect.by_code(is_type)


class _OpenEntry(NamedTuple):
    """An entry that is being decoded: what is written in it, and the places that it refers to."""

    place: int
    encoding: Encoding
    raw: list[Any]
    needed: Iterator[int]


class AttributeTable:
    """The attributes of a file, at the first places, and its types after them.

    `place` is that of the entry which is being read.
    """

    def __init__(self, container: Container, registry: Registry, allow_unregistered: bool) -> None:
        self._container = container
        self._registry = registry
        self._allow_unregistered = allow_unregistered
        self.starts = container.entry_starts
        self._data = container.data
        self.attribute_count = container.attribute_count
        self.known: list[Any] = [None] * len(container.entry_namespaces)
        self.place_sizes = container.place_sizes
        self.files = bytearray(256)
        """Whether a byte is the number of an attribute that is known to be the name of a file."""
        self.place = 0

    # Numbers that entries contain.

    def attribute(self, index: int) -> int:
        if index >= self.attribute_count:
            raise ValueError(f"invalid attribute index: {index}")
        return index

    def type(self, index: int) -> int:
        if index >= len(self.known) - self.attribute_count:
            raise ValueError(f"invalid type index: {index}")
        return self.attribute_count + index

    def string(self, index: int) -> str:
        return self._container.string(index)

    def resource(self, index: int) -> str:
        return self._container.resource_key(index)

    # Numbers that operations contain.

    def attribute_at(self, index: int) -> Attribute:
        """Returns the attribute with that number."""
        if index >= self.attribute_count:
            raise ValueError(f"invalid Attribute index: {index}")
        found: Attribute | None = self.known[index]
        return self._decoded(index) if found is None else found

    def type_at(self, index: int) -> Type:
        """Returns the type with that number."""
        place = self.attribute_count + index
        if place >= len(self.known):
            raise ValueError(f"invalid Type index: {index}")
        found: Type | None = self.known[place]
        if found is None:
            found = self._decoded(place)
        return found

    def location_at(self, index: int) -> Location:
        """Returns the location with that number."""
        found = self.known[index] if index < self.attribute_count else None
        if found is None and index < self.attribute_count and self.place_sizes[index]:
            start, end = self.starts[index], self.starts[index + 1]
            if self._data[start] == FILE_LOCATION:
                made = self._file_location(start, end)
                if made is not None:
                    self.known[index] = made
                    return made
        if found is None:
            found = self.attribute_at(index)
        if not isinstance(found, Location):
            raise ValueError(f"expected attribute of type: mlir::LocationAttr, but got: {text_of(found)}")
        return found

    def is_place(self, index: int) -> bool:
        """Whether a location is known to be a place in a file with short numbers, which `location_at` can make."""
        size = self.place_sizes[index] if index < self.attribute_count else 0
        if not size:
            return False
        data, start = self._data, self.starts[index]
        first = LENGTHS[data[start + 2]]
        is_whole = first + 2 < size and first + LENGTHS[data[start + 2 + first]] + 2 == size
        return is_whole and data[start] == FILE_LOCATION and bool(self.files[data[start + 1]])

    def _file_location(self, start: int, end: int) -> Location | None:
        """Returns the place in a file that these bytes are; None if the file is not known, or a number is long.

        Most operations have such a location of their own: this is faster than to decode it like other attributes.
        """
        file = self._data[start + 1]
        name = self.known[file >> 1] if file & 1 and file >> 1 < self.attribute_count else None
        if type(name) is not StringAttr:
            return None
        self.files[file] = 1
        number = int.from_bytes(self._data[start + 2 : end], "little")
        if number & 1:
            line, column, size = number >> 1 & 0x7F, number >> 8, end - start - 3
        elif number & 2:
            line, column, size = number >> 2 & 0x3FFF, number >> 16, end - start - 4
        elif number & 4:
            line, column, size = number >> 3 & 0x1FFFFF, number >> 24, end - start - 5
        else:
            return None
        if size == 1 and column & 1:
            column >>= 1
        elif size == 2 and column & 3 == 2:
            column >>= 2
        else:
            return None
        found: Location = FileLineColRange.of_normal((name.value, line, column, None, None))
        return found

    # Decoding.

    def _decoded(self, place: int) -> Any:
        """Returns the value of an entry, after all that it refers to."""
        known = self.known
        opened: set[int] = set()
        work: list[_OpenEntry] = []
        following: int | None = place
        while following is not None or work:
            if following is not None:
                encoding, raw = self._read(following)
                needed = [
                    needed
                    for field, value in zip(encoding.fields, raw, strict=True)
                    for needed in field.places(value)
                    if known[needed] is None
                ]
                if not needed:
                    known[following] = self._made(following, encoding, raw)
                    following = None
                    continue
                opened.add(following)
                work.append(_OpenEntry(following, encoding, raw, iter(needed)))
            entry = work[-1]
            following = next((place for place in entry.needed if known[place] is None), None)
            if following is None:
                work.pop()
                opened.discard(entry.place)
                known[entry.place] = self._made(entry.place, entry.encoding, entry.raw)
            elif following in opened:
                raise self._failure(entry.place, "cyclic attribute")
        return known[place]

    def _read(self, place: int) -> tuple[Encoding, list[Any]]:
        """Reads the fields of an entry."""
        cursor = Cursor(self._container.data, self.starts[place], self.starts[place + 1])
        namespace = self._container.entry_namespaces[place]
        is_type = place >= self.attribute_count
        try:
            if not self._container.are_custom[place]:
                return Encoding(-1, Attribute, (), lambda: self._parsed(cursor, is_type)), []
            encodings = _by_code(namespace, is_type)
            if encodings is None:
                raise ValueError(f"dialect '{namespace}' does not implement the bytecode interface")
            code = cursor.varint()
            encoding = encodings.get(code)
            if encoding is None:
                raise ValueError(self._unknown_code(namespace, code, is_type))
            self.place = place
            raw = [field.read(cursor, self) for field in encoding.fields]
            if cursor.left:
                raise cursor.error(f"unexpected trailing bytes after {'Type' if is_type else 'Attribute'} entry")
            return encoding, raw
        except BytecodeError:
            raise
        except ValueError as error:
            raise self._failure(place, str(error)) from None

    def _made(self, place: int, encoding: Encoding, raw: list[Any]) -> Any:
        """Returns the value of an entry, given what is written in it, all of which is known."""
        known = self.known
        fields = zip(encoding.fields, raw, strict=True)
        try:
            made = encoding.made([field.resolved(value, known) for field, value in fields])
        except CompilationError as error:
            raise self._failure(place, error.diagnostics[0].message) from None
        except BytecodeError as error:
            raise self._failure(place, error.message) from None
        except (ValueError, TypeError, AttributeError, KeyError) as error:
            raise self._failure(place, str(error)) from None
        is_type = place >= self.attribute_count
        if isinstance(made, Type) != is_type:
            raise self._failure(place, "expected a type" if is_type else "expected an attribute")
        return made

    def _parsed(self, cursor: Cursor, is_type: bool) -> Attribute:
        """Returns the attribute or type of an entry that is text."""
        from sdyopt.mlir.write.attribute_texts import parse_attribute

        text = cursor.nul_string().decode("utf-8", "surrogateescape")
        if cursor.left:
            raise cursor.error(f"unexpected trailing bytes after {'Type' if is_type else 'Attribute'} entry")
        found = parse_attribute(text, self._registry, self._allow_unregistered)
        if is_type:
            if not isinstance(found, TypeAttr):
                raise ValueError(f"expected a type: {text}")
            return found.type
        return found

    def _failure(self, place: int, message: str) -> BytecodeError:
        return BytecodeError(message, self.starts[place])

    @staticmethod
    def _unknown_code(namespace: str, code: int, is_type: bool) -> str:
        dialect = DIALECTS.get(namespace)
        prefix = "vhlo " if dialect is None else dialect.type_prefix if is_type else dialect.attribute_prefix
        return f"unknown {prefix}{'type' if is_type else 'attribute'} code: {code}"
