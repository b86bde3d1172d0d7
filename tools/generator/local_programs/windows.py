"""Convolutions, and operations with windows."""

from __future__ import annotations

from tools.generator.local_programs.collectives import reduced
from tools.generator.local_programs.operations import numbers
from tools.generator.local_programs.program import Body, Factor
from tools.generator.writing import count_of, tensor


def convolution(body: Body) -> None:
    """A convolution in one spatial dimension, with groups of features or of the batch."""
    random = body.program.random
    batch, features, outputs, spatial = body.factors(4, 3)
    groups = random.choice(("none", "none", "features", "batch"))
    window = random.choice((1, 2, 3))
    space = Factor(spatial.size + window - 1, ())
    feature_groups = batch_groups = 1
    kernel_features = features
    if groups == "features":
        feature_groups = features.size if random.random() < 0.5 else max(count_of(features.parts), 1)
        outputs = Factor(feature_groups * random.randint(1, 3), features.parts)
        kernel_features = Factor(features.size // feature_groups)
    elif groups == "batch":
        batch_groups = max(count_of(batch.parts), 1) * random.choice((1, 2))
        batch = batch._replace(size=batch_groups * random.choice((1, 2)))
        outputs = Factor(batch_groups * random.randint(1, 2), batch.parts if random.random() < 0.7 else ())
    result_batch = Factor(batch.size // batch_groups, () if groups == "batch" else batch.parts)
    if random.random() < 0.3:
        space = Factor(space.size, spatial.parts)
    orders = [[0, 1, 2], [0, 1, 2], [0, 1, 2]]
    for order in orders:
        if random.random() < 0.5:
            random.shuffle(order)

    def arranged(dimensions: list[Factor], order: list[int]) -> list[Factor]:
        return [dimensions[number] for number in order]

    def labels(names: str, order: list[int]) -> str:
        return f"[{', '.join([names[number] for number in order])}]"

    kernel_space = Factor(window)
    if random.random() < 0.1 and spatial.parts:
        kernel_space = Factor(count_of(spatial.parts), spatial.parts)
        space = Factor(spatial.size + kernel_space.size - 1)
        space = space._replace(size=-(-space.size // kernel_space.size) * kernel_space.size)
    a = body.input(arranged([batch, space, features], orders[0]))
    w = body.input(arranged([kernel_space, kernel_features, outputs], orders[1]))
    size = space.size - kernel_space.size + 1
    out_parts = spatial.parts if size % count_of(spatial.parts) == 0 and random.random() < 0.1 else ()
    shape, lists = body.result(arranged([result_batch, Factor(size, out_parts), outputs], orders[2]))
    text = (
        f"stablehlo.convolution({a.name}, {w.name}) dim_numbers = {labels('b0f', orders[0])}x{labels('0io', orders[1])}"
        f"->{labels('b0f', orders[2])}, window = {{stride = [1]}}"
        + body.attributes(
            lists, others=f"batch_group_count = {batch_groups} : i64, feature_group_count = {feature_groups} : i64"
        )
        + f" : ({a.type}, {w.type}) -> {tensor(shape)}"
    )
    reduced(body, body.add(text, shape, axes=lists), (*kernel_features.parts, *kernel_space.parts))


def _windows(body: Body) -> tuple[list[Factor], list[int], list[int], list[tuple[int, int]], list[int]]:
    """Dimensions, with the sizes, strides and padding of windows, and the sizes of the result."""
    random = body.program.random
    factors = body.factors(random.choice((1, 2, 3)))
    sizes, strides, padding, results = [], [], [], []
    for factor in factors:
        passes = (bool(factor.parts) and random.random() < 0.95) or random.random() < 0.4
        size = 1 if passes else random.randint(1, factor.size)
        stride = 1 if passes else random.choice((1, 2))
        pad = (0, 0) if passes else (random.choice((0, 1)), random.choice((0, 1)))
        sizes.append(size)
        strides.append(stride)
        padding.append(pad)
        results.append((factor.size + sum(pad) - size) // stride + 1)
    return factors, sizes, strides, padding, results


def _attributes(body: Body, sizes: list[int], strides: list[int], padding: list[tuple[int, int]]) -> str:
    texts = []
    if any(map(any, padding)) or body.program.chance(0.3):
        rows = ", ".join([numbers(pad) for pad in padding])
        texts.append(f"padding = dense<[{rows}]> : tensor<{len(sizes)}x2xi64>")
    texts.append(f"window_dimensions = array<i64: {', '.join(map(str, sizes))}>")
    if any(stride > 1 for stride in strides) or body.program.chance(0.3):
        texts.append(f"window_strides = array<i64: {', '.join(map(str, strides))}>")
    return f"<{{{', '.join(texts)}}}>"


def _sum(body: Body, op: str = "add") -> str:
    one, other, s = [body.program.new_name() for _ in range(3)]
    return (
        f"({{\n^bb0({one}: tensor<f32>, {other}: tensor<f32>):\n{s} = stablehlo.{op} {one}, {other} : tensor<f32>\n"
        f"stablehlo.return {s} : tensor<f32>\n}}"
    )


def reduce_window(body: Body) -> None:
    factors, sizes, strides, padding, results = _windows(body)
    a, z = body.input(factors), body.input([])
    shape, lists = body.result([factor._replace(size=size) for factor, size in zip(factors, results, strict=True)])
    text = f'"stablehlo.reduce_window"({a.name}, {z.name}) {_attributes(body, sizes, strides, padding)} {_sum(body)})'
    body.add(f"{text}{body.attributes(lists)} : ({a.type}, tensor<f32>) -> {tensor(shape)}", shape, axes=lists)


def select_and_scatter(body: Body) -> None:
    factors, sizes, strides, padding, results = _windows(body)
    a, z = body.input(factors), body.input([])
    source = body.input([factor._replace(size=size) for factor, size in zip(factors, results, strict=True)])
    shape, lists = body.result(factors)
    one, other, p = [body.program.new_name() for _ in range(3)]
    text = (
        f'"stablehlo.select_and_scatter"({a.name}, {source.name}, {z.name}) '
        f"{_attributes(body, sizes, strides, padding)} ({{\n^bb0({one}: tensor<f32>, {other}: tensor<f32>):\n"
        f"{p} = stablehlo.compare GE, {one}, {other} : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
        f"stablehlo.return {p} : tensor<i1>\n}}, {_sum(body)[1:]})"
    )
    types = f"({a.type}, {source.type}, tensor<f32>)"
    body.add(f"{text}{body.attributes(lists)} : {types} -> {tensor(shape)}", shape, axes=lists)
