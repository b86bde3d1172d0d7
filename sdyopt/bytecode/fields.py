"""The fields that encodings of attributes and types consist of, in both directions.

An attribute refers to others by their numbers. So reading has two steps: `read` returns what is written, with places in
the table in place of attributes and types, and `resolved` puts these in, once they have been read themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from sdyopt.bytecode.cursor import Cursor, Output
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.types import DYNAMIC
from sdyopt.mlir.write.attributes import text_of

Kinds = type[Any] | tuple[type[Any], ...]

DYNAMIC_SIZE = -(1 << 63)
"""How the size of a dynamic dimension is written."""


class Numbering(Protocol):
    """From what an encoding refers to by number to these numbers, in reading.

    `place` is that of the entry which is being read.
    """

    place: int

    def attribute(self, index: int) -> int: ...
    def type(self, index: int) -> int: ...
    def string(self, index: int) -> str: ...
    def resource(self, index: int) -> str: ...


class Numbers(Protocol):
    """The numbers of what an encoding refers to, in writing."""

    def entry(self, attribute: Attribute) -> int: ...
    def string(self, text: str) -> int: ...
    def resource(self, key: str) -> int: ...


class Field:
    """An unsigned number. Other fields override what is different."""

    def read(self, cursor: Cursor, numbering: Numbering) -> Any:
        """Returns the field as it is written."""
        return cursor.varint()

    def places(self, raw: Any) -> Sequence[int]:
        """The places in the table that the field refers to."""
        return ()

    def resolved(self, raw: Any, table: Sequence[Any]) -> Any:
        """Returns the value of a field, given the table, in which all that it refers to is known."""
        return raw

    def parts(self, value: Any) -> Iterable[Attribute]:
        """The attributes and types that a value refers to, in order."""
        return ()

    def keys(self, value: Any) -> Iterable[str]:
        """The resources that a value refers to."""
        return ()

    def write(self, value: Any, out: Output, numbers: Numbers) -> None:
        out.varint(value)


class _Signed(Field):
    def read(self, cursor: Cursor, numbering: Numbering) -> int:
        return cursor.svarint()

    def write(self, value: int, out: Output, numbers: Numbers) -> None:
        out.svarint(value)


class _SignedList(Field):
    def read(self, cursor: Cursor, numbering: Numbering) -> tuple[int, ...]:
        return tuple([cursor.svarint() for _ in range(cursor.count())])

    def write(self, value: Sequence[int], out: Output, numbers: Numbers) -> None:
        out.varint(len(value))
        for number in value:
            out.svarint(number)


class _Shape(_SignedList):
    """The sizes of dimensions."""

    def read(self, cursor: Cursor, numbering: Numbering) -> tuple[int, ...]:
        return tuple([DYNAMIC if size == DYNAMIC_SIZE else size for size in super().read(cursor, numbering)])

    def write(self, value: Sequence[int], out: Output, numbers: Numbers) -> None:
        super().write([DYNAMIC_SIZE if size == DYNAMIC else size for size in value], out, numbers)


class _Bounds(_SignedList):
    """The most that dimensions may be, or None."""

    def read(self, cursor: Cursor, numbering: Numbering) -> tuple[Any, ...]:
        return tuple([None if size == DYNAMIC_SIZE else size for size in super().read(cursor, numbering)])

    def write(self, value: Sequence[int | None], out: Output, numbers: Numbers) -> None:
        super().write([DYNAMIC_SIZE if size is None else size for size in value], out, numbers)


class _NumberList(Field):
    def read(self, cursor: Cursor, numbering: Numbering) -> tuple[int, ...]:
        return tuple([cursor.varint() for _ in range(cursor.count())])

    def write(self, value: Sequence[int], out: Output, numbers: Numbers) -> None:
        out.varint(len(value))
        for number in value:
            out.varint(number)


class _Bytes(Field):
    """A list of truth values, each a byte."""

    def read(self, cursor: Cursor, numbering: Numbering) -> tuple[bool, ...]:
        return tuple([bool(cursor.byte()) for _ in range(cursor.count())])

    def write(self, value: Sequence[bool], out: Output, numbers: Numbers) -> None:
        out.blob(bytes(value))


class _Bool(Field):
    """A truth value in a byte."""

    def read(self, cursor: Cursor, numbering: Numbering) -> bool:
        return bool(cursor.byte())

    def write(self, value: bool, out: Output, numbers: Numbers) -> None:
        out.byte(value)


class _Priority(Field):
    """A number, or None."""

    def read(self, cursor: Cursor, numbering: Numbering) -> int | None:
        number, is_given = cursor.flagged()
        return number if is_given else None

    def write(self, value: int | None, out: Output, numbers: Numbers) -> None:
        out.flagged(value or 0, value is not None)


class _Double(Field):
    """The bits of an f64."""

    def read(self, cursor: Cursor, numbering: Numbering) -> int:
        return cursor.known_width(64)

    def write(self, value: int, out: Output, numbers: Numbers) -> None:
        out.known_width(value, 64)


class _Doubles(Field):
    """The bits of several f64."""

    def read(self, cursor: Cursor, numbering: Numbering) -> tuple[int, ...]:
        return tuple([cursor.known_width(64) for _ in range(cursor.count())])

    def write(self, value: Sequence[int], out: Output, numbers: Numbers) -> None:
        out.varint(len(value))
        for bits in value:
            out.known_width(bits, 64)


class _Blob(Field):
    def read(self, cursor: Cursor, numbering: Numbering) -> bytes:
        return cursor.blob()

    def write(self, value: bytes, out: Output, numbers: Numbers) -> None:
        out.blob(value)


class _Rest(Field):
    """The rest of the entry, which depends on its type: it is only decoded when that is known."""

    def read(self, cursor: Cursor, numbering: Numbering) -> bytes:
        return cursor.take(cursor.left)

    def write(self, value: bytes, out: Output, numbers: Numbers) -> None:
        out.data += value


class _String(Field):
    def read(self, cursor: Cursor, numbering: Numbering) -> str:
        return numbering.string(cursor.varint())

    def write(self, value: str, out: Output, numbers: Numbers) -> None:
        out.varint(numbers.string(value))


class _LastStrings(Field):
    """Strings up to the end of the entry."""

    def read(self, cursor: Cursor, numbering: Numbering) -> tuple[str, ...]:
        found = []
        while cursor.left:
            found.append(numbering.string(cursor.varint()))
        return tuple(found)

    def write(self, value: Sequence[str], out: Output, numbers: Numbers) -> None:
        for text in value:
            out.varint(numbers.string(text))


class _Resource(Field):
    """The key of a resource."""

    def read(self, cursor: Cursor, numbering: Numbering) -> str:
        return numbering.resource(cursor.varint())

    def keys(self, value: str) -> Iterable[str]:
        return (value,)

    def write(self, value: str, out: Output, numbers: Numbers) -> None:
        out.varint(numbers.resource(value))


class _Identity(Field):
    """Nothing; the value is the number of the entry itself, by which it differs from others."""

    def read(self, cursor: Cursor, numbering: Numbering) -> int:
        return numbering.place

    def write(self, value: None, out: Output, numbers: Numbers) -> None:
        """Writes nothing."""


def _checked(value: Any, cls: Kinds) -> Any:
    """Returns an attribute of those classes. Raises ValueError for another one."""
    if not isinstance(value, cls):
        raise ValueError(f"unexpected attribute: {text_of(value)}")
    return value


class _Attribute(Field):
    """Another attribute, of some classes."""

    def __init__(self, cls: Kinds = Attribute) -> None:
        self.cls = cls

    def read(self, cursor: Cursor, numbering: Numbering) -> int:
        return numbering.attribute(cursor.varint())

    def places(self, raw: int) -> Sequence[int]:
        return (raw,)

    def resolved(self, raw: int, table: Sequence[Any]) -> Any:
        return _checked(table[raw], self.cls)

    def parts(self, value: Attribute) -> Iterable[Attribute]:
        return (value,)

    def write(self, value: Attribute, out: Output, numbers: Numbers) -> None:
        out.varint(numbers.entry(value))


class _Type(_Attribute):
    """A type."""

    def read(self, cursor: Cursor, numbering: Numbering) -> int:
        return numbering.type(cursor.varint())


class _OptionalAttribute(Field):
    """Another attribute, or None; `form` is how it is said that there is one."""

    def __init__(self, form: str, cls: Kinds = Attribute) -> None:
        self.form = form
        self.cls = cls

    def read(self, cursor: Cursor, numbering: Numbering) -> int | None:
        if self.form == "flagged":
            index, is_given = cursor.flagged()
        else:
            is_given = bool(cursor.byte() if self.form == "byte" else cursor.varint())
            index = cursor.varint() if is_given else 0
        return numbering.attribute(index) if is_given else None

    def places(self, raw: int | None) -> Sequence[int]:
        return () if raw is None else (raw,)

    def resolved(self, raw: int | None, table: Sequence[Any]) -> Any:
        return None if raw is None else _checked(table[raw], self.cls)

    def parts(self, value: Attribute | None) -> Iterable[Attribute]:
        return () if value is None else (value,)

    def write(self, value: Attribute | None, out: Output, numbers: Numbers) -> None:
        if self.form == "flagged":
            out.flagged(0 if value is None else numbers.entry(value), value is not None)
            return
        if self.form == "byte":
            out.byte(value is not None)
        else:
            out.varint(value is not None)
        if value is not None:
            out.varint(numbers.entry(value))


class _Attributes(Field):
    """Other attributes, of some classes."""

    def __init__(self, cls: Kinds = Attribute) -> None:
        self.cls = cls

    def read(self, cursor: Cursor, numbering: Numbering) -> tuple[int, ...]:
        return tuple([numbering.attribute(cursor.varint()) for _ in range(cursor.count())])

    def places(self, raw: tuple[int, ...]) -> Sequence[int]:
        return raw

    def resolved(self, raw: tuple[int, ...], table: Sequence[Any]) -> Any:
        return tuple([_checked(table[place], self.cls) for place in raw])

    def parts(self, value: Iterable[Attribute]) -> Iterable[Attribute]:
        return value

    def write(self, value: Sequence[Attribute], out: Output, numbers: Numbers) -> None:
        out.varint(len(value))
        for attribute in value:
            out.varint(numbers.entry(attribute))


class _Types(_Attributes):
    """Types."""

    def read(self, cursor: Cursor, numbering: Numbering) -> tuple[int, ...]:
        return tuple([numbering.type(cursor.varint()) for _ in range(cursor.count())])


class _Pairs(_Attributes):
    """Pairs of attributes, one after another."""

    def read(self, cursor: Cursor, numbering: Numbering) -> tuple[int, ...]:
        return tuple([numbering.attribute(cursor.varint()) for _ in range(2 * cursor.count())])

    def write(self, value: Sequence[Attribute], out: Output, numbers: Numbers) -> None:
        out.varint(len(value) // 2)
        for attribute in value:
            out.varint(numbers.entry(attribute))


NUMBER = Field()
SIGNED = _Signed()
SIGNED_LIST = _SignedList()
SHAPE = _Shape()
BOUNDS = _Bounds()
NUMBER_LIST = _NumberList()
BYTES = _Bytes()
BOOL = _Bool()
PRIORITY = _Priority()
DOUBLE = _Double()
DOUBLES = _Doubles()
BLOB = _Blob()
REST = _Rest()
STRING = _String()
LAST_STRINGS = _LastStrings()
RESOURCE = _Resource()
IDENTITY = _Identity()
ATTRIBUTE = _Attribute()
TYPE = _Type()
ATTRIBUTES = _Attributes()
TYPES = _Types()
PAIRS = _Pairs()


def one(*classes: type[Any]) -> Field:
    """An attribute of some classes."""
    return _Attribute(classes)


def many(*classes: type[Any]) -> Field:
    """Attributes of some classes."""
    return _Attributes(classes)


def optional(cls: type[Any], form: str = "flagged") -> Field:
    """An attribute of a class, or None; `form` is how it is said that there is one: "flagged", "byte" or "number"."""
    return _OptionalAttribute(form, cls)
