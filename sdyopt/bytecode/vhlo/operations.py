"""The operations of VHLO: their versions, and the names of their attributes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from sdyopt.dialects.stablehlo import attributes as hlo
from sdyopt.ir import attributes as a
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import NoneType, RankedTensorType
from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.dialect import Registry

Version = tuple[int, int, int]

OLDEST: Version = (0, 9, 0)

SINCE: dict[str, tuple[Version, ...]] = {
    **dict.fromkeys(("all_gather", "all_reduce", "all_to_all"), (OLDEST, (1, 5, 0))),
    **dict.fromkeys(
        ("cbrt", "cosine", "exponential_minus_one", "log", "log_plus_one", "logistic", "rsqrt", "sine", "sqrt", "tanh"),
        (OLDEST, (1, 10, 0)),
    ),
    "exponential": (OLDEST, (1, 9, 0)),
    "tan": ((1, 4, 0), (1, 10, 0)),
    "gather": (OLDEST, (1, 1, 0)),
    "dynamic_gather": (OLDEST, (1, 1, 0)),
    "scatter": (OLDEST, (1, 1, 0)),
    "dot_general": (OLDEST, (1, 6, 0)),
    "dynamic_conv": (OLDEST, (0, 20, 0)),
    "send": (OLDEST, (1, 12, 0)),
    "recv": (OLDEST, (1, 12, 0)),
    "custom_call": (OLDEST, (1, 18, 0)),
    "collective_broadcast": ((0, 16, 0), (1, 20, 0)),
    "composite": ((0, 19, 0), (1, 14, 0)),
    "async_start": ((1, 15, 0),),
    "async_done": ((1, 15, 0),),
    "collective_reduce": ((1, 19, 0),),
}
"""Since when each version of an operation exists; of the others there is one, since the oldest."""

IN_PARTS: tuple[type[Attribute], ...] = (
    *(hlo.ChannelHandle, hlo.ConvDimensionNumbers, hlo.DotAlgorithm, hlo.DotDimensionNumbers),
    *(hlo.GatherDimensionNumbers, hlo.ScatterDimensionNumbers),
)
"""The classes of attributes that operations of VHLO have in parts only, one for each field."""


@cache
def joined_attributes(definition: OpDef) -> Mapping[str, type[Attribute]]:
    """Returns the attributes of an operation of StableHLO that VHLO has in parts, with their classes.

    Of channels that are those of transfers: collectives have the number alone.
    """
    classes = {name: each.constraint.cls for name, each in definition.attributes_by_name.items()}
    is_transfer = definition.name in ("stablehlo.send", "stablehlo.recv")
    return {
        name: cls
        for name, cls in classes.items()
        if isinstance(cls, type) and cls in IN_PARTS and (is_transfer or cls is not hlo.ChannelHandle)
    }


CHANNEL = ("channel_id", "channel_type")


def names_of_fields(cls: type[Attribute]) -> Sequence[str]:
    """Returns the names in VHLO of the attributes for the fields of an attribute."""
    return CHANNEL if cls is hlo.ChannelHandle else cls.fields


_ADDED: dict[str, tuple[str, ...]] = {
    "gather": ("operand_batching_dims", "start_indices_batching_dims"),
    "dynamic_gather": ("operand_batching_dims", "start_indices_batching_dims"),
    "scatter": ("input_batching_dims", "scatter_indices_batching_dims"),
    "dot_general": hlo.DotAlgorithm.fields,
    "send": ("source_target_pairs",),
    "recv": ("source_target_pairs",),
    "custom_call": ("result_tilings",),
    "collective_broadcast": ("has_dynamic_root",),
}
"""The attributes that the second version of an operation has, but not the first; result_accuracy is another."""

_FUNCTIONS = {
    "func": ("arg_attrs", "function_type", "res_attrs", "sym_name", "sym_visibility"),
    "call": ("callee",),
    "return": (),
}
"""The attributes of what becomes an operation of the dialect `func`."""

_NAME = re.compile(r"vhlo\.([\w-]+)_v(\d+)")


class VersionedName(NamedTuple):
    """The name of an operation in VHLO: `stem` is that in StableHLO."""

    stem: str
    version: int

    @property
    def full_name(self) -> str:
        return f"vhlo.{self.stem}_v{self.version}"

    @property
    def counterpart(self) -> str:
        """The name of the operation that it stands for."""
        return f"func.{self.stem}" if self.stem in ("func", "call") else f"stablehlo.{self.stem}"


def versioned_name(name: str, registry: Registry) -> VersionedName | None:
    """Returns the parts of the name of an operation of VHLO; None if there is no such operation."""
    if (found := _NAME.fullmatch(name)) is None:
        return None
    made = VersionedName(found[1], int(found[2]))
    is_known = registry.operation(made.counterpart) is not None and 0 < made.version <= len(since(made.stem))
    return made if is_known else None


def since(stem: str) -> tuple[Version, ...]:
    """Returns since when each version of an operation exists."""
    return SINCE.get(stem, (OLDEST,))


def added_names(stem: str) -> Sequence[str]:
    """Returns the names of the attributes that only the second version of an operation has."""
    return ("result_accuracy",) if len(since(stem)) > 1 and stem in _WITH_ACCURACY else _ADDED.get(stem, ())


_WITH_ACCURACY = frozenset({stem for stem, versions in SINCE.items() if (1, 9, 0) <= versions[-1] <= (1, 10, 0)})


def attribute_names(name: VersionedName, definition: OpDef) -> list[str]:
    """Returns the names of the attributes of an operation in the order in which they are written.

    `definition` is that of the operation that it stands for.
    """
    if (stem := name.stem) in _FUNCTIONS:
        return list(_FUNCTIONS[stem])
    names: list[str] = []
    for attribute in definition.attributes:
        if (joined := joined_attributes(definition).get(attribute.name)) is not None:
            names += names_of_fields(joined)
        else:
            names.append("channel_id" if attribute.name == "channel_handle" else attribute.name)
    added = added_names(stem)
    if name.version == 1:
        names = [name for name in names if name not in added]
        if stem == "dynamic_conv":
            names.append("padding")
    else:
        names += [name for name in added if name not in names]
    return sorted(names)


# The attributes that operations of StableHLO may omit, and VHLO writes out.

_EMPTY_ARRAY = a.ArrayAttr(())
_NO_TEXT = a.StringAttr("")
_NO_INTEGERS = a.DenseElementsAttr("", RankedTensorType((0,), a.I64))
NO_TYPE = a.TypeAttr(NoneType())
_DEFAULT_PRECISION = hlo.Precision("DEFAULT")

DEFAULTS: dict[str, Attribute] = {
    "sym_visibility": _NO_TEXT,
    **dict.fromkeys(("arg_attrs", "res_attrs"), _EMPTY_ARRAY),
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
    "backend_config": _NO_TEXT,
    "api_version": a.IntegerAttr(1, a.I32),
    "called_computations": _EMPTY_ARRAY,
    "output_operand_aliases": _EMPTY_ARRAY,
    "operand_layouts": _EMPTY_ARRAY,
    "result_layouts": _EMPTY_ARRAY,
    "result_tilings": _EMPTY_ARRAY,
    "precision_config": a.ArrayAttr((_DEFAULT_PRECISION,) * 2),
    "known_expanding_dimensions": _NO_INTEGERS,
    "known_nonexpanding_dimensions": _NO_INTEGERS,
    **dict.fromkeys(("operand_batching_dims", "start_indices_batching_dims"), _NO_INTEGERS),
    **dict.fromkeys(("input_batching_dims", "scatter_indices_batching_dims"), _NO_INTEGERS),
    "is_host_transfer": a.FALSE,
    "source_target_pairs": _NO_INTEGERS,
    "infeed_config": _NO_TEXT,
    "outfeed_config": _NO_TEXT,
    "layout": _EMPTY_ARRAY,
    "result_accuracy": hlo.ResultAccuracy(0, 0, 0, hlo.ResultAccuracyMode("DEFAULT")),
    **dict.fromkeys(hlo.DotAlgorithm.fields, NO_TYPE),
}
"""The attributes that VHLO writes where StableHLO omits them, or that the first version of an operation lacks."""

ONES = ("window_strides", "lhs_dilation", "rhs_dilation", "base_dilations", "window_dilations")
_OF_WINDOWS = {"padding": "0", "window_reversal": "false", **dict.fromkeys(ONES, "1")}
"""Defaults that depend on the rank of a window: the value of each element, of which there is at least one."""

_LAYOUTS = ("operand_layouts", "result_layouts")


def _is_default(key: str, value: Attribute) -> bool:
    """Whether an attribute has the value of one that is omitted, or one that says the same."""
    if key in _OF_WINDOWS:
        return isinstance(value, a.DenseElementsAttr) and value.text == _OF_WINDOWS[key]
    if key == "precision_config":
        return isinstance(value, a.ArrayAttr) and all(each is _DEFAULT_PRECISION for each in value.elements)
    if key == "backend_config" and value is a.NO_ATTRIBUTES:
        return True
    default = DEFAULTS.get(key)
    if isinstance(value, hlo.ResultAccuracy):
        return value.replace(atol=0, rtol=0) is default
    if isinstance(value, a.IntegerAttr) and value.value == 0:
        return isinstance(default, a.IntegerAttr) and default.value == 0
    if isinstance(value, a.DenseElementsAttr):
        return default is _NO_INTEGERS and not value.text
    return value is default


def without_defaults(name: VersionedName, definition: OpDef, attributes: dict[str, Attribute]) -> dict[str, Attribute]:
    """Returns the attributes that are not the defaults of an operation: they must be there, or have other values."""
    fields = {field for joined in joined_attributes(definition).values() for field in names_of_fields(joined)}
    declared = definition.attributes_by_name
    required = {key for key, each in declared.items() if not each.is_optional and each.default is None}
    kept = fields | required | {*_LAYOUTS}
    left = {key: value for key, value in attributes.items() if key in kept or not _is_default(key, value)}
    if name.stem == "custom_call" and all(left.get(key, _EMPTY_ARRAY) is _EMPTY_ARRAY for key in _LAYOUTS):
        for key in _LAYOUTS:
            left.pop(key, None)
    return left


def is_newest(name: VersionedName) -> bool:
    """Whether an operation has no later version."""
    return name.version == len(since(name.stem))
