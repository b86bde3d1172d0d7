"""From operations of VHLO to those of StableHLO and func."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sdyopt.bytecode.vhlo.defaults import NO_TYPE, added_value, is_newest, without_defaults
from sdyopt.bytecode.vhlo.operations import CHANNEL, FIELDS, VersionedName, added_names
from sdyopt.dialects.func.ops import FUNC, RETURN
from sdyopt.dialects.stablehlo import attributes as hlo
from sdyopt.ir import attributes as a
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.inherent import held

_WINDOW = ("window_dimensions", "window_strides", "base_dilations", "window_dilations")
_STRIDES = ("window_strides", "lhs_dilation", "rhs_dilation")

I64_ARRAYS: dict[str, tuple[str, ...]] = {
    "fft": ("fft_length",),
    "broadcast": ("broadcast_sizes",),
    "broadcast_in_dim": ("broadcast_dimensions",),
    "dynamic_broadcast_in_dim": (
        "broadcast_dimensions",
        "known_expanding_dimensions",
        "known_nonexpanding_dimensions",
    ),
    "dynamic_slice": ("slice_sizes",),
    "gather": ("slice_sizes",),
    "reverse": ("dimensions",),
    "map": ("dimensions",),
    "reduce": ("dimensions",),
    "transpose": ("permutation",),
    "pad": ("edge_padding_low", "edge_padding_high", "interior_padding"),
    "slice": ("start_indices", "limit_indices", "strides"),
    "select_and_scatter": _WINDOW,
    "reduce_window": _WINDOW,
    "convolution": _STRIDES,
    "dynamic_conv": _STRIDES,
}
"""The attributes that are `array<i64: …>` in StableHLO, and tensors in VHLO."""

WITH_REVERSAL = ("convolution", "dynamic_conv")
"""The operations whose window_reversal is `array<i1: …>`."""

UNITS = ("use_global_device_ids", "has_dynamic_root")
"""The attributes that are units in StableHLO, and truth values in VHLO."""

_CLASSES: dict[str, type[Attribute]] = {
    "dot_dimension_numbers": hlo.DotDimensionNumbers,
    "algorithm": hlo.DotAlgorithm,
    "scatter_dimension_numbers": hlo.ScatterDimensionNumbers,
    "channel_handle": hlo.ChannelHandle,
}
"""The classes of attributes that are several in VHLO. There are two of dimension_numbers."""


def counterpart(
    name: VersionedName, definition: OpDef, attributes: dict[str, Attribute]
) -> tuple[dict[str, Attribute], dict[str, Attribute]]:
    """Returns the properties and the discardable attributes of what an operation stands for, given all of VHLO's.

    Raises ValueError for attributes that do not fit together.
    """
    stem = name.stem
    upgraded = dict(attributes)
    if not is_newest(name):
        upgraded.update({added: added_value(added) for added in added_names(stem)})
        if stem == "dynamic_conv":
            upgraded.pop("padding", None)
    left = without_defaults(name, upgraded)
    _join_fields(stem, left)
    _change_kinds(stem, left)
    inherent = definition.inherent_names
    properties = {key: value for key, value in left.items() if key in inherent}
    discardable = {key: value for key, value in left.items() if key not in inherent}
    kept = held(definition, properties)
    for key, value in properties.items():
        if key not in kept:
            raise ValueError(f"'{definition.name}': unexpected attribute '{key}': {value}")
    return {**definition.filled_in, **kept}, discardable


def _join_fields(stem: str, attributes: dict[str, Attribute]) -> None:
    """Puts one attribute in place of those of its fields."""
    for (owner, joined), fields in FIELDS.items():
        if owner != stem:
            continue
        values = [attributes.pop(field, None) for field in fields]
        if joined == "algorithm":
            if values[3] is NO_TYPE or values[3] is None:
                continue
            values[:3] = [getattr(value, "type", None) for value in values[:3]]
        if any(value is None for value in values):
            raise ValueError(f"'stablehlo.{stem}' lacks a part of '{joined}'")
        attributes[joined] = _joined(_class_of(stem, joined), [_plain(value) for value in values])


_KINDS = {"Dimensions": tuple, "int": int, "bool": bool, "Type": Type}
"""The classes of fields, by the annotations of these."""


def _joined(cls: type[Attribute], values: list[Any]) -> Attribute:
    """Returns the attribute with these fields. Raises ValueError for values of another kind than a field's."""
    kinds = [_KINDS[kind] for kind in cls.__annotations__.values()]
    for field, kind, value in zip(cls.fields, kinds, values, strict=True):
        if not isinstance(value, kind):
            raise ValueError(f"unexpected value of '{field}': {value}")
    return cls(*values)


def _class_of(stem: str, joined: str) -> type[Attribute]:
    if joined == "dimension_numbers":
        return hlo.GatherDimensionNumbers if "gather" in stem else hlo.ConvDimensionNumbers
    return _CLASSES[joined]


def _plain(value: Any) -> Any:
    """Returns the number, or numbers, of an attribute; a type as it is."""
    if isinstance(value, a.IntegerAttr | a.BoolAttr):
        return value.value
    return value.values if isinstance(value, a.DenseElementsAttr) else value


def _change_kinds(stem: str, attributes: dict[str, Attribute]) -> None:
    """Puts the attributes of StableHLO in place of those that VHLO has no kind for."""
    for key in I64_ARRAYS.get(stem, ()):
        if key in attributes:
            attributes[key] = _array(a.I64, attributes[key])
    if stem in WITH_REVERSAL and "window_reversal" in attributes:
        attributes["window_reversal"] = _array(a.I1, attributes["window_reversal"])
    if stem not in ("send", "recv") and CHANNEL[0] in attributes:
        attributes["channel_handle"] = hlo.ChannelHandle(_plain(attributes.pop(CHANNEL[0])), 0)
    for key in UNITS:
        if attributes.get(key) is a.TRUE:
            attributes[key] = a.UNIT
    if stem == "custom_call" and "called_computations" in attributes:
        called = attributes["called_computations"]
        if isinstance(called, a.ArrayAttr):
            attributes["called_computations"] = a.ArrayAttr(tuple([_symbol(name) for name in called.elements]))
    for owner, key in (("composite", "decomposition"), ("call", "callee")):
        if stem == owner and key in attributes:
            attributes[key] = _symbol(attributes[key])


def _array(type: Any, attribute: Attribute) -> Attribute:
    if not isinstance(attribute, a.DenseElementsAttr):
        return attribute
    return a.DenseArrayAttr(type, tuple([int(value) for value in attribute.values]))


def _symbol(attribute: Attribute) -> Attribute:
    return a.SymbolRefAttr((attribute.value,)) if isinstance(attribute, a.StringAttr) else attribute


def finish(roots: Sequence[Operation]) -> None:
    """Makes returns of functions operations of func, and removes the casts between types of VHLO and builtin ones."""
    casts: list[Operation] = []
    for root in roots:
        for op in root.walk():
            if op.name == "stablehlo.return":
                parent = op.parent_op
                if parent is not None and parent.definition is FUNC:
                    op.signature = Signature.of(RETURN, op.signature.operand_types, (), attributes=op.attributes)
            elif op.name == "builtin.unrealized_conversion_cast" and len(op.operands) == len(op.results) == 1:
                casts.append(op)
    for conversion in casts:
        source = conversion.operands[0]
        if source.type is conversion.result.type:
            conversion.result.replace_all_uses_with(source)
            conversion.erase()
