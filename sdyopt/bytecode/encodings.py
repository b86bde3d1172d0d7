"""How a dialect encodes its attributes and types: a code, and fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import prod
from typing import TYPE_CHECKING, Any

from sdyopt.bytecode.container import Cursor, Output
from sdyopt.ir import attributes as a
from sdyopt.ir.attribute import Attribute, Type, checked
from sdyopt.ir.attributes import DYNAMIC
from sdyopt.ir.records import Record
from sdyopt.mlir.literals.attributes import INDEX_WIDTH, check_shaped, element_format, sparse_elements
from sdyopt.mlir.literals.dense import bytes_of, text_of_bytes
from sdyopt.mlir.literals.numbers import bit_width
from sdyopt.mlir.write.attributes import text_of

if TYPE_CHECKING:
    from sdyopt.bytecode.attributes import AttributeTable
    from sdyopt.bytecode.writing import BytecodeWriter

# The fields that encodings of attributes and types consist of, in both directions.

Kinds = type[Any] | tuple[type[Any], ...]

DYNAMIC_SIZE = -(1 << 63)
"""How the size of a dynamic dimension is written."""


class Field:
    """An unsigned number. Other fields override what is different."""

    def read(self, cursor: Cursor, numbering: AttributeTable) -> Any:
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

    def converted(self, value: Any, convert: Callable[[Attribute], Attribute]) -> Any:
        """Returns a value in which what it refers to is converted."""
        return value

    def write(self, value: Any, out: Output, numbers: BytecodeWriter) -> None:
        out.varint(value)


_Read = Callable[[Cursor], Any]
_Write = Callable[[Output, Any], object]


class _Plain(Field):
    """A field that refers to nothing, by how it is read and how it is written."""

    def __init__(self, read: _Read, write: _Write) -> None:
        self._read = read
        self._write = write

    def read(self, cursor: Cursor, numbering: AttributeTable) -> Any:
        return self._read(cursor)

    def write(self, value: Any, out: Output, numbers: BytecodeWriter) -> None:
        self._write(out, value)


def _several(read: _Read, write: _Write) -> Field:
    """Such fields after their number."""

    def write_all(out: Output, values: Sequence[Any]) -> None:
        out.varint(len(values))
        for value in values:
            write(out, value)

    return _Plain(lambda cursor: tuple([read(cursor) for _ in range(cursor.count())]), write_all)


def _size(dynamic: int | None) -> tuple[_Read, _Write]:
    """How the size of a dimension is read and written, or `dynamic`."""
    return (
        lambda cursor: dynamic if (size := cursor.svarint()) == DYNAMIC_SIZE else size,
        lambda out, size: out.svarint(DYNAMIC_SIZE if size == dynamic else size),
    )


class _String(Field):
    def read(self, cursor: Cursor, numbering: AttributeTable) -> str:
        return numbering.string(cursor.varint())

    def write(self, value: str, out: Output, numbers: BytecodeWriter) -> None:
        out.varint(numbers.string(value))


class _LastStrings(Field):
    """Strings up to the end of the entry."""

    def read(self, cursor: Cursor, numbering: AttributeTable) -> tuple[str, ...]:
        found = []
        while cursor.left:
            found.append(numbering.string(cursor.varint()))
        return tuple(found)

    def write(self, value: Sequence[str], out: Output, numbers: BytecodeWriter) -> None:
        for text in value:
            out.varint(numbers.string(text))


class _Resource(Field):
    """The key of a resource."""

    def read(self, cursor: Cursor, numbering: AttributeTable) -> str:
        return numbering.resource(cursor.varint())

    def keys(self, value: str) -> Iterable[str]:
        return (value,)

    def write(self, value: str, out: Output, numbers: BytecodeWriter) -> None:
        out.varint(numbers.resource(value))


class _Identity(Field):
    """Nothing; the value is the number of the entry itself, by which it differs from others."""

    def read(self, cursor: Cursor, numbering: AttributeTable) -> int:
        return numbering.place

    def write(self, value: None, out: Output, numbers: BytecodeWriter) -> None:
        """Writes nothing."""


def _checked(value: Any, cls: Kinds) -> Any:
    """Returns an attribute of those classes. Raises ValueError for another one."""
    if not isinstance(value, cls):
        raise ValueError(f"unexpected attribute: {text_of(value)}")
    return value


class _Attributes(Field):
    """Other attributes of some classes, or types, in groups of a size; `kind` is "attribute" or "type"."""

    def __init__(self, cls: Kinds = Attribute, kind: str = "attribute", size: int = 1) -> None:
        self.cls = cls
        self.kind = kind
        self.size = size

    def read(self, cursor: Cursor, numbering: AttributeTable) -> tuple[int, ...]:
        number = getattr(numbering, self.kind)
        return tuple([number(cursor.varint()) for _ in range(self.size * cursor.count())])

    def places(self, raw: tuple[int, ...]) -> Sequence[int]:
        return raw

    def resolved(self, raw: tuple[int, ...], table: Sequence[Any]) -> Any:
        return self.value_of([_checked(table[place], self.cls) for place in raw])

    def parts(self, value: Any) -> Iterable[Attribute]:
        return (*value,)

    def converted(self, value: Any, convert: Callable[[Attribute], Attribute]) -> Any:
        return self.value_of(map(convert, self.parts(value)))

    def value_of(self, parts: Iterable[Attribute]) -> Any:
        """Returns the value that consists of these."""
        return tuple(parts)

    def write(self, value: Any, out: Output, numbers: BytecodeWriter) -> None:
        out.varint(len(value) // self.size)
        for attribute in value:
            out.varint(numbers.entry(attribute))


class _Attribute(_Attributes):
    """Another attribute, or a type."""

    def read(self, cursor: Cursor, numbering: AttributeTable) -> tuple[int, ...]:
        return (getattr(numbering, self.kind)(cursor.varint()),)

    def parts(self, value: Attribute) -> Iterable[Attribute]:
        return (value,)

    def value_of(self, parts: Iterable[Attribute]) -> Any:
        return next(iter(parts))

    def write(self, value: Attribute, out: Output, numbers: BytecodeWriter) -> None:
        out.varint(numbers.entry(value))


class _OptionalAttribute(_Attributes):
    """Another attribute, or None; `kind` is how it is said that there is one."""

    def read(self, cursor: Cursor, numbering: AttributeTable) -> tuple[int, ...]:
        if self.kind == "flagged":
            index, is_given = cursor.flagged()
        else:
            is_given = bool(cursor.byte() if self.kind == "byte" else cursor.varint())
            index = cursor.varint() if is_given else 0
        return (numbering.attribute(index),) if is_given else ()

    def parts(self, value: Attribute | None) -> Iterable[Attribute]:
        return () if value is None else (value,)

    def value_of(self, parts: Iterable[Attribute]) -> Any:
        return next(iter(parts), None)

    def write(self, value: Attribute | None, out: Output, numbers: BytecodeWriter) -> None:
        if self.kind == "flagged":
            out.flagged(0 if value is None else numbers.entry(value), value is not None)
            return
        (out.byte if self.kind == "byte" else out.varint)(value is not None)
        for attribute in self.parts(value):
            out.varint(numbers.entry(attribute))


NUMBER = Field()
SIGNED = _Plain(Cursor.svarint, Output.svarint)
SIGNED_LIST = _several(Cursor.svarint, Output.svarint)
SHAPE = _several(*_size(DYNAMIC))
BOUNDS = _several(*_size(None))
NUMBER_LIST = _several(Cursor.varint, Output.varint)
BOOL = _Plain(lambda cursor: bool(cursor.byte()), Output.byte)
BYTES = _several(lambda cursor: bool(cursor.byte()), Output.byte)
PRIORITY = _Plain(Cursor.optional, lambda out, value: out.flagged(value or 0, value is not None))
_DOUBLE: tuple[_Read, _Write] = (lambda cursor: cursor.known_width(64), lambda out, bits: out.known_width(bits, 64))
DOUBLE = _Plain(*_DOUBLE)
"""The bits of an f64."""
DOUBLES = _several(*_DOUBLE)
BLOB = _Plain(Cursor.blob, Output.blob)
REST = _Plain(lambda cursor: cursor.take(cursor.left), lambda out, value: out.data.extend(value))
"""The rest of the entry, which depends on its type: it is only decoded when that is known."""
STRING = _String()
LAST_STRINGS = _LastStrings()
RESOURCE = _Resource()
IDENTITY = _Identity()
ATTRIBUTE = _Attribute()
TYPE = _Attribute(kind="type")
ATTRIBUTES = _Attributes()
TYPES = _Attributes(kind="type")
PAIRS = _Attributes(size=2)


def one(*classes: type[Any]) -> Field:
    """An attribute of some classes."""
    return _Attribute(classes)


def many(*classes: type[Any]) -> Field:
    """Attributes of some classes."""
    return _Attributes(classes)


def optional(cls: type[Any], form: str = "flagged") -> Field:
    """An attribute of a class, or None; `form` is how it is said that there is one: "flagged", "byte" or "number"."""
    return _OptionalAttribute(cls, form)


def _fields_of(attribute: Any) -> Sequence[Any]:
    return [getattr(attribute, field) for field in type(attribute).fields]


class Encoding(Record):
    """The encoding of attributes or types of a class: its code, and its fields, those of the class by default.

    `make` returns the attribute of the values of the fields, and raises ValueError if there is none. `split` returns
    these values, and `applies` whether this is the encoding of an attribute of the class.
    """

    code: int
    cls: type[Attribute]
    fields: Sequence[Field] = ()
    make: Callable[..., Any] | None = None
    split: Callable[[Any], Sequence[Any]] = _fields_of
    applies: Callable[[Any], bool] | None = None

    def made(self, values: Sequence[Any]) -> Attribute:
        """Returns the attribute with these values of the fields. Raises ValueError."""
        return (self.make or self.cls)(*values)


class DialectEncoding(Record):
    """The encodings of a dialect's attributes and types. `prefix` begins its messages about unknown codes."""

    namespace: str
    attributes: Sequence[Encoding]
    types: Sequence[Encoding] = ()
    attribute_prefix: str = ""
    type_prefix: str = ""

    def __post_init__(self) -> None:
        self.by_code = [{encoding.code: encoding for encoding in each} for each in (self.attributes, self.types)]
        """The encodings of attributes, and of types, by their codes."""


def by_class(dialects: Iterable[DialectEncoding]) -> dict[type[Attribute], list[tuple[str, Encoding]]]:
    """Returns the encodings of each class, with the namespaces of their dialects, in the order in which they apply."""
    found: dict[type[Attribute], list[tuple[str, Encoding]]] = {}
    for dialect in dialects:
        for encoding in (*dialect.attributes, *dialect.types):
            found.setdefault(encoding.cls, []).append((dialect.namespace, encoding))
    return found


# The bytes of numbers in attributes: integers, floats, arrays, and the elements of tensors.

_TRUE, _FALSE = b"\xff", b"\0"
"""All elements of a tensor of i1."""


def width_of(type: Type) -> int:
    """Returns the number of bits of a type of numbers. Raises ValueError for other types."""
    if isinstance(type, a.IndexType):
        return INDEX_WIDTH
    if not isinstance(type, a.IntegerType | a.FloatType):
        raise ValueError(f"expected a type of numbers, but got '{text_of(type)}'")
    return bit_width(type)


def _value_of(bits: int, type: Type, width: int) -> int:
    """Returns the integer with these bits: signed, unless the type is unsigned."""
    is_negative = bits >> (width - 1) if width and getattr(type, "signedness", "") != "u" else 0
    return bits - (1 << width) if is_negative else bits


def integer(type: Type, data: bytes) -> Attribute:
    """Returns the attribute of an integer type with these encoded bits."""
    if not isinstance(type, a.IntegerType | a.IndexType):
        raise ValueError(f"expected integer or index type, but got '{text_of(type)}'")
    width = width_of(type)
    bits = known_bits(data, width)
    return a.BoolAttr(bool(bits)) if type is a.I1 else a.IntegerAttr(_value_of(bits, type, width), type)


def floating(type: Type, data: bytes) -> Attribute:
    """Returns the attribute of a float type with these encoded bits."""
    if not isinstance(type, a.FloatType):
        raise ValueError(f"expected float type, but got '{text_of(type)}'")
    return a.FloatAttr(known_bits(data, width_of(type)), type)


def known_bits(data: bytes, width: int) -> int:
    """Returns the bits of a number that takes all of `data`."""
    cursor = Cursor(data)
    bits = cursor.known_width(width)
    if cursor.left:
        raise ValueError("unexpected trailing bytes after Attribute entry")
    return bits


def encoded_number(attribute: Any) -> tuple[Type, bytes]:
    """Returns the type of an integer, truth value or float, and its encoded bits."""
    type = a.I1 if isinstance(attribute, a.BoolAttr) else attribute.type
    number = attribute.bits if isinstance(attribute, a.FloatAttr) else int(attribute.value)
    width = width_of(type)
    out = Output()
    out.known_width(number & ((1 << width) - 1), width)
    return type, bytes(out.data)


def dense_array(type: Type, count: int, data: bytes) -> a.DenseArrayAttr:
    """Returns `array<type: …>` of these bytes."""
    width = width_of(type)
    size = (width + 7) // 8
    if count * size != len(data):
        raise ValueError(f"{len(data)} bytes, expected {size} for each of {count} elements")
    numbers = [int.from_bytes(data[start : start + size], "little") for start in range(0, len(data), size or 1)]
    if isinstance(type, a.FloatType):
        return a.DenseArrayAttr(type, tuple(numbers))
    if width == 1:
        return a.DenseArrayAttr(type, tuple([int(number != 0) for number in numbers]))
    return a.DenseArrayAttr(type, tuple([_value_of(number, type, width) for number in numbers]))


def encoded_array(attribute: a.DenseArrayAttr) -> tuple[Type, int, bytes]:
    """Returns the element type, the number of elements, and their bytes."""
    size = (width_of(attribute.element_type) + 7) // 8
    mask = (1 << 8 * size) - 1
    data = b"".join([(value & mask).to_bytes(size, "little") for value in attribute.values])
    return attribute.element_type, len(attribute.values), data


def dense_elements(type: Type, data: bytes) -> a.DenseElementsAttr:
    """Returns `dense<…> : type` of these bytes. Raises ValueError if they are more or fewer than elements."""
    shape, element_type = check_shaped(type)
    element = element_format(element_type)
    count = prod(shape)
    if element.kind == "string":
        raise ValueError(f"expected elements that are numbers, but got '{text_of(element_type)}'")
    if element.width == 1:
        data = _unpacked(data, count)
    if len(data) != element.byte_width and len(data) != count * element.byte_width:
        raise ValueError(f"{len(data)} bytes, expected {element.byte_width} for each of {count} elements")
    return a.DenseElementsAttr(text_of_bytes(data, shape, element), type)


def _unpacked(data: bytes, count: int) -> bytes:
    """Returns elements of i1 in a byte each, or one for all, of data that may have eight in a byte."""
    if len(data) == 1 and (data == _TRUE or count == 1):
        return b"\1" if data[0] else b"\0"
    if len(data) == (count + 7) // 8 and len(data) != count:
        bits = int.from_bytes(data, "little")
        return bytes([bits >> index & 1 for index in range(count)]) if bits else b"\0"
    return bytes([byte != 0 for byte in data])


def encoded_elements(attribute: a.DenseElementsAttr) -> tuple[Type, bytes]:
    """Returns the type of elements that are numbers, and their bytes, or those of one that stands for all."""
    shape, element_type = check_shaped(attribute.type)
    element = element_format(element_type)
    data = checked(bytes, bytes_of(attribute.text, shape, element))
    if element.width == 1 and data:
        if len(data) == 1:
            data = _TRUE if data[0] else _FALSE
        else:
            bits = sum([1 << index for index, byte in enumerate(data) if byte])
            data = bits.to_bytes((len(data) + 7) // 8, "little")
    return attribute.type, data


def string_elements(type: Type, is_splat: int, texts: tuple[str, ...]) -> a.DenseElementsAttr:
    """Returns `dense<…> : type` of strings."""
    shape, element_type = check_shaped(type)
    count = prod(shape)
    if len(texts) != (1 if is_splat else count):
        raise ValueError(f"{len(texts)} strings, expected {1 if is_splat else count}")
    element = element_format(element_type)
    if element.kind != "string":
        raise ValueError(f"strings of type '{text_of(element_type)}'")
    shown = list(texts[:1] if len(set(texts)) == 1 else texts)
    return a.DenseElementsAttr(text_of_bytes(shown, shape, element), type)


def encoded_strings(attribute: a.DenseElementsAttr) -> tuple[Type, int, tuple[str, ...]]:
    """Returns the type of elements that are strings, whether one stands for all, and the strings."""
    shape, element_type = check_shaped(attribute.type)
    texts = bytes_of(attribute.text, shape, element_format(element_type))
    assert not isinstance(texts, bytes)
    return attribute.type, int(len(texts) == 1), tuple(texts)


def has_strings(attribute: a.DenseElementsAttr) -> bool:
    return element_format(check_shaped(attribute.type)[1]).kind == "string"


def sparse(type: Type, indices: Attribute, values: Attribute) -> a.SparseElementsAttr:
    """Returns `sparse<indices, values> : type`."""
    texts = [_listed(part) for part in (indices, values)]
    return a.SparseElementsAttr("", "", type) if not texts[0] else sparse_elements(", ".join(texts), type)


def _listed(part: Attribute) -> str:
    """Returns the text of elements with each in its place, even if all are the same."""
    if not isinstance(part, a.DenseElementsAttr):
        raise ValueError(f"expected dense elements, but got '{text_of(part)}'")
    shape, _ = check_shaped(part.type)
    if not (text := part.text) or text.startswith(("[", '"')) or not shape:
        return text
    for size in reversed(shape):
        text = f"[{', '.join([text] * size)}]"
    return text


def encoded_sparse(attribute: a.SparseElementsAttr) -> tuple[Type, Attribute, Attribute]:
    """Returns the type, the indices and the values."""
    shape, element_type = check_shaped(attribute.type)
    indices, values = attribute.indices, attribute.values
    places: tuple[int, ...]
    if indices.startswith("[["):
        places = (indices.count("[") - 1, len(shape))
    elif indices.startswith("["):
        places = (indices.count(",") + 1,)
    else:  # One number stands for all.
        count = values.count(",") + 1 if values.startswith("[") else 1
        places = (count if indices else 0, len(shape))
    return (
        attribute.type,
        a.DenseElementsAttr(indices, a.RankedTensorType(places, a.I64)),
        a.DenseElementsAttr(values, a.RankedTensorType(places[:1], element_type)),
    )
