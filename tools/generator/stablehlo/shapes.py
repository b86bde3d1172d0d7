"""StableHLO's operations that make tensors, or arrange elements anew; the shapes known or not."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from sdyopt.dialects.stablehlo.attributes import GatherDimensionNumbers
from sdyopt.mlir.write.attributes import text_of
from tools.generator.builder import Block
from tools.generator.literals import ELEMENTS, FLOATS, INTEGERS, NUMBERS, dense, i64_array, i64_list, width
from tools.generator.operations import Op, Shape, Sizes, Tensor, axes_of
from tools.generator.program import Recipe, recipes
from tools.generator.stablehlo.elementwise import bounded, short_or_functional


def constant(block: Block, name: str = "stablehlo.constant") -> None:
    shape = block.shape(0, 3)
    element = block.pick("f32", "i32", "i1", "i64", *ELEMENTS)
    type = Tensor(shape, element)
    value = f"dense<{dense(block.random, shape, element)}> : {type}"
    op = Op(name, (), [type], {"value": value}, shown=["value"])
    op.own = lambda entries: f"{entries} {value}"
    if name == "stablehlo.constant" and block.chance(0.1):
        op.own = lambda entries: f"() <{{value = {value}}}>{entries} : () -> {type}"
    block.add(op)


def iota(block: Block) -> None:
    shape = block.shape(1, 4)
    dimension = block.random.randrange(len(shape))
    result = Tensor(shape, block.pick(*NUMBERS))
    op = Op("stablehlo.iota", (), [result], {"iota_dimension": f"{dimension} : i64"})
    block.add(op.in_form(f"dim = {dimension}", "iota_dimension", types=str(result)))


def factored(block: Block, count: int) -> tuple[int, ...]:
    """Another shape with that many elements."""
    sizes: list[int] = []
    rest = count
    while rest > 1 and len(sizes) < 4:
        divisors = [size for size in range(2, min(rest, 40) + 1) if rest % size == 0] or [rest]
        size = block.random.choice([*divisors, rest])
        sizes.append(size)
        rest //= size
    if rest != 1:
        sizes.append(rest)
    for _ in range(block.random.choice([0, 0, 1, 2])):
        sizes.insert(block.random.randrange(len(sizes) + 1), 1)
    return tuple(sizes)


def regrouped(block: Block, shape: Shape) -> Shape:
    """Returns the shape with two neighbours merged, one dimension split, a further one of size 1, or as it is.

    The first part of a dimension keeps its axes.
    """
    sizes = list(shape)
    kind = block.random.randrange(4)
    place = block.random.randrange(len(sizes)) if sizes else 0
    if kind == 0 and place + 1 < len(sizes):
        first, second = sizes[place : place + 2]
        sizes[place : place + 2] = [block.like(first, first * second)]
    elif kind == 1 and sizes:
        pieces = block.like(sizes[place], 1)
        divisors = [size for size in (1, 2, 3, 4, 8) if sizes[place] % (size * pieces) == 0] or [1]
        part = block.random.choice(divisors) * pieces
        if sizes[place] % part == 0:
            sizes[place : place + 1] = [block.like(sizes[place], part), sizes[place] // part]
    elif kind == 2:
        sizes.insert(block.random.randint(0, len(sizes)), 1)
    return tuple(sizes)


def reshape(block: Block) -> None:
    shape = block.shape()
    element = block.pick(*ELEMENTS)
    is_near = any(map(axes_of, shape)) or block.chance()
    result = Tensor(regrouped(block, shape) if is_near else factored(block, math.prod(shape)), element)
    if block.program.shardings is None and block.chance(0.1):
        result = Tensor((None, 2), element, (block.size(), None))
        shape = (block.size() * 2,) if block.chance() else (None,)  # type: ignore[assignment]
    block.emit("stablehlo.reshape", [Tensor(shape, element)], [result], tail="")


def bitcast_convert(block: Block) -> None:
    """To elements of the same width, or a last dimension more or less."""
    shape = block.shape(0, 3)
    first, second = block.pick("f32", "i32", "ui64", "f64", "bf16", *ELEMENTS), block.pick("f32", "i32", *ELEMENTS)
    complexes = first.startswith("c"), second.startswith("c")
    if "i1" in (first, second) or complexes[0] != complexes[1]:
        second = first
    operand, result = Tensor(shape, first), Tensor(shape, second)
    wide, narrow = width(first), width(second)
    if max(wide, narrow) % min(wide, narrow):
        result = operand
    elif wide > narrow:
        result = result._replace(shape=(*shape, wide // narrow))
    elif wide < narrow:
        operand = operand._replace(shape=(*shape, narrow // wide))
    block.emit("stablehlo.bitcast_convert", [operand], [result], tail="")


def broadcast(block: Block) -> None:
    shape, sizes = block.shape(0, 3), block.shape(0, 3)
    element = block.pick(*ELEMENTS)
    properties, tail = {"broadcast_sizes": i64_array(sizes)}, f", sizes = {i64_list(sizes)}"
    block.emit("stablehlo.broadcast", [Tensor(shape, element)], [Tensor(sizes + shape, element)], properties, tail)


def _broadcast_shapes(block: Block) -> tuple[Sizes, Sizes, list[int]]:
    """The shape of an operand and of a result, and where the dimensions of the first are in the second."""
    result = block.shape(0, 4)
    dimensions = block.random.sample(range(len(result)), block.random.randint(0, len(result)))
    if block.chance(0.7):
        dimensions.sort()
    return tuple(1 if block.chance(0.2) else result[dimension] for dimension in dimensions), result, dimensions


def broadcast_in_dim(block: Block) -> None:
    operand, result, dimensions = _broadcast_shapes(block)
    element = block.pick(*ELEMENTS)
    properties, tail = {"broadcast_dimensions": i64_array(dimensions)}, f", dims = {i64_list(dimensions)}"
    types = [Tensor(operand, element)], [Tensor(result, element)]
    block.emit("stablehlo.broadcast_in_dim", *types, properties, tail)


def dynamic_broadcast_in_dim(block: Block) -> None:
    operand, result, dimensions = _broadcast_shapes(block)
    element = block.pick(*ELEMENTS)
    sizes = Tensor((len(result),), block.pick("index", "i64", "i32", "ui8"))
    known = block.random.sample(range(len(operand)), block.random.randint(0, len(operand)))
    cut = block.random.randint(0, len(known))
    properties = {"broadcast_dimensions": i64_array(dimensions)}
    if block.chance(0.4):
        properties["known_expanding_dimensions"] = i64_array(known[:cut])
    if block.chance(0.4):
        properties["known_nonexpanding_dimensions"] = i64_array(known[cut:])
    op = Op(
        "stablehlo.dynamic_broadcast_in_dim",
        [block.value(Tensor(block.loosened(operand), element)), block.value(sizes)],
        [Tensor(block.loosened(result, 0.7), element)],
        properties,
    )
    block.add(op.in_form(f"{op.uses}, dims = {i64_list(dimensions)}", "broadcast_dimensions"))


def transpose(block: Block) -> None:
    shape = block.loosened(block.shape(0, 4))
    permutation = block.random.sample(range(len(shape)), len(shape))
    operand = bounded(block, Tensor(shape, block.pick(*ELEMENTS)))
    bounds = operand.bounds and tuple(operand.bounds[dimension] for dimension in permutation)
    result = Tensor(tuple(shape[dimension] for dimension in permutation), operand.element, bounds)
    properties, tail = {"permutation": i64_array(permutation)}, f", dims = {i64_list(permutation)}"
    block.emit("stablehlo.transpose", [operand], [result], properties, tail)


def reverse(block: Block) -> None:
    shape = block.loosened(block.shape(0, 4))
    dimensions = block.random.sample(range(len(shape)), block.random.randint(0, len(shape)))
    type = Tensor(shape, block.pick(*ELEMENTS))
    op = Op("stablehlo.reverse", [block.value(type)], [type], {"dimensions": i64_array(dimensions)})
    head = f"{op.uses}, dims = {i64_list(dimensions)}"
    block.add(short_or_functional(block, op, "dimensions", head=head))


def concatenate(block: Block) -> None:
    shape = block.shape(1, 4)
    element = block.pick(*ELEMENTS)
    dimension = block.random.randrange(len(shape))
    sizes = [block.plain_size() for _ in range(block.random.randint(1, 4))]
    types = [Tensor((*shape[:dimension], size, *shape[dimension + 1 :]), element) for size in sizes]
    result = Tensor((*shape[:dimension], sum(sizes), *shape[dimension + 1 :]), element)
    block.emit("stablehlo.concatenate", types, [result], {"dimension": f"{dimension} : i64"}, f", dim = {dimension}")


def slice_(block: Block) -> None:
    shape = block.shape(0, 4)
    parts = [block.part(size) for size in shape]
    starts = [block.random.randint(0, size - part) for size, part in zip(shape, parts, strict=True)]
    limits = [start + part for start, part in zip(starts, parts, strict=True)]
    strides = [1 if axes_of(part) else block.random.choice([1, 1, 2, 3]) for part in parts]
    result = tuple(part if stride == 1 else -(-part // stride) for part, stride in zip(parts, strides, strict=True))
    ranges = list(zip(starts, limits, strides, strict=True))
    element = block.pick(*ELEMENTS)
    op = Op(
        "stablehlo.slice",
        [block.value(Tensor(shape, element))],
        [Tensor(result, element)],
        {"start_indices": i64_array(starts), "limit_indices": i64_array(limits), "strides": i64_array(strides)},
    )
    texts = [
        f"{start}:{limit}{f':{stride}' if stride != 1 or block.chance(0.3) else ''}" for start, limit, stride in ranges
    ]
    block.add(op.in_form(f"{op.uses} [{', '.join(texts)}]", *op.properties))


def padded(block: Block, size: int) -> tuple[int, int, int, int]:
    """How much is added to a dimension below, above and between, and its size then."""
    inner = block.random.choice([0, 0, 1, 2])
    stretched = size + max(size - 1, 0) * inner
    low = block.random.randint(-(stretched // 2), 3)
    high = block.random.randint(-(stretched // 2), 3)
    if stretched + low + high < 0:
        low = high = 0
    result = block.like(size, stretched + low + high)
    return low, result - stretched - low, inner, result


def pad(block: Block) -> None:
    shape = block.shape(0, 3)
    element = block.pick(*ELEMENTS)
    paddings = [padded(block, size) for size in shape]
    low, high, interior, sizes = ([padding[index] for padding in paddings] for index in range(4))
    names = ("edge_padding_low", "edge_padding_high", "interior_padding")
    properties = dict(zip(names, map(i64_array, (low, high, interior)), strict=True))
    tail = f", low = {i64_list(low)}, high = {i64_list(high)}, interior = {i64_list(interior)}"
    types = [Tensor(shape, element), Tensor((), element)]
    block.emit("stablehlo.pad", types, [Tensor(tuple(sizes), element)], properties, tail)


def dynamic_slice(block: Block) -> None:
    shape = block.shape(1, 3)
    element = block.pick(*ELEMENTS)
    sizes = [block.part(size) for size in shape]
    start = Tensor((), block.pick("i32", "i64", *INTEGERS))
    types = [Tensor(shape, element), *[start for _ in shape]]
    properties, tail = {"slice_sizes": i64_array(sizes)}, f", sizes = {i64_list(sizes)}"
    block.emit("stablehlo.dynamic_slice", types, [Tensor(tuple(sizes), element)], properties, tail)


def dynamic_update_slice(block: Block) -> None:
    shape = block.shape(0, 3)
    element = block.pick(*ELEMENTS)
    update = tuple(block.part(size) for size in shape)
    start = Tensor((), block.pick("i32", "i64", *INTEGERS))
    operand = Tensor(shape, element)
    types = [operand, Tensor(update, element), *[start for _ in shape]]
    block.emit("stablehlo.dynamic_update_slice", types, [operand], tail="")


def get_dimension_size(block: Block) -> None:
    shape = block.loosened(block.shape(1, 4), 0.5)
    dimension = block.random.randrange(len(shape))
    operand = bounded(block, Tensor(shape, block.pick(*ELEMENTS)))
    properties, tail = {"dimension": f"{dimension} : i64"}, f", dim = {dimension}"
    block.emit("stablehlo.get_dimension_size", [operand], [Tensor((), "i32")], properties, tail)


def set_dimension_size(block: Block) -> None:
    shape = block.shape(1, 4)
    dimension = block.random.randrange(len(shape))
    operand = Tensor(shape, block.pick(*ELEMENTS))
    places = range(len(shape))
    result = Tensor(
        tuple(None if place == dimension else shape[place] for place in places),
        operand.element,
        tuple(shape[place] if place == dimension else None for place in places),
    )
    properties, tail = {"dimension": f"{dimension} : i64"}, f", dim = {dimension}"
    block.emit("stablehlo.set_dimension_size", [operand, Tensor((), "i32")], [result], properties, tail)


# Sizes that operands give.


def _lists(block: Block, rank: int, count: int, *elements: str) -> list[Tensor]:
    return [Tensor((rank,), block.pick(*elements))] * count


def dynamic_iota(block: Block) -> None:
    shape = block.shape(1, 4)
    dimension = block.random.randrange(len(shape))
    (sizes,) = _lists(block, len(shape), 1, "index", "i32", "i64")
    op = Op(
        "stablehlo.dynamic_iota",
        [block.value(sizes)],
        [Tensor(block.loosened(shape, 0.8), block.pick(*NUMBERS))],
        {"iota_dimension": f"{dimension} : i64"},
    )
    block.add(op.in_form(f"{op.uses}, dim = {dimension}", "iota_dimension"))


def dynamic_pad(block: Block) -> None:
    shape = block.shape(0, 3)
    element = block.pick(*ELEMENTS)
    lists = _lists(block, len(shape), 3, "index", "i32", "i64")
    types = [Tensor(block.loosened(shape), element), Tensor((), element), *lists]
    block.emit("stablehlo.dynamic_pad", types, [Tensor(tuple(None for _ in shape), element)], tail="")


def dynamic_reshape(block: Block) -> None:
    shape = block.shape()
    result = factored(block, math.prod(shape))
    element = block.pick(*ELEMENTS)
    (sizes,) = _lists(block, len(result), 1, "index", "i32", "i64")
    types = [Tensor(block.loosened(shape), element), sizes]
    op = Op(
        "stablehlo.dynamic_reshape",
        [block.value(type) for type in types],
        [Tensor(block.loosened(result, 0.7), element)],
    )
    block.add(op.in_form(op.uses))


def real_dynamic_slice(block: Block) -> None:
    shape = block.shape(0, 3)
    element = block.pick(*ELEMENTS)
    types = [Tensor(block.loosened(shape), element), *_lists(block, len(shape), 3, "index", "i32", "i64")]
    result = Tensor(tuple(None for _ in shape), element)
    block.emit("stablehlo.real_dynamic_slice", types, [result], tail="")


# Indices.


def gather_like(block: Block) -> tuple[Tensor, Tensor, list[int], tuple[int, ...], tuple[Any, ...]]:
    """Returns what gathers and scatters have in common.

    The operand, the indices, the sizes of slices, the shape of the result or update, and the parameters of the
    dimension numbers.
    """
    rank = block.random.randint(1, 4)
    sizes = [block.size(6) for _ in range(rank)]
    batch = [block.size(5) for _ in range(block.random.randint(0, 3))]
    dimensions = block.random.sample(range(rank), rank)
    batching = dimensions[: block.random.randint(0, min(len(batch), rank - 1))] if block.chance(0.4) else []
    indices_batching = block.random.sample(range(len(batch)), len(batching))
    rest = [dimension for dimension in range(rank) if dimension not in batching]
    collapsed = sorted(block.random.sample(rest, block.random.randint(0, len(rest))))
    batching_pairs = sorted(zip(batching, indices_batching, strict=True))
    batching = [pair[0] for pair in batching_pairs]
    for operand_dimension, batch_dimension in batching_pairs:
        sizes[operand_dimension] = batch[batch_dimension]
    mapped = block.random.sample(rest, block.random.randint(0, len(rest)))
    slices = [
        1 if dimension in collapsed or dimension in batching else block.part(sizes[dimension], 1)
        for dimension in range(rank)
    ]
    vector = block.random.randint(0, len(batch))
    places = [place + (place >= vector) for _, place in batching_pairs]
    indices = [*batch[:vector], len(mapped), *batch[vector:]]
    if len(mapped) == 1 and vector == len(batch) and block.chance(0.3):
        indices = batch
    window = [slices[dimension] for dimension in range(rank) if dimension not in collapsed + batching]
    offsets = sorted(block.random.sample(range(len(batch) + len(window)), len(window)))
    remaining = {"window": iter(window), "batch": iter(batch)}
    shape = [next(remaining["window" if place in offsets else "batch"]) for place in range(len(batch) + len(window))]
    element = block.pick(*ELEMENTS)
    # Of sharded dimensions the reference can only have indices of 64 bits.
    is_sharded = any(axes_of(sizes[dimension]) for dimension in mapped)
    return (
        Tensor(tuple(sizes), element),
        Tensor(tuple(indices), block.pick(*(("i64", "ui64") if is_sharded else ("i32", "i64", *INTEGERS)))),
        slices,
        tuple(shape),
        (*map(tuple, (offsets, collapsed, batching, places, mapped)), vector),
    )


def gather(block: Block, dynamic: bool = False) -> None:
    operand, indices, slices, shape, numbers = gather_like(block)
    properties = {"dimension_numbers": text_of(GatherDimensionNumbers(*numbers))}
    operands = [block.value(operand), block.value(indices)]
    if dynamic:
        operands.append(block.value(Tensor((len(slices),), block.pick("i32", "i64"))))
        shape = tuple(None for _ in shape)  # type: ignore[misc]
    else:
        properties["slice_sizes"] = i64_array(slices)
    if block.chance():
        properties["indices_are_sorted"] = block.pick("true", "false")
    name = "stablehlo.dynamic_gather" if dynamic else "stablehlo.gather"
    block.add(Op(name, operands, [Tensor(shape, operand.element)], properties))


def torch_index_select(block: Block) -> None:
    shape = block.shape(1, 3)
    dimension = block.random.randrange(len(shape))
    count = block.size()
    element = block.pick(*FLOATS)
    result = Tensor((*shape[:dimension], count, *shape[dimension + 1 :]), element)
    properties = {"dim": f"{dimension} : i64", "batch_dims": "0 : i64"}
    block.emit("stablehlo.torch_index_select", [Tensor(shape, element), Tensor((count,), "i32")], [result], properties)


RECIPES: dict[str, Recipe] = {
    **recipes(globals(), "stablehlo"),
    "stablehlo.dynamic_gather": partial(gather, dynamic=True),
}
