"""The encoding of the attributes and types of StableHLO, CHLO and SDY. Those of other dialects are text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sdyopt.bytecode import affine_maps as m
from sdyopt.bytecode import encodings as f
from sdyopt.bytecode.encodings import DialectEncoding, Encoding, Field
from sdyopt.dialects.chlo import ops as chlo
from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.dialects.stablehlo import attributes as hlo
from sdyopt.dialects.stablehlo.attributes import FutureType, TokenType
from sdyopt.ir import attributes as a
from sdyopt.ir import locations as l
from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import ArrayAttr, DenseElementsAttr, StringAttr, SymbolRefAttr
from sdyopt.mlir.releases import since
from sdyopt.mlir.write.attributes import text_of

# The encoding of MLIR's builtin attributes and types: https://mlir.llvm.org/docs/Dialects/Builtin/.

_SIGNEDNESS = ("", "s", "u")


def string(attribute: Attribute) -> str:
    """Returns the text of a string attribute. Raises ValueError for another attribute."""
    if not isinstance(attribute, a.StringAttr):
        raise ValueError(f"expected attribute of type: mlir::StringAttr, but got: {text_of(attribute)}")
    return attribute.value


def dictionary_of(pairs: Sequence[Attribute]) -> a.DictionaryAttr:
    """Returns the dictionary of names and values, one after another."""
    return a.DictionaryAttr.of(zip(map(string, pairs[::2]), pairs[1::2], strict=True))


def split_dictionary(dictionary: a.DictionaryAttr) -> Sequence[Any]:
    """Returns the names and values of a dictionary, one after another, as one field."""
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


_ATTRIBUTES = (
    Encoding(0, a.ArrayAttr, (f.ATTRIBUTES,)),
    Encoding(1, a.DictionaryAttr, (f.PAIRS,), dictionary_of, split_dictionary),
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
    Encoding(8, a.IntegerAttr, (f.TYPE, f.REST), f.integer, f.encoded_number),
    Encoding(8, a.BoolAttr, (f.TYPE, f.REST), f.integer, f.encoded_number),
    Encoding(9, a.FloatAttr, (f.TYPE, f.REST), f.floating, f.encoded_number),
    Encoding(10, l.CallSiteLoc, (f.one(Location), f.one(Location))),
    Encoding(
        11,
        l.FileLineColRange,
        (f.ATTRIBUTE, f.NUMBER, f.NUMBER),
        lambda file, line, column: l.FileLineColRange(string(file), line, column),
        lambda place: (a.StringAttr(place.file), place.line, place.column),
        lambda place: place.end_line is None and place.end_column is None,
    ),
    Encoding(
        12,
        l.FusedLoc,
        (f.many(Location),),
        None,
        lambda fused: (fused.locations,),
        lambda fused: fused.metadata is None,
    ),
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
    Encoding(17, a.DenseArrayAttr, (f.TYPE, f.NUMBER, f.BLOB), f.dense_array, f.encoded_array),
    Encoding(
        18,
        a.DenseElementsAttr,
        (f.TYPE, f.BLOB),
        f.dense_elements,
        f.encoded_elements,
        lambda dense: not f.has_strings(dense),
    ),
    Encoding(19, a.DenseElementsAttr, (f.TYPE, f.NUMBER, f.LAST_STRINGS), f.string_elements, f.encoded_strings),
    Encoding(20, a.SparseElementsAttr, (f.TYPE, f.ATTRIBUTE, f.ATTRIBUTE), f.sparse, f.encoded_sparse),
    Encoding(21, a.DistinctAttr, (f.IDENTITY, f.ATTRIBUTE), None, lambda distinct: (None, distinct.referenced)),
    Encoding(22, l.FileLineColRange, (f.ATTRIBUTE, f.NUMBER_LIST), _file_range, _split_range),
    Encoding(23, a.AffineMapAttr, (f.REST,), m.affine_map, m.encoded_map, lambda map: since("0.11.1")),
    Encoding(24, a.IntegerSetAttr, (f.REST,), m.integer_set, m.encoded_set, lambda set: since("0.11.1")),
)


def _integer_type(number: int) -> a.IntegerType:
    signedness = number & 3
    if signedness == 3 or number >> 2 >= 1 << 24:
        raise ValueError(f"invalid integer type: {number}")
    return a.IntegerType(number >> 2, _SIGNEDNESS[signedness])


def _split_integer_type(type: a.IntegerType) -> Sequence[Any]:
    return (type.width << 2 | _SIGNEDNESS.index(type.signedness),)


def _float_type(code: int, name: str) -> Encoding:
    return Encoding(code, a.FloatType, (), lambda: a.FloatType(name), lambda type: (), lambda type: type.name == name)


def _layout(layout: Attribute) -> Attribute | None:
    return None if isinstance(layout, a.AffineMapAttr) and layout.is_identity else layout


def _layout_of(type: a.MemRefType) -> Attribute:
    if type.layout is not None:
        return type.layout
    names = ", ".join([f"d{number}" for number in range(len(type.shape))])
    return a.AffineMapAttr(f"({names}) -> ({names})", len(type.shape))


def _vector(flags: tuple[bool, ...], shape: tuple[int, ...], type: Type) -> a.VectorType:
    return a.VectorType(shape, type, flags if any(flags) else ())


def shaped(
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
    Encoding(0, a.IntegerType, (f.NUMBER,), _integer_type, _split_integer_type),
    Encoding(1, a.IndexType),
    Encoding(2, a.FunctionType, (f.TYPES, f.TYPES)),
    *[_float_type(code, name) for code, name in _FLOATS.items()],
    Encoding(9, a.ComplexType, (f.TYPE,)),
    Encoding(
        10,
        a.MemRefType,
        (f.SHAPE, f.TYPE, f.ATTRIBUTE),
        lambda shape, type, layout: a.MemRefType(shape, type, _layout(layout)),
        lambda type: (type.shape, type.element_type, _layout_of(type)),
        lambda type: type.memory_space is None,
    ),
    Encoding(
        11,
        a.MemRefType,
        (f.ATTRIBUTE, f.SHAPE, f.TYPE, f.ATTRIBUTE),
        lambda space, shape, type, layout: a.MemRefType(shape, type, _layout(layout), space),
        lambda type: (type.memory_space, type.shape, type.element_type, _layout_of(type)),
    ),
    Encoding(12, a.NoneType),
    shaped(13, a.RankedTensorType, (f.SHAPE, f.TYPE), None, "shape", "element_type", without="encoding"),
    shaped(
        14,
        a.RankedTensorType,
        (f.ATTRIBUTE, f.SHAPE, f.TYPE),
        lambda encoding, shape, type: a.RankedTensorType(shape, type, encoding),
        "encoding",
        "shape",
        "element_type",
    ),
    Encoding(15, a.TupleType, (f.TYPES,)),
    shaped(16, a.UnrankedMemRefType, (f.TYPE,), None, "element_type", without="memory_space"),
    shaped(
        17,
        a.UnrankedMemRefType,
        (f.ATTRIBUTE, f.TYPE),
        lambda space, type: a.UnrankedMemRefType(type, space),
        "memory_space",
        "element_type",
    ),
    Encoding(18, a.UnrankedTensorType, (f.TYPE,)),
    shaped(19, a.VectorType, (f.SHAPE, f.TYPE), None, "shape", "element_type", without="scalable"),
    shaped(20, a.VectorType, (f.BYTES, f.SHAPE, f.TYPE), _vector, "scalable", "shape", "element_type"),
    Encoding(33, a.BuiltinTokenType),
)

BUILTIN = DialectEncoding("builtin", _ATTRIBUTES, _TYPES)


def enumeration(code: int, cls: type[hlo.EnumAttr], first: int = 0) -> Encoding:
    """The encoding of a word: its number, where that of the first case is `first`."""

    def make(number: int) -> hlo.EnumAttr:
        if not first <= number < first + len(cls.cases):
            raise ValueError(f"invalid {cls.type_name()}: {number}")
        return cls(cls.cases[number - first])

    return Encoding(code, cls, (f.NUMBER,), make, lambda word: (cls.cases.index(word.value) + first,))


_GATHER = (f.SIGNED_LIST,) * 5 + (f.SIGNED,)


STABLEHLO = DialectEncoding(
    "stablehlo",
    (
        Encoding(1, hlo.ChannelHandle, (f.SIGNED, f.SIGNED)),
        enumeration(2, hlo.ComparisonDirection),
        enumeration(3, hlo.ComparisonType),
        Encoding(4, hlo.ConvDimensionNumbers, (f.SIGNED, f.SIGNED, f.SIGNED_LIST) * 3),
        Encoding(5, hlo.DotDimensionNumbers, (f.SIGNED_LIST,) * 4),
        enumeration(6, hlo.FftType),
        Encoding(7, hlo.GatherDimensionNumbers, _GATHER),
        enumeration(8, hlo.Precision),
        enumeration(9, hlo.RngAlgorithm),
        enumeration(10, hlo.RngDistribution, 1),
        Encoding(11, hlo.ScatterDimensionNumbers, _GATHER),
        enumeration(12, hlo.Transpose),
        Encoding(13, hlo.TypeExtensions, (f.BOUNDS,)),
        Encoding(14, hlo.OutputOperandAlias, (f.SIGNED_LIST, f.SIGNED, f.SIGNED_LIST)),
        Encoding(15, hlo.DotAlgorithm, (f.TYPE, f.TYPE, f.TYPE, f.SIGNED, f.SIGNED, f.SIGNED, f.BOOL)),
        enumeration(16, hlo.ResultAccuracyMode),
        Encoding(17, hlo.ResultAccuracy, (f.DOUBLE, f.DOUBLE, f.SIGNED, f.one(hlo.ResultAccuracyMode))),
        Encoding(18, hlo.ReplicaGroupMeshAxes, (f.ATTRIBUTE, f.many(hlo.AxisRef))),
        Encoding(19, hlo.SubAxisInfo, (f.SIGNED, f.SIGNED)),
        Encoding(20, hlo.AxisRef, (f.STRING, f.optional(hlo.SubAxisInfo, "byte"))),
        Encoding(21, hlo.MeshAxis, (f.STRING, f.SIGNED)),
        Encoding(
            22,
            hlo.Mesh,
            (f.one(ArrayAttr), f.optional(DenseElementsAttr, "byte")),
            lambda axes, device_ids: hlo.Mesh(axes.elements, device_ids),
            lambda mesh: (ArrayAttr(mesh.axes), mesh.device_ids),
        ),
    ),
    (Encoding(0, TokenType), Encoding(1, FutureType, (f.TYPES,))),
    "stablehlo ",
    "builtin ",
)

CHLO = DialectEncoding(
    "chlo", (enumeration(0, chlo.ComparisonDirection), enumeration(1, chlo.ComparisonType)), (), "chlo ", "builtin "
)


def _is_reduced(sharding: sdy.Sharding) -> bool:
    return not sharding.unreduced


def _is_sum(sharding: sdy.Sharding) -> bool:
    return sharding.reduction_op == sdy.SUM


def _with_unreduced(sharding: sdy.Sharding) -> Sequence[Any]:
    return (sharding.mesh, sharding.dimensions, sharding.replicated, sharding.unreduced)


def _with_operator(sharding: sdy.Sharding) -> Sequence[Any]:
    return (*_with_unreduced(sharding), sdy.REDUCTION_OPS.index(sharding.reduction_op))


def _all_reduced(shardings: sdy.ShardingPerValue) -> bool:
    return all(map(_is_reduced, shardings.shardings))


def _split_axes(manual: sdy.ManualAxes) -> Sequence[Any]:
    return ([StringAttr(axis) for axis in manual.axes],)


def _sharding_of_operator(mesh: Any, dimensions: Any, replicated: Any, unreduced: Any, kind: int) -> sdy.Sharding:
    if not 0 <= kind < len(sdy.REDUCTION_OPS):
        raise ValueError(f"unknown reduction operator: {kind}")
    return sdy.Sharding(mesh, dimensions, replicated, unreduced, sdy.REDUCTION_OPS[kind])


_AXES = f.many(sdy.AxisRef)
_SHARDING = (f.one(SymbolRefAttr, sdy.Mesh), f.many(sdy.DimensionSharding), _AXES)
_MAPPINGS = f.many(sdy.TensorMapping)

SDY = DialectEncoding(
    "sdy",
    (
        Encoding(
            0, sdy.ManualAxes, (f.ATTRIBUTES,), lambda axes: sdy.ManualAxes(tuple(map(string, axes))), _split_axes
        ),
        Encoding(1, sdy.MeshAxis, (f.STRING, f.SIGNED)),
        Encoding(2, sdy.Mesh, (f.many(sdy.MeshAxis), f.SIGNED_LIST)),
        Encoding(3, sdy.SubAxis, (f.SIGNED, f.SIGNED)),
        Encoding(4, sdy.AxisRef, (f.STRING, f.optional(sdy.SubAxis))),
        Encoding(5, sdy.DimensionSharding, (_AXES, f.BOOL, f.PRIORITY)),
        Encoding(
            6,
            sdy.Sharding,
            _SHARDING,
            None,
            lambda sharding: (sharding.mesh, sharding.dimensions, sharding.replicated),
            _is_reduced,
        ),
        Encoding(7, sdy.ShardingPerValue, (f.many(sdy.Sharding),), applies=_all_reduced),
        Encoding(8, sdy.DimMapping, (f.SIGNED_LIST,)),
        Encoding(9, sdy.TensorMapping, (f.many(sdy.DimMapping),)),
        Encoding(10, sdy.OpShardingRule, (f.SIGNED_LIST, _MAPPINGS, _MAPPINGS, *(f.SIGNED_LIST,) * 4, f.BOOL)),
        Encoding(11, sdy.AxisRefList, (_AXES,)),
        Encoding(12, sdy.AxisRefLists, (f.many(sdy.AxisRefList),)),
        Encoding(13, sdy.AllToAllParam, (_AXES, f.SIGNED, f.SIGNED)),
        Encoding(14, sdy.AllToAllParamList, (f.many(sdy.AllToAllParam),)),
        Encoding(15, sdy.Sharding, (*_SHARDING, _AXES), None, _with_unreduced, _is_sum),
        Encoding(16, sdy.ShardingPerValue, (f.many(sdy.Sharding),)),
        Encoding(17, sdy.Sharding, (*_SHARDING, _AXES, f.SIGNED), _sharding_of_operator, _with_operator),
    ),
)

DIALECTS = {dialect.namespace: dialect for dialect in (BUILTIN, STABLEHLO, CHLO, SDY)}
