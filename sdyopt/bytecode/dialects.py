"""The encoding of the attributes and types of StableHLO, CHLO and SDY. Those of other dialects are text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sdyopt.bytecode import fields as f
from sdyopt.bytecode.builtin import BUILTIN, string
from sdyopt.bytecode.encodings import DialectEncoding, Encoding
from sdyopt.dialects.chlo import attributes as chlo
from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.dialects.stablehlo import attributes as hlo
from sdyopt.dialects.stablehlo.types import FutureType, TokenType
from sdyopt.ir.attributes import ArrayAttr, DenseElementsAttr, StringAttr, SymbolRefAttr


def enumeration(code: int, cls: type[hlo.EnumAttr], first: int = 0) -> Encoding:
    """The encoding of a word: its number, where that of the first case is `first`."""

    def make(number: int) -> hlo.EnumAttr:
        if not first <= number < first + len(cls.cases):
            raise ValueError(f"invalid {cls.type_name()}: {number}")
        return cls(cls.cases[number - first])

    return Encoding(code, cls, (f.NUMBER,), make, lambda word: (cls.cases.index(word.value) + first,))


_GATHER = (f.SIGNED_LIST,) * 5 + (f.SIGNED,)
_CONVOLUTION = (f.SIGNED, f.SIGNED, f.SIGNED_LIST) * 3


STABLEHLO = DialectEncoding(
    "stablehlo",
    (
        Encoding(1, hlo.ChannelHandle, (f.SIGNED, f.SIGNED)),
        enumeration(2, hlo.ComparisonDirection),
        enumeration(3, hlo.ComparisonType),
        Encoding(4, hlo.ConvDimensionNumbers, _CONVOLUTION),
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
    "chlo",
    (enumeration(0, chlo.ComparisonDirection), enumeration(1, chlo.ComparisonType)),
    (),
    "chlo ",
    "builtin ",
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
        Encoding(
            10,
            sdy.OpShardingRule,
            (f.SIGNED_LIST, _MAPPINGS, _MAPPINGS, *(f.SIGNED_LIST,) * 4, f.BOOL),
        ),
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
