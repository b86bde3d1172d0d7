"""Random cases of operations that are not products: elementwise ones, and those that change shapes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import prod
from random import Random

from sdyopt.cost.partitioner.halos import SlidingWindow
from sdyopt.cost.partitioner.shapes import broadcast, by_default, constant, elementwise, reduce, reshape, transpose
from sdyopt.cost.partitioner.shards import HeldValue
from sdyopt.cost.partitioner.tilings import Tiled
from sdyopt.cost.partitioner.windows import (
    concatenate,
    of_matrices,
    pad,
    reduce_window,
    reverse,
    rotated,
    select_and_scatter,
    slice_of,
    sort,
    wrap_padded,
)
from tools.judges.partitioner_cases import (
    MESHES,
    CaseKind,
    PartitionedCase,
    Split,
    hlo_sharding,
    module_text,
    random_split,
    shards,
    tiling_of_split,
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


def _wanted(case: PartitionedCase, number: int = -1) -> Tiled:
    return tiling_of_split(case.splits[number], case.mesh)


def _one(case: PartitionedCase, types: Sequence[str], line: str) -> str:
    """Returns a program of one operation with one result: the last type is its own."""
    sharding = f'{{mhlo.sharding = "{hlo_sharding(case.splits[-1], case.mesh)}"}}'
    signature = f"({', '.join(types[:-1])}) -> {types[-1]}"
    body = f"%r = {line.replace('ATTR', sharding)} : {signature}\nreturn %r : {types[-1]}"
    arguments = list(zip(types[:-1], case.splits[:-1], strict=True))
    return module_text(case, arguments, [(types[-1], case.splits[-1])], body)


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
    count, (filled,) = len(case.shapes) - 1, case.numbers["filled"]
    type = type_text(case.shapes[0])
    types = [type_text(case.shapes[0], "i1"), type, type] if count == 3 else [type] * count
    name = ("negate", "add", "select")[count - 1]
    result, last = [hlo_sharding(split, case.mesh) for split in (case.splits[-1], case.splits[-2])]
    given = [f"%{number}" for number in range(count)]
    before = ""
    if filled:
        before = f'%c = stablehlo.constant {{mhlo.sharding = "{last}"}} dense<2.0> : {type}\n'
        given[-1] = "%c"
    body = (
        f'{before}%r = "stablehlo.{name}"({", ".join(given)}) {{mhlo.sharding = "{result}"}} : '
        f"({', '.join(types)}) -> {type}\nreturn %r : {type}"
    )
    arguments = list(zip(types, case.splits[:-1], strict=True))
    return module_text(case, arguments[: count - filled], [(type, case.splits[-1])], body)


def _elementwise_model(case: PartitionedCase) -> list[HeldValue]:
    count, (filled,) = len(case.shapes) - 1, case.numbers["filled"]
    values = shards(case, [1, 4, 4] if count == 3 else [4] * count)
    if filled:
        last = values[-1]
        values[-1] = constant(last.room, last.tiling, last.shape, 4, "constant", is_filled=True)
    return [elementwise(values, _wanted(case), 4, "name")]


# Broadcasts and transposes.


def _random_broadcast(random: Random) -> PartitionedCase:
    mesh, rank = random.choice(_MESHES), random.choice((2, 2, 3))
    shape = _sizes(random, rank)
    dimensions = sorted(random.sample(range(rank), random.randrange(1, rank)))
    shapes = [[shape[number] for number in dimensions], shape]
    return PartitionedCase("broadcast", mesh, shapes, _splits(random, shapes, mesh), {"dimensions": dimensions})


def _broadcast_text(case: PartitionedCase) -> str:
    types = [type_text(shape) for shape in case.shapes]
    return _one(case, types, f"stablehlo.broadcast_in_dim %0, dims = {case.numbers['dimensions']} ATTR")


def _broadcast_model(case: PartitionedCase) -> list[HeldValue]:
    (value,) = shards(case, [4])
    return [broadcast(value, _wanted(case), case.shapes[1], case.numbers["dimensions"])]


def _random_transpose(random: Random) -> PartitionedCase:
    mesh, rank = random.choice(_MESHES), random.choice((2, 2, 3))
    shape, order = _sizes(random, rank), random.sample(range(rank), rank)
    shapes = [shape, [shape[number] for number in order]]
    return PartitionedCase("transpose", mesh, shapes, _splits(random, shapes, mesh), {"order": order})


def _transpose_text(case: PartitionedCase) -> str:
    types = [type_text(shape) for shape in case.shapes]
    return _one(case, types, f"stablehlo.transpose %0, dims = {case.numbers['order']} ATTR")


def _transpose_model(case: PartitionedCase) -> list[HeldValue]:
    (value,) = shards(case, [4])
    return [transpose(value, _wanted(case), case.numbers["order"])]


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


def _reshape_text(case: PartitionedCase) -> str:
    types = [type_text(shape) for shape in case.shapes]
    return _one(case, types, "stablehlo.reshape %0 ATTR")


def _reshape_model(case: PartitionedCase) -> list[HeldValue]:
    (value,) = shards(case, [4])
    return [reshape(value, _wanted(case), case.shapes[1])]


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


def _sliced(case: PartitionedCase, name: str, start: int, stop: int) -> tuple[str, str]:
    """Returns an operation that slices the dimension of a case, and its type."""
    (dimension,), shape = case.numbers["dimension"], case.shapes[0]
    parts = [f"{start}:{stop}" if number == dimension else f"0:{size}" for number, size in enumerate(shape)]
    type = type_text([*shape[:dimension], stop - start, *shape[dimension + 1 :]])
    sharding = hlo_sharding(case.splits[-1], case.mesh)
    line = f'%{name} = stablehlo.slice %0 [{", ".join(parts)}] {{mhlo.sharding = "{sharding}"}} : '
    return f"{line}({type_text(shape)}) -> {type}\n", type


def _rotate_text(case: PartitionedCase) -> str:
    (dimension,), (at,), type = case.numbers["dimension"], case.numbers["at"], type_text(case.shapes[0])
    (first, one), (second, two) = (_sliced(case, "a", at, case.shapes[0][dimension]), _sliced(case, "b", 0, at))
    sharding = hlo_sharding(case.splits[-1], case.mesh)
    body = (
        f"{first}{second}%r = stablehlo.concatenate %a, %b, dim = {dimension} "
        f'{{mhlo.sharding = "{sharding}"}} : ({one}, {two}) -> {type}\nreturn %r : {type}'
    )
    return module_text(case, [(type, case.splits[0])], [(type, case.splits[1])], body)


def _rotate_model(case: PartitionedCase) -> list[HeldValue]:
    (value,), (dimension,), (at,) = shards(case, [4]), case.numbers["dimension"], case.numbers["at"]
    wanted = _wanted(case)
    if value.tiling == wanted:
        return [rotated(value, dimension, at)]
    parts = [_rows(value, wanted, dimension, at, value.shape[dimension]), _rows(value, wanted, dimension, 0, at)]
    return [concatenate(parts, wanted, dimension)]


def _rows(value: HeldValue, wanted: Tiled, dimension: int, start: int, stop: int) -> HeldValue:
    """Returns a slice of one dimension."""
    starts, stops = [0] * len(value.shape), list(value.shape)
    starts[dimension], stops[dimension] = start, stop
    return slice_of(value, wanted, starts, stops, [1] * len(starts))


def _random_wrap(random: Random) -> PartitionedCase:
    """A value with its last rows before it, and its first ones after it, along a dimension in tiles."""
    case = _random_rotate(random)
    (dimension,), shape = case.numbers["dimension"], case.shapes[0]
    low, high = [random.randrange(1, max(2, shape[dimension] // 3)) for _ in range(2)]
    result = [size + low + high if number == dimension else size for number, size in enumerate(shape)]
    return case._replace(kind="wrap pad", shapes=[shape, result], numbers={"dimension": [dimension], "by": [low, high]})


def _wrap_text(case: PartitionedCase) -> str:
    (dimension,), (low, high) = case.numbers["dimension"], case.numbers["by"]
    types = [type_text(shape) for shape in case.shapes]
    size = case.shapes[0][dimension]
    (first, one), (second, two) = _sliced(case, "a", size - low, size), _sliced(case, "b", 0, high)
    sharding = hlo_sharding(case.splits[-1], case.mesh)
    body = (
        f"{first}{second}%r = stablehlo.concatenate %a, %0, %b, dim = {dimension} "
        f'{{mhlo.sharding = "{sharding}"}} : ({one}, {types[0]}, {two}) -> {types[1]}\nreturn %r : {types[1]}'
    )
    return module_text(case, [(types[0], case.splits[0])], [(types[1], case.splits[1])], body)


def _wrap_model(case: PartitionedCase) -> list[HeldValue]:
    (value,), (dimension,), (low, high) = shards(case, [4]), case.numbers["dimension"], case.numbers["by"]
    return [wrap_padded(value, _wanted(case), dimension, low, high)]


def _random_reverse(random: Random) -> PartitionedCase:
    mesh, rank = random.choice(_MESHES), random.choice((1, 2, 2, 3))
    shape = _sizes(random, rank)
    dimensions = sorted(random.sample(range(rank), random.randrange(1, rank + 1)))
    shapes = [shape, shape]
    return PartitionedCase("reverse", mesh, shapes, _often_equal(random, shapes, mesh), {"dimensions": dimensions})


def _reverse_text(case: PartitionedCase) -> str:
    types = [type_text(shape) for shape in case.shapes]
    sharding = hlo_sharding(case.splits[-1], case.mesh)
    body = (
        f"%r = stablehlo.reverse %0, dims = {case.numbers['dimensions']} "
        f'{{mhlo.sharding = "{sharding}"}} : {types[0]}\nreturn %r : {types[0]}'
    )
    return module_text(case, [(types[0], case.splits[0])], [(types[0], case.splits[1])], body)


def _reverse_model(case: PartitionedCase) -> list[HeldValue]:
    (value,) = shards(case, [4])
    return [reverse(value, _wanted(case), case.numbers["dimensions"])]


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
    count, (dimension,) = len(case.shapes) // 2, case.numbers["dimension"]
    elements = ["f32", "i32"][:count]
    types = [type_text(case.shapes[0], element) for element in elements]
    shardings = [hlo_sharding(split, case.mesh) for split in case.splits[count:]]
    sharding = shardings[0] if count == 1 else "{" + ", ".join(shardings) + "}"
    given = ["%a: tensor<f32>", "%b: tensor<f32>", "%c: tensor<i32>", "%d: tensor<i32>"][: 2 * count]
    names = ["%r"] if count == 1 else ["%r#0", "%r#1"]
    body = (
        f'%r{":2" if count > 1 else ""} = "stablehlo.sort"({", ".join(["%0", "%1"][:count])}) ({{\n'
        f"^bb0({', '.join(given)}):\n"
        "%p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
        "stablehlo.return %p : tensor<i1>\n"
        f'}}) {{dimension = {dimension} : i64, is_stable = true, mhlo.sharding = "{sharding}"}} : '
        f"({', '.join(types)}) -> ({', '.join(types)})\nreturn {', '.join(names)} : {', '.join(types)}"
    )
    return module_text(
        case,
        list(zip(types, case.splits[:count], strict=True)),
        list(zip(types, case.splits[count:], strict=True)),
        body,
    )


def _sort_model(case: PartitionedCase) -> list[HeldValue]:
    count = len(case.shapes) // 2
    values = shards(case, [4] * count)
    wanted = [_wanted(case, count + number) for number in range(count)]
    return sort(values, wanted, case.numbers["dimension"][0], "key")


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


def _window(case: PartitionedCase) -> list[SlidingWindow]:
    return [SlidingWindow(*each) for each in zip(*case.numbers.values(), strict=True)]


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
    numbers = {name: ", ".join(map(str, values)) for name, values in case.numbers.items()}
    pairs = [[before, after] for before, after in zip(case.numbers["low"], case.numbers["high"], strict=True)]
    return (
        f"window_dimensions = array<i64: {numbers['size']}>, window_strides = array<i64: {numbers['stride']}>, "
        f"padding = dense<{pairs}> : tensor<{len(pairs)}x2xi64>"
    )


def _reduce_window_text(case: PartitionedCase) -> str:
    types = [type_text(shape) for shape in case.shapes]
    dilations = [", ".join(map(str, case.numbers[name])) for name in ("base_dilation", "dilation")]
    body = (
        "%i = stablehlo.constant dense<0.0> : tensor<f32>\n"
        '%r = "stablehlo.reduce_window"(%0, %i) ({\n'
        "^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
        "%s = stablehlo.add %a, %b : tensor<f32>\n"
        "stablehlo.return %s : tensor<f32>\n"
        f"}}) {{{_window_attributes(case)}, base_dilations = array<i64: {dilations[0]}>, "
        f"window_dilations = array<i64: {dilations[1]}>, "
        f'mhlo.sharding = "{hlo_sharding(case.splits[-1], case.mesh)}"}} : '
        f"({types[0]}, tensor<f32>) -> {types[1]}\nreturn %r : {types[1]}"
    )
    return module_text(case, [(types[0], case.splits[0])], [(types[1], case.splits[1])], body)


def _reduce_window_model(case: PartitionedCase) -> list[HeldValue]:
    (value,) = shards(case, [4])
    return reduce_window([value], [_wanted(case)], _window(case), "key")


def _random_select_and_scatter(random: Random) -> PartitionedCase:
    mesh, (shape, window) = random.choice(_MESHES), _random_window(random)
    source = [each.windows(size) for each, size in zip(window, shape, strict=True)]
    shapes = [shape, source, shape]
    return PartitionedCase(
        "select and scatter", mesh, shapes, _often_equal(random, shapes, mesh), _window_numbers(window)
    )


def _select_and_scatter_text(case: PartitionedCase) -> str:
    types = [type_text(shape) for shape in case.shapes]
    body = (
        "%i = stablehlo.constant dense<0.0> : tensor<f32>\n"
        '%r = "stablehlo.select_and_scatter"(%0, %1, %i) ({\n'
        "^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
        "%p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
        "stablehlo.return %p : tensor<i1>\n"
        "}, {\n"
        "^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
        "%s = stablehlo.add %a, %b : tensor<f32>\n"
        "stablehlo.return %s : tensor<f32>\n"
        f'}}) {{{_window_attributes(case)}, mhlo.sharding = "{hlo_sharding(case.splits[-1], case.mesh)}"}} : '
        f"({types[0]}, {types[1]}, tensor<f32>) -> {types[2]}\nreturn %r : {types[2]}"
    )
    return module_text(case, list(zip(types[:2], case.splits[:2], strict=True)), [(types[2], case.splits[2])], body)


def _select_and_scatter_model(case: PartitionedCase) -> list[HeldValue]:
    operand, source = shards(case, [4, 4])
    return [select_and_scatter(operand, source, _wanted(case), _window(case), "key")]


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
    types = [type_text(shape) for shape in case.shapes]
    sharding = f'mhlo.sharding = "{hlo_sharding(case.splits[-1], case.mesh)}"'
    if len(types) == 2:
        line = f'"stablehlo.cholesky"(%0) {{lower = true, {sharding}}} : ({types[0]}) -> {types[1]}'
    else:
        line = (
            '"stablehlo.triangular_solve"(%0, %1) {left_side = true, lower = true, unit_diagonal = false, '
            f"transpose_a = #stablehlo<transpose NO_TRANSPOSE>, {sharding}}} : ({types[0]}, {types[1]}) -> {types[2]}"
        )
    arguments = list(zip(types[:-1], case.splits[:-1], strict=True))
    return module_text(case, arguments, [(types[-1], case.splits[-1])], f"%r = {line}\nreturn %r : {types[-1]}")


def _matrices_model(case: PartitionedCase) -> list[HeldValue]:
    return [of_matrices(shards(case, [4] * (len(case.shapes) - 1)), _wanted(case), "key")]


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
    count, dimensions = len(case.shapes) // 2, case.numbers["dimensions"]
    elements = ["f32", "i32"][:count]
    scalars = [type_text([], element) for element in elements]
    operands = [type_text(case.shapes[0], element) for element in elements]
    results = [type_text(case.shapes[-1], element) for element in elements]
    shardings = [hlo_sharding(split, case.mesh) for split in case.splits[count:]]
    sharding = shardings[0] if count == 1 else "{" + ", ".join(shardings) + "}"
    inits = "%i = stablehlo.constant dense<0.0> : tensor<f32>\n" + "%j = stablehlo.constant dense<0> : tensor<i32>\n"
    given = [*[f"%{number}" for number in range(count)], *["%i", "%j"][:count]]
    if count == 1:
        block = (
            "^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
            "%s = stablehlo.add %a, %b : tensor<f32>\n"
            "stablehlo.return %s : tensor<f32>\n"
        )
    else:
        block = (
            "^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):\n"
            "%p = stablehlo.compare GT, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
            "%s = stablehlo.select %p, %a, %c : tensor<i1>, tensor<f32>\n"
            "%t = stablehlo.select %p, %b, %d : tensor<i1>, tensor<i32>\n"
            "stablehlo.return %s, %t : tensor<f32>, tensor<i32>\n"
        )
    names = [f"%r#{number}" for number in range(count)] if count > 1 else ["%r"]
    body = (
        f'{inits}%r{":2" if count > 1 else ""} = "stablehlo.reduce"({", ".join(given)}) ({{\n{block}}}) '
        f'{{dimensions = array<i64: {", ".join(map(str, dimensions))}>, mhlo.sharding = "{sharding}"}} : '
        f"({', '.join([*operands, *scalars])}) -> ({', '.join(results)})\n"
        f"return {', '.join(names)} : {', '.join(results)}"
    )
    return module_text(
        case,
        list(zip(operands, case.splits[:count], strict=True)),
        list(zip(results, case.splits[count:], strict=True)),
        body,
    )


def _reduce_model(case: PartitionedCase) -> list[HeldValue]:
    count = len(case.shapes) // 2
    values = shards(case, [4] * count)
    wanted = [_wanted(case, count + number) for number in range(count)]
    return reduce(values, wanted, case.numbers["dimensions"], "key")


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


def _often_equal(random: Random, shapes: Sequence[Sequence[int]], mesh: Sequence[int]) -> list[Split]:
    splits = _splits(random, shapes, mesh)
    return [splits[0]] * len(splits) if random.random() < 0.5 else splits


def _slice_text(case: PartitionedCase) -> str:
    types = [type_text(shape) for shape in case.shapes]
    parts = [
        f"{start}:{stop}:{stride}"
        for start, stop, stride in zip(*[case.numbers[each] for each in ("starts", "stops", "strides")], strict=True)
    ]
    return _one(case, types, f"stablehlo.slice %0 [{', '.join(parts)}] ATTR")


def _slice_model(case: PartitionedCase) -> list[HeldValue]:
    (value,) = shards(case, [4])
    return [slice_of(value, _wanted(case), *[case.numbers[each] for each in ("starts", "stops", "strides")])]


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
    types = [type_text(shape) for shape in case.shapes]
    parts = [f"{name} = {case.numbers[name]}" for name in ("low", "high", "interior")]
    sharding = hlo_sharding(case.splits[-1], case.mesh)
    body = (
        "%c = stablehlo.constant dense<0.0> : tensor<f32>\n"
        f'%r = stablehlo.pad %0, %c, {", ".join(parts)} {{mhlo.sharding = "{sharding}"}} : '
        f"({types[0]}, tensor<f32>) -> {types[1]}\nreturn %r : {types[1]}"
    )
    return module_text(case, [(types[0], case.splits[0])], [(types[1], case.splits[1])], body)


def _pad_model(case: PartitionedCase) -> list[HeldValue]:
    (value,) = shards(case, [4])
    return [pad(value, _wanted(case), *[case.numbers[each] for each in ("low", "high", "interior")])]


def _random_concatenate(random: Random) -> PartitionedCase:
    mesh, rank, count = random.choice(_MESHES), random.choice((1, 2, 2, 3)), random.choice((2, 2, 3))
    shape, dimension = _sizes(random, rank), random.randrange(rank)
    shapes = []
    for _ in range(count):
        own = list(shape)
        own[dimension] = random.choice((own[dimension], *_sizes(random, 1)))
        shapes.append(own)
    result = list(shape)
    result[dimension] = sum([each[dimension] for each in shapes])
    shapes.append(result)
    return PartitionedCase("concatenate", mesh, shapes, _often_equal(random, shapes, mesh), {"dimension": [dimension]})


def _concatenate_text(case: PartitionedCase) -> str:
    types = [type_text(shape) for shape in case.shapes]
    given = ", ".join([f"%{number}" for number in range(len(types) - 1)])
    (dimension,) = case.numbers["dimension"]
    return _one(case, types, f"stablehlo.concatenate {given}, dim = {dimension} ATTR")


def _concatenate_model(case: PartitionedCase) -> list[HeldValue]:
    values = shards(case, [4] * (len(case.shapes) - 1))
    return [concatenate(values, _wanted(case), case.numbers["dimension"][0])]


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
    (feature,), (kind,) = case.numbers["feature"], case.numbers["kind"]
    name, (operands, _) = list(_BATCH_NORMS.items())[kind]
    types = [type_text(shape) for shape in case.shapes]
    given, made = types[: len(operands)], types[len(operands) :]
    shardings = [hlo_sharding(split, case.mesh) for split in case.splits[len(operands) :]]
    sharding = shardings[0] if len(made) == 1 else "{" + ", ".join(shardings) + "}"
    names = [f"%r#{number}" for number in range(len(made))] if len(made) > 1 else ["%r"]
    body = (
        f'%r{f":{len(made)}" if len(made) > 1 else ""} = "stablehlo.batch_norm_{name}"'
        f"({', '.join([f'%{number}' for number in range(len(given))])}) {{epsilon = 1.0e-5 : f32, "
        f'feature_index = {feature} : i64, mhlo.sharding = "{sharding}"}} : '
        f"({', '.join(given)}) -> ({', '.join(made)})\nreturn {', '.join(names)} : {', '.join(made)}"
    )
    arguments = list(zip(given, case.splits, strict=False))
    return module_text(case, arguments, list(zip(made, case.splits[len(given) :], strict=True)), body)


def _batch_norm_model(case: PartitionedCase) -> list[HeldValue]:
    operands, results = list(_BATCH_NORMS.values())[case.numbers["kind"][0]]
    wanted = [_wanted(case, len(operands) + number) for number in range(len(results))]
    shapes = [tuple(shape) for shape in case.shapes[len(operands) :]]
    return by_default(shards(case, [4] * len(operands)), wanted, shapes, [4] * len(results), "key")


SHAPE_KINDS: dict[str, CaseKind] = {
    "elementwise": CaseKind(_random_elementwise, _elementwise_text, _elementwise_model),
    "broadcast": CaseKind(_random_broadcast, _broadcast_text, _broadcast_model),
    "transpose": CaseKind(_random_transpose, _transpose_text, _transpose_model),
    "reshape": CaseKind(_random_reshape, _reshape_text, _reshape_model),
    "slice": CaseKind(_random_slice, _slice_text, _slice_model),
    "pad": CaseKind(_random_pad, _pad_text, _pad_model),
    "concatenate": CaseKind(_random_concatenate, _concatenate_text, _concatenate_model),
    "rotate": CaseKind(_random_rotate, _rotate_text, _rotate_model),
    "wrap pad": CaseKind(_random_wrap, _wrap_text, _wrap_model),
    "reverse": CaseKind(_random_reverse, _reverse_text, _reverse_model),
    "sort": CaseKind(_random_sort, _sort_text, _sort_model),
    "reduce window": CaseKind(_random_reduce_window, _reduce_window_text, _reduce_window_model),
    "select and scatter": CaseKind(_random_select_and_scatter, _select_and_scatter_text, _select_and_scatter_model),
    "matrices": CaseKind(_random_matrices, _matrices_text, _matrices_model),
    "batch norm": CaseKind(_random_batch_norm, _batch_norm_text, _batch_norm_model),
    "reduce": CaseKind(_random_reduce, _reduce_text, _reduce_model),
}
