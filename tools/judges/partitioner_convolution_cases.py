"""Random cases of convolutions."""

from __future__ import annotations

from random import Random

from sdyopt.cost.partitioner.convolutions import ConvolutionDimensions, convolution
from sdyopt.cost.partitioner.halos import SlidingWindow
from sdyopt.cost.partitioner.shards import HeldValue
from tools.judges.partitioner_cases import (
    AXES,
    MESHES,
    CaseKind,
    PartitionedCase,
    Split,
    hlo_sharding,
    module_text,
    shards,
    tiling_of_split,
    type_text,
)


def _split(random: Random, mesh: tuple[int, ...], dimensions: list[int], rank: int) -> Split:
    found = [""] * rank
    axes = list(AXES[: len(mesh)])
    random.shuffle(axes)
    for axis in axes:
        if random.random() > 0.35:
            found[random.choice(dimensions)] += axis
    return found


def _random_convolution(random: Random, is_spatial: bool) -> PartitionedCase:
    """Values of batch, rows (and columns), features, and a kernel of rows (and columns), features, and new features."""
    mesh, count = random.choice((*MESHES, (2,), (4,))), random.choice((1, 2))
    window = []
    for _ in range(count):
        size, stride = random.choice((1, 3, 3, 5)), random.choice((1, 1, 2))
        low, high = random.choice(((0, 0), (size // 2, size // 2)))
        window.append(SlidingWindow(size, stride, low, high))
    batch, features, new = [random.choice((48, 96)) for _ in range(3)]
    rows = [random.choice((48, 96)) for _ in range(count)]
    shapes = [
        [batch, *rows, features],
        [*[each.size for each in window], features, new],
        [batch, *[each.windows(size) for each, size in zip(window, rows, strict=True)], new],
    ]
    last, groups = count + 1, 1
    if is_spatial and random.random() < 0.2:
        groups = random.choice((features, 4))
        new = shapes[2][-1] = shapes[1][-1] = features
        shapes[1][-2] = features // groups
    if is_spatial:
        split = _split(random, mesh, [0, *list(range(1, last)) * 2], count + 2)
        splits = [split, [""] * (count + 2), split]
        if random.random() < 0.4:
            splits = [
                _split(random, mesh, list(range(count + 2)), count + 2),
                _split(random, mesh, [count, last], count + 2),
                _split(random, mesh, list(range(count + 2)), count + 2),
            ]
        kind = "spatial convolution"
    else:
        splits = [_split(random, mesh, places, count + 2) for places in ([0, last], [count, last], [0, last])]
        kind = "convolution"
    numbers = {name: [getattr(each, name) for each in window] for name in ("size", "stride", "low", "high")}
    numbers["groups"] = [groups]
    return PartitionedCase(kind, mesh, shapes, splits, numbers)


def _text(case: PartitionedCase) -> str:
    count = len(case.shapes[0]) - 2
    types = [type_text(shape) for shape in case.shapes]
    spatial = ", ".join([str(number) for number in range(count)])
    pads = [list(each) for each in zip(case.numbers["low"], case.numbers["high"], strict=True)]
    body = (
        f"%r = stablehlo.convolution(%0, %1) dim_numbers = [b, {spatial}, f]x[{spatial}, i, o]->[b, {spatial}, f], "
        f"window = {{stride = {case.numbers['stride']}, pad = {pads}}} "
        f"{{batch_group_count = 1 : i64, feature_group_count = {case.numbers['groups'][0]} : i64, "
        f'mhlo.sharding = "{hlo_sharding(case.splits[2], case.mesh)}"}} : '
        f"({types[0]}, {types[1]}) -> {types[2]}\nreturn %r : {types[2]}"
    )
    return module_text(case, list(zip(types[:2], case.splits[:2], strict=True)), [(types[2], case.splits[2])], body)


def _model(case: PartitionedCase) -> list[HeldValue]:
    left, right = shards(case, [4, 4])
    count = len(case.shapes[0]) - 2
    rows = tuple(range(1, count + 1))
    named = [case.numbers[name] for name in ("size", "stride", "low", "high")]
    window = tuple([SlidingWindow(*each) for each in zip(*named, strict=True)])
    value = (0, count + 1, rows)
    dims = ConvolutionDimensions(
        value, (count, count + 1, tuple(range(count))), value, window, case.numbers["groups"][0]
    )
    return [convolution(left, right, tiling_of_split(case.splits[2], case.mesh), case.shapes[2], 4, dims)]


CONVOLUTION_KINDS: dict[str, CaseKind] = {
    "convolution": CaseKind(lambda random: _random_convolution(random, False), _text, _model),
    "spatial convolution": CaseKind(lambda random: _random_convolution(random, True), _text, _model),
}
