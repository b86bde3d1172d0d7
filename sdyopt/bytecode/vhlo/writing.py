"""From operations of StableHLO and func to those of VHLO: the opposite of `reading`."""

from __future__ import annotations

from typing import Any, cast

from sdyopt.bytecode.vhlo.defaults import (
    DEFAULT_ACCURACY,
    NO_INTEGERS,
    NO_TEXT,
    NO_TYPE,
    ORIGINAL_API,
    added_value,
)
from sdyopt.bytecode.vhlo.encodings import API_VERSION, TENSOR, VersionedAttr
from sdyopt.bytecode.vhlo.operations import (
    ALGORITHM,
    CHANNEL,
    FIELDS,
    Version,
    VersionedName,
    added_names,
    attribute_names,
    since,
)
from sdyopt.bytecode.vhlo.reading import I64_ARRAYS, UNITS
from sdyopt.bytecode.vhlo.versioned import versioned
from sdyopt.dialects.stablehlo import attributes as hlo
from sdyopt.ir import attributes as a
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import RankedTensorType
from sdyopt.mlir.declare.definition import OpDef

_EMPTY_ARRAY = a.ArrayAttr(())
_DEFAULT_PRECISION = a.ArrayAttr((hlo.Precision("DEFAULT"),) * 2)

_DEFAULTS: dict[str, Attribute] = {
    "sym_visibility": NO_TEXT,
    "arg_attrs": _EMPTY_ARRAY,
    "res_attrs": _EMPTY_ARRAY,
    "channel_id": a.IntegerAttr(0, a.I64),
    "use_global_device_ids": a.FALSE,
    "has_dynamic_root": a.FALSE,
    "lower": a.FALSE,
    "compare_type": hlo.ComparisonType("NOTYPE"),
    "dimension": a.IntegerAttr(-1, a.I64),
    "is_stable": a.FALSE,
    "version": a.IntegerAttr(0, a.I64),
    "composite_attributes": a.NO_ATTRIBUTES,
    "indices_are_sorted": a.FALSE,
    "unique_indices": a.FALSE,
    "has_side_effect": a.FALSE,
    "api_version": ORIGINAL_API,
    "called_computations": _EMPTY_ARRAY,
    "output_operand_aliases": _EMPTY_ARRAY,
    "operand_layouts": _EMPTY_ARRAY,
    "result_layouts": _EMPTY_ARRAY,
    "precision_config": _DEFAULT_PRECISION,
    "known_expanding_dimensions": NO_INTEGERS,
    "known_nonexpanding_dimensions": NO_INTEGERS,
    "is_host_transfer": a.FALSE,
    "source_target_pairs": NO_INTEGERS,
    "infeed_config": NO_TEXT,
    "outfeed_config": NO_TEXT,
    "layout": _EMPTY_ARRAY,
    "result_accuracy": DEFAULT_ACCURACY,
    "result_tilings": _EMPTY_ARRAY,
    **dict.fromkeys(ALGORITHM, NO_TYPE),
}
"""The attributes that VHLO writes where StableHLO omits them; those of windows depend on their rank."""

_TYPED_FFI = 4
"""The version of the interface of custom calls whose backend_config is a dictionary."""

_ONES = ("window_strides", "lhs_dilation", "rhs_dilation", "base_dilations", "window_dilations")


def versioned_attributes(
    name: VersionedName, signature: Signature
) -> tuple[dict[str, Attribute], dict[str, Attribute]]:
    """Returns all attributes of an operation of VHLO in its newest version, and the discardable ones.

    Raises NoCounterpartError for what VHLO lacks.
    """
    stem = name.stem
    definition = signature.definition
    assert isinstance(definition, OpDef)
    own: dict[str, Any] = dict(signature.properties.items())
    later = [key for key in added_names(stem) if name.version > 1 and key in signature.attributes]
    own.update({key: signature.attributes[key] for key in later})
    _change_kinds(stem, own)
    _split_fields(stem, own)
    wanted = attribute_names(name, definition)
    rank = _window_rank(stem, own)
    for key in wanted:
        if key not in own:
            own[key] = _default(key, own, rank)
    properties = {key: versioned(own[key]) for key in wanted}
    if "api_version" in properties:
        properties["api_version"] = VersionedAttr(API_VERSION, (own["api_version"].value,))
    others = {key: versioned(value) for key, value in own.items() if key not in properties}
    discardable = {key: versioned(value) for key, value in signature.attributes.without(*later).items()}
    return properties, {**others, **discardable}


def newest(stem: str, current: Version) -> VersionedName:
    """Returns the name of the newest version of an operation where `current` is the newest version of StableHLO."""
    return VersionedName(stem, len([version for version in since(stem) if version <= current]) or 1)


def downgraded(name: VersionedName, properties: dict[str, Attribute], target: Version) -> VersionedName | None:
    """Returns the version of an operation that a target has, whose attributes `properties` have from then on.

    None if an attribute has another value than the default, or there is no such version.
    """
    version = len([first for first in since(name.stem) if first <= target])
    if not version:
        return None
    if version >= name.version:
        return name
    for added in added_names(name.stem):
        if not _is_added_value(properties.get(added), versioned(added_value(added))):
            return None
    for added in added_names(name.stem):
        del properties[added]
    if name.stem == "dynamic_conv":  # The only one with an attribute that later versions lack.
        type, _ = cast(VersionedAttr, properties["input_spatial_dimensions"]).values
        properties["padding"] = versioned(_default("padding", {}, type.values[0][0]))
    return VersionedName(name.stem, version)


def _is_added_value(value: Attribute | None, default: Attribute) -> bool:
    """Whether an attribute is the default, or a tensor without elements, of any shape, as the default is."""
    if value is default:
        return True
    attributes = (value, default)
    return all(
        isinstance(attribute, VersionedAttr) and attribute.code == TENSOR and not attribute.values[1]
        for attribute in attributes
    )


def _change_kinds(stem: str, own: dict[str, Any]) -> None:
    """Puts attributes of the kinds that VHLO has in place of others."""
    for key in UNITS:
        if own.get(key) is a.UNIT:
            own[key] = a.TRUE
    channel = own.get("channel_handle")
    if stem not in ("send", "recv") and isinstance(channel, hlo.ChannelHandle):
        own[CHANNEL[0]] = a.IntegerAttr(channel.handle, a.I64)
        del own["channel_handle"]


def _split_fields(stem: str, own: dict[str, Any]) -> None:
    """Puts attributes for the fields of one in its place."""
    for (owner, joined), names in FIELDS.items():
        value = own.get(joined)
        if owner == stem and value is not None:
            del own[joined]
            parts = [getattr(value, field) for field in type(value).fields]
            own.update({name: _field(part) for name, part in zip(names, parts, strict=True)})


def _field(part: Any) -> Attribute:
    if isinstance(part, bool):
        return a.BoolAttr(part)
    if isinstance(part, int):
        return a.IntegerAttr(part, a.I64)
    if isinstance(part, tuple):
        return a.DenseArrayAttr(a.I64, part)
    return a.TypeAttr(part)


def _window_rank(stem: str, own: dict[str, Any]) -> int:
    """Returns the number of dimensions of an operation's window, if it has one."""
    window: Any = own.get("window_dimensions", own.get("input_spatial_dimensions"))
    return len(window.values) if stem in I64_ARRAYS and isinstance(window, a.DenseArrayAttr) else 0


def _default(key: str, own: dict[str, Any], rank: int) -> Attribute:
    """Returns the value of an attribute that an operation omits."""
    if key in _ONES:
        return a.DenseArrayAttr(a.I64, (1,) * rank)
    if key == "window_reversal":
        return a.DenseArrayAttr(a.I1, (0,) * rank)
    if key == "padding":
        return a.DenseElementsAttr("0" if rank else "", RankedTensorType((rank, 2), a.I64))
    if key == "backend_config":
        version = own.get("api_version")
        return a.NO_ATTRIBUTES if version is not None and version.value == _TYPED_FFI else NO_TEXT
    return _DEFAULTS[key]
