"""Attributes from Python values: `attribute(4)`, `attribute([1.5, 2.0], tensor)`, `dimension=1` of an operation."""

from __future__ import annotations

import operator
import struct
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, TypeAlias

from sdyopt.dialects import REGISTRY
from sdyopt.ir import types as t
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import (
    I1,
    I32,
    I64,
    UNIT,
    ArrayAttr,
    BoolAttr,
    DenseArrayAttr,
    DenseElementsAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    TypeAttr,
)
from sdyopt.mlir.declare.constraints import Attr, any_attribute
from sdyopt.mlir.literals.attributes import check_shaped, element_format
from sdyopt.mlir.literals.dense import ElementFormat, text_of_bits
from sdyopt.mlir.literals.numbers import rounded_double
from sdyopt.mlir.write.attribute_texts import parse_as

AttributeValue: TypeAlias = Any
"""What can be an attribute: an Attribute, a Type, None, bool, int, float, str, or sequences and mappings of these."""

_F32, _F64, _INDEX = t.FloatType("f32"), t.FloatType("f64"), t.IndexType()


def attribute(value: AttributeValue, type: Type | None = None) -> Attribute:
    """Returns the attribute that a Python value stands for. Attributes are returned as they are.

    None is `unit`, a bool `true` or `false`, an int `4 : i64`, a float `1.5 : f64`, a str `"text"`, a sequence
    `[1, "a"]`, a mapping a dictionary, and a type a type. With a `type` numbers have that one; with that of a tensor,
    a vector or a memref a number, or nested sequences, are `dense<…>`: bool, int, float and complex as it holds them.

    Raises TypeError for other values, and ValueError for numbers and shapes that do not fit.
    """
    if isinstance(value, Attribute):
        return TypeAttr(value) if isinstance(value, Type) else value
    if isinstance(type, t.ShapedType):
        return _elements(value, type)
    if type is not None:
        return _number(value, type)
    if value is None:
        return UNIT
    if isinstance(value, bool):
        return BoolAttr(value)
    if isinstance(value, str):
        return StringAttr(value)
    if isinstance(value, float):
        return _number(value, _F64)
    if isinstance(value, Mapping):
        return DictionaryAttr.of({name: attribute(one) for name, one in value.items()})
    if isinstance(value, Sequence):
        return ArrayAttr(tuple([attribute(one) for one in value]))
    return _number(value, I64)


def declared_attribute(declared: Attr, value: AttributeValue, dialect: str) -> Attribute:
    """Returns the attribute that `value` stands for where an operation of a dialect declares one.

    That is the first of those that are accepted; a str may be the text of the attribute in the operation's format.
    Raises TypeError if there is none.
    """
    if isinstance(value, Attribute):
        return attribute(value)
    constraint = declared.constraint
    candidates = _parsed(declared, value, dialect) if isinstance(value, str) else ()
    accepted = next(filter(constraint.accepts, chain(_candidates(value), candidates)), None)
    if accepted is None:
        raise TypeError(f"attribute '{declared.name}': expected {constraint.summary}, got {value!r:.100}")
    return accepted


def _parsed(declared: Attr, text: str, dialect: str) -> Iterator[Attribute]:
    """Yields what a text is in the format of operations, or as an attribute of the dialect without its name."""
    written = parse_as(declared.constraint.parse, text, REGISTRY)
    if written is not None:
        yield written
    found = REGISTRY.dialects.get(dialect)
    for definition in () if found is None else found.attribute_named.values():
        full = f"#{dialect}<{definition.mnemonic}{'' if text.startswith('<') else ' '}{text}>"
        parsed = parse_as(any_attribute, full, REGISTRY)
        if parsed is not None:
            yield parsed


def _candidates(value: AttributeValue) -> Iterator[Attribute]:
    """Yields what a Python value may stand for, the most usual first."""
    if isinstance(value, bool | str | Mapping) or value is None:
        yield attribute(value)
        if value is True:
            yield UNIT
    elif isinstance(value, float):
        yield from (_number(value, type) for type in (_F32, _F64))
    elif isinstance(value, Sequence):
        yield from _arrays(value)
    else:
        yield from (_number(value, type) for type in (I64, I32, _INDEX))


def _arrays(value: Sequence[Any]) -> Iterator[Attribute]:
    if all(isinstance(one, bool) for one in value):
        yield DenseArrayAttr(I1, tuple(map(int, value)))
    if all(hasattr(one, "__index__") and not isinstance(one, bool) for one in value):
        yield from (DenseArrayAttr(type, tuple(map(operator.index, value))) for type in (I64, I32))
    yield attribute(value)


def _number(value: Any, type: Type) -> Attribute:
    bits = _bits(value, element_format(type))
    if type is I1:
        return BoolAttr(bool(bits))
    if isinstance(type, t.FloatType):
        return FloatAttr(bits, type)
    if isinstance(type, t.IntegerType | t.IndexType):
        return IntegerAttr(operator.index(value), type)
    raise TypeError(f"there are no numbers of type {type}")


def _elements(value: Any, type: t.ShapedType) -> DenseElementsAttr:
    """Returns the constant of nested sequences, or of one value for all elements. Raises ValueError, TypeError."""
    shape, element_type = check_shaped(type)
    element = element_format(element_type)
    if isinstance(value, Sequence | Iterator) or hasattr(value, "tolist"):
        bits = [_bits(one, element) for one in _flat(value, shape)]
    else:
        bits = [_bits(value, element)]
    return DenseElementsAttr(text_of_bits(bits, shape, element), type)


def _flat(value: Any, shape: tuple[int, ...]) -> Iterator[Any]:
    """Yields the values in nested sequences, or arrays, the last dimension fastest."""
    value = value.tolist() if hasattr(value, "tolist") else value
    if not shape:
        yield value
        return
    values = list(value)
    if len(values) != shape[0]:
        raise ValueError(f"there are {len(values)} elements where the type has {shape[0]}")
    for one in values:
        yield from _flat(one, shape[1:])


def _bits(value: Any, element: ElementFormat) -> int:
    """Returns a number as it is stored. Raises TypeError for what is no such number, and ValueError out of range."""
    if element.part is not None:
        parts: Sequence[Any] = (complex(value).real, complex(value).imag)
        if element.part.float_format is None:
            parts = [int(part) for part in parts]
        real, imaginary = [_bits(part, element.part) for part in parts]
        return real | imaginary << 8 * element.part.byte_width
    if element.float_format is not None:
        (double,) = struct.unpack("<Q", struct.pack("<d", value))
        return rounded_double(double, element.float_format)
    if element.kind == "string":
        raise TypeError("elements of this type are not numbers")
    number = operator.index(value)
    low = 0 if element.signedness == "unsigned" or element.width == 1 else -(1 << (element.width - 1))
    if not low <= number < 1 << (element.width - (element.signedness == "signed")):
        raise ValueError(f"{number} does not fit into {element}")
    return number & ((1 << element.width) - 1)
