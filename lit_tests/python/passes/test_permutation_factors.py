"""Permutation factors: device orders, halo exchanges and slices.

That devices hold what they should of reversed tensors shows where programs run (`conformance/test_local_programs.py`).
"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

import sdyopt
from sdyopt.dialects.sdy.attributes import (
    AxisRef,
    DimMapping,
    Mesh,
    MeshAxis,
    OpShardingRule,
    Sharding,
    SubAxis,
    TensorMapping,
)
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.passes.permutation_factors.blocks import reversed_mesh, shifted
from sdyopt.passes.permutation_factors.resolve_permutation_factors import is_sharded_along, without_factors
from sdyopt.sharding.padding import is_communication_free
from sdyopt.sharding.projections import FactorTensors, common_mesh
from tools.device_blocks import held
from tools.generator.sdy.meshes import Meshes, axis_parts

A, B = AxisRef("a"), AxisRef("b")
MAJOR, MINOR = AxisRef("a", SubAxis(1, 2)), AxisRef("a", SubAxis(2, 2))
MESH = Mesh((MeshAxis("a", 4), MeshAxis("b", 2)))
NAME = SymbolRefAttr(("mesh",))


# The order of devices.


@pytest.mark.parametrize(
    ("axes", "ids"),
    [
        ((A,), (6, 7, 4, 5, 2, 3, 0, 1)),
        ((B,), (1, 0, 3, 2, 5, 4, 7, 6)),
        ((A, B), (7, 6, 5, 4, 3, 2, 1, 0)),
        ((MAJOR,), (4, 5, 6, 7, 0, 1, 2, 3)),
        ((MINOR,), (2, 3, 0, 1, 6, 7, 4, 5)),
        ((), ()),
    ],
)
def test_devices_in_reverse_order(axes: tuple[AxisRef, ...], ids: tuple[int, ...]) -> None:
    assert reversed_mesh(MESH, axes).device_ids == ids


def test_twice_reversed_is_the_mesh_itself() -> None:
    """Also where the devices are in an order of their own, and along any axes."""
    for number in range(60):
        random = Random(number)
        for mesh in Meshes(random, inlined_share=0).named.values():
            axes = tuple(axis_parts(random, mesh, frozenset()))
            if mesh.axes:
                reverse = reversed_mesh(mesh, axes)
                assert reversed_mesh(reverse, axes) is mesh
                assert reversed_mesh(reverse, tuple(reversed(axes))) is mesh


def test_neighbours() -> None:
    assert shifted(MESH, (B,), 1) == ((0, 1), (2, 3), (4, 5), (6, 7))
    assert shifted(MESH, (A,), 1) == ((0, 2), (1, 3), (2, 4), (3, 5), (4, 6), (5, 7))
    assert shifted(MESH, (B, MAJOR), 1) == ((0, 4), (1, 5), (2, 6), (3, 7), (4, 1), (6, 3))
    assert shifted(MESH, (), 1) == ()


def test_neighbours_make_up_chains_along_the_axes() -> None:
    """From each device that is first along the axes, the chain visits all places along them in order."""
    for number in range(60):
        random = Random(number)
        mesh = Mesh(Meshes(random, inlined_share=0).named.popitem()[1].axes)
        axes = tuple(axis_parts(random, mesh, frozenset())[:2])
        following = dict(shifted(mesh, axes, 1))
        assert len({*following.values()}) == len(following)
        place = {device: block[0][0] for device, block in held(Sharding.of("mesh", [axes]), mesh).items()}
        for device, other in following.items():
            assert place[other] == place[device] + mesh.device_count // sharded_size(axes, mesh)
        assert len(following) == sum(at < max(place.values()) for at in place.values())


# Slices.


def test_slices_that_leave_devices_with_what_they_have() -> None:
    assert is_communication_free(8, 7, 0, 1, 4)
    assert is_communication_free(8, 6, 3, 2, 1)
    assert not is_communication_free(8, 4, 0, 1, 4)
    assert not is_communication_free(8, 7, 1, 1, 4)
    assert not is_communication_free(8, 4, 0, 2, 4)
    assert not is_communication_free(-1, 4, 0, 1, 4)
    assert not is_communication_free(8, -1, 0, 1, 2)


def test_free_slices_keep_the_place_of_each_element() -> None:
    for size, limit, count in product(range(1, 20), range(1, 20), range(2, 6)):
        if limit <= size:
            block, block_of_result = -(-size // count), -(-limit // count)
            stay = all(at // block == at // block_of_result for at in range(limit))
            is_free = is_communication_free(size, limit, 0, 1, count)
            assert stay or not is_free
            # Where all elements stay but blocks get smaller, all are in the first block.
            assert is_free or not stay or limit <= block_of_result


# Factors.


def mapping(*dimensions: tuple[int, ...]) -> TensorMapping:
    return TensorMapping(tuple([DimMapping(factors) for factors in dimensions]))


PAIR = OpShardingRule((8, 8), (mapping((0,), (1,)),), (mapping((0,), (1,)),), permutation=(0,))
SPLIT = OpShardingRule((2, 4, 8), (mapping((0, 1), (2,)),), (mapping((0,), (1,)),), permutation=(1,))


def resharded(rule: OpShardingRule, factors: tuple[int, ...], *shardings: Sharding | None) -> list[Sharding | None]:
    """Returns the shardings without the axes of factors; None for a tensor that has none of them."""
    tensors = FactorTensors(rule, shardings, MESH, NAME)
    return [
        tensors.unprojected(index, without_factors(projection, factors))
        if any(is_sharded_along(projection, factor) for factor in factors)
        else None
        for index, projection in enumerate(tensors.projections())
    ]


def test_axes_of_permutation_factors_are_removed_from_all_tensors() -> None:
    sharded, left = Sharding.of("mesh", [[A], [B]]), Sharding.of("mesh", [[], [B]])
    assert resharded(PAIR, (0,), sharded, sharded) == [left, left]
    assert resharded(PAIR, (0,), left, None) == [None, None]


def test_other_factors_of_the_dimension_keep_their_axes() -> None:
    sharded = Sharding.of("mesh", [[A], []])
    assert resharded(SPLIT, (1,), sharded, None) == [Sharding.of("mesh", [[MAJOR], []]), None]


def test_details_of_resharded_tensors() -> None:
    """Open dimensions stay open, priorities are dropped, replicated and unreduced axes stay."""
    sharded = Sharding.of("mesh", [[MAJOR], []], is_closed=False).replace(replicated=(MINOR,), unreduced=(B,))
    with_priority = sharded.with_dimension(0, sharded.dimensions[0].replace(priority=1))
    left = sharded.with_dimension(0, sharded.dimensions[0].replace(axes=()))
    assert resharded(PAIR, (0,), with_priority, None) == [left, None]


# The mesh.


def test_the_common_mesh_is_the_last_in_the_usual_order() -> None:
    other, third = Mesh(MESH.axes, tuple(reversed(range(8)))), Mesh(MESH.axes, (1, 0, *range(2, 8)))
    here, there = (Sharding.of(name, [[], []]) for name in ("mesh", "other"))
    assert common_mesh([(there, other), (here, MESH)]) == (here.mesh, MESH)
    assert common_mesh([(here, MESH), (there, other)]) == (here.mesh, MESH)
    assert common_mesh([(there, other), (here, third)]) == (there.mesh, other)
    assert common_mesh([(there, Mesh(())), (here, MESH)]) == (here.mesh, MESH)
    assert common_mesh([(there, Mesh((), (0,)))]) is None
    assert common_mesh([(here, MESH), (there, Mesh((MeshAxis("a", 2),)))]) is None
    assert common_mesh([]) is None


def test_an_update_of_no_elements_stays_sharded() -> None:
    text = """
        sdy.mesh @mesh = <["x"=2]>
        func.func @main(%empty: tensor<0x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
            %update: tensor<0x1xf32>) -> tensor<0x3xf32> {
          %0 = stablehlo.constant dense<0> : tensor<i32>
          %1 = stablehlo.dynamic_update_slice %empty, %update, %0, %0
            {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>}
            : (tensor<0x3xf32>, tensor<0x1xf32>, tensor<i32>, tensor<i32>) -> tensor<0x3xf32>
          return %1 : tensor<0x3xf32>
        }
    """
    module = sdyopt.parse(text)
    assert str(module.run("sdy-resolve-permutation-factors")) == str(sdyopt.parse(text))
