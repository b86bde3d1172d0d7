"""GSPMD shardings: as XLA reads them; in axes, devices hold the same blocks; programs of JAX are those for Shardy."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import prod
from random import Random
from typing import Any

import pytest

import sdyopt
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.sharding.gspmd.meshes import devices_of, find_mesh, sdy_sharding
from sdyopt.sharding.gspmd.syntax import Form, HloSharding, read_sharding
from sdyopt.view import partition_of

_hlo = pytest.importorskip("jaxlib._hlo")


def _random_text(random: Random, sizes: list[int]) -> str:
    """Returns the text of a sharding over a mesh with axes of these sizes, in the order of device numbers."""
    order = random.sample(range(len(sizes)), len(sizes))
    cut = sorted(random.choices(range(len(sizes) + 1), k=random.randint(0, 2)))
    parts = [order[start:end] for start, end in zip([0, *cut], [*cut, len(order)], strict=True)]
    tiles = [prod([sizes[axis] for axis in part]) for part in parts]
    suffix = random.choice(["", " last_tile_dim_replicate", " last_tile_dims={unreduced}"]) if len(tiles) > 1 else ""
    if "unreduced" in suffix and tiles[-1] == 1:
        suffix = ""
    shape = ",".join(map(str, sizes))
    transposed = f"T({','.join(map(str, order))})" if len(order) > 1 else ""
    return f"{{devices=[{','.join(map(str, tiles))}]<=[{shape}]{transposed}{suffix}}}"


def _listed(text: str) -> str:
    """Returns the same sharding with a list of devices."""
    devices = _hlo.HloSharding.from_string(text).tile_assignment_devices()
    before, _, after = text.partition("<=")
    return before + ",".join(map(str, devices)) + re.sub(r"^\[[\d,]*\](T\([\d,]*\))?", "", after)


SEEDS = range(300)


def test_shardings_are_read_as_xla_reads_them() -> None:
    """As text in XLA's form, as a list of devices, and as a message."""
    for random in map(Random, SEEDS):
        text = _random_text(random, random.choices([1, 2, 3, 4], k=random.randint(1, 4)))
        theirs = _hlo.HloSharding.from_string(text)
        message = theirs.to_proto().SerializeToString().decode("utf-8", "surrogateescape")
        listed = [_listed(text)] if theirs.is_tiled() else []
        for given in (text, str(theirs), *listed, message):
            ours = read_sharding(given)
            if not theirs.is_tiled():  # XLA's form of one that cuts nothing.
                assert prod(ours.tiles[: ours.rank]) == 1, given
                continue
            assert _by_block(ours, devices_of(ours)) == _by_block(ours, theirs.tile_assignment_devices()), given


def _by_block(sharding: HloSharding, devices: Sequence[int]) -> list[list[int]]:
    """Returns the devices of each block: XLA sorts those that hold the same."""
    size = prod(sharding.tiles[sharding.rank :])
    return [sorted(devices[start : start + size]) for start in range(0, len(devices), size)]


def _blocks(sharding: HloSharding) -> dict[int, tuple[int, ...]]:
    """Returns which block of an array each device holds."""
    held = {}
    counts = sharding.tiles[: sharding.rank]
    for place, device in enumerate(devices_of(sharding)):
        place //= prod(sharding.tiles[sharding.rank :])
        block = []
        for count in reversed(counts):
            place, index = divmod(place, count)
            block.append(index)
        held[device] = tuple(reversed(block))
    return held


def test_devices_hold_the_same_blocks() -> None:
    """Of all shardings over one mesh, also if its devices are in another order, which only lists can say."""
    for seed in SEEDS:
        random = Random(seed)
        sizes = random.choices([2, 3, 4], k=random.randint(1, 3))
        texts = [_random_text(random, sizes) for _ in range(random.randint(1, 4))]
        shardings = [read_sharding(text) for text in texts]
        if seed % 3 == 0:
            shuffled = random.sample(range(prod(sizes)), prod(sizes))
            shardings = [
                each._replace(devices=tuple([shuffled[device] for device in devices_of(each)])) for each in shardings
            ]
        found = find_mesh(dict.fromkeys(shardings, 1), None)
        assert found is not None, texts
        for each in shardings:
            ours = sdy_sharding(each, found, SymbolRefAttr(("mesh",)), each.rank)
            partition = partition_of(ours, found.mesh, each.rank)
            held = {device: block for block in {*_blocks(each).values()} for device in partition.devices_of(block)}
            assert held == _blocks(each), texts
            assert bool(ours.unreduced) == (Form.UNREDUCED in each.subgroups), texts


def _strides(axes: tuple[AxisRef, ...], mesh: Mesh) -> tuple[tuple[int, int], ...]:
    """Returns the digits of device numbers that axes are, neighbours joined: meshes may be cut in other places."""
    found: list[tuple[int, int]] = []
    for ref in axes:
        below = mesh.axis_places[ref.name]
        high = prod([axis.size for axis in mesh.axes[below:]])
        if ref.sub_axis is not None:
            high //= ref.sub_axis.pre_size
        low = high // (mesh.axes[below].size if ref.sub_axis is None else ref.sub_axis.size)
        if found and found[-1][1] == high:
            found[-1] = (found[-1][0], low)
        elif high != low:
            found.append((high, low))
    return tuple(found)


def _shardings(module: sdyopt.Module) -> list[Any]:
    return sorted(
        (
            use.op.name,
            str(use.role),
            use.number,
            [(_strides(each.axes, module.mesh_of(use.sharding)), each.is_closed) for each in use.sharding.dimensions],
        )
        for use in module.sharding_uses()
    )


@pytest.mark.long
def test_programs_of_jax_are_those_that_it_lowers_for_shardy() -> None:
    """Fifty: all shardings of arguments, results, constraints and computations."""
    jax = pytest.importorskip("jax")
    from tools.jax_programs.partitioned import PROGRAMS

    texts: dict[bool, dict[str, str]] = {}
    for uses_shardy in (True, False):
        jax.config.update("jax_use_shardy_partitioner", uses_shardy)
        jax.clear_caches()
        texts[uses_shardy] = {name: each.partitioned() for name, each in PROGRAMS.items()}
    jax.config.update("jax_use_shardy_partitioner", True)
    assert len(texts[False]) >= 50
    for name, text in texts[False].items():
        assert "mhlo.sharding" in text
        imported = sdyopt.parse(text).run("sdy-import-gspmd-shardings")
        assert "mhlo.sharding" not in str(imported)
        assert _shardings(imported) == _shardings(sdyopt.parse(texts[True][name])), name
