"""Which device holds which block, the view of local programs, and sums of views."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import sdyopt
from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, Mesh, MeshAxis, Sharding, SubAxis
from sdyopt.dialects.sdy.syntax import axis_ref
from sdyopt.view import Partition, ProgramView, partition_of, view
from tools.chunks import sampled
from tools.local_programs.programs import CHAIN, OF_NEWEST, REFUSED, programs

# Which device holds which block: compared with a simulation in numpy, and with what JAX says.


def mesh(ids: tuple[int, ...] = (), **axes: int) -> Mesh:
    return Mesh.of(tuple(MeshAxis(name, size) for name, size in axes.items()), ids)


def sharding(mesh: Mesh, *dimensions: tuple[AxisRef, ...], unreduced: tuple[AxisRef, ...] = ()) -> Sharding:
    return Sharding(mesh, tuple(DimensionSharding(axes) for axes in dimensions), (), unreduced)


X, Y = AxisRef("x"), AxisRef("y")
Y_MAJOR, Y_MINOR = AxisRef("y", SubAxis(1, 2)), AxisRef("y", SubAxis(2, 2))
SNAKE = (0, 1, 3, 2, 6, 7, 5, 4)

JAX_SAYS = [
    ((), (4, 8), [(X,), (Y,)], [(0, 0), (0, 2), (0, 4), (0, 6), (2, 0), (2, 2), (2, 4), (2, 6)], (2, 2)),
    ((), (8, 2), [(Y, X), ()], [(0, 0), (2, 0), (4, 0), (6, 0), (1, 0), (3, 0), (5, 0), (7, 0)], (1, 2)),
    ((), (8, 2), [(X, Y), ()], [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0)], (1, 2)),
    (SNAKE, (4, 8), [(X,), ()], [(0, 0), (0, 0), (0, 0), (0, 0), (2, 0), (2, 0), (2, 0), (2, 0)], (2, 8)),
    (SNAKE, (4, 8), [(), (Y,)], [(0, 0), (0, 2), (0, 6), (0, 4), (0, 6), (0, 4), (0, 0), (0, 2)], (4, 2)),
    ((), (4, 8), [(Y_MINOR,), (X,)], [(0, 0), (2, 0), (0, 0), (2, 0), (0, 4), (2, 4), (0, 4), (2, 4)], (2, 4)),
    ((), (4, 8), [(Y_MAJOR,), ()], [(0, 0), (0, 0), (2, 0), (2, 0), (0, 0), (0, 0), (2, 0), (2, 0)], (2, 8)),
]
"""Of NamedSharding on a mesh of x=2, y=4 (the parts of y as axes of their own): for each device where its block begins,
from `devices_indices_map`, and the shape of the block, from `shard_shape`.
"""


@pytest.mark.parametrize(("ids", "shape", "dimensions", "starts", "local"), JAX_SAYS)
def test_blocks_are_where_jax_puts_them(
    ids: tuple[int, ...],
    shape: tuple[int, ...],
    dimensions: list[tuple[AxisRef, ...]],
    starts: list[tuple[int, ...]],
    local: tuple[int, ...],
) -> None:
    """Order of axes in a dimension, order of the devices and sub-axes mean what they mean to JAX."""
    devices = mesh(ids, x=2, y=4)
    partition = partition_of(sharding(devices, *dimensions), devices, len(shape))
    assert partition.local_shape(shape) == local
    found = [partition.extent(partition.block_of(device), shape) for device in range(8)]
    assert [tuple(start for start, _ in extents) for extents in found] == starts


@pytest.mark.parametrize(("size", "local"), [(4, 1), (5, 2), (8, 2), (9, 3)])
def test_uneven_dimensions_are_padded_as_xla_does(size: int, local: int) -> None:
    """`HloSharding.tile` of f32[4], f32[5], f32[8] and f32[9] by {devices=[4]0,1,2,3} has these sizes."""
    devices = mesh(x=4)
    assert partition_of(sharding(devices, (X,)), devices, 1).local_shape((size,)) == (local,)


def test_last_blocks_may_be_padding_alone() -> None:
    """Of 5 elements in four blocks of 2 the third has one, and the fourth none."""
    partition = Partition(mesh(x=4), ((X,),))
    assert [partition.extent((at,), (5,)) for at in range(4)] == [((0, 2),), ((2, 4),), ((4, 5),), ((5, 5),)]


# A simulation: the devices in an array with a dimension for each part of an axis.

_PARTS = {2: [(2,)], 3: [(3,)], 4: [(4,), (2, 2)], 6: [(6,), (2, 3), (3, 2)], 8: [(8,), (2, 2, 2), (4, 2), (2, 4)]}


@st.composite
def cases(draw: st.DrawFn) -> tuple[Mesh, list[AxisRef], list[int], tuple[list[int], ...], list[int], list[int]]:
    """A mesh; the parts of its axes with their sizes; the parts that shard each dimension, sum up, and are manual."""
    sizes = draw(st.lists(st.sampled_from(sorted(_PARTS)), min_size=1, max_size=3))
    axes = tuple(MeshAxis(f"a{number}", size) for number, size in enumerate(sizes))
    count = prod(sizes)
    ids = tuple(draw(st.permutations(range(count)))) if draw(st.booleans()) else ()
    parts: list[AxisRef] = []
    part_sizes: list[int] = []
    whole: set[int] = set()
    for axis in axes:
        split = draw(st.sampled_from(_PARTS[axis.size]))
        pre_size = 1
        for size in split:
            if len(split) == 1:
                whole.add(len(parts))
            parts.append(AxisRef(axis.name) if len(split) == 1 else AxisRef(axis.name, SubAxis(pre_size, size)))
            part_sizes.append(size)
            pre_size *= size
    rank = draw(st.integers(0, 3))
    places = draw(st.lists(st.integers(0, rank + 2), min_size=len(parts), max_size=len(parts)))
    order = draw(st.permutations(range(len(parts))))
    dimensions = tuple([part for part in order if places[part] == dimension] for dimension in range(rank))
    unreduced = [part for part in range(len(parts)) if places[part] == rank]
    manual = [part for part in range(len(parts)) if places[part] == rank + 1 and part in whole]
    return Mesh.of(axes, ids), parts, part_sizes, dimensions, unreduced, manual


@settings(deadline=None)
@given(cases())
def test_agrees_with_a_simulation(
    case: tuple[Mesh, list[AxisRef], list[int], tuple[list[int], ...], list[int], list[int]],
) -> None:
    """Blocks, devices, copies and replicated parts are those of an array of devices cut along its dimensions."""
    devices, parts, sizes, dimensions, unreduced, manual = case
    partition = Partition(
        devices,
        tuple(tuple(parts[part] for part in dimension) for dimension in dimensions),
        tuple(parts[part] for part in unreduced),
        tuple(parts[part] for part in manual),
    )
    ids = np.array(devices.device_ids or range(prod(sizes))).reshape(sizes)
    holders: dict[tuple[int, ...], set[int]] = {}
    for place in product(*map(range, sizes)):
        block = []
        for dimension in dimensions:
            shape = [sizes[part] for part in dimension]
            index = [place[part] for part in dimension]
            block.append(int(np.ravel_multi_index(index, shape)) if dimension else 0)
        device = int(ids[place])
        assert partition.block_of(device) == tuple(block)
        assert partition.place_of(device) == tuple(place[part] for part in manual)
        holders.setdefault((*block, *[place[part] for part in manual]), set()).add(device)
    rank = len(dimensions)
    assert len(holders) == partition.blocks * partition.instances
    for key, expected in holders.items():
        assert partition.devices_of(key[:rank], key[rank:]) == sorted(expected)
        assert len(expected) == partition.holders
    used = [part for dimension in dimensions for part in dimension] + unreduced + manual
    free = [part for part in range(len(parts)) if part not in used]
    assert partition.copies == prod(sizes[part] for part in free)
    whole = partition.mesh.axis_sizes
    replicated = [axis.sub_axis.size if axis.sub_axis else whole[axis.name] for axis in partition.replicated]
    assert prod(replicated) == partition.copies  # Neighbouring parts are one axis there.


def test_sub_axes_that_do_not_divide_each_other() -> None:
    """Of an axis of 12, the halves and (3)2 leave some blocks with 4 devices and others with 2; the most is told."""
    devices = mesh(x=12)
    partition = Partition(devices, ((AxisRef("x", SubAxis(1, 2)),), (AxisRef("x", SubAxis(3, 2)),)))
    counts = [len(partition.devices_of(block)) for block in product(range(2), range(2))]
    assert counts == [4, 2, 2, 4]
    assert partition.holders == 4


def test_maximal_mesh_has_one_device() -> None:
    """On a mesh of no axes and one device id everything is on that device."""
    maximal = Mesh((), (3,))
    partition = partition_of(Sharding(maximal, ()), maximal, 2)
    assert (partition.counts, partition.devices_of((0, 0)), partition.copies) == ((1, 1), [3], 1)
    assert partition.local_shape((4, 6)) == (4, 6)
    with pytest.raises(ValueError, match="device 0 is not in the mesh"):
        partition.block_of(0)


def test_unreduced_devices_hold_no_copies() -> None:
    """Devices along an unreduced axis hold a block's partial sums: as many as the block has holders, but no copies."""
    devices = mesh(x=2, y=4)
    partition = partition_of(sharding(devices, (X,), unreduced=(Y_MAJOR,)), devices, 1)
    assert (partition.blocks, partition.holders, partition.copies) == (2, 4, 2)
    assert partition.replicated == (Y_MINOR,)


# The view of the program of each device: bytes as they stand, collectives along the axes of their replica groups.


PASS = "sdy-convert-global-to-local"
REFUSALS = {refusal.name for refusal in REFUSED if refusal.passes == CHAIN}
GATHERED = {"largest_of_rows"}
"""Reductions of several values, for which SDY has no collective: the pass adds `all_gather`, as in the reference."""
PROGRAMS = {name: program for name, program in programs().items() if name not in REFUSALS | GATHERED}
QUICK = ("contraction_over_two_axes", "joined", "manual_along_one_axis", "sorted_columns")

PROGRAM = """
sdy.mesh @m = <["x"=2, "y"=4]{ids}>
func.func @main(%a: tensor<8x16xf32> {{sdy.sharding = #sdy.sharding<@m, [{{"x"}}, {{"y"}}]>}}) -> tensor<8x16xf32> {{
  %0 = sdy.all_gather [{{}}, {{"y":(2)2}}] %a out_sharding=<@m, [{{"x"}}, {{"y":(1)2}}]> : tensor<8x16xf32>
  %1 = sdy.all_gather [{{"x"}}, {{"y":(1)2}}] %0 out_sharding=<@m, [{{}}, {{}}]> : tensor<8x16xf32>
  return %1 : tensor<8x16xf32>
}}
"""
IN_ORDER, IN_ANOTHER = "", ", device_ids=[7, 6, 5, 4, 0, 1, 2, 3]"


def arguments(seen: ProgramView) -> list[int | None]:
    """Returns what a device holds of each argument of the main function."""
    return [each.share.bytes for each in seen.tensors if (each.kind, each.function) == ("argument", "main")]


def along_axes(seen: ProgramView) -> Counter[frozenset[str]]:
    """Returns what a device sends along each set of axes; groups do not tell their order.

    Permutations count together: of the axes of one, its pairs show those along which it moves something. All parts of
    an axis are that axis.
    """
    sizes = {name: size for mesh in seen.meshes for name, size in mesh.axes}
    sent = Counter[frozenset[str]]()
    for each in seen.collectives:
        if each.sent:
            parts: dict[str, list[AxisRef]] = {}
            for axis in each.axes:
                parts.setdefault(axis.name, []).append(axis)
            whole = [name for name in parts if prod([part_size(one) for one in parts[name]]) in (1, sizes[name])]
            rest = [axis_ref(axis) for axis in each.axes if axis.name not in whole]
            sent[frozenset([each.kind] if each.kind == "collective-permute" else [*whole, *rest])] += each.sent
    return sent


def part_size(axis: AxisRef) -> int:
    """Returns the size of a part of an axis, or 1 for a whole axis."""
    return 1 if axis.sub_axis is None else axis.sub_axis.size


@pytest.mark.parametrize("name", sampled(PROGRAMS, QUICK, 4))
def test_devices_send_what_they_did_before(name: str) -> None:
    """The local program of each device has the collectives of SDY as those of StableHLO, along the same axes."""
    module = sdyopt.parse(PROGRAMS[name].texts[0])
    at = OF_NEWEST.index(PASS)
    before = view(module.run(*OF_NEWEST[:at]), as_written=True)
    local = sdyopt.parse(str(module.run(*OF_NEWEST[at:])))
    after = view(local, is_local=True)
    assert after.totals.bytes_sent == before.totals.bytes_sent
    assert along_axes(after) == along_axes(before)
    assert arguments(after) == arguments(before)


@pytest.mark.parametrize("ids", [IN_ORDER, IN_ANOTHER])
@pytest.mark.parametrize("options", ["", "{per-dim-all-gather=true}", "{enable-rgv3=true}"])
def test_groups_are_along_axes_and_parts_of_them(ids: str, options: str) -> None:
    """Also where devices stand in another order, and where groups are written as axes."""
    module = sdyopt.parse(PROGRAM.format(ids=ids)).run(f"{PASS}{options}")
    found = view(module)
    assert found.stage.value == "as the program of each device"
    axes = [[*map(axis_ref, each.axes)] for each in found.collectives]
    expected = [['"y":(2)2'], ['"x"', '"y":(1)2']]
    if "per-dim" in options:
        expected[1:] = [[axis] for axis in reversed(expected[1])]
    assert axes == expected
    assert found.totals.bytes_sent == view(sdyopt.parse(PROGRAM.format(ids=ids))).totals.bytes_sent


def test_types_are_those_of_what_a_device_holds() -> None:
    module = sdyopt.parse(PROGRAM.format(ids="")).run(PASS)
    argument = view(module).tensors[0].share
    assert (argument.shape, argument.local_shape, argument.bytes) == ((8, 16), (4, 4), 64)
    assert (argument.shards, argument.copies) == (8, 1)
    (result,) = [each.share for each in view(module, ["%0"]).tensors if each.name == "%0"]
    assert (result.sharding, result.shape, result.copies, result.bytes) == (None, (4, 8), 1, 128)


def test_a_program_without_collectives_can_be_said_to_be_local() -> None:
    text = """
    sdy.mesh @m = <["x"=2]>
    func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
      return
    }
    """
    assert [view(text, is_local=is_local).tensors[0].share.bytes for is_local in (False, True)] == [8, 16]


def test_a_local_program_stays_one_as_it_is_written() -> None:
    """Nothing would be propagated; its bytes stay as they stand."""
    module = sdyopt.parse(str(sdyopt.parse(PROGRAM.format(ids="")).run(PASS)))
    assert view(module, as_written=True).tensors[0].share.bytes == 64


# Sums of a view, held against the blocks that devices hold; trip counts, against loops that are run.


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
    for found, parts in ((main.most.argument_bytes, arguments), (main.most.result_bytes, results)):
        per_device = [sum(each) for each in zip(*[held(part, mesh) for part in parts], strict=True)]
        assert per_device == [found] * devices
    for tensor, share in zip(arguments, [each.share for each in seen.tensors], strict=False):
        partition = partition_of(sdyopt.Sharding.of("mesh", tensor[2]), mesh, len(tensor[1]))
        same = [partition.devices_of(partition.block_of(device)) for device in range(devices)]
        assert {len(each) for each in same} == {share.copies}
        assert share.copies * share.shards == devices


INPUTS = Path(__file__).parent / "Inputs"
LOOP = (INPUTS / "view_sums.loop.txt").read_text(encoding="utf-8")

COMPARE = {"LT": int.__lt__, "LE": int.__le__, "GT": int.__gt__, "GE": int.__ge__, "NE": int.__ne__, "EQ": int.__eq__}


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
    """A known trip count is the real one, and that of a loop that steps towards its end without wrapping is known."""
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
