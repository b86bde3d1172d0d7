"""Instructions that move elements to other places, without reading indices."""

from __future__ import annotations

import re

from sdyopt.dialects.stablehlo.attributes import GatherDimensionNumbers, ScatterDimensionNumbers
from sdyopt.hlo_import.instructions import (
    InstructionConverter,
    declared,
    i64_array,
    i64_attribute,
    number,
    numbers,
    only_number,
    opcode,
)
from sdyopt.ir.attributes import NO_ATTRIBUTES, BoolAttr, RankedTensorType
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


@opcode("pad", 2, required=["padding"])
def pad(subject: InstructionConverter) -> Value:
    """`padding=1_2x0_0_1`: low, high and between elements, for each dimension."""
    text = subject.text("padding") or ""
    rows = []
    for part in text.split("x") if text else []:
        match = _PADDING.fullmatch(part)
        if match is None:
            subject.fail_at("padding", f"expected low_high or low_high_interior, found '{part[:40]}'")
        rows.append((int(match[1]), int(match[2]), int(match[3] or 0)))
    low, high, interior = zip(*rows, strict=True) if rows else ((), (), ())
    properties = {
        "edge_padding_low": i64_array(low),
        "edge_padding_high": i64_array(high),
        "interior_padding": i64_array(interior),
    }
    return subject.create("stablehlo.pad", properties).result


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
    properties = {"dimension": i64_attribute(0)}
    shape = subject.create(
        "stablehlo.concatenate", properties, operands=parts, types=[joined], attributes=NO_ATTRIBUTES
    ).result
    return subject.create("stablehlo.dynamic_reshape", operands=[operand, shape]).result


@opcode("slice", 1, required=["slice"])
def slice_(subject: InstructionConverter) -> Value:
    """`slice={[0:4:2], [1:4]}`: start, limit and stride of each dimension."""
    text = (subject.text("slice") or "").strip()
    rows, position = [], 1
    while position < len(text) - 1:
        match = _SLICE.match(text, position)
        if match is None or text[match.end()] not in ",}":
            subject.fail_at("slice", f"expected [start:limit:stride] of each dimension, found '{text[position:][:40]}'")
        rows.append((int(match[1]), int(match[2]), int(match[3] or 1)))
        position = match.end() + 1
    starts, limits, strides = zip(*rows, strict=True) if rows else ((), (), ())
    properties = {"start_indices": i64_array(starts), "limit_indices": i64_array(limits), "strides": i64_array(strides)}
    return subject.create("stablehlo.slice", properties).result


# Instructions that read or write where indices say.


@opcode(
    "gather",
    2,
    required=["offset_dims", "collapsed_slice_dims", "start_index_map", "index_vector_dim", "slice_sizes"],
    optional=["operand_batching_dims", "start_indices_batching_dims", "indices_are_sorted"],
)
def gather(subject: InstructionConverter) -> Value:
    """The names of dimensions are the same."""
    numbers = GatherDimensionNumbers(
        subject.integers("offset_dims"),
        subject.integers("collapsed_slice_dims"),
        subject.integers("operand_batching_dims"),
        subject.integers("start_indices_batching_dims"),
        subject.integers("start_index_map"),
        subject.integer("index_vector_dim"),
    )
    properties = {
        "dimension_numbers": numbers,
        "slice_sizes": i64_array(subject.integers("slice_sizes")),
        "indices_are_sorted": BoolAttr(subject.flag("indices_are_sorted")),
    }
    return subject.create("stablehlo.gather", properties).result


@opcode(
    "scatter",
    (3, None),
    required=[
        "update_window_dims",
        "inserted_window_dims",
        "scatter_dims_to_operand_dims",
        "index_vector_dim",
        "to_apply",
    ],
    optional=["input_batching_dims", "scatter_indices_batching_dims", "indices_are_sorted", "unique_indices"],
)
def scatter(subject: InstructionConverter) -> Value:
    """The names of dimensions are the same."""
    numbers = ScatterDimensionNumbers(
        subject.integers("update_window_dims"),
        subject.integers("inserted_window_dims"),
        subject.integers("input_batching_dims"),
        subject.integers("scatter_indices_batching_dims"),
        subject.integers("scatter_dims_to_operand_dims"),
        subject.integer("index_vector_dim"),
    )
    properties = {
        "scatter_dimension_numbers": numbers,
        "indices_are_sorted": BoolAttr(subject.flag("indices_are_sorted")),
        "unique_indices": BoolAttr(subject.flag("unique_indices")),
    }
    regions = [subject.region("to_apply")]
    return subject.tupled(subject.create("stablehlo.scatter", properties, regions, types=subject.types))
