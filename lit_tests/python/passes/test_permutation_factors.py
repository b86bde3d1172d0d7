"""Permutation factors: device orders, halo exchanges and slices.

That devices hold what they should of reversed tensors shows where programs run (`conformance/test_local_programs.py`).
"""

from __future__ import annotations

from itertools import product
from random import Random

import sdyopt
from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.passes.permutation_factors.blocks import reversed_mesh, shifted
from sdyopt.sharding.padding import is_communication_free
from tools.device_blocks import held
from tools.generator.sdy.meshes import Meshes, axis_parts

# The order of devices.


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


def test_free_slices_keep_the_place_of_each_element() -> None:
    for size, limit, count in product(range(1, 20), range(1, 20), range(2, 6)):
        if limit <= size:
            block, block_of_result = -(-size // count), -(-limit // count)
            stay = all(at // block == at // block_of_result for at in range(limit))
            is_free = is_communication_free(size, limit, 0, 1, count)
            assert stay or not is_free
            # Where all elements stay but blocks get smaller, all are in the first block.
            assert is_free or not stay or limit <= block_of_result


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
