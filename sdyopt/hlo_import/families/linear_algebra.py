"""Products, convolutions, decompositions, Fourier transforms."""

from __future__ import annotations

import re

from sdyopt.dialects.stablehlo.attributes import (
    ConvDimensionNumbers,
    DotAlgorithm,
    DotDimensionNumbers,
    FftType,
    Precision,
    Transpose,
)
from sdyopt.hlo_import.instructions import (
    From,
    InstructionConverter,
    case,
    declared,
    i64_table,
    number,
    numbers,
    opcode,
    truth,
    window_of,
)
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import (
    FALSE,
    I1,
    NO_ATTRIBUTES,
    ArrayAttr,
    DenseArrayAttr,
    DictionaryAttr,
    FloatAttr,
    FloatType,
    TupleType,
    i64,
    i64_array,
)
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.literals.numbers import FLOAT_FORMATS, double_bits

_DIMENSIONS = ("lhs_batch_dims", "rhs_batch_dims", "lhs_contracting_dims", "rhs_contracting_dims")
_PRECISIONS = {"default": "DEFAULT", "high": "HIGH", "highest": "HIGHEST"}
_ALGORITHM = re.compile(r"dot_(any_f8|f16|bf16|tf32|f32|f64)_(any_f8|f16|bf16|tf32|f32|f64)_(f16|bf16|f32|f64)(_\w+)?")
_SUFFIXES = {"": (1, False), "_fast_accum": (1, True), "_x3": (3, False), "_x6": (6, False), "_x9": (9, False)}


@opcode("dot", 2, optional=[*_DIMENSIONS, "operand_precision", "algorithm"])
def dot(subject: InstructionConverter) -> Value:
    """A plain product of matrices or vectors has an operation of its own."""
    lhs_batch, rhs_batch, lhs, rhs = [subject.integers(name) for name in _DIMENSIONS]
    properties: dict[str, Attribute] = {"precision_config": precision_config(subject)}
    algorithm = _algorithm(subject)
    attributes = subject.attributes
    is_plain = max(subject.rank(), subject.rank(1)) <= 2 and not lhs_batch and not rhs_batch
    is_plain = is_plain and lhs == (subject.rank() - 1,) and rhs == (0,)
    if algorithm is not None and is_plain:
        attributes = DictionaryAttr.of([*attributes.entries, ("algorithm", algorithm)])
    elif algorithm is not None:
        properties["algorithm"] = algorithm
    if is_plain:
        return subject.create("stablehlo.dot", properties, attributes=attributes).result
    properties["dot_dimension_numbers"] = DotDimensionNumbers(lhs_batch, rhs_batch, lhs, rhs)
    return subject.create("stablehlo.dot_general", properties).result


def precision_config(subject: InstructionConverter) -> ArrayAttr:
    """Returns the precision of each of two operands. Raises CompilationError."""
    if (text := subject.text("operand_precision")) is None:
        return ArrayAttr((Precision("DEFAULT"), Precision("DEFAULT")))
    found = []
    for word in text.strip("{} ").split(","):
        name = _PRECISIONS.get(word.strip().lower())
        if name is None:
            subject.fail_at(
                "operand_precision", f"expected one of {', '.join(_PRECISIONS)}, found '{word.strip()[:40]}'"
            )
        found.append(Precision(name))
    return ArrayAttr(tuple(found))


def _algorithm(subject: InstructionConverter) -> DotAlgorithm | None:
    if (text := subject.text("algorithm")) is None or text == "dot_unset":
        return None
    match = _ALGORITHM.fullmatch(text)
    suffix = None if match is None else _SUFFIXES.get(match[4] or "")
    if match is None or suffix is None:
        subject.fail_at("algorithm", f"unknown algorithm '{text[:40]}'")
    operations, is_imprecise = suffix
    try:
        return DotAlgorithm(
            _precision_type(match[1]),
            _precision_type(match[2]),
            _precision_type(match[3]),
            1,
            1,
            operations,
            is_imprecise,
        )
    except ValueError as error:
        subject.fail_at("algorithm", str(error))


def _precision_type(name: str) -> Type:
    return FloatType("f8E5M2" if name == "any_f8" else name)


_LABELS = re.compile(r"([bf\d?]+)_([io\d?]+)->([bf\d?]+)")


@opcode(
    "convolution",
    2,
    required=["dim_labels"],
    optional=["window", "feature_group_count", "batch_group_count", "operand_precision"],
)
def convolution(subject: InstructionConverter) -> Value:
    """`dim_labels=b01f_01io->b01f` says what the dimensions of the operands and of the result are."""
    match = _LABELS.fullmatch(subject.text("dim_labels") or "")
    if match is None:
        subject.fail_at("dim_labels", "expected labels of dimensions, as b01f_01io->b01f")
    window = window_of(subject, max(subject.rank() - 2, 0))
    inputs, kernel, output = match.groups()
    spatial = len(inputs) - 2
    for labels, letters in ((inputs, "bf"), (kernel, "io"), (output, "bf")):
        if sorted(labels) != sorted([*letters, *map(str, range(spatial))]):
            subject.fail_at(
                "dim_labels", f"'{labels}' are not the labels of {spatial} spatial dimensions and {letters}"
            )
    numbers = ConvDimensionNumbers(
        inputs.index("b"),
        inputs.index("f"),
        _places(inputs, spatial),
        kernel.index("i"),
        kernel.index("o"),
        _places(kernel, spatial),
        output.index("b"),
        output.index("f"),
        _places(output, spatial),
    )
    properties: dict[str, Attribute] = {
        "window_strides": i64_array(window.stride),
        "padding": i64_table(window.pad, 2),
        "lhs_dilation": i64_array(window.lhs_dilate),
        "rhs_dilation": i64_array(window.rhs_dilate),
        "window_reversal": DenseArrayAttr(I1, tuple(map(int, window.reversal))),
        "dimension_numbers": numbers,
        "feature_group_count": i64(subject.integer("feature_group_count", 1)),
        "batch_group_count": i64(subject.integer("batch_group_count", 1)),
        "precision_config": precision_config(subject),
    }
    return subject.create("stablehlo.convolution", properties).result


def _places(labels: str, spatial: int) -> tuple[int, ...]:
    return tuple([labels.index(str(number)) for number in range(spatial)])


def _epsilon(subject: InstructionConverter) -> Attribute:
    text = subject.text("epsilon") or ""
    try:
        return FloatAttr(double_bits(float(text), FLOAT_FORMATS["f32"]), FloatType("f32"))
    except ValueError:
        subject.fail_at("epsilon", f"expected a number, found '{text[:40]}'")


for _name, _count in (("inference", 5), ("training", 3), ("grad", 5)):
    declared(f"batch-norm-{_name}", _count, epsilon=From("epsilon", _epsilon), feature_index=number("feature_index"))
declared("cholesky", 1, lower=truth("lower"))
declared(
    "triangular-solve",
    2,
    left_side=truth("left_side"),
    lower=truth("lower"),
    unit_diagonal=truth("unit_diagonal"),
    transpose_a=case("transpose_a", Transpose, "TRANSPOSE_INVALID"),
)
declared("fft", 1, fft_type=case("fft_type", FftType), fft_length=numbers("fft_length"))


# Instructions that call a computation for elements: reductions, windows, sorting, maps.


@opcode("reduce", (2, None), required=["dimensions", "to_apply"])
def reduce(subject: InstructionConverter) -> Value:
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


def _moved_window(subject: InstructionConverter) -> dict[str, Attribute]:
    """Returns the properties of a window that moves over operands."""
    window = window_of(subject, subject.rank())
    return {
        "window_dimensions": i64_array(window.size),
        "window_strides": i64_array(window.stride),
        "padding": i64_table(window.pad, 2),
    }


def _dilated_window(subject: InstructionConverter) -> dict[str, Attribute]:
    """Returns the properties of such a window with all its fields."""
    window = window_of(subject, subject.rank())
    dilations = {"base_dilations": i64_array(window.lhs_dilate), "window_dilations": i64_array(window.rhs_dilate)}
    return _moved_window(subject) | dilations


def _sorted_dimension(subject: InstructionConverter) -> Attribute:
    return i64(subject.only_integer("dimensions") if subject.text("dimensions") else 0)


def _mapped_dimensions(subject: InstructionConverter) -> Attribute:
    return i64_array(subject.integers("dimensions") if subject.text("dimensions") else tuple(range(subject.rank())))


declared("reduce-window", (2, None), optional=["window"], regions=["to_apply"], others=_dilated_window)
declared("select-and-scatter", 3, optional=["window"], regions=["select", "scatter"], others=_moved_window)
declared(
    "sort",
    (1, None),
    regions=["to_apply"],
    dimension=From("dimensions", _sorted_dimension, is_required=False),
    is_stable=truth("is_stable"),
)
declared("map", (1, None), regions=["to_apply"], dimensions=From("dimensions", _mapped_dimensions, is_required=False))


def _largest(subject: InstructionConverter) -> dict[str, Attribute]:
    """As in XLA, the operation does not say whether it is stable."""
    subject.flag("is_stable")
    return {} if subject.flag("largest") else {"largest": FALSE}


declared("topk", 1, "mhlo.topk", required=["largest"], optional=["is_stable"], others=_largest, k=number("k"))
