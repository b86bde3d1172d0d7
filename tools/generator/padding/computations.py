"""Operations of StableHLO on sharded values, as steps of a block."""

from __future__ import annotations

from tools.generator.padding.blocks import SIZES, Body, Step
from tools.generator.writing import Axes, Part, count_of, tensor


def elementwise(body: Body) -> None:
    value = body.value()
    if value is None:
        return
    alike = [
        each
        for each in body.values
        if (each.shape, each.element, each.axes) == (value.shape, value.element, value.axes)
    ]
    axes = body.axes_for_result(value.axes)
    name = body.random.choice(("add", "maximum", "multiply"))
    other = body.random.choice(alike)
    if body.program.chance(0.5):
        text = f"stablehlo.{name} {value.name}, {other.name}{body.attributes(axes)} : {value.type}"
        body.add(text, value.shape, value.element, axes)
    elif value.element in ("f32", "bf16", "f64"):
        name = body.random.choice(("tanh", "negate", "exponential", "cosine"))
        text = f"stablehlo.{name} {value.name}{body.attributes(axes)} : {value.type}"
        body.add(text, value.shape, value.element, axes)
    else:
        result = tensor(value.shape, "f32")
        text = f"stablehlo.convert {value.name}{body.attributes(axes)} : ({value.type}) -> {result}"
        body.add(text, value.shape, "f32", axes)


def compare_and_select(body: Body) -> None:
    value = body.value()
    if value is None:
        return
    axes = body.axes_for_result(value.axes)
    truth = tensor(value.shape, "i1")
    head = f"stablehlo.compare LT, {value.name}, {value.name}"
    mask = body.compute(head, [value, value], value.shape, "i1", axes)
    text = f"stablehlo.select {mask.name}, {value.name}, {value.name}{body.attributes(axes)} : {truth}, {value.type}"
    body.add(text, value.shape, value.element, axes)


def transpose(body: Body) -> None:
    value = body.value(lambda each: len(each.shape) > 1)
    if value is None:
        return
    order = body.random.sample(range(len(value.shape)), len(value.shape))
    shape = tuple([value.shape[index] for index in order])
    axes = None if value.axes is None else tuple([value.axes[index] for index in order])
    axes = body.axes_for_result(axes)
    body.compute(f"stablehlo.transpose {value.name}, dims = {order}", [value], shape, value.element, axes)


def reduce(body: Body) -> None:
    value = body.value(lambda each: bool(each.shape) and each.element != "ui8")
    if value is None:
        return
    dimension = body.random.randrange(len(value.shape))
    shape = value.shape[:dimension] + value.shape[dimension + 1 :]
    axes = None if value.axes is None else value.axes[:dimension] + value.axes[dimension + 1 :]
    axes = body.axes_for_result(axes)
    scalar = tensor((), value.element)
    zero = {"f32": "0.0", "bf16": "0.0", "f64": "0.0", "i1": "false"}.get(value.element, "0")
    start = body.add(f"stablehlo.constant dense<{zero}> : {scalar}", (), value.element, None, keep=False)
    name = "or" if value.element == "i1" else "add"
    text = (
        f"stablehlo.reduce({value.name} init: {start.name}) applies stablehlo.{name} across dimensions = "
        f"[{dimension}]{body.attributes(axes)} : ({value.type}, {scalar}) -> {tensor(shape, value.element)}"
    )
    body.add(text, shape, value.element, axes)


def dot(body: Body) -> None:
    first = body.value(lambda each: bool(each.shape) and (any(each.axes or ()) or body.program.chance(0.3)))
    if first is None:
        return
    second = body.value(lambda each: each.element == first.element and len(each.shape) == len(first.shape))
    if second is None or body.program.chance(0.4):
        second = first
    pairs = [
        (left, right)
        for left, size in enumerate(first.shape)
        for right, other in enumerate(second.shape)
        if size == other and (first.axes or {left: ()})[left] == (second.axes or {right: ()})[right]
    ]
    body.random.shuffle(pairs)
    batching: list[tuple[int, int]] = []
    contracting: list[tuple[int, int]] = []
    for left, right in pairs:
        taken = [*batching, *contracting]
        if all(left != a and right != b for a, b in taken):
            body.random.choice((batching, contracting, contracting)).append((left, right))
    lists = [[pair[side] for pair in pairs] for pairs in (batching, contracting) for side in (0, 1)]
    dimensions = f"batching_dims = {lists[0]} x {lists[1]}, " if batching else ""
    dimensions += f"contracting_dims = {lists[2]} x {lists[3]}"
    free = [
        [dimension for dimension in range(len(each.shape)) if dimension not in used]
        for each, used in ((first, lists[0] + lists[2]), (second, lists[1] + lists[3]))
    ]
    order = [(first, dimension) for dimension in lists[0]]
    order += [(first, dimension) for dimension in free[0]] + [(second, dimension) for dimension in free[1]]
    shape = tuple([each.shape[dimension] for each, dimension in order])
    axes: Axes | None = tuple([(each.axes or {dimension: ()})[dimension] for each, dimension in order])
    names = [name for parts in axes or () for name, _, _ in parts]
    if len(set(names)) != len(names):
        axes = None
    axes = body.axes_for_result(axes)
    text = (
        f"stablehlo.dot_general {first.name}, {second.name}, {dimensions}{body.attributes(axes)} : "
        f"({first.type}, {second.type}) -> {tensor(shape, first.element)}"
    )
    body.add(text, shape, first.element, axes)


def matmul(body: Body) -> None:
    first = body.value(lambda each: len(each.shape) == 2)
    second = first and body.value(
        lambda each: len(each.shape) == 2 and each.element == first.element and each.shape[0] == first.shape[1]
    )
    if first is None or second is None:
        return
    shape = first.shape[0], second.shape[1]
    axes: Axes | None = None
    if first.axes and second.axes:
        axes = (first.axes[0], second.axes[1])
        names = [name for parts in axes for name, _, _ in parts]
        axes = axes if len(set(names)) == len(names) else None
    axes = body.axes_for_result(axes)
    body.compute(f"stablehlo.dot {first.name}, {second.name}", [first, second], shape, first.element, axes)


def slice(body: Body) -> None:
    value = body.value(lambda each: bool(each.shape) and min(each.shape) >= 0)
    if value is None:
        return
    ranges, shape = [], []
    for dimension, size in enumerate(value.shape):
        count = count_of(value.axes[dimension]) if value.axes else 1
        start, stride, limit = 0, 1, size
        if count == 1 and body.program.chance(0.4):
            limit = body.random.randrange(size + 1)
            start = body.random.randrange(limit + 1)
            stride = body.random.choice((1, 1, 2, 3))
        elif count > 1 and body.program.chance(0.7):
            per_shard = max(-(-size // count), 1)
            limit = body.random.randrange(per_shard * max((size - 1) // per_shard, 0), size) + 1 if size else 0
        if body.program.chance(0.03):
            start, stride = body.random.randrange(limit + 1), body.random.choice((1, 2))
        ranges.append(f"{start}:{limit}" + (f":{stride}" if stride > 1 else ""))
        shape.append(-(-(limit - start) // stride))
    axes = body.axes_for_result(value.axes)
    more = body.random.choice(("", "", 'mhlo.note = "a"'))
    result = tensor(shape, value.element)
    text = (
        f"stablehlo.slice {value.name} [{', '.join(ranges)}]{body.attributes(axes, more)} : ({value.type}) -> {result}"
    )
    body.add(text, tuple(shape), value.element, axes)


def concatenate(body: Body) -> None:
    value = body.value(lambda each: bool(each.shape) and min(each.shape) >= 0)
    if value is None:
        return
    dimension = body.random.randrange(len(value.shape))
    shape = list(value.shape)
    shape[dimension] *= 2
    axes = body.axes_for_result(value.axes)
    head = f"stablehlo.concatenate {value.name}, {value.name}, dim = {dimension}"
    body.compute(head, [value, value], shape, value.element, axes)


def broadcast(body: Body) -> None:
    value = body.value(lambda each: min(each.shape, default=0) >= 0)
    if value is None:
        return
    size = body.random.choice(SIZES)
    shape = (*value.shape, size)
    free = set(body.program.axes) - {name for parts in value.axes or () for name, _, _ in parts}
    new: tuple[Part, ...] = ()
    if free and body.program.chance(0.5):
        name = body.random.choice(sorted(free))
        new = ((name, 1, body.program.axes[name]),)
    axes = body.axes_for_result(None if value.axes is None else (*value.axes, new))
    dimensions = list(range(len(value.shape)))
    if len(shape) < 5:
        head = f"stablehlo.broadcast_in_dim {value.name}, dims = {dimensions}"
        body.compute(head, [value], shape, value.element, axes)


def reshape(body: Body) -> None:
    value = body.value(lambda each: min(each.shape, default=0) >= 0)
    if value is None:
        return
    place = body.random.randrange(len(value.shape) + 1)
    shape = (*value.shape[:place], 1, *value.shape[place:])
    axes = None if value.axes is None else (*value.axes[:place], (), *value.axes[place:])
    if len(value.shape) > 3:
        return
    axes = body.axes_for_result(axes)
    text = f"stablehlo.reshape {value.name}{body.attributes(axes)} : ({value.type}) -> {tensor(shape, value.element)}"
    body.add(text, shape, value.element, axes)


def source(body: Body) -> None:
    """A value without operands."""
    shape = tuple([body.random.choice(SIZES) for _ in range(body.random.choice((1, 2, 2, 3)))])
    axes = body.program.random_axes(len(shape))
    if body.program.chance(0.6):
        text = (
            f"stablehlo.iota dim = {body.random.randrange(len(shape))}{body.attributes(axes)} : {tensor(shape, 'f32')}"
        )
    elif body.program.chance(0.3):
        text = f"stablehlo.constant{body.attributes(axes)} dense<1.0> : {tensor(shape, 'f32')}"
    else:
        text = f"stablehlo.custom_call @source(){body.attributes(axes)} : () -> {tensor(shape, 'f32')}"
    body.add(text, shape, "f32", axes)


def pad(body: Body) -> None:
    value = body.value(lambda each: bool(each.shape) and each.element == "f32")
    if value is None:
        return
    zero = body.add("stablehlo.constant dense<0.0> : tensor<f32>", (), "f32", None, keep=False)
    low, high = [[body.random.choice((0, 0, 1)) for _ in value.shape] for _ in range(2)]
    shape = tuple(
        [size if size < 0 else size + sum(added) for size, *added in zip(value.shape, low, high, strict=True)]
    )
    axes = body.axes_for_result(value.axes)
    head = f"stablehlo.pad {value.name}, {zero.name}, low = {low}, high = {high}, interior = {[0] * len(shape)}"
    body.compute(head, [value, zero], shape, "f32", axes)


STEPS: dict[Step, float] = {
    elementwise: 5,
    compare_and_select: 1,
    transpose: 2,
    reduce: 2,
    dot: 5,
    matmul: 1,
    slice: 2,
    concatenate: 1,
    broadcast: 1,
    reshape: 1,
    source: 1.5,
    pad: 1,
}
"""What may come next in a block, and how often."""
