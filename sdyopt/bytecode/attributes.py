"""The table of attributes and types of a file, each decoded when it is first needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from sdyopt.bytecode.cursor import BytecodeError, Cursor
from sdyopt.bytecode.dialects import DIALECTS
from sdyopt.bytecode.encodings import Encoding
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import TypeAttr
from sdyopt.mlir.declare.dialect import Registry
from sdyopt.mlir.diagnostics import CompilationError

if TYPE_CHECKING:
    from sdyopt.bytecode.container import Container


@cache
def _by_code(namespace: str, is_type: bool) -> Mapping[int, Encoding] | None:
    """Returns the encodings of a dialect's attributes or types, or None if it has none."""
    if namespace == "vhlo":
        from sdyopt.bytecode.vhlo.encodings import VHLO

        return VHLO.by_code(is_type)  # type: ignore[no-any-return]
    dialect = DIALECTS.get(namespace)
    return None if dialect is None else dialect.by_code(is_type)


class _Open:
    """An entry that is being decoded: what is written in it, and the places that it refers to."""

    __slots__ = ("encoding", "needed", "place", "raw")

    def __init__(self, place: int, encoding: Encoding, raw: list[Any]) -> None:
        self.place = place
        self.encoding = encoding
        self.raw = raw
        fields = zip(encoding.fields, raw, strict=True)
        self.needed: Iterator[int] = iter([place for field, value in fields for place in field.places(value)])


class AttributeTable:
    """The attributes of a file, at the first places, and its types behind them.

    `place` is that of the entry which is being read.
    """

    def __init__(self, container: Container, registry: Registry, allow_unregistered: bool) -> None:
        self._container = container
        self._registry = registry
        self._allow_unregistered = allow_unregistered
        self._entries = container.entries
        self.attribute_count = container.attribute_count
        self.known: list[Any] = [None] * len(self._entries)
        self.place = 0

    # Numbers that entries contain.

    def attribute(self, index: int) -> int:
        if index >= self.attribute_count:
            raise ValueError(f"invalid attribute index: {index}")
        return index

    def type(self, index: int) -> int:
        if index >= len(self._entries) - self.attribute_count:
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

    # Decoding.

    def _decoded(self, place: int) -> Any:
        """Returns the value of an entry, after all that it refers to."""
        known = self.known
        opened = {place}
        work = [self._open(place)]
        while work:
            entry = work[-1]
            for needed in entry.needed:
                if known[needed] is None:
                    if needed in opened:
                        raise self._failure(entry.place, "cyclic attribute")
                    opened.add(needed)
                    work.append(self._open(needed))
                    break
            else:
                work.pop()
                opened.discard(entry.place)
                known[entry.place] = self._closed(entry)
        return known[place]

    def _open(self, place: int) -> _Open:
        """Reads the fields of an entry."""
        entry = self._entries[place]
        cursor = Cursor(self._container.data, entry.start, entry.end)
        is_type = place >= self.attribute_count
        kind = "Type" if is_type else "Attribute"
        try:
            if not entry.is_custom:
                return _Open(place, Encoding(-1, Attribute, (), lambda: self._parsed(cursor, is_type)), [])
            encodings = _by_code(entry.namespace, is_type)
            if encodings is None:
                raise ValueError(f"dialect '{entry.namespace}' does not implement the bytecode interface")
            code = cursor.varint()
            encoding = encodings.get(code)
            if encoding is None:
                raise ValueError(self._unknown_code(entry.namespace, code, is_type))
            self.place = place
            raw = [field.read(cursor, self) for field in encoding.fields]
            if cursor.left:
                raise cursor.error(f"unexpected trailing bytes after {kind} entry")
            return _Open(place, encoding, raw)
        except BytecodeError:
            raise
        except ValueError as error:
            raise self._failure(place, str(error)) from None

    def _closed(self, entry: _Open) -> Any:
        """Returns the value of an entry whose fields are known."""
        known = self.known
        fields = zip(entry.encoding.fields, entry.raw, strict=True)
        try:
            made = entry.encoding.made([field.resolved(value, known) for field, value in fields])
        except CompilationError as error:
            raise self._failure(entry.place, error.diagnostics[0].message) from None
        except BytecodeError as error:
            raise self._failure(entry.place, error.message) from None
        except (ValueError, TypeError, AttributeError, KeyError) as error:
            raise self._failure(entry.place, str(error)) from None
        is_type = entry.place >= self.attribute_count
        if isinstance(made, Type) != is_type:
            raise self._failure(entry.place, "expected a type" if is_type else "expected an attribute")
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
        return BytecodeError(message, self._entries[place].start)

    @staticmethod
    def _unknown_code(namespace: str, code: int, is_type: bool) -> str:
        dialect = DIALECTS.get(namespace)
        prefix = "vhlo " if dialect is None else dialect.type_prefix if is_type else dialect.attribute_prefix
        return f"unknown {prefix}{'type' if is_type else 'attribute'} code: {code}"
