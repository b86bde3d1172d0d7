"""Instructions that call a computation for elements: reductions, windows, sorting, maps."""

from __future__ import annotations

from sdyopt.hlo_import.opcodes import opcode
from sdyopt.hlo_import.subject import Subject, i64_array, i64_attribute, i64_table
from sdyopt.hlo_import.windows import window_of
from sdyopt.ir.attributes import NO_ATTRIBUTES, BoolAttr
from sdyopt.ir.types import TupleType
from sdyopt.ir.value import OpResult, Value


@opcode("reduce", (2, None), required=["dimensions", "to_apply"])
def reduce(subject: Subject) -> Value:
    """Of several operands at once, XLA gives the attributes to the tuple of results."""
    properties = {"dimensions": i64_array(subject.integers("dimensions"))}
    regions = [subject.region("to_apply")]
    if not isinstance(subject.type, TupleType):
        return subject.create("stablehlo.reduce", properties, regions).result
    op = subject.create("stablehlo.reduce", properties, regions, types=subject.types, attributes=NO_ATTRIBUTES)
    value = subject.tupled(op)
    if isinstance(value, OpResult) and value.owner is not op:
        for name, attribute in subject.attributes.entries:
            value.owner.set_attribute(name, attribute)
    return value


@opcode("reduce-window", (2, None), required=["to_apply"], optional=["window"])
def reduce_window(subject: Subject) -> Value:
    """All fields of the window are said."""
    window = window_of(subject, subject.rank())
    properties = {
        "window_dimensions": i64_array(window.size),
        "window_strides": i64_array(window.stride),
        "base_dilations": i64_array(window.lhs_dilate),
        "window_dilations": i64_array(window.rhs_dilate),
        "padding": i64_table(window.pad, 2),
    }
    regions = [subject.region("to_apply")]
    return subject.tupled(subject.create("stablehlo.reduce_window", properties, regions, types=subject.types))


@opcode("select-and-scatter", 3, required=["select", "scatter"], optional=["window"])
def select_and_scatter(subject: Subject) -> Value:
    """Two computations."""
    window = window_of(subject, subject.rank())
    properties = {
        "window_dimensions": i64_array(window.size),
        "window_strides": i64_array(window.stride),
        "padding": i64_table(window.pad, 2),
    }
    regions = [subject.region("select"), subject.region("scatter")]
    return subject.create("stablehlo.select_and_scatter", properties, regions).result


@opcode("sort", (1, None), required=["to_apply"], optional=["dimensions", "is_stable"])
def sort(subject: Subject) -> Value:
    """Along one dimension."""
    properties = {
        "dimension": i64_attribute(subject.only_integer("dimensions") if subject.text("dimensions") else 0),
        "is_stable": BoolAttr(subject.flag("is_stable")),
    }
    regions = [subject.region("to_apply")]
    return subject.tupled(subject.create("stablehlo.sort", properties, regions, types=subject.types))


@opcode("map", (1, None), required=["to_apply"], optional=["dimensions"])
def map_(subject: Subject) -> Value:
    """In all dimensions."""
    dimensions = subject.integers("dimensions") if subject.text("dimensions") else tuple(range(subject.rank()))
    regions = [subject.region("to_apply")]
    return subject.create("stablehlo.map", {"dimensions": i64_array(dimensions)}, regions).result


@opcode("topk", 1, required=["k", "largest"])
def topk(subject: Subject) -> Value:
    """An operation of MHLO, which has two results."""
    properties = {"k": i64_attribute(subject.integer("k")), "largest": BoolAttr(subject.flag("largest"))}
    if properties["largest"] == BoolAttr(True):
        del properties["largest"]
    return subject.tupled(subject.create("mhlo.topk", properties, types=subject.types))
