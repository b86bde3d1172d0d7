"""Instructions that read or write where indices say."""

from __future__ import annotations

from sdyopt.dialects.stablehlo.attributes import GatherDimensionNumbers, ScatterDimensionNumbers
from sdyopt.hlo_import.opcodes import opcode
from sdyopt.hlo_import.subject import Subject, i64_array
from sdyopt.ir.attributes import BoolAttr
from sdyopt.ir.value import Value


@opcode("dynamic-slice", (1, None), required=["dynamic_slice_sizes"])
def dynamic_slice(subject: Subject) -> Value:
    """An operand for the start of each dimension."""
    properties = {"slice_sizes": i64_array(subject.integers("dynamic_slice_sizes"))}
    return subject.create("stablehlo.dynamic_slice", properties).result


@opcode("dynamic-update-slice", (2, None))
def dynamic_update_slice(subject: Subject) -> Value:
    """An operand for the start of each dimension."""
    return subject.create("stablehlo.dynamic_update_slice").result


@opcode(
    "gather",
    2,
    required=["offset_dims", "collapsed_slice_dims", "start_index_map", "index_vector_dim", "slice_sizes"],
    optional=["operand_batching_dims", "start_indices_batching_dims", "indices_are_sorted"],
)
def gather(subject: Subject) -> Value:
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
def scatter(subject: Subject) -> Value:
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
