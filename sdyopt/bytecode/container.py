"""The sections of a file, without what is in its operations."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import accumulate, islice

from sdyopt.bytecode.cursor import BytecodeError, Cursor
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.resources import Blob, Resources

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
"""What such a number says of an entry: whether it is custom, and its size."""

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
        version = cursor.varint()
        if version > NEWEST_VERSION:
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
        found = self._known_strings.get(index)
        if found is None:
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
        index = cursor.varint()
        if index >= len(self.dialects):
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
                count = varint()
                if count > most - len(namespaces):
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
            kind = sizes.byte()
            if kind > 2:
                raise sizes.error(f"invalid resource kind: {kind}")
            if is_kept:
                self._resource_keys.append(key)
                if kind == 0 and contents.left:
                    alignment = contents.varint()
                    size = contents.varint()
                    contents.align(alignment)
                    self.resources[key] = Blob.of(contents.take(size), alignment)
