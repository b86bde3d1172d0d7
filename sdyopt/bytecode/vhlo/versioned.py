"""From builtin attributes and types, and those of StableHLO, to VHLO's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sdyopt.bytecode import elements
from sdyopt.bytecode.vhlo import encodings as v
from sdyopt.bytecode.vhlo.encodings import PLAIN_TYPES, VersionedAttr, VersionedType
from sdyopt.dialects.quant.types import PER_BLOCK, UniformQuantizedType
from sdyopt.dialects.stablehlo import attributes as hlo
from sdyopt.dialects.stablehlo.types import FutureType
from sdyopt.ir import attributes as a
from sdyopt.ir import types as t
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.remembering import remembered


class NoCounterpartError(ValueError):
    """VHLO lacks a type or attribute, even where other dialects are allowed."""


_PLAIN = {type: VersionedType(code) for code, type in PLAIN_TYPES.items()}


_CONVERTED = {cls for cls in vars(t).values() if isinstance(cls, type) and issubclass(cls, Type)} - {t.OpaqueType}
_CONVERTED |= {UniformQuantizedType}
"""The classes of types that have a counterpart in VHLO, or must not be in an artifact."""


@remembered
def versioned_type(given: Type) -> Type:
    """Returns VHLO's type, or the same for one of another dialect. Raises NoCounterpartError if there is none."""
    plain = _PLAIN.get(given)
    if plain is not None:
        return plain
    found = _type_with_fields(given)
    if found is not None:
        return found
    if type(given) in _CONVERTED:
        raise NoCounterpartError(f"no type of VHLO for {given}")
    return given  # of another dialect


def _types(types: Sequence[Type]) -> tuple[Type, ...]:
    return tuple([versioned_type(type) for type in types])


def _type_with_fields(type: Type) -> VersionedType | None:
    if isinstance(type, t.RankedTensorType):
        element = versioned_type(type.element_type)
        if type.encoding is None:
            return VersionedType(v.TENSOR_TYPE, (type.shape, element))
        if isinstance(type.encoding, hlo.TypeExtensions):
            bounds = VersionedAttr(v.BOUNDS, (type.encoding.bounds,))
            return VersionedType(v.ENCODED_TENSOR, (bounds, type.shape, element))
        return None
    if isinstance(type, t.ComplexType):
        return VersionedType(v.COMPLEX, (versioned_type(type.element_type),))
    if isinstance(type, t.FunctionType):
        return VersionedType(v.FUNCTION, (_types(type.inputs), _types(type.results)))
    if isinstance(type, t.TupleType):
        return VersionedType(v.TUPLE, (_types(type.types),))
    if isinstance(type, t.UnrankedTensorType):
        return VersionedType(v.UNRANKED, (versioned_type(type.element_type),))
    if isinstance(type, t.MemRefType) and type.layout is None and type.memory_space is None:
        return VersionedType(v.BUFFER, (type.shape, versioned_type(type.element_type)))
    if isinstance(type, FutureType):
        return VersionedType(v.FUTURE, (_types(type.types),))
    if isinstance(type, UniformQuantizedType):
        return _quantized(type)
    if str(type) == "!shape.witness":
        return VersionedType(v.WITNESS)
    return None


def _quantized(type: UniformQuantizedType) -> VersionedType | None:
    if type.granularity == PER_BLOCK:
        return None
    parts = (int(type.is_signed), versioned_type(type.storage_type), versioned_type(type.expressed_type))
    if not type.shape:
        return VersionedType(v.PER_TENSOR, (*parts, type.scales[0], type.zero_points[0], *type.storage_range))
    return VersionedType(v.PER_AXIS, (*parts, type.axis, *type.storage_range, type.scales, type.zero_points))


_ENUMS: dict[type[Any], tuple[int, int]] = {
    encoding.cls: (encoding.code, 1 if encoding.cls is hlo.RngDistribution else 0)
    for encoding in v.VHLO.attributes
    if issubclass(encoding.cls, hlo.EnumAttr)
}
"""The codes of words, and the number of the first case of each."""


@remembered
def versioned(attribute: Attribute) -> Attribute:
    """Returns VHLO's attribute, or the same if VHLO has none for it: other dialects are allowed.

    Raises NoCounterpartError for what is not allowed anyway.
    """
    if isinstance(attribute, a.IntegerAttr):
        type, data = elements.encoded_number(attribute)
        return VersionedAttr(v.INTEGER, (versioned_type(type), data))
    if isinstance(attribute, a.BoolAttr):
        return VersionedAttr(v.BOOLEAN, (int(attribute.value),))
    if isinstance(attribute, a.FloatAttr):
        type, data = elements.encoded_number(attribute)
        return VersionedAttr(v.FLOAT, (versioned_type(type), data))
    if isinstance(attribute, a.StringAttr):
        if attribute.type is not None:
            raise NoCounterpartError("no typed strings in VHLO")
        return VersionedAttr(v.STRING, (attribute.value,))
    if isinstance(attribute, a.SymbolRefAttr) and len(attribute.path) == 1:
        return VersionedAttr(v.STRING, (attribute.leaf,))
    if isinstance(attribute, a.TypeAttr):
        return VersionedAttr(v.TYPE, (versioned_type(attribute.type),))
    if isinstance(attribute, a.ArrayAttr):
        return VersionedAttr(v.ARRAY, (tuple([versioned(element) for element in attribute.elements]),))
    if isinstance(attribute, a.DictionaryAttr):
        pairs = [part for name, value in attribute.items() for part in (_string(name), versioned(value))]
        return VersionedAttr(v.DICTIONARY, (tuple(pairs),))
    if isinstance(attribute, a.DenseElementsAttr) and not elements.has_strings(attribute):
        type, data = elements.encoded_elements(attribute)
        return VersionedAttr(v.TENSOR, (versioned_type(type), data))
    if isinstance(attribute, a.DenseArrayAttr) and attribute.element_type in (a.I64, a.I1):
        return versioned(_tensor_of(attribute))
    return _of_stablehlo(attribute)


def _string(text: str) -> VersionedAttr:
    return VersionedAttr(v.STRING, (text,))


def _tensor_of(array: a.DenseArrayAttr) -> a.DenseElementsAttr:
    """Returns the elements of an array as those of a tensor."""
    _, count, data = elements.encoded_array(array)
    type = t.RankedTensorType((count,), array.element_type)
    return elements.dense_elements(type, data)


_ONLY_FIELDS = (
    hlo.ChannelHandle,
    hlo.ConvDimensionNumbers,
    hlo.DotAlgorithm,
    hlo.DotDimensionNumbers,
    hlo.GatherDimensionNumbers,
    hlo.ScatterDimensionNumbers,
    hlo.TypeExtensions,
)
"""Attributes that operations of VHLO have in parts only."""


def _of_stablehlo(attribute: Attribute) -> Attribute:
    """Returns VHLO's attribute for one of StableHLO, or else the same."""
    enum = _ENUMS.get(type(attribute))
    if enum is not None and isinstance(attribute, hlo.EnumAttr):
        code, first = enum
        return VersionedAttr(code, (attribute.cases.index(attribute.value) + first,))
    if isinstance(attribute, hlo.OutputOperandAlias):
        indices = attribute.output_tuple_indices, attribute.operand_index, attribute.operand_tuple_indices
        return VersionedAttr(v.ALIAS, indices)
    if isinstance(attribute, hlo.ResultAccuracy):
        tolerances = attribute.atol, attribute.rtol, attribute.ulps
        return VersionedAttr(v.ACCURACY, (*tolerances, versioned(attribute.mode)))
    if isinstance(attribute, hlo.SubAxisInfo):
        return VersionedAttr(v.SUB_AXIS, (attribute.pre_size, attribute.size))
    if isinstance(attribute, hlo.AxisRef):
        sub_axis = None if attribute.sub_axis_info is None else versioned(attribute.sub_axis_info)
        return VersionedAttr(v.AXIS_REF, (_string(attribute.name), sub_axis))
    if isinstance(attribute, hlo.ReplicaGroupMeshAxes):
        return VersionedAttr(v.MESH_AXES, (versioned(attribute.mesh), versioned(a.ArrayAttr(attribute.axes))))
    if isinstance(attribute, hlo.MeshAxis):
        return VersionedAttr(v.MESH_AXIS, (_string(attribute.name), attribute.size))
    if isinstance(attribute, hlo.Mesh):
        ids = None if attribute.device_ids is None else versioned(attribute.device_ids)
        return VersionedAttr(v.MESH, (versioned(a.ArrayAttr(attribute.axes)), ids))
    if isinstance(attribute, _ONLY_FIELDS):
        raise NoCounterpartError(f"no attribute of VHLO for {attribute}")
    return attribute
