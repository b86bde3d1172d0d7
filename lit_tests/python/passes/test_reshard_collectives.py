"""The search for collectives: its parts, the examples that it has to reproduce, and where data ends up.

The last is checked with `tools.device_blocks`, which knows nothing of the search.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from random import Random

import pytest

import sdyopt
from sdyopt.dialects.sdy import syntax as printing
from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, Mesh, MeshAxis, Sharding, SubAxis
from sdyopt.dialects.sdy.shardings.axes import Axes, merged
from sdyopt.dialects.sdy.shardings.spans import AxisSpan, by_number, can_coexist, cut
from sdyopt.ir.attributes import FloatType, RankedTensorType, SymbolRefAttr
from sdyopt.mlir.write.attributes import text_of
from sdyopt.passes.collectives.reshard_to_collectives import Endpoint, Lowering, is_redundant, lowered, may_stay
from sdyopt.passes.collectives.search import AxesState, CollectiveProblem, append, collectives, fitting, remove_suffix
from sdyopt.sharding.projections import MeshAxes
from tools.chunks import chunks
from tools.device_blocks import held, moved
from tools.generator.sdy.meshes import chain

# Lists of axes: (number of the axis, start, stop).


def test_append_joins_parts_that_follow_each_other() -> None:
    axes = [(0, 1, 2), (1, 1, 4)]
    append(axes, (0, 2, 8))
    assert axes == [(0, 1, 2), (1, 1, 4), (0, 2, 8)]
    append(axes, (0, 8, 16))
    assert axes == [(0, 1, 2), (1, 1, 4), (0, 2, 16)]


def test_append_does_not_join_axes_of_size_one() -> None:
    axes = [(0, 1, 1)]
    append(axes, (0, 1, 1))
    assert axes == [(0, 1, 1), (0, 1, 1)]


def test_a_suffix_may_end_within_an_axis() -> None:
    axes = [(0, 1, 8), (1, 1, 4)]
    remove_suffix(axes, [(0, 2, 8), (1, 1, 4)])
    assert axes == [(0, 1, 2)]
    remove_suffix(axes, [(0, 1, 2)])
    assert axes == []


@pytest.mark.parametrize(
    ("axis", "capacity", "expected"),
    [
        ((0, 1, 4), 1, None),
        ((0, 1, 4), 4, ((0, 1, 4), None)),
        ((0, 1, 4), 8, ((0, 1, 4), None)),
        ((0, 1, 4), 6, None),
        ((0, 1, 8), 2, ((0, 1, 2), (0, 2, 8))),
        ((0, 2, 8), 2, ((0, 2, 4), (0, 4, 8))),
        ((0, 1, 6), 4, None),
        ((0, 1, 1), 4, ((0, 1, 1), None)),
    ],
)
def test_how_much_of_an_axis_fits(
    axis: AxisSpan, capacity: int, expected: tuple[AxisSpan, AxisSpan | None] | None
) -> None:
    assert fitting(axis, capacity) == expected


@pytest.mark.parametrize(
    ("axis", "others", "expected"),
    [
        ((0, 1, 8), [(0, 2, 4)], [(0, 1, 2), (0, 2, 4), (0, 4, 8)]),
        ((0, 1, 8), [(0, 1, 8)], [(0, 1, 8)]),
        ((0, 2, 4), [(0, 1, 8)], [(0, 2, 4)]),
        ((0, 1, 4), [(0, 2, 8)], [(0, 1, 2), (0, 2, 4)]),
        ((0, 1, 8), [(0, 1, 2), (0, 4, 8)], [(0, 1, 2), (0, 2, 4), (0, 4, 8)]),
        ((0, 1, 8), [(1, 2, 4)], [(0, 1, 8)]),
        ((0, 1, 4), [(0, 1, 6)], [(0, 1, 4)]),
        ((0, 1, 6), [(0, 2, 4)], [(0, 1, 6)]),
    ],
)
def test_axes_are_cut_where_others_begin_and_end(
    axis: AxisSpan, others: list[AxisSpan], expected: list[AxisSpan]
) -> None:
    """Those that cannot coexist stay whole."""
    assert cut([axis], by_number(others)) == expected


def test_the_common_prefix_of_a_dimension_is_in_place() -> None:
    state = AxesState(CollectiveProblem((((0, 1, 8), (1, 1, 2)), ()), (((0, 1, 4),), ((1, 1, 2),)), (64, 64)))
    assert state.present == [[(0, 4, 8), (1, 1, 2)], []]
    assert state.wanted == [[], [(1, 1, 2)]]
    assert state.destinations == {(1, 1, 2): (1, 0)}


def test_nothing_to_do() -> None:
    axes = (((0, 1, 8),), ())
    assert collectives(CollectiveProblem(axes, axes, (64, 64))) == ()
    assert [step.kind for step in collectives(CollectiveProblem(axes, axes, (64, 64), True))] == ["collective_permute"]


# What becomes of a reshard.

MESH = Mesh((MeshAxis("x", 2), MeshAxis("y", 4)))
DEVICES = Mesh(MESH.axes, (7, 6, 5, 4, 3, 2, 1, 0))
OTHER = Mesh((MeshAxis("a", 8),))
F32 = FloatType("f32")
TYPE = RankedTensorType((16, 16), F32)


def endpoint(*dimensions: Sequence[str], mesh: Mesh = MESH, name: str = "m", is_closed: bool = True) -> Endpoint:
    return Endpoint(Sharding.of(name, dimensions, is_closed), mesh)


def kinds(source: Endpoint | None, target: Endpoint) -> list[str] | None:
    """The kinds of collectives of a reshard; None if it cannot be replaced."""
    lowering = lowered(source, target, TYPE)
    return None if lowering is None else [collective.step.kind for collective in lowering.collectives]


def test_collectives_of_a_reshard() -> None:
    assert kinds(endpoint(["x"], []), endpoint([], ["x"])) == ["all_to_all"]
    assert kinds(endpoint(["x"], []), endpoint([], [])) == ["all_gather"]
    assert kinds(None, endpoint(["x"], [])) == ["all_slice"]
    assert kinds(endpoint(["x"], []), endpoint(["x"], [], is_closed=False)) == []
    assert kinds(endpoint(["x"], []), endpoint(["x"], [], mesh=DEVICES, name="n")) == ["collective_permute"]
    assert kinds(endpoint(["x"], []), endpoint(["a"], [], mesh=OTHER, name="o")) is None
    assert kinds(endpoint(["x"], []), endpoint([], [], mesh=OTHER, name="o")) == ["all_gather"]
    assert kinds(endpoint(["x"], []), endpoint(mesh=Mesh((), (0,)), name="max")) is None


def test_meshes_are_the_same_by_name_and_inlined_ones_by_value() -> None:
    """One of the same devices under another name counts as another one, which the verifier rejects."""
    assert kinds(endpoint(["x"], []), endpoint(["x"], [], name="same")) == ["collective_permute"]
    inlined = [Endpoint(Sharding.of(MESH, dimensions), MESH) for dimensions in ([["x"], []], [[], ["x"]])]
    assert kinds(inlined[0], inlined[1]) == ["all_to_all"]
    assert kinds(inlined[0], endpoint(["x"], [])) == ["collective_permute"]


def test_unreduced_axes_are_those_of_the_target() -> None:
    target = endpoint([], ["x"])
    target = target._replace(sharding=target.sharding.replace(unreduced=(AxisRef("y"),)))
    lowering = lowered(endpoint(["x"], []), target, TYPE)
    assert lowering is not None
    (collective,) = lowering.collectives
    assert collective.signature.properties["out_sharding"] is target.sharding


def test_which_reshards_may_stay() -> None:
    sharded, replicated = endpoint(["x"], []), endpoint([], [])
    other = endpoint(["a"], [], mesh=OTHER, name="o")
    assert may_stay(sharded, other, False)
    assert not may_stay(None, other, False)
    assert not may_stay(sharded, endpoint([], [], mesh=OTHER, name="o"), False)
    assert not may_stay(sharded, sharded, False)
    assert may_stay(sharded, sharded, True)
    assert may_stay(None, replicated, True)
    assert not may_stay(None, sharded, True)
    assert not may_stay(sharded, endpoint(["x"], [], mesh=DEVICES, name="n"), True)


def test_replicated_shardings_are_the_same_on_any_mesh() -> None:
    assert is_redundant(Sharding.of("m", [[]]), Sharding.of("n", []))
    assert not is_redundant(Sharding.of("m", [["x"]]), Sharding.of("n", [["x"]]))


# Where data ends up.

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
        sharding = collective.signature.properties["out_sharding"]
        assert isinstance(sharding, Sharding)
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
        lowering = lowered(source, target, type)
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
    checked = 0
    for number in range(first, first + 50):
        source, target, type = random_reshard(Random(f"sizes {number}"), (2, 3, 4, 6))
        lowering = lowered(source, target, type)
        assert lowering is not None
        if lowering.collectives and has_blocks(lowering, source.mesh) and is_accepted(source, target, type):
            last = lowering.collectives[-1].signature.properties["out_sharding"]
            assert isinstance(last, Sharding)
            mesh = target.mesh if last.mesh is target.sharding.mesh else source.mesh
            assert_moves(source, Endpoint(last, mesh), lowering)
            checked += 1
    assert checked > 25


def has_blocks(lowering: Lowering, mesh: Mesh) -> bool:
    """Whether the axes of each sharding on the way are parts of one split of the mesh's axes."""
    axes = MeshAxes.of(mesh)
    for collective in lowering.collectives:
        sharding = collective.signature.properties["out_sharding"]
        assert isinstance(sharding, Sharding)
        if not all(can_coexist(a, b) for a, b in combinations(axes.spans(sharding.used_axes), 2)):
            return False
    return True


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


def test_the_pass_moves_data_in_whole_programs() -> None:
    """Reads the collectives from the text that the pass leaves."""
    text = """
sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.reshard %a <@m, [{"z"}, {"y"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
"""
    module = sdyopt.parse(text).run_pipeline(PIPELINE)
    mesh = module.meshes["m"]
    blocks = held(Sharding.of("m", [["x", "y"], []]), mesh)
    for op in module.operation.walk():
        if "out_sharding" in op.properties:
            blocks = moved(blocks, mesh, op.signature, mesh)
    assert blocks == held(Sharding.of("m", [["z"], ["y"]]), mesh)
