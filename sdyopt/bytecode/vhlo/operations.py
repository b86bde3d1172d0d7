"""The operations of VHLO: their versions, and the names of their attributes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

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

JOINED: dict[str, dict[str, type[Attribute]]] = {
    "convolution": {"dimension_numbers": hlo.ConvDimensionNumbers},
    "dynamic_conv": {"dimension_numbers": hlo.ConvDimensionNumbers},
    "dot_general": {"dot_dimension_numbers": hlo.DotDimensionNumbers, "algorithm": hlo.DotAlgorithm},
    "gather": {"dimension_numbers": hlo.GatherDimensionNumbers},
    "dynamic_gather": {"dimension_numbers": hlo.GatherDimensionNumbers},
    "scatter": {"scatter_dimension_numbers": hlo.ScatterDimensionNumbers},
    "send": {"channel_handle": hlo.ChannelHandle},
    "recv": {"channel_handle": hlo.ChannelHandle},
}
"""The attributes of StableHLO in whose place VHLO has one for each field, with their classes, by operation."""

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
        if (joined := JOINED.get(stem, {}).get(attribute.name)) is not None:
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

IsDefault = Callable[[Attribute], bool]

_NO_ELEMENTS = a.ArrayAttr(())
NO_TEXT = a.StringAttr("")
ORIGINAL_API = a.IntegerAttr(1, a.I32)
DEFAULT_ACCURACY = hlo.ResultAccuracy(0, 0, 0, hlo.ResultAccuracyMode("DEFAULT"))


def _one_of(*values: Attribute) -> IsDefault:
    return lambda attribute: attribute in values


def _splat(text: str) -> IsDefault:
    """Whether all elements, one at least, are that one."""
    return lambda attribute: isinstance(attribute, a.DenseElementsAttr) and attribute.text == text


def _has_default_precision(attribute: Attribute) -> bool:
    return isinstance(attribute, a.ArrayAttr) and all(
        isinstance(precision, hlo.Precision) and precision.value == "DEFAULT" for precision in attribute.elements
    )


def _is_zero(attribute: Attribute) -> bool:
    return isinstance(attribute, a.IntegerAttr) and attribute.value == 0


def _is_empty(attribute: Attribute) -> bool:
    return isinstance(attribute, a.DenseElementsAttr) and not attribute.text


def _is_default_accuracy(attribute: Attribute) -> bool:
    return isinstance(attribute, hlo.ResultAccuracy) and attribute.replace(atol=0, rtol=0) is DEFAULT_ACCURACY


_FALSE = _one_of(a.FALSE)
_EMPTY_TEXT = _one_of(NO_TEXT)
_EMPTY_ARRAY = _one_of(_NO_ELEMENTS)
_COLLECTIVE = {"channel_id": _is_zero, "use_global_device_ids": _FALSE, "has_dynamic_root": _FALSE}
_SPLAT_WINDOW = {
    "window_strides": _splat("1"),
    "lhs_dilation": _splat("1"),
    "rhs_dilation": _splat("1"),
    "window_reversal": _splat("false"),
    "precision_config": _has_default_precision,
}
_TRANSFER = {"is_host_transfer": _FALSE, "source_target_pairs": _is_empty}

DEFAULTS: dict[str, dict[str, IsDefault]] = {
    "func": {"sym_visibility": _EMPTY_TEXT, "arg_attrs": _EMPTY_ARRAY, "res_attrs": _EMPTY_ARRAY},
    **dict.fromkeys(
        (
            "all_gather",
            "all_reduce",
            "all_to_all",
            "collective_broadcast",
            "collective_permute",
            "collective_reduce",
            "reduce_scatter",
        ),
        _COLLECTIVE,
    ),
    "cholesky": {"lower": _FALSE},
    "compare": {"compare_type": _one_of(hlo.ComparisonType("NOTYPE"))},
    "sort": {"dimension": _one_of(a.IntegerAttr(-1, a.I64)), "is_stable": _FALSE},
    "composite": {"version": _is_zero, "composite_attributes": _one_of(a.NO_ATTRIBUTES)},
    "gather": {"indices_are_sorted": _FALSE},
    "dynamic_gather": {"indices_are_sorted": _FALSE},
    "scatter": {"indices_are_sorted": _FALSE, "unique_indices": _FALSE},
    "custom_call": {
        "has_side_effect": _FALSE,
        "backend_config": _one_of(NO_TEXT, a.NO_ATTRIBUTES),
        "api_version": _one_of(ORIGINAL_API),
        "called_computations": _EMPTY_ARRAY,
        "output_operand_aliases": _EMPTY_ARRAY,
        "result_tilings": _EMPTY_ARRAY,
    },
    "dot": {"precision_config": _has_default_precision},
    "dot_general": {"precision_config": _has_default_precision},
    "convolution": {**_SPLAT_WINDOW, "padding": _splat("0")},
    "dynamic_conv": _SPLAT_WINDOW,
    "reduce_window": {
        "window_strides": _splat("1"),
        "base_dilations": _splat("1"),
        "window_dilations": _splat("1"),
        "padding": _splat("0"),
    },
    "select_and_scatter": {"window_strides": _splat("1"), "padding": _splat("0")},
    "dynamic_broadcast_in_dim": {"known_expanding_dimensions": _is_empty, "known_nonexpanding_dimensions": _is_empty},
    "send": _TRANSFER,
    "recv": _TRANSFER,
    "infeed": {"infeed_config": _EMPTY_TEXT, "layout": _EMPTY_ARRAY},
    "outfeed": {"outfeed_config": _EMPTY_TEXT},
}
"""How to recognize the default of an attribute, by operation and name; that of result_accuracy is another."""

_LAYOUTS = ("operand_layouts", "result_layouts")


def without_defaults(name: VersionedName, attributes: dict[str, Attribute]) -> dict[str, Attribute]:
    """Returns the attributes that are not the defaults of an operation."""
    tests = DEFAULTS.get(name.stem, {})
    left = {
        key: value
        for key, value in attributes.items()
        if not (tests[key](value) if key in tests else key == "result_accuracy" and _is_default_accuracy(value))
    }
    if name.stem == "custom_call" and all(left.get(key, _NO_ELEMENTS) is _NO_ELEMENTS for key in _LAYOUTS):
        for key in _LAYOUTS:
            left.pop(key, None)
    return left


NO_INTEGERS = a.DenseElementsAttr("", RankedTensorType((0,), a.I64))
NO_TYPE = a.TypeAttr(NoneType())

_ADDED_VALUES: dict[str, Attribute] = {
    "operand_batching_dims": NO_INTEGERS,
    "start_indices_batching_dims": NO_INTEGERS,
    "input_batching_dims": NO_INTEGERS,
    "scatter_indices_batching_dims": NO_INTEGERS,
    "source_target_pairs": NO_INTEGERS,
    "result_tilings": _NO_ELEMENTS,
    "has_dynamic_root": a.FALSE,
    "result_accuracy": DEFAULT_ACCURACY,
}


def added_value(name: str) -> Attribute:
    """Returns the value of an attribute that the first version of an operation lacks: others are of the algorithm."""
    return _ADDED_VALUES.get(name, NO_TYPE)


def is_newest(name: VersionedName) -> bool:
    """Whether an operation has no later version."""
    return name.version == len(since(name.stem))
