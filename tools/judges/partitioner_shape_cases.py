"""Random cases of operations that are not products: elementwise ones, and those that change shapes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import prod
from random import Random

from sdyopt.cost.partitioner.shapes import SlidingWindow
from tools.judges.partitioner_cases import (
    MESHES,
    CaseKind,
    Inputs,
    PartitionedCase,
    Split,
    array,
    program,
    random_split,
    type_text,
)

_MESHES = (*MESHES, (2,), (3,), (4,), (8,))


def _sizes(random: Random, rank: int) -> list[int]:
    """Returns sizes that the number of devices divides, or in a third of the cases any but 1: what moves dimensions
    of size 1 only is a reshape.
    """
    if random.random() < 0.33:
        return [random.randrange(2, 49) for _ in range(rank)]
    return [random.choice((48, 96, 144)) for _ in range(rank)]


def _splits(random: Random, shapes: Sequence[Sequence[int]], mesh: Sequence[int]) -> list[Split]:
    return [random_split(random, len(shape), mesh) if shape else [] for shape in shapes]


_ZERO, _INIT = "%i = stablehlo.constant dense<0.0> : tensor<f32>\n", [("%i", "tensor<f32>")]
"""The line of what sums and paddings begin with, and that as an operand."""

_SUM = (
    "{\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n%s = stablehlo.add %a, %b : tensor<f32>\n"
    "stablehlo.return %s : tensor<f32>\n}"
)


def _compared(direction: str) -> str:
    """Returns the line that compares the first two arguments of a region."""
    return f"%p = stablehlo.compare {direction}, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"


# Elementwise operations.


def _random_elementwise(random: Random) -> PartitionedCase:
    """One to three operands, of which the last one may be filled with a scalar, often in equal tilings."""
    mesh, rank = random.choice(_MESHES), random.choice((1, 2, 2, 3))
    count, filled = random.choice((1, 2, 2, 3)), random.choice((0, 0, 1))
    shape = _sizes(random, rank)
    splits = [random_split(random, rank, mesh) for _ in range(count + 1)]
    if random.random() < 0.4:
        splits[:count] = [splits[0]] * count
    return PartitionedCase("elementwise", mesh, [shape] * (count + 1), splits, {"filled": [filled if count > 1 else 0]})


def _elementwise_text(case: PartitionedCase) -> str:
    *types, result = case.types(["i1"] * (len(case.shapes) == 4))
    count, filled = len(types), case.number("filled")
    given = [(f"%{number}", type) for number, type in enumerate(types)][: count - filled]
    before = f"%c = stablehlo.constant {case.sharding(-2)} dense<2.0> : {result}\n" if filled else ""
    arguments, operands = (
        list(zip(types, case.splits, strict=False))[: count - filled],
        [*given, ("%c", result)][:count],
    )
    name = ("negate", "add", "select")[count - 1]
    return program(case, name, arguments=arguments, inputs=Inputs(before, operands))


# Broadcasts and transposes.


def _random_broadcast(random: Random) -> PartitionedCase:
    mesh, rank = random.choice(_MESHES), random.choice((2, 2, 3))
    shape = _sizes(random, rank)
    dimensions = sorted(random.sample(range(rank), random.randrange(1, rank)))
    shapes = [[shape[number] for number in dimensions], shape]
    return PartitionedCase("broadcast", mesh, shapes, _splits(random, shapes, mesh), {"dimensions": dimensions})


def _random_transpose(random: Random) -> PartitionedCase:
    mesh, rank = random.choice(_MESHES), random.choice((2, 2, 3))
    shape, order = _sizes(random, rank), random.sample(range(rank), rank)
    shapes = [shape, [shape[number] for number in order]]
    return PartitionedCase("transpose", mesh, shapes, _splits(random, shapes, mesh), {"order": order})


# Reshapes.


def _random_reshape(random: Random) -> PartitionedCase:
    """Dimensions of a value are merged, split, or both."""
    mesh = random.choice(_MESHES)
    factors = [random.choice((1, 2, 3, 4, 6, 8, 12, 16, 48)) for _ in range(random.choice((2, 3, 4)))]
    shapes = []
    for _ in range(2):
        cuts = sorted(random.sample(range(1, len(factors)), random.randrange(min(3, len(factors)))))
        edges = [0, *cuts, len(factors)]
        shapes.append([prod(factors[start:stop]) for start, stop in pairwise(edges)])
    return PartitionedCase("reshape", mesh, shapes, _splits(random, shapes, mesh), {})


# Rotations, reversals and sorts.


def _random_rotate(random: Random) -> PartitionedCase:
    """A value whose first rows are put after the others, along a dimension in tiles."""
    mesh, rank = random.choice(_MESHES), random.choice((1, 2, 2, 3))
    shape, dimension = _sizes(random, rank), random.randrange(rank)
    splits = _often_equal(random, [shape, shape], mesh)
    if not splits[-1][dimension]:
        splits[-1] = ["" for _ in range(rank)]
        splits[-1][dimension] = "a"
    at = random.choice((1, shape[dimension] - 1, random.randrange(1, shape[dimension])))
    return PartitionedCase("rotate", mesh, [shape, shape], splits, {"dimension": [dimension], "at": [at]})


def _joined_rows(case: PartitionedCase, *parts: tuple[int, int] | None) -> str:
    """Returns a program that joins rows of its argument: from each number on up to another, or all rows."""
    dimension, shape, before, operands = case.number("dimension"), case.shapes[0], "", []
    for place, part in enumerate(parts):
        start, stop = part or (0, shape[dimension])
        type = type_text([*shape[:dimension], stop - start, *shape[dimension + 1 :]])
        operands.append((f"%p{place}" if part else "%0", type))
        cuts = [f"{start}:{stop}" if number == dimension else f"0:{size}" for number, size in enumerate(shape)]
        line = (
            f"%p{place} = stablehlo.slice %0 [{', '.join(cuts)}] {case.sharding()} : ({type_text(shape)}) -> {type}\n"
        )
        before += line if part else ""
    return program(case, "concatenate", f"dimension = {dimension} : i64", inputs=Inputs(before, operands))


def _rotate_text(case: PartitionedCase) -> str:
    at = case.number("at")
    return _joined_rows(case, (at, case.shapes[0][case.number("dimension")]), (0, at))


def _random_wrap(random: Random) -> PartitionedCase:
    """A value with some of its rows before and after it, often those of the other end, along a dimension in tiles."""
    case = _random_rotate(random)
    (dimension,), shape = case.numbers["dimension"], case.shapes[0]
    low, high = [random.randrange(1, max(2, shape[dimension] // 3)) for _ in range(2)]
    result = [size + low + high if number == dimension else size for number, size in enumerate(shape)]
    most = [shape[dimension] - each for each in (low, high)]
    starts = [random.choice((often, random.randint(0, last))) for often, last in zip((most[0], 0), most, strict=True)]
    numbers = {"dimension": [dimension], "by": [low, high], "starts": starts}
    return case._replace(kind="wrap pad", shapes=[shape, result], numbers=numbers)


def _wrapped_rows(case: PartitionedCase) -> tuple[tuple[int, int], tuple[int, int]]:
    """Returns the rows before a value and the rows after it."""
    low, high = case.numbers["by"]
    first, second = case.numbers.get("starts", [case.shapes[0][case.number("dimension")] - low, 0])
    return (first, first + low), (second, second + high)


def _wrap_text(case: PartitionedCase) -> str:
    before, after = _wrapped_rows(case)
    return _joined_rows(case, before, None, after)


def _random_reverse(random: Random) -> PartitionedCase:
    mesh, rank = random.choice(_MESHES), random.choice((1, 2, 2, 3))
    shape = _sizes(random, rank)
    dimensions = sorted(random.sample(range(rank), random.randrange(1, rank + 1)))
    shapes = [shape, shape]
    return PartitionedCase("reverse", mesh, shapes, _often_equal(random, shapes, mesh), {"dimensions": dimensions})


def _random_sort(random: Random) -> PartitionedCase:
    """One or two operands; the results are often split alike."""
    mesh, rank, count = random.choice(_MESHES), random.choice((1, 2, 2, 3)), random.choice((1, 2))
    shape, dimension = _sizes(random, rank), random.randrange(rank)
    shapes = [shape] * (2 * count)
    splits = _often_equal(random, shapes, mesh)
    if random.random() < 0.8:
        splits[count:] = [splits[count]] * count
    return PartitionedCase("sort", mesh, shapes, splits, {"dimension": [dimension]})


def _sort_text(case: PartitionedCase) -> str:
    count, dimension = len(case.shapes) // 2, case.number("dimension")
    given = ["%a: tensor<f32>", "%b: tensor<f32>", "%c: tensor<i32>", "%d: tensor<i32>"][: 2 * count]
    region = f"{{\n^bb0({', '.join(given)}):\n{_compared('LT')}stablehlo.return %p : tensor<i1>\n}}"
    properties, elements = f"dimension = {dimension} : i64, is_stable = true", ["f32", "i32"][:count] * 2
    return program(case, "sort", properties, region, elements=elements, made=count)


# Windows.


def _random_window(random: Random) -> tuple[list[int], list[SlidingWindow]]:
    """Returns a shape, and windows of some of its dimensions."""
    rank = random.choice((1, 2, 2, 3))
    shape = [max(size, 8) for size in _sizes(random, rank)]
    window = [SlidingWindow()] * rank
    for number in random.sample(range(rank), random.choice((1, 1, min(rank, 2)))):
        size = random.choice((2, 3, 3, 5))
        low, high = random.choice(((0, 0), (size // 2, (size - 1) // 2), (size - 1, 0), (0, size - 1)))
        window[number] = SlidingWindow(size, random.choice((1, 1, 2, size)), low, high)
    return shape, window


def _window_numbers(window: Sequence[SlidingWindow]) -> dict[str, list[int]]:
    return {name: [getattr(each, name) for each in window] for name in SlidingWindow._fields}


def _random_reduce_window(random: Random) -> PartitionedCase:
    """Sums of windows, sometimes of all rows up to each."""
    mesh, (shape, window) = random.choice(_MESHES), _random_window(random)
    if random.random() < 0.15:
        number = random.randrange(len(shape))
        window[number] = SlidingWindow(shape[number], 1, shape[number] - 1, 0)
    elif random.random() < 0.2:
        window = [each if each.is_trivial else each._replace(dilation=2) for each in window]
    result = [each.windows(size) for each, size in zip(window, shape, strict=True)]
    splits = _often_equal(random, [shape, result], mesh)
    return PartitionedCase("reduce window", mesh, [shape, result], splits, _window_numbers(window))


def _window_attributes(case: PartitionedCase) -> str:
    pairs = [[before, after] for before, after in zip(case.numbers["low"], case.numbers["high"], strict=True)]
    return (
        f"window_dimensions = {array(case.numbers['size'])}, window_strides = {array(case.numbers['stride'])}, "
        f"padding = dense<{pairs}> : tensor<{len(pairs)}x2xi64>"
    )


def _reduce_window_text(case: PartitionedCase) -> str:
    dilations = f"base_dilations = {array(case.numbers['base_dilation'])}"
    properties = f"{_window_attributes(case)}, {dilations}, window_dilations = {array(case.numbers['dilation'])}"
    return program(case, "reduce_window", properties, _SUM, inputs=Inputs(_ZERO, more=_INIT))


def _random_select_and_scatter(random: Random) -> PartitionedCase:
    mesh, (shape, window) = random.choice(_MESHES), _random_window(random)
    source = [each.windows(size) for each, size in zip(window, shape, strict=True)]
    shapes = [shape, source, shape]
    return PartitionedCase(
        "select and scatter", mesh, shapes, _often_equal(random, shapes, mesh), _window_numbers(window)
    )


def _select_and_scatter_text(case: PartitionedCase) -> str:
    chosen = f"{{\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n{_compared('GE')}stablehlo.return %p : tensor<i1>\n}}"
    regions = f"{chosen}, {_SUM}"
    return program(case, "select_and_scatter", _window_attributes(case), regions, inputs=Inputs(_ZERO, more=_INIT))


# Matrices.


def _random_matrices(random: Random) -> PartitionedCase:
    """A Cholesky decomposition, or triangular systems."""
    mesh, rank, count = random.choice(_MESHES), random.choice((2, 3, 3, 4)), random.choice((1, 2))
    shape = _sizes(random, rank)
    shape[-1] = shape[-2]
    shapes = [shape] * (count + 1)
    if count == 2:
        shapes[1:] = [[*shape[:-1], random.choice((shape[-1], *_sizes(random, 1)))]] * 2
    return PartitionedCase("matrices", mesh, shapes, _often_equal(random, shapes, mesh), {})


def _matrices_text(case: PartitionedCase) -> str:
    if len(case.shapes) == 2:
        return program(case, "cholesky", "lower = true")
    properties = (
        "left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>"
    )
    return program(case, "triangular_solve", properties)


# Reductions.


def _random_reduce(random: Random) -> PartitionedCase:
    """A sum, or the place of the largest element."""
    mesh, rank, count = random.choice(_MESHES), random.choice((1, 2, 2, 3)), random.choice((1, 1, 2))
    shape = _sizes(random, rank)
    dimensions = sorted(random.sample(range(rank), random.randrange(1, rank + 1)))
    result = [size for number, size in enumerate(shape) if number not in dimensions]
    shapes = [shape] * count + [result] * count
    return PartitionedCase("reduce", mesh, shapes, _splits(random, shapes, mesh), {"dimensions": dimensions})


def _reduce_text(case: PartitionedCase) -> str:
    count, region = len(case.shapes) // 2, _SUM
    if count == 2:
        region = (
            "{\n^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):\n"
            "%p = stablehlo.compare GT, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
            "%s = stablehlo.select %p, %a, %c : tensor<i1>, tensor<f32>\n"
            "%t = stablehlo.select %p, %b, %d : tensor<i1>, tensor<i32>\n"
            "stablehlo.return %s, %t : tensor<f32>, tensor<i32>\n}"
        )
    properties, more = f"dimensions = {array(case.numbers['dimensions'])}", [*_INIT, ("%j", "tensor<i32>")][:count]
    before = f"{_ZERO}%j = stablehlo.constant dense<0> : tensor<i32>\n"
    elements = ["f32", "i32"][:count] * 2
    return program(case, "reduce", properties, region, elements=elements, made=count, inputs=Inputs(before, more=more))


# Slices, pads, and concatenations.


def _random_slice(random: Random) -> PartitionedCase:
    mesh, rank = random.choice(_MESHES), random.choice((1, 2, 2, 3))
    shape = _sizes(random, rank)
    starts, stops, strides = [0] * rank, list(shape), [1] * rank
    for number in random.sample(range(rank), random.randrange(1, rank + 1)):
        starts[number] = random.randrange(shape[number])
        stops[number] = random.randrange(starts[number] + 1, shape[number] + 1)
        if random.random() < 0.5:
            starts[number], stops[number] = random.choice(((0, stops[number]), (starts[number], shape[number])))
        strides[number] = random.choice((1, 1, 1, 2, 3))
    result = [-(-(stop - start) // stride) for start, stop, stride in zip(starts, stops, strides, strict=True)]
    shapes = [shape, result]
    numbers = {"starts": starts, "stops": stops, "strides": strides}
    return PartitionedCase("slice", mesh, shapes, _often_equal(random, shapes, mesh), numbers)


def _slice_text(case: PartitionedCase) -> str:
    starts, stops, strides = [array(each) for each in case.numbers.values()]
    return program(case, "slice", f"start_indices = {starts}, limit_indices = {stops}, strides = {strides}")


def _often_equal(random: Random, shapes: Sequence[Sequence[int]], mesh: Sequence[int]) -> list[Split]:
    splits = _splits(random, shapes, mesh)
    return [splits[0]] * len(splits) if random.random() < 0.5 else splits


def _random_pad(random: Random) -> PartitionedCase:
    """A value padded in some dimensions, sometimes by less than nothing, or between its rows: XLA crashes on both."""
    mesh, rank = random.choice(_MESHES), random.choice((1, 2, 2, 3))
    shape = _sizes(random, rank)
    low, high, interior = [[0] * rank for _ in range(3)]
    for number in random.sample(range(rank), random.randrange(1, rank + 1)):
        most = shape[number] // 3
        low[number] = random.choice((0, 1, random.randrange(-most, shape[number] + 1)))
        high[number] = random.choice((0, 1, random.randrange(-most, shape[number] + 1)))
        interior[number] = random.choice((0, 0, 0, 1)) if min(low[number], high[number]) >= 0 else 0
    result = [
        size + before + after + between * (size - 1)
        for size, before, after, between in zip(shape, low, high, interior, strict=True)
    ]
    numbers = {"low": low, "high": high, "interior": interior}
    return PartitionedCase("pad", mesh, [shape, result], _often_equal(random, [shape, result], mesh), numbers)


def _pad_text(case: PartitionedCase) -> str:
    low, high, interior = [array(each) for each in case.numbers.values()]
    properties = f"edge_padding_low = {low}, edge_padding_high = {high}, interior_padding = {interior}"
    return program(case, "pad", properties, inputs=Inputs(_ZERO, more=_INIT))


def _random_concatenate(random: Random) -> PartitionedCase:
    mesh, rank, count = random.choice(_MESHES), random.choice((1, 2, 2, 3)), random.choice((2, 2, 3))
    shape, dimension = _sizes(random, rank), random.randrange(rank)
    sizes = [random.choice((shape[dimension], *_sizes(random, 1))) for _ in range(count)]
    shapes = [[*shape[:dimension], size, *shape[dimension + 1 :]] for size in sizes]
    result = list(shape)
    result[dimension] = sum([each[dimension] for each in shapes])
    shapes.append(result)
    return PartitionedCase("concatenate", mesh, shapes, _often_equal(random, shapes, mesh), {"dimension": [dimension]})


# Batch normalization, which XLA does not partition.

_BATCH_NORMS = {"training": ("TVV", "TVV"), "inference": ("TVVVV", "T"), "grad": ("TVVVT", "TVV")}
"""Operands and results: tensors, and vectors of features."""


def _random_batch_norm(random: Random) -> PartitionedCase:
    mesh, rank = random.choice(_MESHES), random.choice((2, 3, 3))
    shape, feature, name = _sizes(random, rank), random.randrange(rank), random.choice(list(_BATCH_NORMS))
    shapes = [shape if kind == "T" else [shape[feature]] for kinds in _BATCH_NORMS[name] for kind in kinds]
    numbers = {"feature": [feature], "kind": [list(_BATCH_NORMS).index(name)]}
    return PartitionedCase("batch norm", mesh, shapes, _splits(random, shapes, mesh), numbers)


def _batch_norm_text(case: PartitionedCase) -> str:
    name, (_, results) = list(_BATCH_NORMS.items())[case.number("kind")]
    properties = f"epsilon = 1.0e-5 : f32, feature_index = {case.number('feature')} : i64"
    return program(case, f"batch_norm_{name}", properties, made=len(results))


SHAPE_KINDS: dict[str, CaseKind] = {
    "elementwise": CaseKind(_random_elementwise, _elementwise_text),
    "broadcast": CaseKind(
        _random_broadcast,
        lambda case: program(case, "broadcast_in_dim", f"broadcast_dimensions = {array(case.numbers['dimensions'])}"),
    ),
    "transpose": CaseKind(
        _random_transpose, lambda case: program(case, "transpose", f"permutation = {array(case.numbers['order'])}")
    ),
    "reshape": CaseKind(_random_reshape, lambda case: program(case, "reshape")),
    "slice": CaseKind(_random_slice, _slice_text),
    "pad": CaseKind(_random_pad, _pad_text),
    "concatenate": CaseKind(
        _random_concatenate, lambda case: program(case, "concatenate", f"dimension = {case.number('dimension')} : i64")
    ),
    "rotate": CaseKind(_random_rotate, _rotate_text),
    "wrap pad": CaseKind(_random_wrap, _wrap_text),
    "reverse": CaseKind(
        _random_reverse, lambda case: program(case, "reverse", f"dimensions = {array(case.numbers['dimensions'])}")
    ),
    "sort": CaseKind(_random_sort, _sort_text),
    "reduce window": CaseKind(_random_reduce_window, _reduce_window_text),
    "select and scatter": CaseKind(_random_select_and_scatter, _select_and_scatter_text),
    "matrices": CaseKind(_random_matrices, _matrices_text),
    "batch norm": CaseKind(_random_batch_norm, _batch_norm_text),
    "reduce": CaseKind(_random_reduce, _reduce_text),
}
