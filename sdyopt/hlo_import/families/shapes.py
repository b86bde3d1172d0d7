"""Instructions that move elements to other places, without reading indices."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sdyopt.dialects.stablehlo.attributes import GatherDimensionNumbers, ScatterDimensionNumbers
from sdyopt.hlo_import.instructions import (
    InstructionConverter,
    declared,
    dimension_numbers,
    number,
    numbers,
    only_number,
    opcode,
    truth,
)
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import NO_ATTRIBUTES, RankedTensorType, i64, i64_array
from sdyopt.ir.value import Value

declared("broadcast", 1, "stablehlo.broadcast_in_dim", broadcast_dimensions=numbers("dimensions", is_required=False))
declared("concatenate", (1, None), dimension=only_number("dimensions"))
declared("iota", 0, iota_dimension=number("iota_dimension"))
declared("reshape", 1, optional=["inferred_dimension"])
declared("reverse", 1, dimensions=numbers("dimensions"))
declared("transpose", 1, permutation=numbers("dimensions"))
declared("get-dimension-size", 1, dimension=only_number("dimensions"))
declared("set-dimension-size", 2, dimension=only_number("dimensions"))
declared("dynamic-slice", (1, None), slice_sizes=numbers("dynamic_slice_sizes"))
declared("dynamic-update-slice", (2, None))

_SLICE = re.compile(r"\s*\[\s*(\d{1,18})\s*:\s*(\d{1,18})\s*(?::\s*(\d{1,18})\s*)?\]\s*")
_PADDING = re.compile(r"(-?\d{1,18})_(-?\d{1,18})(?:_(\d{1,18}))?")


def _padding(subject: InstructionConverter) -> dict[str, Attribute]:
    """Reads `padding=1_2x0_0_1`: low, high and between elements, for each dimension."""
    text = subject.text("padding") or ""
    rows = []
    for part in text.split("x") if text else []:
        match = _PADDING.fullmatch(part)
        if match is None:
            subject.fail_at("padding", f"expected low_high or low_high_interior, found '{part[:40]}'")
        rows.append((int(match[1]), int(match[2]), int(match[3] or 0)))
    return _columns(rows, "edge_padding_low", "edge_padding_high", "interior_padding")


def _columns(rows: Sequence[tuple[int, ...]], *names: str) -> dict[str, Attribute]:
    """Returns an array for each column of a table."""
    columns = zip(*rows, strict=True) if rows else [()] * len(names)
    return {name: i64_array(column) for name, column in zip(names, columns, strict=True)}


@opcode("dynamic-reshape", (1, None))
def dynamic_reshape(subject: InstructionConverter) -> Value:
    """The sizes, one operand each, are joined to one."""
    operand, *sizes = subject.operands
    parts = []
    for size in sizes:
        if not isinstance(size.type, RankedTensorType):
            subject.refuse("a size is not an array")
        one = RankedTensorType((1,), size.type.element_type)
        parts.append(subject.create("stablehlo.reshape", operands=[size], types=[one], attributes=NO_ATTRIBUTES).result)
    if not parts:
        subject.refuse("it has no sizes")
    joined = RankedTensorType((len(parts),), parts[0].type.element_type)  # type: ignore[attr-defined]
    properties = {"dimension": i64(0)}
    shape = subject.create(
        "stablehlo.concatenate", properties, operands=parts, types=[joined], attributes=NO_ATTRIBUTES
    ).result
    return subject.create("stablehlo.dynamic_reshape", operands=[operand, shape]).result


def _slices(subject: InstructionConverter) -> dict[str, Attribute]:
    """Reads `slice={[0:4:2], [1:4]}`: start, limit and stride of each dimension."""
    text = (subject.text("slice") or "").strip()
    rows, position = [], 1
    while position < len(text) - 1:
        match = _SLICE.match(text, position)
        if match is None or text[match.end()] not in ",}":
            subject.fail_at("slice", f"expected [start:limit:stride] of each dimension, found '{text[position:][:40]}'")
        rows.append((int(match[1]), int(match[2]), int(match[3] or 1)))
        position = match.end() + 1
    return _columns(rows, "start_indices", "limit_indices", "strides")


declared("pad", 2, required=["padding"], others=_padding)
declared("slice", 1, required=["slice"], others=_slices)


# Instructions that read or write where indices say: the names of dimensions are the same.

declared(
    "gather",
    2,
    required=["offset_dims", "collapsed_slice_dims", "start_index_map", "index_vector_dim"],
    optional=["operand_batching_dims", "start_indices_batching_dims"],
    others=lambda subject: {"dimension_numbers": dimension_numbers(subject, GatherDimensionNumbers)},
    slice_sizes=numbers("slice_sizes"),
    indices_are_sorted=truth("indices_are_sorted"),
)
declared(
    "scatter",
    (3, None),
    required=["update_window_dims", "inserted_window_dims", "scatter_dims_to_operand_dims", "index_vector_dim"],
    optional=["input_batching_dims", "scatter_indices_batching_dims"],
    regions=["to_apply"],
    others=lambda subject: {"scatter_dimension_numbers": dimension_numbers(subject, ScatterDimensionNumbers)},
    indices_are_sorted=truth("indices_are_sorted"),
    unique_indices=truth("unique_indices"),
)
