"""The attributes that operations of StableHLO may omit, and VHLO writes out."""

from __future__ import annotations

from collections.abc import Callable

from sdyopt.bytecode.vhlo.operations import VersionedName, since
from sdyopt.dialects.stablehlo import attributes as hlo
from sdyopt.ir import attributes as a
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.types import NoneType, RankedTensorType

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
