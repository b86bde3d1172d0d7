"""Dot products, convolutions, decompositions, Fourier transforms: which shapes go together."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.stablehlo.attributes import (
    ConvDimensionNumbers,
    DotDimensionNumbers,
    FftType,
    Precision,
    Transpose,
)
from sdyopt.dialects.stablehlo.verification.quantized import is_quantized
from sdyopt.dialects.stablehlo.verification.reading import (
    UNKNOWN,
    Shape,
    check_distinct,
    constant_integers,
    elements_are_compatible,
    fail,
    fail_if,
    fail_inference,
    fail_inference_if,
    infers_compatible,
    integer,
    integers,
    listed,
    listed_sizes,
    operand_tensor,
    shapes_fit,
    sizes_fit,
)
from sdyopt.dialects.stablehlo.verification.reductions import WindowDimension, paddings, window
from sdyopt.ir.attribute import Type, checked
from sdyopt.ir.attributes import DYNAMIC, TRUE, ArrayAttr, ComplexType, FloatType, RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.mlir.verify.checks import compares_sizes
from sdyopt.mlir.verify.verification import Verification, quoted
from sdyopt.mlir.write.attributes import text_of


def check_result_shape(op: Operation, shape: Shape) -> None:
    """The result has that shape, as far as both are known."""
    (result,) = op.signature.result_types
    if not isinstance(result, RankedTensorType) or not shapes_fit(shape, result.shape):
        sizes = ", ".join(["?" if size == DYNAMIC else str(size) for size in shape])
        fail(op, f"inferred shape '[{sizes}]' is incompatible with return type of operation {quoted([result])}")


def check_precision_config(op: Operation) -> None:
    """There is one precision for each operand, at most."""
    if isinstance(config := op.properties.get("precision_config"), ArrayAttr) and len(config) > 2:
        fail(op, f"expects precision config to be empty or have <= 2 elements, got {len(config)}")


# Dot products.


def dot(op: Operation, context: Verification) -> None:
    """Vectors and matrices; the last dimension of the first operand meets the first dimension of the second."""
    check_precision_config(op)
    lhs, rhs = operand_tensor(op).shape, operand_tensor(op, 1).shape
    if len(lhs) not in (1, 2) or len(rhs) not in (1, 2) or not sizes_fit(lhs[-1], rhs[0]):
        fail(op, "expected both lhs/rhs ranks to be either 1 or 2")
    check_result_shape(op, lhs[:-1] + rhs[1:])


@compares_sizes
def dot_general(op: Operation, context: Verification) -> None:
    """Batching and contracting dimensions come in pairs of the same size."""
    check_precision_config(op)
    numbers = op.properties.find(DotDimensionNumbers)
    check_result_shape(op, dot_shape(op, operand_tensor(op), operand_tensor(op, 1), numbers))
    config = op.properties.get("precision_config")
    if "algorithm" in op.properties and isinstance(config, ArrayAttr):
        for precision in config:
            if isinstance(precision, Precision) and precision.value != "DEFAULT":
                fail(op, "must specify DEFAULT precision config when algorithm is set.")


def dot_shape(op: Operation, lhs: RankedTensorType, rhs: RankedTensorType, numbers: DotDimensionNumbers) -> Shape:
    """The shape of a product. Fails where the dimension numbers do not fit the operands."""
    sides = (
        ("lhs", lhs.shape, numbers.lhs_batching_dimensions, numbers.lhs_contracting_dimensions),
        ("rhs", rhs.shape, numbers.rhs_batching_dimensions, numbers.rhs_contracting_dimensions),
    )
    (_, lhs_shape, lhs_batch, lhs_contracting), (_, rhs_shape, rhs_batch, rhs_contracting) = sides
    fail_if(op, len(lhs_batch) != len(rhs_batch), "lhs and rhs should have the same number of batching dimensions")
    if len(lhs_contracting) != len(rhs_contracting):
        fail(op, "lhs and rhs should have the same number of contracting dimensions")
    for side, _, batch, contracting in sides:
        check_distinct(op, batch + contracting, f"{side}_batching_dimensions and {side}_contracting_dimensions")
    for side, shape, batch, contracting in sides:
        for what, dimensions in (("batching", batch), ("contracting", contracting)):
            for dimension in dimensions:
                if not 0 <= dimension < len(shape):
                    fail(op, f"{side}_{what}_dimensions value: {dimension} is out of range: [0, {len(shape)})")
    for what, pairs in (
        ("batching", zip(lhs_batch, rhs_batch, strict=True)),
        ("contracting", zip(lhs_contracting, rhs_contracting, strict=True)),
    ):
        if not all(sizes_fit(lhs_shape[a], rhs_shape[b]) for a, b in pairs):
            fail(op, f"{what} dimension sizes must match for lhs/rhs")
    batching = [
        rhs_shape[b] if lhs_shape[a] == DYNAMIC else lhs_shape[a] for a, b in zip(lhs_batch, rhs_batch, strict=True)
    ]
    free: list[int] = []
    for _, shape, batch, contracting in sides:
        paired = {*batch, *contracting}
        free += [size for dimension, size in enumerate(shape) if dimension not in paired]
    return (*batching, *free)


# Convolutions.


def convolution(op: Operation, context: Verification) -> None:
    """The dimension numbers fit operands and result, groups divide features and batches, the window fits."""
    check_result_shape(op, convolution_shape(op))


def convolution_shape(op: Operation) -> Shape:
    """Returns the shape of a convolution's result. Raises CompilationError if the operands do not fit."""
    numbers = _check_convolution(op)
    lhs, rhs = operand_tensor(op).shape, operand_tensor(op, 1).shape
    dimensions = _conv_window(op, numbers, paddings(op))
    groups = integer(op, "batch_group_count")
    shape = [0] * len(lhs)
    batch = lhs[numbers.input_batch_dimension]
    shape[numbers.output_batch_dimension] = batch if batch == DYNAMIC else batch // groups
    shape[numbers.output_feature_dimension] = rhs[numbers.kernel_output_feature_dimension]
    for input, output, along in zip(
        numbers.input_spatial_dimensions, numbers.output_spatial_dimensions, dimensions, strict=True
    ):
        shape[output] = along.steps(lhs[input])
    return tuple(shape)


def dynamic_conv(op: Operation, context: Verification) -> None:
    """As a convolution, but that the padding is an operand: a row for each spatial dimension."""
    numbers = _check_convolution(op)
    padding, rows = operand_tensor(op, 2).shape, len(numbers.input_spatial_dimensions)
    fail_if(op, padding != (rows, 2), f"expects padding to be of shape [{rows}, 2], but got [{listed(padding)}]")


def dynamic_conv_window(op: Operation, context: Verification) -> None:
    """The window is looked at only if the padding is a constant, but the padding does not matter."""
    if (padding := constant_integers(op, 2)) is not None:
        numbers = op.properties.find(ConvDimensionNumbers)
        _conv_window(op, numbers, list(zip(padding[::2], padding[1::2], strict=True)))


def _conv_window(op: Operation, numbers: ConvDimensionNumbers, rows: list[tuple[int, int]]) -> list[WindowDimension]:
    shape = operand_tensor(op, 1).shape
    sizes = [shape[dimension] for dimension in numbers.kernel_spatial_dimensions]
    known = [None if size == DYNAMIC else size for size in sizes]
    return window(op, known, rows, "window_strides", "lhs_dilation", "rhs_dilation")


def _check_convolution(op: Operation) -> ConvDimensionNumbers:
    lhs, rhs = operand_tensor(op), operand_tensor(op, 1)
    numbers = op.properties.find(ConvDimensionNumbers)
    rank = len(lhs.shape)
    if rank < 2 or rank != len(rhs.shape):
        count = ">= 2" if rank < 2 else "same number of"
        found = f"{quoted([lhs])} and {quoted([rhs])}"
        fail(op, f"expects convolution arguments to have {count} dimensions. Got: {found}.")
    if not (is_quantized(lhs) or is_quantized(rhs) or elements_are_compatible(lhs.element_type, rhs.element_type)):
        fail(
            op,
            "expects lhs and rhs to have compatible element type. Got: "
            f"{quoted([lhs.element_type])} and {quoted([rhs.element_type])}",
        )
    _check_conv_dimensions(op, numbers, rank)
    _check_groups(op, numbers, lhs.shape, rhs.shape)
    check_precision_config(op)
    wanted = len(numbers.input_spatial_dimensions) + 2
    fail_if(op, rank != wanted, f"expects convolution arguments to have {wanted} dimensions. Got: {rank}")
    return numbers


def _check_conv_dimensions(op: Operation, numbers: ConvDimensionNumbers, rank: int) -> None:
    all_spatial = (
        numbers.input_spatial_dimensions,
        numbers.kernel_spatial_dimensions,
        numbers.output_spatial_dimensions,
    )
    sides = {
        "input": (numbers.input_batch_dimension, numbers.input_feature_dimension, *all_spatial[0]),
        "kernel": (numbers.kernel_input_feature_dimension, numbers.kernel_output_feature_dimension, *all_spatial[1]),
        "output": (numbers.output_batch_dimension, numbers.output_feature_dimension, *all_spatial[2]),
    }
    if len(set(map(len, all_spatial))) > 1:
        input, kernel, output = map(len, all_spatial)
        fail(
            op,
            "expects the same size for input, kernel and output spatial-dimensions, but got "
            f"{input}, {kernel}, and {output} resp.",
        )
    if not all(0 <= dimension < rank for dimensions in sides.values() for dimension in dimensions):
        fail(op, f"expects input, kernel, and output dimension-numbers to be in-range [0, {rank}).")
    for side, dimensions in sides.items():
        if len(set(dimensions)) != len(dimensions):
            fail(op, f"expects {side} dimension-numbers to be unique, got {{{listed(dimensions)}}}.")


def _check_groups(op: Operation, numbers: ConvDimensionNumbers, lhs: Shape, rhs: Shape) -> None:
    features, batches = integer(op, "feature_group_count"), integer(op, "batch_group_count")
    fail_if(
        op,
        batches > 1 and features > 1,
        "expects batch_group_count and feature_group_count not to be both greater than 1. "
        f"Got {batches} and {features} resp.",
    )
    input, batch = lhs[numbers.input_feature_dimension], lhs[numbers.input_batch_dimension]
    kernel, output = rhs[numbers.kernel_input_feature_dimension], rhs[numbers.kernel_output_feature_dimension]
    fail_if(
        op,
        input != DYNAMIC and input % features,
        f"expects input feature dimension ({input}) to be a multiple of feature_group_count. "
        f"Got feature_group_count = {features}.",
    )
    fail_if(
        op,
        batch != DYNAMIC and batch % batches,
        f"expects input batch dimension ({batch}) to be divisible by batch_group_count. "
        f"Got batch_group_count = {batches}.",
    )
    fail_if(
        op,
        DYNAMIC not in (input, kernel) and input // features != kernel,
        f"expects input feature dimension ({input}) / feature_group_count = kernel input feature dimension "
        f"({kernel}). Got feature_group_count = {features}.",
    )
    if output == DYNAMIC:
        return
    fail_if(
        op,
        output % batches,
        f"expects output feature dimension size ({output}) to be a multiple of batch_group_count. "
        f"Got batch_group_count = {batches}.",
    )
    fail_if(
        op,
        output % features,
        f"expects kernel output feature dimension ({output}) to be divisible by feature_group_count. "
        f"For feature_group_count = {features}.",
    )


# Decompositions.


@infers_compatible
def cholesky(op: Operation) -> Sequence[Type]:
    """The last two dimensions are a square."""
    operand = operand_tensor(op)
    sizes = listed_sizes(operand.shape)
    fail_inference_if(op, len(operand.shape) < 2, f"argument 'a' must have rank >= 2, got shape {sizes}.")
    if not sizes_fit(*operand.shape[-2:]):
        fail_inference(op, f"minor dimensions of 'a' must have equal size, got shape {sizes}.")
    return [operand]


@infers_compatible
def triangular_solve(op: Operation) -> Sequence[Type]:
    """A square of coefficients, and the other operand with as many rows (or columns)."""
    a, b = operand_tensor(op), operand_tensor(op, 1)
    types = f"{quoted([a])} and {quoted([b])}"
    if len(a.shape) < 2:
        fail_inference(op, f"operand 'a' must have rank >= 2, but got {quoted([a])}")
    if not sizes_fit(*a.shape[-2:]):
        fail_inference(op, f"two minor dimensions of operand 'a' must be compatible, but got {quoted([a])}")
    fail_inference_if(op, len(a.shape) != len(b.shape), f"operands must have equal rank, but got {types}")
    shared = b.shape[-2 if op.properties.get("left_side") is TRUE else -1]
    if not sizes_fit(a.shape[-2], shared):
        fail_inference(op, f"shared dimension of operands 'a' and 'b' must be compatible, but got {types}")
    if not shapes_fit(a.shape[:-2], b.shape[:-2]):
        fail_inference(op, f"batch dimensions of the operands must be compatible, but got {types}")
    transpose = op.properties.get("transpose_a")
    if isinstance(transpose, Transpose) and transpose.value == "TRANSPOSE_INVALID":
        fail_inference(op, "Invalid transpose option value for triangular solve")
    return [b]


# Fourier transforms.


@infers_compatible
def fft(op: Operation) -> Sequence[Type]:
    """Up to three last dimensions are transformed; from real numbers, or to them, their length is given."""
    operand, lengths = operand_tensor(op), integers(op, "fft_length")
    kind = op.properties.find(FftType)
    rank = len(lengths)
    fail_inference_if(op, not 1 <= rank <= 3, f"rank must be between 1 and 3, but got {rank}.")
    element = operand.element_type
    if kind.value == "RFFT":
        if not isinstance(element, FloatType) or element.name not in ("f32", "f64"):
            fail_inference(op, f"RFFT requires f32 or f64 input type, but is given '{text_of(element)}'.")
    elif not isinstance(element, ComplexType):
        fail_inference(op, f"FFT/IFFT/IRFFT take a complex tensor as input, but is given {quoted([operand])}.")
    if len(operand.shape) < rank:
        fail_inference(
            op, f"operand rank must not be less than fft rank of {rank} for operand of type {quoted([operand])}."
        )
    if kind.value == "RFFT":
        operand = _to_complex(op, operand, lengths)
    elif kind.value == "IRFFT":
        operand = _to_real(op, operand, lengths)
    return [operand]


def _half(length: int) -> int:
    """Returns the number of complex values that represent a real signal."""
    return abs(length) // 2 * (1 if length > 0 else -1) + 1 if length else 0


def _length_fits(size: int, length: int) -> bool:
    return size in (DYNAMIC, length) or length == UNKNOWN


def _to_complex(op: Operation, operand: RankedTensorType, lengths: tuple[int, ...]) -> RankedTensorType:
    """Half of the last dimension says all there is."""
    shape = operand.shape
    fail_inference_if(
        op,
        not all(map(_length_fits, shape[-len(lengths) :], lengths)),
        "RFFT requires innermost dimensions to be compatible with fft_length. "
        f"Got: {listed_sizes(shape)} but wanted {listed(lengths)}.",
    )
    last = _half(lengths[-1]) if lengths[-1] else shape[-1]
    return RankedTensorType((*shape[:-1], last), ComplexType(operand.element_type))


def _to_real(op: Operation, operand: RankedTensorType, lengths: tuple[int, ...]) -> RankedTensorType:
    shape = operand.shape
    element = checked(ComplexType, operand.element_type)
    for size, length in zip(shape[-len(lengths) : -1], lengths[:-1], strict=True):
        fail_inference_if(
            op,
            not _length_fits(size, length),
            "IRFFT requires non-final dimensions to be compatible with fft_length. "
            f"Got: {listed_sizes(shape)} but wanted {listed(lengths)}, and {size} != {length}.",
        )
    fail_inference_if(
        op,
        shape[-1] not in (DYNAMIC, _half(lengths[-1])),
        "IRFFT requires innermost dimension to be compatible with fft_length[-1]/2+1. "
        f"Got: {shape[-1]} but fft_length is {listed(lengths)}.",
    )
    return RankedTensorType((*shape[:-1], lengths[-1]), element.element_type)
