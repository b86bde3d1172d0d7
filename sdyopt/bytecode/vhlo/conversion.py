"""From operations of StableHLO and func to those of VHLO: the opposite of `reading`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sdyopt.bytecode.vhlo.encodings import API_VERSION, TENSOR, VersionedAttr, versioned
from sdyopt.bytecode.vhlo.operations import (
    CHANNEL,
    DEFAULTS,
    NO_TYPE,
    ONES,
    Version,
    VersionedName,
    added_names,
    attribute_names,
    is_newest,
    joined_attributes,
    names_of_fields,
    since,
    without_defaults,
)
from sdyopt.dialects.func.ops import FUNC, RETURN
from sdyopt.dialects.stablehlo import attributes as hlo
from sdyopt.ir import attributes as a
from sdyopt.ir.attribute import Attribute, Type, checked
from sdyopt.ir.attributes import RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.mlir.declare.constraints import held
from sdyopt.mlir.declare.definition import OpDef

# From operations of VHLO to those of StableHLO and func.

UNITS = ("use_global_device_ids", "has_dynamic_root")
"""The attributes that are units in StableHLO, and truth values in VHLO."""


def counterpart(
    name: VersionedName, definition: OpDef, attributes: dict[str, Attribute]
) -> tuple[dict[str, Attribute], dict[str, Attribute]]:
    """Returns the properties and the discardable attributes of what an operation stands for, given all of VHLO's.

    Raises ValueError for attributes that do not fit together.
    """
    stem = name.stem
    upgraded = dict(attributes)
    if not is_newest(name):
        upgraded.update({added: DEFAULTS[added] for added in added_names(stem)})
        if stem == "dynamic_conv":
            upgraded.pop("padding", None)
    left = without_defaults(name, definition, upgraded)
    _join_fields(definition, left)
    _read_kinds(definition, left)
    inherent = definition.inherent_names
    properties = {key: value for key, value in left.items() if key in inherent}
    discardable = {key: value for key, value in left.items() if key not in inherent}
    kept = held(definition, properties)
    for key, value in properties.items():
        if key not in kept:
            raise ValueError(f"'{definition.name}': unexpected attribute '{key}': {value}")
    return {**definition.filled_in, **kept}, discardable


def _join_fields(definition: OpDef, attributes: dict[str, Attribute]) -> None:
    """Puts one attribute in place of those of its fields."""
    for joined, cls in joined_attributes(definition).items():
        values = [attributes.pop(name, None) for name in names_of_fields(cls)]
        if joined == "algorithm":
            if values[3] is NO_TYPE or values[3] is None:
                continue
            values[:3] = [getattr(value, "type", None) for value in values[:3]]
        if any(value is None for value in values):
            raise ValueError(f"'{definition.name}' lacks a part of '{joined}'")
        attributes[joined] = _joined(cls, [_plain(value) for value in values])


_KINDS = {"Dimensions": tuple, "int": int, "bool": bool, "Type": Type}
"""The classes of fields, by the annotations of these."""


def _joined(cls: type[Attribute], values: list[Any]) -> Attribute:
    """Returns the attribute with these fields. Raises ValueError for values of another kind than a field's."""
    kinds = [_KINDS[kind] for kind in cls.__annotations__.values()]
    for field, kind, value in zip(cls.fields, kinds, values, strict=True):
        if not isinstance(value, kind):
            raise ValueError(f"unexpected value of '{field}': {value}")
    return cls(*values)


def _plain(value: Any) -> Any:
    """Returns the number, or numbers, of an attribute; a type as it is."""
    if isinstance(value, a.IntegerAttr | a.BoolAttr):
        return value.value
    return value.values if isinstance(value, a.DenseElementsAttr) else value


def _read_kinds(definition: OpDef, attributes: dict[str, Attribute]) -> None:
    """Puts the attributes of StableHLO in place of those that VHLO has no kind for."""
    stem = definition.name.partition(".")[2]
    for key, declared in definition.attributes_by_name.items():  # Arrays are tensors in VHLO.
        if declared.constraint.cls is a.DenseArrayAttr and isinstance(
            dense := attributes.get(key), a.DenseElementsAttr
        ):
            type = a.I1 if key == "window_reversal" else a.I64
            attributes[key] = a.DenseArrayAttr(type, tuple([int(value) for value in dense.values]))
    if stem not in ("send", "recv") and CHANNEL[0] in attributes:
        attributes["channel_handle"] = hlo.ChannelHandle(_plain(attributes.pop(CHANNEL[0])), 0)
    for key in UNITS:
        if attributes.get(key) is a.TRUE:
            attributes[key] = a.UNIT
    if stem == "custom_call" and isinstance(called := attributes.get("called_computations"), a.ArrayAttr):
        attributes["called_computations"] = a.ArrayAttr(tuple([_symbol(name) for name in called.elements]))
    for owner, key in (("composite", "decomposition"), ("call", "callee")):
        if stem == owner and key in attributes:
            attributes[key] = _symbol(attributes[key])


def _symbol(attribute: Attribute) -> Attribute:
    return a.SymbolRefAttr((attribute.value,)) if isinstance(attribute, a.StringAttr) else attribute


def finish(roots: Sequence[Operation]) -> None:
    """Makes returns of functions operations of func, and removes the casts between types of VHLO and builtin ones."""
    casts: list[Operation] = []
    for root in roots:
        for op in root.walk():
            if op.name == "stablehlo.return":
                if (parent := op.parent_op) is not None and parent.definition is FUNC:
                    op.signature = Signature.of(RETURN, op.signature.operand_types, (), attributes=op.attributes)
            elif op.name == "builtin.unrealized_conversion_cast" and len(op.operands) == len(op.results) == 1:
                casts.append(op)
    for conversion in casts:
        source = conversion.operands[0]
        if source.type is conversion.result.type:
            conversion.result.replace_all_uses_with(source)
            conversion.erase()


_TYPED_FFI = 4
"""The version of the interface of custom calls whose backend_config is a dictionary."""


def versioned_attributes(
    name: VersionedName, signature: Signature
) -> tuple[dict[str, Attribute], dict[str, Attribute]]:
    """Returns all attributes of an operation of VHLO in its newest version, and the discardable ones.

    Raises NoCounterpartError for what VHLO lacks.
    """
    stem = name.stem
    definition = checked(OpDef, signature.definition)
    own: dict[str, Any] = dict(signature.properties.items())
    later = [key for key in added_names(stem) if name.version > 1 and key in signature.attributes]
    own.update({key: signature.attributes[key] for key in later})
    _write_kinds(stem, own)
    _split_fields(definition, own)
    wanted = attribute_names(name, definition)
    rank = _window_rank(own)
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
    if not (version := len([first for first in since(name.stem) if first <= target])):
        return None
    if version >= name.version:
        return name
    for added in added_names(name.stem):
        if not _is_added_value(properties.get(added), versioned(DEFAULTS[added])):
            return None
    for added in added_names(name.stem):
        del properties[added]
    if name.stem == "dynamic_conv":  # The only one with an attribute that later versions lack.
        type, _ = checked(VersionedAttr, properties["input_spatial_dimensions"]).values
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


def _write_kinds(stem: str, own: dict[str, Any]) -> None:
    """Puts attributes of the kinds that VHLO has in place of others."""
    for key in UNITS:
        if own.get(key) is a.UNIT:
            own[key] = a.TRUE
    channel = own.get("channel_handle")
    if stem not in ("send", "recv") and isinstance(channel, hlo.ChannelHandle):
        own[CHANNEL[0]] = a.IntegerAttr(channel.handle, a.I64)
        del own["channel_handle"]


def _split_fields(definition: OpDef, own: dict[str, Any]) -> None:
    """Puts attributes for the fields of one in its place."""
    for joined, cls in joined_attributes(definition).items():
        if (value := own.pop(joined, None)) is not None:
            parts = [getattr(value, field) for field in cls.fields]
            own.update({name: _field(part) for name, part in zip(names_of_fields(cls), parts, strict=True)})


def _field(part: Any) -> Attribute:
    if isinstance(part, bool):
        return a.BoolAttr(part)
    if isinstance(part, int):
        return a.IntegerAttr(part, a.I64)
    if isinstance(part, tuple):
        return a.DenseArrayAttr(a.I64, part)
    return a.TypeAttr(part)


def _window_rank(own: dict[str, Any]) -> int:
    """Returns the number of dimensions of an operation's window, if it has one."""
    window: Any = own.get("window_dimensions", own.get("input_spatial_dimensions"))
    return len(window.values) if isinstance(window, a.DenseArrayAttr) else 0


def _default(key: str, own: dict[str, Any], rank: int) -> Attribute:
    """Returns the value of an attribute that an operation omits."""
    if key in ONES:
        return a.DenseArrayAttr(a.I64, (1,) * rank)
    if key == "window_reversal":
        return a.DenseArrayAttr(a.I1, (0,) * rank)
    if key == "padding":
        return a.DenseElementsAttr("0" if rank else "", RankedTensorType((rank, 2), a.I64))
    if key == "backend_config":
        version = own.get("api_version")
        if version is not None and version.value == _TYPED_FFI:
            return a.NO_ATTRIBUTES
    return DEFAULTS[key]
