"""The encoding of VHLO's attributes and types, and what they stand for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NoReturn

from sdyopt.bytecode import encodings as f
from sdyopt.bytecode.dialects import dictionary_of, enumeration, shaped, split_dictionary, string
from sdyopt.bytecode.encodings import DialectEncoding, Encoding, by_class
from sdyopt.bytecode.vhlo.operations import IN_PARTS
from sdyopt.dialects.quant import LARGEST_STORAGE, PER_BLOCK, STORED_FLOATS, UniformQuantizedType, default_range
from sdyopt.dialects.stablehlo import attributes as hlo
from sdyopt.dialects.stablehlo.attributes import FutureType, TokenType
from sdyopt.ir import attributes as a
from sdyopt.ir.attribute import Attribute, Type, remembered

API_VERSION, TENSOR, BOUNDS = 5, 15, 18
"""The codes of some attributes."""

_API_VERSIONS = 5
"""The number of versions of the interface of custom calls."""


class VersionedAttr(Attribute):
    """An attribute of VHLO, as it is written: its code, and the values of its fields."""

    code: int
    values: tuple[Any, ...]


class VersionedType(Type):
    """A type of VHLO, as it is written."""

    code: int
    values: tuple[Any, ...] = ()


def _boolean(value: int) -> a.BoolAttr:
    if value > 1:
        raise ValueError(f"invalid boolean: {value}")
    return a.BoolAttr(bool(value))


def _api_version(number: int) -> a.IntegerAttr:
    if number >= _API_VERSIONS:
        raise ValueError(f"invalid API version of a custom call: {number}")
    return a.IntegerAttr(number, a.I32)


class NoCounterpartError(ValueError):
    """VHLO lacks a type or attribute, even where other dialects are allowed."""


def _text(attribute: a.StringAttr) -> Sequence[Any]:
    if attribute.type is not None:
        raise NoCounterpartError("no typed strings in VHLO")
    return (attribute.value,)


def _only_parts(attribute: Attribute) -> NoReturn:
    """Refuses an attribute that operations of VHLO have in parts only."""
    raise NoCounterpartError(f"no attribute of VHLO for {attribute}")


def _mesh_axes(mesh: Attribute, axes: a.ArrayAttr) -> hlo.ReplicaGroupMeshAxes:
    name = a.SymbolRefAttr((mesh.value,)) if isinstance(mesh, a.StringAttr) else mesh
    return hlo.ReplicaGroupMeshAxes(name, axes.elements)


_ATTRIBUTES = (
    Encoding(1, a.ArrayAttr, (f.ATTRIBUTES,)),
    Encoding(2, a.BoolAttr, (f.NUMBER,), _boolean, lambda truth: (int(truth.value),)),
    enumeration(3, hlo.ComparisonDirection),
    enumeration(4, hlo.ComparisonType),
    Encoding(API_VERSION, Attribute, (f.NUMBER,), _api_version),
    Encoding(6, a.DictionaryAttr, (f.PAIRS,), dictionary_of, split_dictionary),
    enumeration(7, hlo.FftType),
    Encoding(8, a.FloatAttr, (f.TYPE, f.REST), f.floating, f.encoded_number),
    Encoding(9, a.IntegerAttr, (f.TYPE, f.REST), f.integer, f.encoded_number),
    Encoding(10, hlo.OutputOperandAlias, (f.SIGNED_LIST, f.SIGNED, f.SIGNED_LIST)),
    enumeration(11, hlo.Precision),
    enumeration(12, hlo.RngAlgorithm),
    enumeration(13, hlo.RngDistribution, 1),
    Encoding(14, a.StringAttr, (f.STRING,), None, _text),
    Encoding(
        TENSOR,
        a.DenseElementsAttr,
        (f.TYPE, f.BLOB),
        f.dense_elements,
        f.encoded_elements,
        lambda dense: not f.has_strings(dense),
    ),
    enumeration(16, hlo.Transpose),
    Encoding(17, a.TypeAttr, (f.TYPE,)),
    Encoding(BOUNDS, hlo.TypeExtensions, (f.BOUNDS,), None, _only_parts),
    enumeration(19, hlo.ResultAccuracyMode),
    Encoding(20, hlo.ResultAccuracy, (f.DOUBLE, f.DOUBLE, f.SIGNED, f.one(hlo.ResultAccuracyMode))),
    Encoding(21, hlo.SubAxisInfo, (f.SIGNED, f.SIGNED)),
    Encoding(
        22,
        hlo.AxisRef,
        (f.ATTRIBUTE, f.optional(hlo.SubAxisInfo, "number")),
        lambda name, sub_axis: hlo.AxisRef(string(name), sub_axis),
        lambda axis: (a.StringAttr(axis.name), axis.sub_axis_info),
    ),
    Encoding(
        23,
        hlo.ReplicaGroupMeshAxes,
        (f.ATTRIBUTE, f.one(a.ArrayAttr)),
        _mesh_axes,
        lambda groups: (groups.mesh, a.ArrayAttr(groups.axes)),
    ),
    Encoding(
        24,
        hlo.MeshAxis,
        (f.ATTRIBUTE, f.SIGNED),
        lambda name, size: hlo.MeshAxis(string(name), size),
        lambda axis: (a.StringAttr(axis.name), axis.size),
    ),
    Encoding(
        25,
        hlo.Mesh,
        (f.one(a.ArrayAttr), f.optional(a.DenseElementsAttr)),
        lambda axes, ids: hlo.Mesh(axes.elements, ids),
        lambda mesh: (a.ArrayAttr(mesh.axes), mesh.device_ids),
    ),
)
"""The attributes with a counterpart. What only VHLO has is of the base class here."""

PLAIN_TYPES: dict[int, Type] = {
    0: a.I1,
    **{code: a.FloatType(name) for code, name in {2: "bf16", 3: "f16", 4: "f32", 5: "f64"}.items()},
    6: a.FloatType("f8E4M3FN"),
    7: a.FloatType("f8E5M2"),
    9: a.IndexType(),
    **{10 + number: a.IntegerType(4 << number) for number in range(5)},
    **{15 + number: a.IntegerType(4 << number, "u") for number in range(5)},
    22: TokenType(),
    27: a.FloatType("f8E4M3FNUZ"),
    28: a.FloatType("f8E5M2FNUZ"),
    29: a.FloatType("f8E4M3B11FNUZ"),
    31: a.IntegerType(2),
    32: a.IntegerType(2, "u"),
    33: a.NoneType(),
    34: a.FloatType("tf32"),
    35: a.FloatType("f8E4M3"),
    36: a.FloatType("f8E3M4"),
    37: a.FloatType("f4E2M1FN"),
    38: a.FloatType("f6E2M3FN"),
    39: a.FloatType("f6E3M2FN"),
    40: a.FloatType("f8E8M0FNU"),
}
"""The types without fields, by their codes."""


def _witness() -> Type:
    from sdyopt.dialects.shape.verification import WITNESS

    return WITNESS


def _check_quantized(is_signed: bool, storage: Type, expressed: Type, low: int, high: int) -> None:
    """Raises ValueError for what the text of a type cannot say."""
    if isinstance(storage, a.IntegerType):
        is_legal = 0 < storage.width <= LARGEST_STORAGE and storage.signedness != "us"[not is_signed]
    else:
        is_legal = is_signed and storage in STORED_FLOATS
    if not is_legal:
        raise ValueError("illegal storage type")
    smallest, largest = default_range(storage, is_signed)
    if low < smallest or high > largest:
        raise ValueError(f"illegal storage min and storage max: ({low}:{high})")
    if not isinstance(expressed, a.FloatType):
        raise ValueError("expressed type must be floating point")


def _per_tensor(
    flags: int, storage: Type, expressed: Type, scale: int, zero_point: int, low: int, high: int
) -> UniformQuantizedType:
    is_signed = bool(flags & 1)
    _check_quantized(is_signed, storage, expressed, low, high)
    return UniformQuantizedType(storage, (low, high), expressed, (), (), (scale,), (zero_point,), is_signed)


def _per_axis(
    flags: int,
    storage: Type,
    expressed: Type,
    axis: int,
    low: int,
    high: int,
    scales: tuple[int, ...],
    zero_points: tuple[int, ...],
) -> UniformQuantizedType:
    if len(scales) != len(zero_points) or not scales:
        raise ValueError(f"{len(scales)} scales, but {len(zero_points)} zero points")
    is_signed = bool(flags & 1)
    _check_quantized(is_signed, storage, expressed, low, high)
    axes, shape = ((axis, None),), (len(scales),)
    return UniformQuantizedType(storage, (low, high), expressed, axes, shape, scales, zero_points, is_signed)


_PER_TENSOR = (f.NUMBER, f.TYPE, f.TYPE, f.DOUBLE, f.SIGNED, f.SIGNED, f.SIGNED)
_PER_AXIS = (f.NUMBER, f.TYPE, f.TYPE, f.NUMBER, f.SIGNED, f.SIGNED, f.DOUBLES, f.SIGNED_LIST)


def _split_per_tensor(type: UniformQuantizedType) -> Sequence[Any]:
    parts = (int(type.is_signed), type.storage_type, type.expressed_type)
    return *parts, type.scales[0], type.zero_points[0], *type.storage_range


def _split_per_axis(type: UniformQuantizedType) -> Sequence[Any]:
    parts = (int(type.is_signed), type.storage_type, type.expressed_type)
    return *parts, type.axis, *type.storage_range, type.scales, type.zero_points


_WITNESS = 26

_TYPES = (
    *[Encoding(code, Type, (), partial(PLAIN_TYPES.__getitem__, code)) for code in PLAIN_TYPES],
    Encoding(1, a.ComplexType, (f.TYPE,)),
    Encoding(8, a.FunctionType, (f.TYPES, f.TYPES)),
    shaped(20, a.RankedTensorType, (f.SHAPE, f.TYPE), None, "shape", "element_type", without="encoding"),
    Encoding(
        21,
        a.RankedTensorType,
        (f.ATTRIBUTE, f.SHAPE, f.TYPE),
        lambda encoding, shape, type: a.RankedTensorType(shape, type, encoding),
        lambda type: (VersionedAttr(BOUNDS, (type.encoding.bounds,)), type.shape, type.element_type),
        lambda type: isinstance(type.encoding, hlo.TypeExtensions),
    ),
    Encoding(23, a.TupleType, (f.TYPES,)),
    Encoding(24, UniformQuantizedType, _PER_TENSOR, _per_tensor, _split_per_tensor, lambda type: not type.shape),
    Encoding(25, a.UnrankedTensorType, (f.TYPE,)),
    Encoding(_WITNESS, Type, (), _witness),
    Encoding(
        30, UniformQuantizedType, _PER_AXIS, _per_axis, _split_per_axis, lambda type: type.granularity != PER_BLOCK
    ),
    Encoding(
        41,
        a.MemRefType,
        (f.SHAPE, f.TYPE),
        None,
        lambda type: (type.shape, type.element_type),
        lambda type: type.layout is None and type.memory_space is None,
    ),
    Encoding(42, FutureType, (f.TYPES,)),
)

VHLO = DialectEncoding("vhlo", _ATTRIBUTES, _TYPES)


# From builtin attributes and types, and those of StableHLO, to VHLO's.

_BY_CLASS = by_class([VHLO])

_PLAIN = {type: VersionedType(code) for code, type in PLAIN_TYPES.items()}

_CONVERTED = {cls for cls in vars(a).values() if isinstance(cls, type) and issubclass(cls, Type)} - {a.OpaqueType}
_CONVERTED |= {UniformQuantizedType}
"""The classes of types that have a counterpart in VHLO, or must not be in an artifact."""


def _encoded(given: Attribute) -> tuple[int, tuple[Any, ...]] | None:
    """Returns the code of an attribute or a type, and the values of its fields; None if VHLO has none for it."""
    for _, encoding in _BY_CLASS.get(type(given), ()):
        if encoding.applies is None or encoding.applies(given):
            fields = zip(encoding.fields, encoding.split(given), strict=True)
            return encoding.code, tuple([field.converted(value, versioned) for field, value in fields])
    return None


@remembered
def versioned_type(given: Type) -> Type:
    """Returns VHLO's type, or the same for one of another dialect. Raises NoCounterpartError if there is none."""
    if (plain := _PLAIN.get(given)) is not None:
        return plain
    if (found := _encoded(given)) is not None:
        return VersionedType(*found)
    if type(given) in _CONVERTED:
        raise NoCounterpartError(f"no type of VHLO for {given}")
    return VersionedType(_WITNESS) if str(given) == "!shape.witness" else given  # of another dialect


@remembered
def versioned(attribute: Attribute) -> Attribute:
    """Returns VHLO's attribute or type, or the same if VHLO has none for it: other dialects are allowed.

    Raises NoCounterpartError for what is not allowed anyway.
    """
    if isinstance(attribute, Type):
        return versioned_type(attribute)
    if isinstance(attribute, IN_PARTS):
        _only_parts(attribute)
    found = _encoded(_substitute(attribute))
    return attribute if found is None else VersionedAttr(*found)


def _substitute(attribute: Attribute) -> Attribute:
    """Returns the string in place of a name of a symbol, and elements in place of an array of numbers."""
    if isinstance(attribute, a.SymbolRefAttr) and len(attribute.path) == 1:
        return a.StringAttr(attribute.leaf)
    if isinstance(attribute, a.DenseArrayAttr) and attribute.element_type in (a.I64, a.I1):
        _, count, data = f.encoded_array(attribute)
        return f.dense_elements(a.RankedTensorType((count,), attribute.element_type), data)
    return attribute
