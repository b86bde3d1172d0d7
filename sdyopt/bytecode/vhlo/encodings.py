"""The encoding of VHLO's attributes and types, and what they stand for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NoReturn

from sdyopt.bytecode import encodings as f
from sdyopt.bytecode.dialects import enumeration, string
from sdyopt.bytecode.encodings import DialectEncoding, Encoding
from sdyopt.dialects.quant import LARGEST_STORAGE, PER_BLOCK, STORED_FLOATS, UniformQuantizedType, default_range
from sdyopt.dialects.stablehlo import attributes as hlo
from sdyopt.dialects.stablehlo.attributes import FutureType, TokenType
from sdyopt.ir import attributes as a
from sdyopt.ir.attribute import Attribute, Type, remembered

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
    _attribute(FLOAT, (f.TYPE, f.REST), f.floating),
    _attribute(INTEGER, (f.TYPE, f.REST), f.integer),
    Encoding(10, hlo.OutputOperandAlias, (f.SIGNED_LIST, f.SIGNED, f.SIGNED_LIST)),
    enumeration(11, hlo.Precision),
    enumeration(12, hlo.RngAlgorithm),
    enumeration(13, hlo.RngDistribution, 1),
    _attribute(STRING, (f.STRING,), a.StringAttr),
    _attribute(TENSOR, (f.TYPE, f.BLOB), f.dense_elements),
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
        25, (f.one(a.ArrayAttr), f.optional(a.DenseElementsAttr)), lambda axes, ids: hlo.Mesh(axes.elements, ids)
    ),
)

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


def _type(code: int, fields: Sequence[f.Field], make: Callable[..., Type]) -> Encoding:
    return Encoding(code, VersionedType, fields, make)


_PER_TENSOR = (f.NUMBER, f.TYPE, f.TYPE, f.DOUBLE, f.SIGNED, f.SIGNED, f.SIGNED)
_PER_AXIS = (f.NUMBER, f.TYPE, f.TYPE, f.NUMBER, f.SIGNED, f.SIGNED, f.DOUBLES, f.SIGNED_LIST)

COMPLEX, FUNCTION, TENSOR_TYPE, ENCODED_TENSOR, TUPLE, PER_TENSOR, UNRANKED, WITNESS, PER_AXIS, BUFFER, FUTURE = (
    *(1, 8, 20, 21, 23),
    *(24, 25, 26, 30, 41, 42),
)
"""The codes of types with fields, and of a witness."""

_TYPES = (
    *[_type(code, (), partial(PLAIN_TYPES.__getitem__, code)) for code in PLAIN_TYPES],
    _type(COMPLEX, (f.TYPE,), a.ComplexType),
    _type(FUNCTION, (f.TYPES, f.TYPES), a.FunctionType),
    _type(TENSOR_TYPE, (f.SHAPE, f.TYPE), a.RankedTensorType),
    _type(
        ENCODED_TENSOR,
        (f.ATTRIBUTE, f.SHAPE, f.TYPE),
        lambda encoding, shape, type: a.RankedTensorType(shape, type, encoding),
    ),
    _type(TUPLE, (f.TYPES,), a.TupleType),
    _type(PER_TENSOR, _PER_TENSOR, _per_tensor),
    _type(UNRANKED, (f.TYPE,), a.UnrankedTensorType),
    _type(WITNESS, (), _witness),
    _type(PER_AXIS, _PER_AXIS, _per_axis),
    _type(BUFFER, (f.SHAPE, f.TYPE), a.MemRefType),
    _type(FUTURE, (f.TYPES,), FutureType),
)

VHLO = DialectEncoding("vhlo", _ATTRIBUTES, _TYPES)


# From builtin attributes and types, and those of StableHLO, to VHLO's.


class NoCounterpartError(ValueError):
    """VHLO lacks a type or attribute, even where other dialects are allowed."""


_PLAIN = {type: VersionedType(code) for code, type in PLAIN_TYPES.items()}


_CONVERTED = {cls for cls in vars(a).values() if isinstance(cls, type) and issubclass(cls, Type)} - {a.OpaqueType}
_CONVERTED |= {UniformQuantizedType}
"""The classes of types that have a counterpart in VHLO, or must not be in an artifact."""


@remembered
def versioned_type(given: Type) -> Type:
    """Returns VHLO's type, or the same for one of another dialect. Raises NoCounterpartError if there is none."""
    plain = _PLAIN.get(given)
    if plain is not None:
        return plain
    fields = _TYPE_FIELDS.get(type(given))
    found = None if fields is None else fields(given)
    if found is not None:
        return VersionedType(found[0], found[1:])
    if type(given) in _CONVERTED:
        raise NoCounterpartError(f"no type of VHLO for {given}")
    return VersionedType(WITNESS) if str(given) == "!shape.witness" else given  # of another dialect


def _types(types: Sequence[Type]) -> tuple[Type, ...]:
    return tuple([versioned_type(type) for type in types])


_Fields = Callable[[Any], tuple[Any, ...] | None]
"""Returns the code of an attribute or a type, and the values of its fields; None if VHLO has none for it."""


def _tensor(type: a.RankedTensorType) -> tuple[Any, ...] | None:
    element = versioned_type(type.element_type)
    if type.encoding is None:
        return TENSOR_TYPE, type.shape, element
    if not isinstance(type.encoding, hlo.TypeExtensions):
        return None
    return ENCODED_TENSOR, VersionedAttr(BOUNDS, (type.encoding.bounds,)), type.shape, element


def _buffer(type: a.MemRefType) -> tuple[Any, ...] | None:
    is_plain = type.layout is None and type.memory_space is None
    return (BUFFER, type.shape, versioned_type(type.element_type)) if is_plain else None


def _quantized(type: UniformQuantizedType) -> tuple[Any, ...] | None:
    if type.granularity == PER_BLOCK:
        return None
    parts = (int(type.is_signed), versioned_type(type.storage_type), versioned_type(type.expressed_type))
    if not type.shape:
        return PER_TENSOR, *parts, type.scales[0], type.zero_points[0], *type.storage_range
    return PER_AXIS, *parts, type.axis, *type.storage_range, type.scales, type.zero_points


_TYPE_FIELDS: dict[type[Type], _Fields] = {
    a.RankedTensorType: _tensor,
    a.ComplexType: lambda type: (COMPLEX, versioned_type(type.element_type)),
    a.FunctionType: lambda type: (FUNCTION, _types(type.inputs), _types(type.results)),
    a.TupleType: lambda type: (TUPLE, _types(type.types)),
    a.UnrankedTensorType: lambda type: (UNRANKED, versioned_type(type.element_type)),
    a.MemRefType: _buffer,
    FutureType: lambda type: (FUTURE, _types(type.types)),
    UniformQuantizedType: _quantized,
}


@remembered
def versioned(attribute: Attribute) -> Attribute:
    """Returns VHLO's attribute, or the same if VHLO has none for it: other dialects are allowed.

    Raises NoCounterpartError for what is not allowed anyway.
    """
    fields = _ATTRIBUTE_FIELDS.get(type(attribute))
    found = None if fields is None else fields(attribute)
    return attribute if found is None else VersionedAttr(found[0], found[1:])


def _string(text: str) -> VersionedAttr:
    return VersionedAttr(STRING, (text,))


def _text(attribute: a.StringAttr) -> tuple[Any, ...]:
    if attribute.type is not None:
        raise NoCounterpartError("no typed strings in VHLO")
    return STRING, attribute.value


def _entries(dictionary: a.DictionaryAttr) -> tuple[Any, ...]:
    return tuple([part for name, value in dictionary.items() for part in (_string(name), versioned(value))])


def _typed(type: Type, data: bytes) -> tuple[Any, ...]:
    return versioned_type(type), data


def _array(array: a.DenseArrayAttr) -> tuple[Any, ...] | None:
    """Returns the elements of an array as those of a tensor."""
    if array.element_type not in (a.I64, a.I1):
        return None
    _, count, data = f.encoded_array(array)
    elements = f.dense_elements(a.RankedTensorType((count,), array.element_type), data)
    return TENSOR, *_typed(*f.encoded_elements(elements))


def _optional(attribute: Attribute | None) -> Attribute | None:
    return None if attribute is None else versioned(attribute)


def _versioned_axes(given: hlo.Mesh | hlo.ReplicaGroupMeshAxes) -> Attribute:
    return versioned(a.ArrayAttr(given.axes))


def _word_of(encoding: Encoding) -> _Fields:
    """Returns what gives the number of a word, which is counted from 1 for one kind."""
    first = 1 if encoding.cls is hlo.RngDistribution else 0
    return lambda word: (encoding.code, word.cases.index(word.value) + first)


def _only_parts(attribute: Attribute) -> NoReturn:
    """Refuses an attribute that operations of VHLO have in parts only."""
    raise NoCounterpartError(f"no attribute of VHLO for {attribute}")


_ATTRIBUTE_FIELDS: dict[type[Attribute], _Fields] = {
    a.IntegerAttr: lambda number: (INTEGER, *_typed(*f.encoded_number(number))),
    a.FloatAttr: lambda number: (FLOAT, *_typed(*f.encoded_number(number))),
    a.BoolAttr: lambda truth: (BOOLEAN, int(truth.value)),
    a.StringAttr: _text,
    a.SymbolRefAttr: lambda symbol: (STRING, symbol.leaf) if len(symbol.path) == 1 else None,
    a.TypeAttr: lambda attribute: (TYPE, versioned_type(attribute.type)),
    a.ArrayAttr: lambda array: (ARRAY, tuple(map(versioned, array.elements))),
    a.DictionaryAttr: lambda dictionary: (DICTIONARY, _entries(dictionary)),
    a.DenseElementsAttr: lambda tensor: (
        None if f.has_strings(tensor) else (TENSOR, *_typed(*f.encoded_elements(tensor)))
    ),
    a.DenseArrayAttr: _array,
    **{one.cls: _word_of(one) for one in VHLO.attributes if issubclass(one.cls, hlo.EnumAttr)},
    hlo.OutputOperandAlias: lambda alias: (ALIAS, *[getattr(alias, field) for field in alias.fields]),
    hlo.ResultAccuracy: lambda given: (ACCURACY, given.atol, given.rtol, given.ulps, versioned(given.mode)),
    hlo.SubAxisInfo: lambda part: (SUB_AXIS, part.pre_size, part.size),
    hlo.AxisRef: lambda axis: (AXIS_REF, _string(axis.name), _optional(axis.sub_axis_info)),
    hlo.ReplicaGroupMeshAxes: lambda groups: (MESH_AXES, versioned(groups.mesh), _versioned_axes(groups)),
    hlo.MeshAxis: lambda axis: (MESH_AXIS, _string(axis.name), axis.size),
    hlo.Mesh: lambda mesh: (
        MESH,
        _versioned_axes(mesh),
        None if mesh.device_ids is None else versioned(mesh.device_ids),
    ),
    **dict.fromkeys(
        (
            *(hlo.ChannelHandle, hlo.ConvDimensionNumbers, hlo.DotAlgorithm, hlo.DotDimensionNumbers),
            *(hlo.GatherDimensionNumbers, hlo.ScatterDimensionNumbers, hlo.TypeExtensions),
        ),
        _only_parts,
    ),
}
