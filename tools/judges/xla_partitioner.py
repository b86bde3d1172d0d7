"""Compares the model of XLA's partitioner with XLA itself, on random programs of one operation.

    python -m tools.judges.xla_partitioner [--count N] [--seed SEED] [--kind KIND] [--record FILE]

needs the extra `jax`. XLA for CPUs partitions each program, and nothing after that runs: a hook stops the compilation.
The bytes that a device sends by the collectives of the partitioned module are compared with the model's. All shardings
are given, so that nothing is propagated.
"""

from __future__ import annotations

import json
import os
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random

import click

import sdyopt
from sdyopt.cost.partitioner.programs import ProgramPartition
from sdyopt.cost.partitioner.shapes import SlidingWindow
from sdyopt.cost.partitioner.shards import Collective
from sdyopt.cost.partitioner.windows import ConvolutionDimensions
from sdyopt.cost.program.stages import Program, Stage
from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.dialects.sdy.ops import MESH
from sdyopt.machines.worker import MAX_QUESTIONS, PASSES, WorkerError, XlaCompiler
from sdyopt.view.xla import xla_view
from tools.judges.partitioner_cases import (
    AXES,
    INDEXING_KINDS,
    MESHES,
    CaseKind,
    PartitionedCase,
    Split,
    array,
    even,
    program,
    random_split,
    type_text,
)
from tools.judges.partitioner_shape_cases import SHAPE_KINDS

_HOOKS = ",".join([f"apply-xla-transforms-{number}" for number in range(MAX_QUESTIONS, 10000)])
_PASSES = f"{PASSES.replace('sharding-propagation,', '')},{_HOOKS}"
"""Those that run: the partitioner, and what tidies up after it. Hooks are numbered by compilation in jaxlib 0.12."""

# The kinds of cases: each has a generator, a text, and what the model says.


def _random_reshard(random: Random) -> PartitionedCase:
    """A value in two tilings, evenly."""
    mesh, rank = random.choice(MESHES), random.choice((1, 2, 2, 2, 3, 3))
    shape = [random.choice((48, 96, 144)) for _ in range(rank)]
    return PartitionedCase("reshard", mesh, [shape], [random_split(random, rank, mesh) for _ in range(2)], {})


def _random_uneven(random: Random) -> PartitionedCase:
    """A value in four tilings, of which two do not divide its dimensions."""
    mesh, rank = random.choice(MESHES), random.choice((1, 2, 2, 2, 3, 3, 4))
    shape = [random.randrange(1, 49) for _ in range(rank)]
    splits = [random_split(random, rank, mesh) for _ in range(4)]
    splits[0], splits[3] = even(splits[0], shape, mesh), even(splits[3], shape, mesh)
    return PartitionedCase("uneven reshard", mesh, [shape], splits, {})


def _random_product(random: Random) -> PartitionedCase:
    mesh = random.choice(MESHES)
    batch, left, right, contracted = [
        random.choice(each) for each in ((0, 0, 0, 1), (1, 1, 1, 2), (1, 1, 1, 2), (1, 1, 1, 2))
    ]
    left = 1 if batch + left + contracted > 3 else left
    sizes = [[random.choice((48, 96, 144, 288)) for _ in range(count)] for count in (batch, left, right, contracted)]
    shapes = [sizes[0] + sizes[1] + sizes[3], sizes[0] + sizes[3] + sizes[2], sizes[0] + sizes[1] + sizes[2]]
    splits = [random_split(random, len(shape), mesh) for shape in shapes]
    return PartitionedCase("product", mesh, shapes, splits, {"counts": [batch, left, right, contracted]})


def _reshard_text(case: PartitionedCase) -> str:
    """Returns a program with SDY's shardings, whose constraints stay when there is nothing to propagate."""
    type, last = type_text(case.shapes[0]), len(case.splits) - 2
    splits = [
        "<@mesh, [" + ", ".join(["{" + ", ".join([f'"{axis}"' for axis in axes]) + "}" for axes in split]) + "]>"
        for split in case.splits
    ]
    steps = [
        f"%{number} = sdy.sharding_constraint %{number - 1} {split} : {type}\n"
        for number, split in enumerate(splits[1:-1], 1)
    ]
    mesh = ", ".join([f'"{axis}"={size}' for axis, size in zip(AXES, case.mesh, strict=False)])
    given, result = [f"{{sdy.sharding = #sdy.sharding{split}}}" for split in (splits[0], splits[-1])]
    return (
        f"sdy.mesh @mesh = <[{mesh}]>\nfunc.func @main(%0: {type} {given}) -> ({type} {result}) {{\n"
        f"{''.join(steps)}return %{last} : {type}\n}}\n"
    )


def _product_text(case: PartitionedCase) -> str:
    batch, left, _, contracted = case.numbers["counts"]
    both = list(range(batch))
    lefts = [batch + left + number for number in range(contracted)]
    rights = [batch + number for number in range(contracted)]
    dimensions = (
        f"lhs_batching_dimensions = {both}, rhs_batching_dimensions = {both}, "
        f"lhs_contracting_dimensions = {lefts}, rhs_contracting_dimensions = {rights}"
    )
    return program(case, "dot_general", f"dot_dimension_numbers = #stablehlo.dot<{dimensions}>")


def _split_of(random: Random, mesh: tuple[int, ...], dimensions: Sequence[int], rank: int) -> Split:
    return random_split(random, rank, mesh, dimensions, 0.35)


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
        split = _split_of(random, mesh, [0, *list(range(1, last)) * 2], count + 2)
        splits = [split, [""] * (count + 2), split]
        if random.random() < 0.4:
            splits = [
                _split_of(random, mesh, list(range(count + 2)), count + 2),
                _split_of(random, mesh, [count, last], count + 2),
                _split_of(random, mesh, list(range(count + 2)), count + 2),
            ]
        kind = "spatial convolution"
    else:
        splits = [_split_of(random, mesh, places, count + 2) for places in ([0, last], [count, last], [0, last])]
        kind = "convolution"
    numbers = {name: [getattr(each, name) for each in window] for name in ("size", "stride", "low", "high")}
    numbers["groups"] = [groups]
    return PartitionedCase(kind, mesh, shapes, splits, numbers)


def _random_kernel_gradient(random: Random) -> PartitionedCase:
    """Values of batch, rows (and columns), features, and gradients of what a convolution makes of them."""
    mesh, count = random.choice((*MESHES, (2,), (4,))), random.choice((1, 2))
    batch, features, new = [random.choice((48, 96)) for _ in range(3)]
    groups = features if random.random() < 0.25 else 1
    new = features if groups > 1 else new
    rows = [random.choice((48, 96)) for _ in range(count)]
    window, gradients = [], []
    for size in rows:
        kernel, stride = random.choice((1, 3, 3, 5)), random.choice((1, 1, 2))
        low = random.choice((0, kernel // 2))
        made = SlidingWindow(kernel, stride, low, low).windows(size)
        spread = 1 + (made - 1) * stride
        gradients.append(made)
        window.append(SlidingWindow(made, 1, low, kernel - 1 + spread - size - low, stride))
    kernels = [each.windows(size) for each, size in zip(window, rows, strict=True)]
    shapes = [[batch, *rows, features], [batch, *gradients, new], [*kernels, features // groups, new]]
    last = count + 1
    split = _split_of(random, mesh, [0, *list(range(1, last)) * 2], count + 2)
    splits = [split, split, _split_of(random, mesh, [count, last], count + 2)]
    if random.random() < 0.5:
        splits[2] = [""] * (count + 2)
    if random.random() < 0.3:
        splits[0] = _split_of(random, mesh, list(range(count + 2)), count + 2)
    numbers = {name: [getattr(each, name) for each in window] for name in ("size", "stride", "low", "high", "dilation")}
    return PartitionedCase("kernel gradient", mesh, shapes, splits, {**numbers, "batch groups": [groups]})


def _convolution_dimensions(case: PartitionedCase) -> ConvolutionDimensions:
    """Returns the dimensions of a convolution; those of a gradient of kernels contract the batch."""
    count = len(case.shapes[0]) - 2
    names = ("size", "stride", "low", "high", "dilation")
    window = tuple(
        [
            SlidingWindow(**{name: case.numbers[name][number] for name in names if name in case.numbers})
            for number in range(count)
        ]
    )
    rows, inner = tuple(range(1, count + 1)), tuple(range(count))
    if case.kind == "kernel gradient":
        values, kernel, result = (count + 1, 0, rows), (0, count + 1, rows), (count, count + 1, inner)
    else:
        values, kernel, result = (0, count + 1, rows), (count, count + 1, inner), (0, count + 1, rows)
    groups = [case.numbers.get(name, [1])[0] for name in ("groups", "batch groups")]
    return ConvolutionDimensions(values, kernel, result, window, *groups)


def _convolution_text(case: PartitionedCase) -> str:
    dims = _convolution_dimensions(case)

    def letters(places: tuple[int, int, tuple[int, ...]], names: str) -> str:
        found = {places[0]: names[0], places[1]: names[1], **{place: str(each) for each, place in enumerate(places[2])}}
        return ", ".join([found[place] for place in sorted(found)])

    pairs = [[each.low, each.high] for each in dims.window]
    properties = (
        f"dimension_numbers = #stablehlo.conv<[{letters(dims.input, 'bf')}]x[{letters(dims.kernel, 'io')}]"
        f"->[{letters(dims.result, 'bf')}]>, window_strides = {array([each.stride for each in dims.window])}, "
        f"padding = dense<{pairs}> : tensor<{len(pairs)}x2xi64>, "
        f"rhs_dilation = {array([each.dilation for each in dims.window])}, "
        f"batch_group_count = {dims.batch_groups} : i64, feature_group_count = {dims.feature_groups} : i64"
    )
    return program(case, "convolution", properties)


KINDS: dict[str, CaseKind] = {
    "reshard": CaseKind(_random_reshard, _reshard_text),
    "uneven reshard": CaseKind(_random_uneven, _reshard_text),
    "product": CaseKind(_random_product, _product_text),
    **SHAPE_KINDS,
    "convolution": CaseKind(lambda random: _random_convolution(random, False), _convolution_text),
    "spatial convolution": CaseKind(lambda random: _random_convolution(random, True), _convolution_text),
    "kernel gradient": CaseKind(_random_kernel_gradient, _convolution_text),
    **INDEXING_KINDS,
}


def cases(kind: str, seed: int, count: int) -> Iterator[PartitionedCase]:
    """Yields random cases of a kind."""
    for number in range(count):
        yield KINDS[kind].case(Random(f"{kind} {seed} {number}"))


def said_by_model(case: PartitionedCase) -> list[Collective] | None:
    """Returns the collectives that the model inserts; None if it does not know.

    Shardings stay as they are given, even where they do not divide what functions take and return.
    """
    module = sdyopt.parse(KINDS[case.kind].text(case)).run("sdy-import-gspmd-shardings")
    scope = Program(module, Stage.AS_WRITTEN).enclosing_scope
    (mesh,) = [op.properties.find(Mesh, "mesh") for op in scope.listing.collect_kind(MESH)]
    found = ProgramPartition(scope, mesh)
    insertions = chain.from_iterable(found.inserted.values())
    return None if found.unknown else [each.collective for each in insertions if each.is_first]


# What XLA says.


@cache
def compiler() -> XlaCompiler:
    """XLA for CPUs, which is stopped after its partitioner: to be called before JAX starts."""
    flags = f"--xla_force_host_platform_device_count=64 --xla_enable_hlo_passes_only={_PASSES}"
    os.environ.update(XLA_FLAGS=flags, JAX_PLATFORMS="cpu", TF_CPP_MIN_LOG_LEVEL="3")
    return XlaCompiler({"platform": "cpu"}, stops=True)


def partitioned(text: str, devices: int) -> str:
    """Returns the partitioned module of a program. Raises ValueError if XLA refuses the program."""
    program = b64encode(text.encode()).decode()
    try:
        found: str = compiler().answer({"program": program, "name": "program.mlir", "devices": devices})["text"]
    except WorkerError as error:
        raise ValueError(str(error)[:300]) from error
    return found


def sent(case: PartitionedCase) -> int:
    """Returns the bytes that a device sends for a case. Raises as `partitioned`."""
    return xla_view(partitioned(KINDS[case.kind].text(case), case.devices), case.kind).totals.bytes_sent


def agreement(recorded: Sequence[tuple[PartitionedCase, int]]) -> dict[str, Counter[str]]:
    """Returns for each kind how many cases there are, and how many of them are equal to the byte, within 5 %, unknown,
    and less than XLA sends by more than 5 %.
    """
    found: dict[str, Counter[str]] = {}
    for case, by_xla in recorded:
        said = said_by_model(case)
        counter = found.setdefault(case.kind, Counter())
        counter["cases"] += 1
        if said is None:
            counter["unknown"] += 1
            continue
        ours = sum([each.sent for each in said])
        counter["equal"] += abs(ours - by_xla) <= len(said)
        counter["within 5 %"] += abs(ours - by_xla) <= max(len(said), 0.05 * by_xla)
        counter["too small"] += ours < 0.95 * by_xla - len(said)
    return found


@click.command()
@click.option("--count", default=300, help="Cases of each kind.")
@click.option("--seed", default=0, help="Of the random cases.")
@click.option("--kind", "kinds", multiple=True, type=click.Choice(list(KINDS)), help="Only these kinds.")
@click.option("--record", type=click.Path(path_type=Path, dir_okay=False), help="Writes the cases, with XLA's bytes.")
@click.option("--verbose", is_flag=True, help="Lists the cases that differ.")
def main(count: int, seed: int, kinds: tuple[str, ...], record: Path | None, verbose: bool) -> None:
    """Compare the model with XLA."""
    recorded: list[tuple[PartitionedCase, int]] = []
    for kind in kinds or tuple(KINDS):
        for case in cases(kind, seed, count):
            try:
                recorded.append((case, sent(case)))
            except ValueError as error:
                click.echo(f"{kind}: {error}", err=True)
    if record is not None:
        lines = [json.dumps([*case, by_xla]) for case, by_xla in recorded]
        record.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    for kind, counter in agreement(recorded).items():
        click.echo(f"{kind}: {', '.join([f'{name} {number}' for name, number in counter.items()])}")
    for case, by_xla in recorded if verbose else ():
        said = said_by_model(case)
        if said is not None and abs(sum([each.sent for each in said]) - by_xla) > len(said):
            click.echo(f"{case}: {sum([each.sent for each in said])}, XLA {by_xla}")


if __name__ == "__main__":
    main()
