"""Reshards as collectives: what they move, and the checker of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from random import Random

import pytest

import sdyopt
from sdyopt.dialects.sdy import syntax as printing
from sdyopt.dialects.sdy.attributes import (
    AxisRef,
    AxisRefList,
    AxisRefLists,
    DimensionSharding,
    Mesh,
    MeshAxis,
    Sharding,
    SubAxis,
)
from sdyopt.dialects.sdy.ops import ALL_GATHER, COLLECTIVE_PERMUTE
from sdyopt.dialects.sdy.shardings.axes import Axes, merged
from sdyopt.dialects.sdy.shardings.spans import can_coexist
from sdyopt.ir.attribute import Attribute, checked
from sdyopt.ir.attributes import DictionaryAttr, FloatType, RankedTensorType, SymbolRefAttr
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.mlir.write.attributes import text_of
from sdyopt.passes.collectives.reshard_to_collectives import Endpoint, Lowering, lowered
from sdyopt.sharding.projections import MeshAxes
from tools.chunks import chunks
from tools.device_blocks import WrongMove, held, moved
from tools.generator.sdy.meshes import chain

F32 = FloatType("f32")
MESH = Mesh((MeshAxis("x", 2), MeshAxis("y", 4)))

# Where data ends up, checked with `tools.device_blocks`, which knows nothing of the search for collectives.

PIPELINE = "builtin.module(func.func(sdy-reshard-to-collectives))"

MAX_DEVICES = 128


def random_mesh(random: Random, sizes: Sequence[int]) -> Mesh:
    names = random.sample("abcdwxyz", random.choice((1, 2, 3, 3, 4)))
    axes: list[MeshAxis] = []
    for name in names:
        size = random.choice(sizes)
        if Mesh(tuple(axes)).device_count * size <= MAX_DEVICES:
            axes.append(MeshAxis(name, size))
    return Mesh(tuple(axes))


def random_sharding(random: Random, mesh: Mesh, rank: int, name: str) -> Sharding:
    """A sharding with parts of all axes, or of some, in any order."""
    parts: list[AxisRef] = []
    for axis in mesh.axes:
        edges = chain(random, axis.size) if random.random() < 0.5 else [1, axis.size]
        for start, stop in pairwise(edges):
            is_whole = (start, stop) == (1, axis.size)
            parts.append(AxisRef(axis.name, None if is_whole else SubAxis(start, stop // start)))
    random.shuffle(parts)
    share = random.choice((0.5, 0.8, 1))
    dimensions: list[Axes] = [()] * rank
    for part in parts:
        if random.random() < share:
            number = random.randrange(rank)
            dimensions[number] = merged((*dimensions[number], part), mesh)
    return Sharding(SymbolRefAttr((name,)), tuple([DimensionSharding(axes) for axes in dimensions]))


def random_reshard(random: Random, sizes: Sequence[int]) -> tuple[Endpoint, Endpoint, RankedTensorType]:
    mesh = to_mesh = random_mesh(random, sizes)
    name = "m"
    if random.random() < 0.3 and mesh.device_count > 1:
        ids = list(range(mesh.device_count))
        random.shuffle(ids)
        to_mesh = Mesh.of(mesh.axes, tuple(ids))
        name = "n" if to_mesh is not mesh else "m"
    rank = random.choice((1, 2, 2, 3, 3, 4))
    source, target = random_sharding(random, mesh, rank, "m"), random_sharding(random, to_mesh, rank, name)
    shape = tuple([random.choice((mesh.device_count, 1024, 8, 12)) for _ in range(rank)])
    return Endpoint(source, mesh), Endpoint(target, to_mesh), RankedTensorType(shape, F32)


def assert_moves(source: Endpoint, target: Endpoint, lowering: Lowering) -> None:
    """Fails unless each device has after each collective the block that its sharding says, and at last the target's."""
    mesh = source.mesh
    blocks = held(source.sharding, mesh)
    for collective in lowering.collectives:
        sharding = checked(Sharding, collective.signature.properties["out_sharding"])
        to_mesh = target.mesh if sharding.mesh is target.sharding.mesh else mesh
        blocks = moved(blocks, mesh, collective.signature, to_mesh)
        mesh = to_mesh
        assert blocks == held(sharding, mesh)
    if not any(dimension.axes for dimension in target.sharding.dimensions):
        target = target._replace(mesh=mesh)  # Each device has all of it, so that their order does not count.
    assert blocks == held(target.sharding, target.mesh)


@pytest.mark.parametrize("first", chunks(10_000, 250))
def test_each_device_ends_with_the_block_that_it_is_to_have(first: int) -> None:
    """Where the sizes of axes are powers of two."""
    for number in range(first, first + 250):
        source, target, type = random_reshard(Random(f"blocks {number}"), (2, 2, 4, 4, 8, 16))
        lowering = lowered(source, target, type, regathers=True)
        assert lowering is not None
        try:
            assert_moves(source, target, lowering)
        except Exception as error:
            raise AssertionError(f"{number}: {source}, {target}") from error


@pytest.mark.parametrize("first", chunks(2_000, 50))
def test_devices_can_do_what_the_verifier_accepts(first: int) -> None:
    """With sizes of any kind, where the tensor may not get to the target, or collectives may be wrong.

    It accepts sub-axes of one axis that are no parts of one split, along which there are no blocks.
    """
    count = 0
    for number in range(first, first + 50):
        source, target, type = random_reshard(Random(f"sizes {number}"), (2, 3, 4, 6))
        lowering = lowered(source, target, type, regathers=True)
        assert lowering is not None
        if lowering.collectives and has_blocks(lowering, source.mesh) and is_accepted(source, target, type):
            last = checked(Sharding, lowering.collectives[-1].signature.properties["out_sharding"])
            mesh = target.mesh if last.mesh is target.sharding.mesh else source.mesh
            assert_moves(source, Endpoint(last, mesh), lowering)
            count += 1
    assert count > 25


def has_blocks(lowering: Lowering, mesh: Mesh) -> bool:
    """Whether the axes of each sharding on the way are parts of one split of the mesh's axes."""
    axes = MeshAxes.of(mesh)
    used = [checked(Sharding, each.signature.properties["out_sharding"]).used_axes for each in lowering.collectives]
    return all(can_coexist(a, b) for each in used for a, b in combinations(axes.spans(each), 2))


def is_accepted(source: Endpoint, target: Endpoint, type: RankedTensorType) -> bool:
    """Whether the verifier accepts the collectives of a reshard."""
    meshes = dict.fromkeys(
        [f"sdy.mesh @{end.sharding.mesh_name} = {printing.mesh(end.mesh)}" for end in (source, target)]
    )
    text = f"""
{chr(10).join(meshes)}
func.func @f(%a: {text_of(type)} {{sdy.sharding = #sdy.sharding{printing.sharding(source.sharding)}}}) {{
  %0 = sdy.reshard %a {printing.sharding(target.sharding)} : {text_of(type)}
  return
}}
"""
    try:
        sdyopt.parse(text).run_pipeline(PIPELINE)
    except sdyopt.Error:
        return False
    return True


# The checker of collectives itself: which blocks devices hold, and how collectives move them.


REVERSED = Mesh(MESH.axes, (7, 6, 5, 4, 3, 2, 1, 0))
X, Y = AxisRef("x"), AxisRef("y")


def device_sharding(*dimensions: list[AxisRef]) -> Sharding:
    return Sharding.of("m", dimensions)


def lists(*dimensions: list[AxisRef]) -> AxisRefLists:
    return AxisRefLists(tuple([AxisRefList(tuple(axes)) for axes in dimensions]))


def collective(definition: OpDefinition, result: Sharding, **attributes: Attribute) -> Signature:
    return Signature.of(definition, properties=DictionaryAttr.of({"out_sharding": result, **attributes}))


def test_what_cannot_be() -> None:
    first_axis_gathered = collective(ALL_GATHER, device_sharding([Y]), gathering_axes=lists([X]))
    with pytest.raises(WrongMove, match="do not follow each other"):
        moved(held(device_sharding([X, Y]), MESH), MESH, first_axis_gathered, MESH)
    with pytest.raises(WrongMove, match="do not hold these blocks"):
        moved(held(device_sharding([X]), MESH), MESH, collective(COLLECTIVE_PERMUTE, device_sharding([Y])), MESH)
    with pytest.raises(WrongMove, match="another mesh"):
        moved(held(device_sharding([X]), MESH), MESH, collective(ALL_GATHER, device_sharding([])), REVERSED)
