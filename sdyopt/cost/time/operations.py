"""The arithmetic of operations on one device, counted as XLA's `HloCostAnalysis` counts it.

A product and its sum are two operations; an element-wise operation is one for each element. Exponentials, logarithms,
roots and the like are counted apart, as transcendentals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import prod
from typing import cast

from sdyopt.cost.sizes.share import Sizes
from sdyopt.dialects.stablehlo.attributes import ConvDimensionNumbers, DotDimensionNumbers
from sdyopt.dialects.stablehlo.ops import indexing, linear_algebra, reductions
from sdyopt.dialects.stablehlo.verification.constants import attribute_integers
from sdyopt.ir.attributes import DenseArrayAttr, DenseElementsAttr, StringAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.types import RankedTensorType
from sdyopt.ir.value import Value

_TRANSCENDENTAL_NAMES = (
    "acos acosh asin asinh atan atan2 atanh bessel_i1e cbrt cosh cosine digamma erf erf_inv erfc "
    "exponential exponential_minus_one lgamma log log_plus_one logistic polygamma power rsqrt sine sinh "
    "sqrt tan tanh zeta"
)
_TRANSCENDENTAL = frozenset(_TRANSCENDENTAL_NAMES.split())
_MOVES = frozenset(["bitcast_convert", "complex", "constant_like", "real", "imag"])
"""Element-wise operations that compute nothing."""

MATRIX = frozenset(
    (
        linear_algebra.DOT,
        linear_algebra.DOT_GENERAL,
        linear_algebra.CONVOLUTION,
        linear_algebra.DYNAMIC_CONV,
        linear_algebra.EINSUM,
    )
)
"""The operations that matrix units execute, of which model FLOPs are."""


Shape = Sizes | None
"""None for what is not a ranked tensor."""
Known = Sequence[int]
"""A shape without unknown sizes."""


class Work(NamedTuple):
    """What one device computes in one execution of an operation."""

    flops: float
    transcendentals: float = 0.0


NOTHING = Work(0.0)


@cache
def is_elementwise(definition: OpDefinition) -> bool:
    """Whether operations have one result, each element of which comes from an element of each operand."""
    if definition.dialect == "chlo":
        return (
            "Elementwise" in definition.traits
            or "BroadcastingElementwise" in definition.traits
            or (definition.name.partition(".")[2] in ("mulhi", "next_after", "polygamma", "zeta"))
        )
    is_computing = definition.dialect in ("stablehlo", "arith", "math")
    return is_computing and ("Elementwise" in definition.traits or "BroadcastingElementwise" in definition.traits)


@cache
def _each(definition: OpDefinition) -> Work:
    """Returns the work of an element-wise operation for each element; nothing for another operation."""
    if not is_elementwise(definition):
        return NOTHING
    name = definition.name.partition(".")[2].removeprefix("broadcast_")
    if name in _MOVES:
        return NOTHING
    return Work(0.0, 1.0) if name in _TRANSCENDENTAL else Work(1.0)


def work_of(op: Operation, operands: Sequence[Shape], results: Sequence[Shape]) -> Work | None:
    """Returns the work of an operation on values of these shapes; None if that is not known.

    Regions of loops, branches and computations are not part of it.
    """
    each = _each(op.signature.definition)
    if each is not NOTHING:
        count = elements(results[0])
        return None if count is None else Work(each.flops * count, each.transcendentals * count)
    rule = _RULES.get(op.signature.definition)
    if rule is None:
        return NOTHING
    if any(elements(shape) is None for shape in (*operands, *results)):
        return None
    known = [[size or 0 for size in shape or ()] for shape in (*operands, *results)]
    return rule(op, known[: len(operands)], known[len(operands) :])


def elements(shape: Sizes | None) -> int | None:
    """Returns the number of elements of a shape; None if that is not known."""
    if shape is None:
        return None
    count = 1
    for size in shape:
        if size is None:
            return None
        count *= size
    return count


def _dot_general(op: Operation, operands: Sequence[Known], results: Sequence[Known]) -> Work:
    numbers = cast(DotDimensionNumbers, op.properties["dot_dimension_numbers"])
    contracted = [operands[0][dimension] for dimension in numbers.lhs_contracting_dimensions]
    return Work(2.0 * prod(results[0]) * prod(contracted))


def _dot(op: Operation, operands: Sequence[Known], results: Sequence[Known]) -> Work:
    return Work(2.0 * prod(results[0]) * operands[0][-1])


def _einsum(op: Operation, operands: Sequence[Known], results: Sequence[Known]) -> Work:
    """Each name of a dimension is one loop around a product and a sum."""
    inputs = cast(StringAttr, op.properties["einsum_config"]).value.partition("->")[0].split(",")
    sizes: dict[str, int] = {}
    for names, shape in zip(inputs, operands, strict=False):
        sizes |= dict(zip(names.strip(), shape, strict=False))
    return Work(2.0 * prod(sizes.values()))


def _convolution(op: Operation, operands: Sequence[Known], results: Sequence[Known]) -> Work:
    """For each element of the result, the elements of the window; those that lie in padding are not computed."""
    numbers = cast(ConvDimensionNumbers, op.properties["dimension_numbers"])
    window = prod(operands[1]) / max(1, operands[1][numbers.kernel_output_feature_dimension])
    sizes, steps, outputs = (_dimensions(value) for value in (*op.operands[:2], op.results[0]))
    valid, places = 1.0, 1
    count = len(numbers.input_spatial_dimensions)
    strides, base = numbers_of(op, "window_strides", count, 1), numbers_of(op, "lhs_dilation", count, 1)
    dilation, padding = numbers_of(op, "rhs_dilation", count, 1), _padding(op, count)
    for number in range(count):
        size = sizes[numbers.input_spatial_dimensions[number]]
        reach = steps[numbers.kernel_spatial_dimensions[number]]
        places_of = outputs[numbers.output_spatial_dimensions[number]]
        places *= reach * places_of
        valid *= _valid(size, reach, places_of, (strides[number], base[number], dilation[number], padding[number]))
    return Work(2.0 * prod(results[0]) * window * (valid / places if places else 0.0))


def _dimensions(value: Value) -> Sequence[int]:
    """Returns the sizes of a value before it is partitioned, of which the places in padding are a matter."""
    return value.type.shape if isinstance(value.type, RankedTensorType) else ()


_MOST_STEPS = 4096


@remembered
def _valid(size: int, steps: int, outputs: int, window: tuple[int, int, int, int]) -> int:
    """Returns at how many pairs of places, of the window and of the result, there is an element of the operand."""
    stride, base, dilation, low = window
    if steps > _MOST_STEPS or outputs > _MOST_STEPS:
        return steps * outputs
    end = (size - 1) * base + 1
    found = 0
    for step in range(steps):
        offset = step * dilation - low
        if base == 1:
            first, last = max(0, -(offset // stride)), min(outputs - 1, (end - 1 - offset) // stride)
            found += max(0, last - first + 1)
        else:
            places = [offset + output * stride for output in range(outputs)]
            found += sum([0 <= place < end and place % base == 0 for place in places])
    return found


def numbers_of(op: Operation, name: str, count: int, default: int) -> tuple[int, ...]:
    """Returns the integers of an attribute, one for each of `count` dimensions."""
    attribute = op.properties.get(name)
    return attribute.values if isinstance(attribute, DenseArrayAttr) else (default,) * count


def _padding(op: Operation, count: int) -> list[int]:
    """Returns the padding before each dimension."""
    attribute = op.properties.get("padding")
    if not isinstance(attribute, DenseElementsAttr):
        return [0] * count
    return attribute_integers(op, attribute)[::2]


def _cholesky(op: Operation, operands: Sequence[Known], results: Sequence[Known]) -> Work:
    """n³/3 for each matrix (Golub and Van Loan, Matrix Computations, 4.2)."""
    return Work(prod(results[0]) * results[0][-1] / 3)


def _triangular_solve(op: Operation, operands: Sequence[Known], results: Sequence[Known]) -> Work:
    """n² for each right-hand side (Golub and Van Loan, 3.1)."""
    return Work(float(prod(results[0]) * operands[0][-1]))


def _fft(op: Operation, operands: Sequence[Known], results: Sequence[Known]) -> Work:
    """Eight for each element and each halving of each length, as XLA counts; 5·n·log n is the usual count."""
    lengths = numbers_of(op, "fft_length", 0, 1)
    halvings = prod([max(1, length.bit_length() - 1) for length in lengths])
    return Work(8.0 * max(prod(operands[0]), prod(results[0])) * halvings)


def _sort(op: Operation, operands: Sequence[Known], results: Sequence[Known]) -> Work:
    """n·log₂ n comparisons, n the elements of the first operand."""
    count = prod(operands[0])
    return Work(float(count * max(0, count - 1).bit_length()))


def _reduce(op: Operation, operands: Sequence[Known], results: Sequence[Known]) -> Work:
    return _times(_body(op.regions[0]), prod(operands[0]) - prod(results[0]))


def _reduce_window(op: Operation, operands: Sequence[Known], results: Sequence[Known]) -> Work:
    rank = len(operands[0])
    return _times(_body(op.regions[0]), prod(results[0]) * (prod(numbers_of(op, "window_dimensions", rank, 1)) - 1))


def _select_and_scatter(op: Operation, operands: Sequence[Known], results: Sequence[Known]) -> Work:
    rank, count = len(operands[0]), prod(operands[1])
    select = _times(_body(op.regions[0]), count * (prod(numbers_of(op, "window_dimensions", rank, 1)) - 1))
    scatter = _times(_body(op.regions[1]), count)
    return Work(select.flops + scatter.flops, select.transcendentals + scatter.transcendentals)


def _map(op: Operation, operands: Sequence[Known], results: Sequence[Known]) -> Work:
    return _times(_body(op.regions[0]), prod(results[0]))


def _scatter(op: Operation, operands: Sequence[Known], results: Sequence[Known]) -> Work:
    return _times(_body(op.regions[0]), prod(operands[-1]))


def _times(each: Work, count: int) -> Work:
    return Work(each.flops * max(0, count), each.transcendentals * max(0, count))


def _body(region: Region) -> Work:
    """Returns the work of a computation on single elements."""
    found = [_each(op.signature.definition) for block in region.blocks for op in block.ops]
    return Work(sum([each.flops for each in found]), sum([each.transcendentals for each in found]))


_RULES: dict[OpDefinition, Callable[[Operation, Sequence[Known], Sequence[Known]], Work]] = {
    linear_algebra.DOT: _dot,
    linear_algebra.DOT_GENERAL: _dot_general,
    linear_algebra.EINSUM: _einsum,
    linear_algebra.CONVOLUTION: _convolution,
    linear_algebra.DYNAMIC_CONV: _convolution,
    linear_algebra.CHOLESKY: _cholesky,
    linear_algebra.TRIANGULAR_SOLVE: _triangular_solve,
    linear_algebra.FFT: _fft,
    indexing.SCATTER: _scatter,
    reductions.SORT: _sort,
    reductions.REDUCE: _reduce,
    reductions.REDUCE_WINDOW: _reduce_window,
    reductions.SELECT_AND_SCATTER: _select_and_scatter,
    reductions.MAP: _map,
}
