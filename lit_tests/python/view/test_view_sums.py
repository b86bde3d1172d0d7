"""Sums of a view, held against the blocks that devices hold; trip counts, against loops that are run."""

from __future__ import annotations

from math import prod
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

import sdyopt
from sdyopt.view import partition_of, view

BYTES = {"f32": 4, "bf16": 2, "i8": 1, "i1": 1, "complex<f32>": 8}
AXES = ["x", "y", "z"]

Tensor = tuple[str, list[int], list[list[str]]]
"""Element type, shape, and the axes of each dimension."""


@st.composite
def tensors(draw: st.DrawFn) -> Tensor:
    """Any tensor whose dimensions may not divide by the axes that cut them."""
    shape = draw(st.lists(st.integers(1, 13), max_size=3))
    dimensions: list[list[str]] = [[] for _ in shape]
    for axis in draw(st.permutations(AXES)):
        at = draw(st.integers(-1, len(shape) - 1))
        if at >= 0:
            dimensions[at].append(axis)
    return draw(st.sampled_from(sorted(BYTES))), shape, dimensions


def type_of(tensor: Tensor) -> str:
    element, shape, _ = tensor
    return f"tensor<{''.join([f'{size}x' for size in shape])}{element}>"


def attribute(tensor: Tensor) -> str:
    lists = ", ".join(["{" + ", ".join([f'"{axis}"' for axis in axes]) + "}" for axes in tensor[2]])
    return f"{{sdy.sharding = #sdy.sharding<@mesh, [{lists}]>}}"


def held(tensor: Tensor, mesh: sdyopt.Mesh) -> list[int]:
    """The bytes that each device holds: of the longest block along each dimension, as blocks are padded."""
    element, shape, dimensions = tensor
    partition = partition_of(sdyopt.Sharding.of("mesh", dimensions), mesh, len(shape))
    blocks = [partition.block_of(device) for device in range(partition.devices)]
    extents = [partition.extent(block, shape) for block in blocks]
    longest = [max([each[at][1] - each[at][0] for each in extents]) for at in range(len(shape))]
    for block, extent in zip(blocks, extents, strict=True):
        assert all(
            begin == min(at * size, whole)
            for at, (begin, _), size, whole in zip(block, extent, longest, shape, strict=True)
        )
    return [prod(longest) * BYTES[element]] * partition.devices


@given(
    st.lists(st.sampled_from([1, 2, 3, 4]), min_size=3, max_size=3),
    st.lists(tensors(), min_size=1, max_size=4),
    st.lists(tensors(), min_size=1, max_size=3),
)
def test_sums_are_those_of_blocks(sizes: list[int], arguments: list[Tensor], results: list[Tensor]) -> None:
    """Of arguments and of results, on each device; and copies of a block are the devices that have the same one."""
    axes = ", ".join([f'"{name}"={size}' for name, size in zip(AXES, sizes, strict=True)])
    taken = ", ".join([f"%a{at}: {type_of(each)} {attribute(each)}" for at, each in enumerate(arguments)])
    given_back = ", ".join([f"{type_of(each)} {attribute(each)}" for each in results])
    names, types = [", ".join(part) for part in ([f"%r#{at}" for at in range(len(results))], map(type_of, results))]
    text = f"""
sdy.mesh @mesh = <[{axes}]>
func.func @main({taken}) -> ({given_back}) {{
  %r:{len(results)} = stablehlo.custom_call @f() : () -> ({types})
  return {names} : {types}
}}"""
    seen = view(sdyopt.parse(text), as_written=True)
    mesh = sdyopt.parse_attribute(f"<[{axes}]>", sdyopt.Mesh)
    [main] = seen.functions
    assert main.most is not None
    devices = prod(sizes)
    for found, parts in ((main.most.arguments, arguments), (main.most.results, results)):
        per_device = [sum(each) for each in zip(*[held(part, mesh) for part in parts], strict=True)]
        assert per_device == [found] * devices
    for tensor, share in zip(arguments, [each.share for each in seen.tensors], strict=False):
        partition = partition_of(sdyopt.Sharding.of("mesh", tensor[2]), mesh, len(tensor[1]))
        same = [partition.devices_of(partition.block_of(device)) for device in range(devices)]
        assert {len(each) for each in same} == {share.copies}
        assert share.copies * share.shards == devices


INPUTS = Path(__file__).parent / "Inputs"
LOOP = (INPUTS / "view_sums.loop.txt").read_text(encoding="utf-8")

COMPARE = {
    "LT": int.__lt__,
    "LE": int.__le__,
    "GT": int.__gt__,
    "GE": int.__ge__,
    "NE": int.__ne__,
    "EQ": int.__eq__,
}


def wrapped(number: int, type: str) -> int:
    """An integer as eight bits hold it."""
    return number % 256 if type == "ui8" else (number + 128) % 256 - 128


def run(type: str, start: int, limit: int, step: int, direction: str, is_mirrored: bool) -> tuple[int | None, bool]:
    """Returns how often the body of a loop runs, None for one without end, and whether its counter wraps before."""
    counter, wraps, times = start, False, 0
    while COMPARE[direction](*((limit, counter) if is_mirrored else (counter, limit))):
        times += 1
        if times > 256:
            return None, wraps
        following = wrapped(counter + step, type)
        wraps = wraps or following != counter + step
        counter = following
    return times, wraps


@given(
    st.sampled_from(["i8", "ui8"]),
    st.tuples(*[st.integers(-128, 255)] * 3),
    st.sampled_from(sorted(COMPARE)),
    st.booleans(),
    st.booleans(),
)
@example("i8", (0, 127, 1), "LE", False, False)
@example("ui8", (0, 255, 2), "LT", False, False)
@example("ui8", (10, 0, 1), "GE", False, True)
@example("i8", (0, -128, -128), "GT", False, True)
@example("i8", (5, 2, 3), "NE", False, False)
def test_trip_counts_are_those_of_loops_that_run(
    type: str, numbers: tuple[int, int, int], direction: str, is_mirrored: bool, subtracts: bool
) -> None:
    """What is known is what happens, and a loop that steps towards its end without wrapping is known."""
    start, limit, step = [wrapped(number, type) for number in numbers]
    text = LOOP.format(
        start=start,
        limit=limit,
        step=step,
        type=type,
        direction=direction,
        compared="%limit, %j" if is_mirrored else "%j, %limit",
        step_op="subtract" if subtracts else "add",
    )
    (found,) = view(sdyopt.parse(text)).collectives
    times, wraps = run(type, start, limit, -step if subtracts else step, direction, is_mirrored)
    if found.executions is not None:
        assert found.executions == times
    elif times is not None and times > 0:
        assert wraps or direction == "EQ"
