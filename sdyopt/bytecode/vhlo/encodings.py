"""The encoding of VHLO's attributes and types, and what they stand for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sdyopt.bytecode import elements
from sdyopt.bytecode import fields as f
from sdyopt.bytecode.builtin import string
from sdyopt.bytecode.dialects import enumeration
from sdyopt.bytecode.encodings import DialectEncoding, Encoding
from sdyopt.dialects.quant.types import LARGEST_STORAGE, STORED_FLOATS, UniformQuantizedType, default_range
from sdyopt.dialects.stablehlo import attributes as hlo
from sdyopt.dialects.stablehlo.types import FutureType, TokenType
from sdyopt.ir import attributes as a
from sdyopt.ir import types as t
from sdyopt.ir.attribute import Attribute, Type

ALIAS, BOUNDS, ACCURACY, SUB_AXIS, AXIS_REF, MESH_AXES, MESH_AXIS, MESH = 10, 18, 20, 21, 22, 23, 24, 25
BOOLEAN, INTEGER, FLOAT, STRING, TENSOR, TYPE, ARRAY, DICTIONARY, API_VERSION = 2, 9, 8, 14, 15, 17, 1, 6, 5
"""The codes of attributes that stand for builtin ones."""

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


def _dictionary(pairs: Sequence[Attribute]) -> a.DictionaryAttr:
    return a.DictionaryAttr.of(zip(map(string, pairs[::2]), pairs[1::2], strict=True))


def _api_version(number: int) -> a.IntegerAttr:
    if number >= _API_VERSIONS:
        raise ValueError(f"invalid API version of a custom call: {number}")
    return a.IntegerAttr(number, a.I32)


def _mesh_axes(mesh: Attribute, axes: a.ArrayAttr) -> hlo.ReplicaGroupMeshAxes:
    name = a.SymbolRefAttr((mesh.value,)) if isinstance(mesh, a.StringAttr) else mesh
    return hlo.ReplicaGroupMeshAxes(name, axes.elements)


def _attribute(code: int, fields: Sequence[f.Field], make: Callable[..., Attribute]) -> Encoding:
    return Encoding(code, VersionedAttr, fields, make)


_ATTRIBUTES = (
    _attribute(ARRAY, (f.ATTRIBUTES,), a.ArrayAttr),
    _attribute(BOOLEAN, (f.NUMBER,), _boolean),
    enumeration(3, hlo.ComparisonDirection),
    enumeration(4, hlo.ComparisonType),
    _attribute(API_VERSION, (f.NUMBER,), _api_version),
    _attribute(DICTIONARY, (f.PAIRS,), _dictionary),
    enumeration(7, hlo.FftType),
    _attribute(FLOAT, (f.TYPE, f.REST), elements.floating),
    _attribute(INTEGER, (f.TYPE, f.REST), elements.integer),
    Encoding(10, hlo.OutputOperandAlias, (f.SIGNED_LIST, f.SIGNED, f.SIGNED_LIST)),
    enumeration(11, hlo.Precision),
    enumeration(12, hlo.RngAlgorithm),
    enumeration(13, hlo.RngDistribution, 1),
    _attribute(STRING, (f.STRING,), a.StringAttr),
    _attribute(TENSOR, (f.TYPE, f.BLOB), elements.dense_elements),
    enumeration(16, hlo.Transpose),
    _attribute(TYPE, (f.TYPE,), a.TypeAttr),
    Encoding(18, hlo.TypeExtensions, (f.BOUNDS,)),
    enumeration(19, hlo.ResultAccuracyMode),
    Encoding(20, hlo.ResultAccuracy, (f.DOUBLE, f.DOUBLE, f.SIGNED, f.one(hlo.ResultAccuracyMode))),
    Encoding(21, hlo.SubAxisInfo, (f.SIGNED, f.SIGNED)),
    _attribute(
        22,
        (f.ATTRIBUTE, f.optional(hlo.SubAxisInfo, "number")),
        lambda name, sub_axis: hlo.AxisRef(string(name), sub_axis),
    ),
    _attribute(23, (f.ATTRIBUTE, f.one(a.ArrayAttr)), _mesh_axes),
    _attribute(24, (f.ATTRIBUTE, f.SIGNED), lambda name, size: hlo.MeshAxis(string(name), size)),
    _attribute(
        25,
        (f.one(a.ArrayAttr), f.optional(a.DenseElementsAttr)),
        lambda axes, ids: hlo.Mesh(axes.elements, ids),
    ),
)

PLAIN_TYPES: dict[int, Type] = {
    0: a.I1,
    **{code: t.FloatType(name) for code, name in {2: "bf16", 3: "f16", 4: "f32", 5: "f64"}.items()},
    6: t.FloatType("f8E4M3FN"),
    7: t.FloatType("f8E5M2"),
    9: t.IndexType(),
    **{10 + number: t.IntegerType(4 << number) for number in range(5)},
    **{15 + number: t.IntegerType(4 << number, "u") for number in range(5)},
    22: TokenType(),
    27: t.FloatType("f8E4M3FNUZ"),
    28: t.FloatType("f8E5M2FNUZ"),
    29: t.FloatType("f8E4M3B11FNUZ"),
    31: t.IntegerType(2),
    32: t.IntegerType(2, "u"),
    33: t.NoneType(),
    34: t.FloatType("tf32"),
    35: t.FloatType("f8E4M3"),
    36: t.FloatType("f8E3M4"),
    37: t.FloatType("f4E2M1FN"),
    38: t.FloatType("f6E2M3FN"),
    39: t.FloatType("f6E3M2FN"),
    40: t.FloatType("f8E8M0FNU"),
}
"""The types without fields, by their codes."""


def _witness() -> Type:
    from sdyopt.dialects.shape.types import WITNESS

    return WITNESS


def _check_quantized(is_signed: bool, storage: Type, expressed: Type, low: int, high: int) -> None:
    """Raises ValueError for what the text of a type cannot say."""
    if isinstance(storage, t.IntegerType):
        is_legal = 0 < storage.width <= LARGEST_STORAGE and storage.signedness != "us"[not is_signed]
    else:
        is_legal = is_signed and storage in STORED_FLOATS
    if not is_legal:
        raise ValueError("illegal storage type")
    smallest, largest = default_range(storage, is_signed)
    if low < smallest or high > largest:
        raise ValueError(f"illegal storage min and storage max: ({low}:{high})")
    if not isinstance(expressed, t.FloatType):
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


def _type(code: int, fields: Sequence[f.Field], make: Callable[..., Type]) -> Encoding:
    return Encoding(code, VersionedType, fields, make)


def _plain_type(code: int, type: Type) -> Encoding:
    return _type(code, (), lambda: type)


_PER_TENSOR = (f.NUMBER, f.TYPE, f.TYPE, f.DOUBLE, f.SIGNED, f.SIGNED, f.SIGNED)
_PER_AXIS = (f.NUMBER, f.TYPE, f.TYPE, f.NUMBER, f.SIGNED, f.SIGNED, f.DOUBLES, f.SIGNED_LIST)

COMPLEX, FUNCTION, TENSOR_TYPE, ENCODED_TENSOR, TUPLE, PER_TENSOR, UNRANKED, WITNESS, PER_AXIS, BUFFER, FUTURE = (
    *(1, 8, 20, 21, 23),
    *(24, 25, 26, 30, 41, 42),
)
"""The codes of types with fields, and of a witness."""

_TYPES = (
    *[_plain_type(code, type) for code, type in PLAIN_TYPES.items()],
    _type(COMPLEX, (f.TYPE,), t.ComplexType),
    _type(FUNCTION, (f.TYPES, f.TYPES), t.FunctionType),
    _type(TENSOR_TYPE, (f.SHAPE, f.TYPE), t.RankedTensorType),
    _type(
        ENCODED_TENSOR,
        (f.ATTRIBUTE, f.SHAPE, f.TYPE),
        lambda encoding, shape, type: t.RankedTensorType(shape, type, encoding),
    ),
    _type(TUPLE, (f.TYPES,), t.TupleType),
    _type(PER_TENSOR, _PER_TENSOR, _per_tensor),
    _type(UNRANKED, (f.TYPE,), t.UnrankedTensorType),
    _type(WITNESS, (), _witness),
    _type(PER_AXIS, _PER_AXIS, _per_axis),
    _type(BUFFER, (f.SHAPE, f.TYPE), t.MemRefType),
    _type(FUTURE, (f.TYPES,), FutureType),
)

VHLO = DialectEncoding("vhlo", _ATTRIBUTES, _TYPES)
