"""The bytes of numbers in attributes: integers, floats, arrays, and the elements of tensors."""

from __future__ import annotations

from math import prod
from typing import Any

from sdyopt.bytecode.cursor import Cursor, Output
from sdyopt.ir import attributes as a
from sdyopt.ir import types as t
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.mlir.literals.attributes import INDEX_WIDTH, check_shaped, element_format
from sdyopt.mlir.literals.dense import bytes_of, text_of_bytes
from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS
from sdyopt.mlir.literals.sparse import sparse_elements
from sdyopt.mlir.write.attributes import text_of

_TRUE, _FALSE = b"\xff", b"\0"
"""All elements of a tensor of i1."""


def width_of(type: Type) -> int:
    """Returns the number of bits of a type of numbers. Raises ValueError for other types."""
    if isinstance(type, t.IntegerType):
        return type.width
    if isinstance(type, t.IndexType):
        return INDEX_WIDTH
    if isinstance(type, t.FloatType):
        return FLOAT_FORMATS[type.name].width
    raise ValueError(f"expected a type of numbers, but got '{text_of(type)}'")


def _value_of(bits: int, type: Type, width: int) -> int:
    """Returns the integer with these bits: signed, unless the type is unsigned."""
    is_negative = bits >> (width - 1) if width and getattr(type, "signedness", "") != "u" else 0
    return bits - (1 << width) if is_negative else bits


def integer(type: Type, data: bytes) -> Attribute:
    """Returns the attribute of an integer type with these encoded bits."""
    if not isinstance(type, t.IntegerType | t.IndexType):
        raise ValueError(f"expected integer or index type, but got '{text_of(type)}'")
    width = width_of(type)
    bits = known_bits(data, width)
    return a.BoolAttr(bool(bits)) if type is a.I1 else a.IntegerAttr(_value_of(bits, type, width), type)


def floating(type: Type, data: bytes) -> Attribute:
    """Returns the attribute of a float type with these encoded bits."""
    if not isinstance(type, t.FloatType):
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
    if isinstance(type, t.FloatType):
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
    data = bytes_of(attribute.text, shape, element)
    assert isinstance(data, bytes)
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
    """Whether elements are strings."""
    return element_format(check_shaped(attribute.type)[1]).kind == "string"


def sparse(type: Type, indices: Attribute, values: Attribute) -> a.SparseElementsAttr:
    """Returns `sparse<indices, values> : type`."""
    texts = [_listed(part) for part in (indices, values)]
    if not texts[0]:
        return a.SparseElementsAttr("", "", type)
    return sparse_elements(", ".join(texts), type)


def _listed(part: Attribute) -> str:
    """Returns the text of elements with each in its place, even if all are the same."""
    if not isinstance(part, a.DenseElementsAttr):
        raise ValueError(f"expected dense elements, but got '{text_of(part)}'")
    shape, _ = check_shaped(part.type)
    text = part.text
    if not text or text.startswith(("[", '"')) or not shape:
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
        a.DenseElementsAttr(indices, t.RankedTensorType(places, a.I64)),
        a.DenseElementsAttr(values, t.RankedTensorType(places[:1], element_type)),
    )
