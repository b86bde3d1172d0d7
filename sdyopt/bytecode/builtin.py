"""The encoding of MLIR's builtin attributes and types: https://mlir.llvm.org/docs/Dialects/Builtin/."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sdyopt.bytecode import elements
from sdyopt.bytecode import fields as f
from sdyopt.bytecode.encodings import DialectEncoding, Encoding
from sdyopt.bytecode.fields import Field
from sdyopt.ir import attributes as a
from sdyopt.ir import locations as l
from sdyopt.ir import types as t
from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.mlir.write.attributes import text_of

_SIGNEDNESS = ("", "s", "u")


def string(attribute: Attribute) -> str:
    """Returns the text of a string attribute. Raises ValueError for another attribute."""
    if not isinstance(attribute, a.StringAttr):
        raise ValueError(f"expected attribute of type: mlir::StringAttr, but got: {text_of(attribute)}")
    return attribute.value


def _dictionary(pairs: Sequence[Attribute]) -> a.DictionaryAttr:
    return a.DictionaryAttr.of(zip(map(string, pairs[::2]), pairs[1::2], strict=True))


def _split_dictionary(dictionary: a.DictionaryAttr) -> Sequence[Any]:
    return ([part for name, value in dictionary.items() for part in (a.StringAttr(name), value)],)


def _nested_reference(root: Attribute, nested: Sequence[Any]) -> a.SymbolRefAttr:
    path = [string(root)]
    for reference in nested:
        if not isinstance(reference, a.SymbolRefAttr) or len(reference.path) != 1:
            raise ValueError(f"expected attribute of type: mlir::FlatSymbolRefAttr, but got: {text_of(reference)}")
        path.append(reference.leaf)
    return a.SymbolRefAttr(tuple(path))


def _split_nested(reference: a.SymbolRefAttr) -> Sequence[Any]:
    return a.StringAttr(reference.root), [a.SymbolRefAttr((name,)) for name in reference.path[1:]]


def _file_range(file: Attribute, numbers: tuple[int, ...]) -> l.FileLineColRange:
    if len(numbers) > 4:
        raise ValueError(f"invalid file location with {len(numbers)} numbers")
    line, column = (*numbers[:2], 0, 0)[:2]
    end_line: int | None = None
    end_column: int | None = None
    if len(numbers) == 3:
        end_line, end_column = line, numbers[2]
    elif len(numbers) == 4:
        end_line, end_column = numbers[2:]
    return l.FileLineColRange(string(file), line, column, end_line, end_column)


def _split_range(place: l.FileLineColRange) -> Sequence[Any]:
    numbers = [place.line, place.column]
    if place.end_line != place.line and place.end_line is not None:
        numbers += [place.end_line, place.end_column or 0]
    elif place.column:
        numbers.append(place.end_column or 0)
    else:
        numbers.pop()  # MLIR omits the end of what begins in column 0, too.
    return a.StringAttr(place.file), numbers


def _name_location(name: Attribute, child: Location) -> l.NameLoc:
    return l.NameLoc(string(name), None if child is l.UNKNOWN else child)


def _is_plain_fused(fused: l.FusedLoc) -> bool:
    return fused.metadata is None


_ATTRIBUTES = (
    Encoding(0, a.ArrayAttr, (f.ATTRIBUTES,)),
    Encoding(1, a.DictionaryAttr, (f.PAIRS,), _dictionary, _split_dictionary),
    Encoding(2, a.StringAttr, (f.STRING,), None, lambda text: (text.value,), lambda text: text.type is None),
    Encoding(3, a.StringAttr, (f.STRING, f.TYPE)),
    Encoding(
        4,
        a.SymbolRefAttr,
        (f.ATTRIBUTE,),
        lambda name: a.SymbolRefAttr((string(name),)),
        lambda reference: (a.StringAttr(reference.leaf),),
        lambda reference: len(reference.path) == 1,
    ),
    Encoding(5, a.SymbolRefAttr, (f.ATTRIBUTE, f.ATTRIBUTES), _nested_reference, _split_nested),
    Encoding(6, a.TypeAttr, (f.TYPE,)),
    Encoding(7, a.UnitAttr),
    Encoding(8, a.IntegerAttr, (f.TYPE, f.REST), elements.integer, elements.encoded_number),
    Encoding(8, a.BoolAttr, (f.TYPE, f.REST), elements.integer, elements.encoded_number),
    Encoding(9, a.FloatAttr, (f.TYPE, f.REST), elements.floating, elements.encoded_number),
    Encoding(
        10,
        l.CallSiteLoc,
        (f.one(Location), f.one(Location)),
    ),
    Encoding(
        11,
        l.FileLineColRange,
        (f.ATTRIBUTE, f.NUMBER, f.NUMBER),
        lambda file, line, column: l.FileLineColRange(string(file), line, column),
        lambda place: (a.StringAttr(place.file), place.line, place.column),
        lambda place: place.end_line is None and place.end_column is None,
    ),
    Encoding(12, l.FusedLoc, (f.many(Location),), None, lambda fused: (fused.locations,), _is_plain_fused),
    Encoding(13, l.FusedLoc, (f.many(Location), f.ATTRIBUTE)),
    Encoding(
        14,
        l.NameLoc,
        (f.ATTRIBUTE, f.one(Location)),
        _name_location,
        lambda name: (a.StringAttr(name.name), name.child or l.UNKNOWN),
    ),
    Encoding(15, l.UnknownLoc),
    Encoding(
        16,
        a.DenseResourceAttr,
        (f.TYPE, f.RESOURCE),
        lambda type, key: a.DenseResourceAttr(key, type),
        lambda resource: (resource.type, resource.key),
    ),
    Encoding(17, a.DenseArrayAttr, (f.TYPE, f.NUMBER, f.BLOB), elements.dense_array, elements.encoded_array),
    Encoding(
        18,
        a.DenseElementsAttr,
        (f.TYPE, f.BLOB),
        elements.dense_elements,
        elements.encoded_elements,
        lambda dense: not elements.has_strings(dense),
    ),
    Encoding(
        19,
        a.DenseElementsAttr,
        (f.TYPE, f.NUMBER, f.LAST_STRINGS),
        elements.string_elements,
        elements.encoded_strings,
    ),
    Encoding(20, a.SparseElementsAttr, (f.TYPE, f.ATTRIBUTE, f.ATTRIBUTE), elements.sparse, elements.encoded_sparse),
    Encoding(
        21,
        a.DistinctAttr,
        (f.IDENTITY, f.ATTRIBUTE),
        None,
        lambda distinct: (None, distinct.referenced),
    ),
    Encoding(22, l.FileLineColRange, (f.ATTRIBUTE, f.NUMBER_LIST), _file_range, _split_range),
)


def _integer_type(number: int) -> t.IntegerType:
    signedness = number & 3
    if signedness == 3 or number >> 2 >= 1 << 24:
        raise ValueError(f"invalid integer type: {number}")
    return t.IntegerType(number >> 2, _SIGNEDNESS[signedness])


def _split_integer_type(type: t.IntegerType) -> Sequence[Any]:
    return (type.width << 2 | _SIGNEDNESS.index(type.signedness),)


def _float_type(code: int, name: str) -> Encoding:
    return Encoding(code, t.FloatType, (), lambda: t.FloatType(name), lambda type: (), lambda type: type.name == name)


def _layout(layout: Attribute) -> Attribute | None:
    return None if isinstance(layout, a.AffineMapAttr) and layout.is_identity else layout


def _layout_of(type: t.MemRefType) -> Attribute:
    if type.layout is not None:
        return type.layout
    names = ", ".join([f"d{number}" for number in range(len(type.shape))])
    return a.AffineMapAttr(f"({names}) -> ({names})", len(type.shape))


def _vector(flags: tuple[bool, ...], shape: tuple[int, ...], type: Type) -> t.VectorType:
    return t.VectorType(shape, type, flags if any(flags) else ())


def _shaped(
    code: int, cls: type[Any], fields: Sequence[Field], make: Callable[..., Any] | None, *names: str, without: str = ""
) -> Encoding:
    """The encoding of a shaped type by the names of its fields in their order, if it has none `without`."""
    return Encoding(
        code,
        cls,
        fields,
        make,
        lambda type: [getattr(type, name) for name in names],
        (lambda type: getattr(type, without) in (None, ())) if without else None,
    )


_FLOATS = {3: "bf16", 4: "f16", 5: "f32", 6: "f64", 7: "f80", 8: "f128"} | dict(
    enumerate(
        (
            "tf32",
            "f8E5M2",
            "f8E4M3",
            "f8E4M3FN",
            "f8E5M2FNUZ",
            "f8E4M3FNUZ",
            "f8E4M3B11FNUZ",
            "f8E3M4",
            "f4E2M1FN",
            "f6E2M3FN",
            "f6E3M2FN",
            "f8E8M0FNU",
        ),
        21,
    )
)

_TYPES = (
    Encoding(0, t.IntegerType, (f.NUMBER,), _integer_type, _split_integer_type),
    Encoding(1, t.IndexType),
    Encoding(2, t.FunctionType, (f.TYPES, f.TYPES)),
    *[_float_type(code, name) for code, name in _FLOATS.items()],
    Encoding(9, t.ComplexType, (f.TYPE,)),
    Encoding(
        10,
        t.MemRefType,
        (f.SHAPE, f.TYPE, f.ATTRIBUTE),
        lambda shape, type, layout: t.MemRefType(shape, type, _layout(layout)),
        lambda type: (type.shape, type.element_type, _layout_of(type)),
        lambda type: type.memory_space is None,
    ),
    Encoding(
        11,
        t.MemRefType,
        (f.ATTRIBUTE, f.SHAPE, f.TYPE, f.ATTRIBUTE),
        lambda space, shape, type, layout: t.MemRefType(shape, type, _layout(layout), space),
        lambda type: (type.memory_space, type.shape, type.element_type, _layout_of(type)),
    ),
    Encoding(12, t.NoneType),
    _shaped(13, t.RankedTensorType, (f.SHAPE, f.TYPE), None, "shape", "element_type", without="encoding"),
    _shaped(
        14,
        t.RankedTensorType,
        (f.ATTRIBUTE, f.SHAPE, f.TYPE),
        lambda encoding, shape, type: t.RankedTensorType(shape, type, encoding),
        "encoding",
        "shape",
        "element_type",
    ),
    Encoding(15, t.TupleType, (f.TYPES,)),
    _shaped(16, t.UnrankedMemRefType, (f.TYPE,), None, "element_type", without="memory_space"),
    _shaped(
        17,
        t.UnrankedMemRefType,
        (f.ATTRIBUTE, f.TYPE),
        lambda space, type: t.UnrankedMemRefType(type, space),
        "memory_space",
        "element_type",
    ),
    Encoding(18, t.UnrankedTensorType, (f.TYPE,)),
    _shaped(19, t.VectorType, (f.SHAPE, f.TYPE), None, "shape", "element_type", without="scalable"),
    _shaped(20, t.VectorType, (f.BYTES, f.SHAPE, f.TYPE), _vector, "scalable", "shape", "element_type"),
    Encoding(33, t.BuiltinTokenType),
)

BUILTIN = DialectEncoding("builtin", _ATTRIBUTES, _TYPES)
