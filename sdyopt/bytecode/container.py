"""The sections of a file, without what is in its operations."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import accumulate, islice

from sdyopt.ir.attributes import Blob, Resources
from sdyopt.ir.records import NamedTuple

# Reading numbers and bytes one after another.

PADDING = 0xCB
"""The byte in front of aligned data."""

WORD = (1 << 64) - 1

LENGTHS = bytes([(first & -first).bit_length() or 9 for first in range(256)])
"""The bytes of a number that begins with a byte."""


class BytecodeError(ValueError):
    """Data that is invalid at `offset` in the whole file, if that is known."""

    def __init__(self, message: str, offset: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


class Cursor:
    """A part of the data, from `position` to `end`, which is read in order. Reading beyond `end` is an error."""

    __slots__ = ("data", "end", "position")

    def __init__(self, data: bytes, position: int = 0, end: int | None = None) -> None:
        self.data = data
        self.position = position
        self.end = len(data) if end is None else end

    @property
    def left(self) -> int:
        """The number of bytes that have not been read."""
        return self.end - self.position

    def error(self, message: str) -> BytecodeError:
        """Returns an error at the current position."""
        return BytecodeError(message, self.position)

    def byte(self) -> int:
        if self.position >= self.end:
            raise self.error("attempting to parse a byte at the end of the bytecode")
        self.position += 1
        return self.data[self.position - 1]

    def take(self, size: int) -> bytes:
        """Returns the next bytes."""
        return self.data[self.skip(size) : self.position]

    def skip(self, size: int) -> int:
        """Moves past the next bytes, and returns where they start."""
        if size > self.left:
            raise self.error(f"attempting to parse {size} bytes when only {self.left} remain")
        self.position += size
        return self.position - size

    def varint(self) -> int:
        """An unsigned number of 64 bits, whose length in bytes is in the low bits of the first byte."""
        if (position := self.position) >= self.end:
            raise self.error("attempting to parse a byte at the end of the bytecode")
        first = self.data[position]
        self.position = position + 1
        if first & 1:  # as most are
            return first >> 1
        if first & 2 and position + 1 < self.end:
            self.position = position + 2
            return (first | self.data[position + 1] << 8) >> 2
        if first == 0:
            return int.from_bytes(self.take(8), "little")
        more = (first & -first).bit_length() - 1
        return (first | int.from_bytes(self.take(more), "little") << 8) >> (more + 1)

    def flagged(self) -> tuple[int, bool]:
        """A number, and the flag in its lowest bit."""
        number = self.varint()
        return number >> 1, bool(number & 1)

    def optional(self) -> int | None:
        """A number that may be missing."""
        number, is_given = self.flagged()
        return number if is_given else None

    def svarint(self) -> int:
        """A signed number, zigzag encoded."""
        number = self.varint()
        return (number >> 1) ^ -(number & 1)

    def count(self) -> int:
        """The number of items that follow, of which each takes at least a byte."""
        if (number := self.varint()) > self.left:
            raise self.error(f"attempting to parse {number} items when only {self.left} bytes remain")
        return number

    def nul_string(self) -> bytes:
        """The bytes before the next zero byte."""
        if (end := self.data.find(0, self.position, self.end)) < 0:
            raise self.error("malformed null-terminated string, no null character found")
        found = self.data[self.position : end]
        self.position = end + 1
        return found

    def blob(self) -> bytes:
        return self.take(self.varint())

    def part(self, size: int) -> Cursor:
        """Returns a cursor over the next bytes."""
        start = self.skip(size)
        return Cursor(self.data, start, self.position)

    def align(self, alignment: int) -> None:
        """Skips padding up to a multiple of `alignment` in the whole file."""
        if not 0 < alignment < 1 << 32 or alignment & (alignment - 1):
            raise self.error("expected alignment to be a power-of-two")
        while self.position % alignment:
            if (padding := self.byte()) != PADDING:
                raise BytecodeError(f"expected alignment byte (0xCB), but got: '0x{padding:02x}'", self.position - 1)

    def section(self) -> tuple[int, Cursor]:
        """Returns the id of the next section, and its contents."""
        id = self.byte()
        size = self.varint()
        if id & 0x80:
            self.align(self.varint())
        return id & 0x7F, self.part(size)

    def sizes(self) -> tuple[int, ...]:
        """A list of numbers of which only some may be written: the sizes of segments."""
        count, is_sparse = self.flagged()
        if not is_sparse:
            if count > self.left:
                raise self.error("sparse array is longer than the data")
            return tuple([self.varint() for _ in range(count)])
        if not count:
            return ()
        if (bits := self.varint()) > 8:
            raise self.error(f"index bit size too large: {bits}")
        found: dict[int, int] = {}
        for _ in range(count):
            value = self.varint()
            found[value & ((1 << bits) - 1)] = value >> bits
        return tuple([found.get(index, 0) for index in range(max(found) + 1)])

    def known_width(self, width: int) -> int:
        """The bits of a number of a type of that many bits."""
        if width <= 8:
            return self.byte() & ((1 << width) - 1)
        if width <= 64:
            return self.svarint() & ((1 << width) - 1)
        words = [self.svarint() & WORD for _ in range(self.count())]
        return sum([word << 64 * index for index, word in enumerate(words)]) & ((1 << width) - 1)


class Output:
    """Bytes that are written one after another: the opposite of Cursor."""

    def __init__(self) -> None:
        self.data = bytearray()

    def byte(self, value: int) -> None:
        self.data.append(value)

    def varint(self, value: int) -> None:
        if value < 0x80:
            self.data.append(value << 1 | 1)
            return
        size = (value.bit_length() + 6) // 7
        if size > 8:
            self.data.append(0)
            self.data += value.to_bytes(8, "little")
        else:
            self.data += ((value << 1 | 1) << size - 1).to_bytes(size, "little")

    def flagged(self, value: int, flag: bool) -> None:
        self.varint(value << 1 | flag)

    def svarint(self, value: int) -> None:
        self.varint((value << 1 ^ value >> 63) & WORD)

    def blob(self, data: bytes) -> None:
        self.varint(len(data))
        self.data += data

    def nul_string(self, data: bytes) -> None:
        self.data += data + b"\0"

    def align(self, alignment: int, start: int = 0) -> None:
        """Pads up to a multiple of `alignment`, where this output begins at `start`."""
        self.data += bytes([PADDING]) * (-(start + len(self.data)) % alignment)

    def section(self, id: int, contents: bytes) -> None:
        self.byte(id)
        self.varint(len(contents))
        self.data += contents

    def aligned_section(self, id: int, contents: bytes, alignment: int) -> None:
        """Writes a section whose contents begin at a multiple of `alignment`."""
        plain = Output()
        plain.varint(len(contents))
        if (len(self.data) + 1 + len(plain.data)) % alignment == 0:
            self.section(id, contents)
            return
        self.byte(id | 0x80)
        self.varint(len(contents))
        self.varint(alignment)
        self.align(alignment)
        self.data += contents

    def sizes(self, sizes: tuple[int, ...]) -> None:
        """The sizes of segments, of which those that are not zero are written with their places if that is shorter."""
        written = [(index, size) for index, size in enumerate(sizes) if size]
        last = written[-1][0] if written else 0
        is_sparse = last < 256 and len(written) <= len(sizes) // 2
        self.flagged(len(written) if is_sparse else len(sizes), is_sparse)
        if not is_sparse:
            for size in sizes:
                self.varint(size)
        elif written:
            bits = last.bit_length()
            self.varint(bits)
            for index, size in written:
                self.varint(size << bits | index)

    def known_width(self, bits: int, width: int) -> None:
        if width <= 8:
            self.byte(bits & 0xFF)
        elif width <= 64:
            self.svarint(bits - (1 << 64) if bits >> 63 else bits)
        else:
            words = max((bits.bit_length() + 63) // 64, 1)
            self.varint(words)
            for index in range(words):
                self.known_width(bits >> 64 * index & WORD, 64)


MAGIC = b"ML\xefR"

NEWEST_VERSION = 6
"""The newest version of the format that is read and written."""

STRINGS, DIALECTS, ATTRIBUTES, ATTRIBUTE_SIZES, IR, RESOURCES, RESOURCE_SIZES, DIALECT_VERSION, PROPERTIES = range(9)
"""The sections by their ids."""

_NAMES = (
    "String",
    "Dialect",
    "AttrType",
    "AttrTypeOffset",
    "IR",
    "Resource",
    "ResourceOffset",
    "DialectVersions",
    "Properties",
)

HAS_DIALECT_VERSIONS, HAS_LAZY_REGIONS, HAS_USE_LISTS, HAS_OPTIONAL_LOCATIONS, HAS_PROPERTIES, HAS_SPARSE_SIZES = range(
    1, 7
)
"""The versions since which something is written."""


_SHORT_NUMBERS = re.compile(b"[%s]*" % re.escape(bytes(range(1, 256, 2))))
"""Numbers that take a byte each."""

_IS_CUSTOM = bytes([number >> 1 & 1 for number in range(256)])
_SIZES = bytes([number >> 2 for number in range(256)])
"""The meaning of such a number for an entry: whether it is custom, and its size."""

_PLACE_SIZES = bytes([number >> 2 if number & 3 == 3 and 4 <= number >> 2 <= 7 else 0 for number in range(256)])
"""The size that such a number says if it may be that of a place in a file; else 0."""


class OpName(NamedTuple):
    """The name of an operation, and whether its dialect declared it where the file was written."""

    name: str
    was_registered: bool


class Container:
    """The tables of a file. Raises BytecodeError for data that is invalid.

    `version` and `producer` are known as soon as they have been read.
    """

    version: int | None = None
    producer: str = ""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._strings: list[tuple[int, int]] = []
        self._known_strings: dict[int, str] = {}
        self.dialects: list[str] = []
        self.names: list[OpName] = []
        self.attribute_count = 0
        self.entry_starts: list[int] = []
        """Where attributes and then types begin in the data; the last number is where they end."""
        self.entry_namespaces: list[str] = []
        self.are_custom = bytearray()
        """Whether the dialect encodes the attribute or type; otherwise it is text."""
        self.place_sizes = bytearray()
        """For each attribute, its size if it may be a short place in a file; else 0."""
        self.properties: list[tuple[int, int]] = []
        self._resource_keys: list[str] = []
        self.resources: Resources = {}

    def read(self) -> Cursor:
        """Reads all tables, and returns the contents of the section of operations."""
        cursor = Cursor(self.data, len(MAGIC))
        if (version := cursor.varint()) > NEWEST_VERSION:
            raise cursor.error(f"bytecode version {version} is newer than the current version {NEWEST_VERSION}")
        self.version = version
        self.producer = cursor.nul_string().decode("utf-8", "replace")
        sections: dict[int, Cursor] = {}
        while cursor.left:
            start = cursor.position
            id, contents = cursor.section()
            if id >= len(_NAMES):
                raise BytecodeError(f"invalid section ID: {id}", start)
            if id in sections:
                raise BytecodeError(f"duplicate top-level section: {_NAMES[id]} ({id})", start)
            sections[id] = contents
        required = [STRINGS, DIALECTS, ATTRIBUTES, ATTRIBUTE_SIZES, IR]
        required += [PROPERTIES] if version >= HAS_PROPERTIES else []
        if sections.keys() & {RESOURCES, RESOURCE_SIZES}:
            required += [RESOURCES, RESOURCE_SIZES]
        for id in required:
            if id not in sections:
                raise cursor.error(f"missing data for top-level section: {_NAMES[id]} ({id})")
        self._read_strings(sections[STRINGS])
        self._read_dialects(sections[DIALECTS])
        self._read_entries(sections[ATTRIBUTE_SIZES], sections[ATTRIBUTES])
        if RESOURCES in sections:
            self._read_resources(sections[RESOURCE_SIZES], sections[RESOURCES])
        if PROPERTIES in sections:
            self._read_properties(sections[PROPERTIES])
        return sections[IR]

    def string(self, index: int) -> str:
        """Returns a string. Bytes that are not UTF-8 are surrogates."""
        if (found := self._known_strings.get(index)) is None:
            if index >= len(self._strings):
                raise ValueError(f"invalid string index: {index}")
            start, end = self._strings[index]
            found = self._known_strings[index] = self.data[start:end].decode("utf-8", "surrogateescape")
        return found

    def resource_key(self, index: int) -> str:
        if index >= len(self._resource_keys):
            raise ValueError(f"invalid resource handle index: {index}")
        return self._resource_keys[index]

    def _string(self, cursor: Cursor, index: int) -> str:
        return self._checked(cursor, lambda: self.string(index))

    @staticmethod
    def _checked(cursor: Cursor, found: Callable[[], str]) -> str:
        try:
            return found()
        except ValueError as error:
            raise cursor.error(str(error)) from None

    def _dialect(self, cursor: Cursor) -> str:
        if (index := cursor.varint()) >= len(self.dialects):
            raise cursor.error(f"invalid dialect index: {index}")
        return self.dialects[index]

    def _read_strings(self, cursor: Cursor) -> None:
        lengths = [cursor.varint() for _ in range(cursor.count())]
        end = cursor.end
        for length in lengths:
            if not 0 < length <= end - cursor.position:
                raise cursor.error("string size exceeds the available data size")
            self._strings.append((end - length, end - 1))
            end -= length
        if end != cursor.position:
            raise cursor.error("unexpected trailing data between the offsets for strings and their data")
        self._strings.reverse()

    def _read_dialects(self, cursor: Cursor) -> None:
        version = self.version or 0
        for _ in range(cursor.count()):
            index, has_version = cursor.varint(), False
            if version >= HAS_DIALECT_VERSIONS:
                index, has_version = index >> 1, bool(index & 1)
            self.dialects.append(self._string(cursor, index))
            if has_version:
                id, _ = cursor.section()
                if id != DIALECT_VERSION:
                    raise cursor.error("expected dialect version section")
        if version >= HAS_OPTIONAL_LOCATIONS:
            cursor.varint()  # the number of all names
        while cursor.left:
            dialect = self._dialect(cursor)
            for _ in range(cursor.count()):
                index, was_registered = cursor.varint(), True
                if version >= HAS_PROPERTIES:
                    index, was_registered = index >> 1, bool(index & 1)
                name = self._string(cursor, index)
                self.names.append(OpName(f"{dialect}.{name}" if name else dialect, was_registered))

    def _read_entries(self, sizes: Cursor, data: Cursor) -> None:
        self.attribute_count = sizes.count()
        total = self.attribute_count + sizes.count()
        starts, namespaces, are_custom = self.entry_starts, self.entry_namespaces, self.are_custom
        position = data.position
        starts.append(position)
        varint, raw = sizes.varint, sizes.data
        for most in (self.attribute_count, total):
            while len(namespaces) < most:
                namespace = self._dialect(sizes)
                if (count := varint()) > most - len(namespaces):
                    raise sizes.error(f"{count} entries where only {most - len(namespaces)} are left")
                namespaces += [namespace] * count
                while count:
                    found = _SHORT_NUMBERS.match(raw, sizes.position, min(sizes.position + count, sizes.end))
                    short = found[0] if found is not None else b""
                    may_be_places = namespace == "builtin" and most == self.attribute_count
                    if short:
                        sizes.position += len(short)
                        are_custom += short.translate(_IS_CUSTOM)
                        self.place_sizes += short.translate(_PLACE_SIZES) if may_be_places else bytes(len(short))
                        starts += islice(accumulate(short.translate(_SIZES), initial=position), 1, None)
                    else:
                        number = varint()
                        are_custom.append(number & 1)
                        self.place_sizes.append(0)
                        starts.append(position + (number >> 1))
                    position = starts[-1]
                    count -= len(short) or 1
                if position > data.end:
                    raise sizes.error("Attribute or Type entry offset points past the end of section")
        if sizes.left:
            raise sizes.error("unexpected trailing data in the Attribute/Type offset section")

    def _read_properties(self, cursor: Cursor) -> None:
        for _ in range(cursor.count()):
            size = cursor.varint()
            start = cursor.skip(size)
            self.properties.append((start, start + size))
        if cursor.left:
            raise cursor.error("Broken properties section: didn't exhaust the offsets table")

    def _read_resources(self, sizes: Cursor, data: Cursor) -> None:
        for _ in range(sizes.count()):
            self._string(sizes, sizes.varint())
            self._read_resource_group(sizes, data, False)
        while sizes.left:
            self._dialect(sizes)
            self._read_resource_group(sizes, data, True)

    def _read_resource_group(self, sizes: Cursor, data: Cursor, is_kept: bool) -> None:
        for _ in range(sizes.count()):
            key = self._string(sizes, sizes.varint())
            contents = data.part(sizes.varint())
            if (kind := sizes.byte()) > 2:
                raise sizes.error(f"invalid resource kind: {kind}")
            if is_kept:
                self._resource_keys.append(key)
                if kind == 0 and contents.left:
                    alignment = contents.varint()
                    size = contents.varint()
                    contents.align(alignment)
                    self.resources[key] = Blob.of(contents.take(size), alignment)
