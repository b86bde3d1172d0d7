"""The builder of random programs, its policies, and what generated modules have."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

import sdyopt
from sdyopt.dialects import REGISTRY
from sdyopt.dialects.sdy.attributes import AxisRef
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from tools.chunks import mostly_long
from tools.generator import mixed
from tools.generator.builder import Block
from tools.generator.features import FEATURES, features
from tools.generator.functions import returning, write
from tools.generator.operations import Edge, Op, OpPlan, RandomLocations, Size, Tensor, axes_of, mlir
from tools.generator.policy import Policy
from tools.generator.program import Program
from tools.generator.sdy.annotations import Annotated
from tools.generator.sdy.meshes import Meshes, chain
from tools.generator.sdy.shardings import Shardings
from tools.generator.sharded import Sharded, one_mesh
from tools.generator.stablehlo import RECIPES

SQUARE = Tensor((4, 4))


def new_block(policy: Policy | None = None, **settings: object) -> Block:
    """Returns the block of a function in a program with these settings."""
    program = Program(Random(0), {}, policy)
    program.has_fancy_names = False
    for name, setting in settings.items():
        setattr(program, name, setting)
    return Block(program)


def test_values_that_are_missing_become_arguments() -> None:
    block = new_block(argument_share=1)
    value = block.value(SQUARE)
    assert block.arguments == [value]
    inner = block.child(())
    assert inner.value(Tensor((2,))) in block.arguments
    assert sdyopt.parse(write(block, "@f", [value]))


def test_isolated_blocks_see_only_their_own_values() -> None:
    block = new_block(reuse=1)
    outer = block.value(SQUARE)
    assert block.child(()).value(SQUARE) == outer
    assert block.child((), isolated=True).value(SQUARE) != outer


def test_forgotten_values_are_not_used() -> None:
    block = new_block(reuse=1)
    value = block.value(SQUARE)
    block.forget([value])
    assert block.find(lambda value: True) is None
    assert block.value(SQUARE) != value


def test_edges_replace_results() -> None:
    block = new_block()
    op = Op("stablehlo.optimization_barrier", [block.value(SQUARE)], [SQUARE])
    (value,) = block.add(op, OpPlan(edges=[Edge(None)]))
    assert "sdy.data_flow_edge" in block.lines[-1]
    assert block.own_values[-1] == value
    assert sdyopt.parse(returning(block, "@f"))


def test_operations_have_locations_if_the_program_has() -> None:
    block = new_block()
    block.line("a")
    block.program.locations = RandomLocations(Random(0), 1)
    block.line("b")
    assert block.lines[0] == "a"
    assert block.lines[1].startswith("b loc(")


@pytest.mark.parametrize("size", [1, 2, 12, 64])
def test_a_chain_leads_from_one_to_the_size_by_divisors(size: int) -> None:
    for seed in range(20):
        edges = chain(Random(seed), size)
        assert (edges[0], edges[-1]) == (1, size)
        assert all(before < after and after % before == 0 for before, after in pairwise(edges))


def test_sizes_keep_their_axes_but_numbers_computed_from_them_do_not() -> None:
    size = Size(8, [AxisRef("x")])
    assert axes_of(size) == (AxisRef("x"),)
    assert axes_of(size * 2) == ()
    assert str(Tensor((size, None), "bf16")) == "tensor<8x?xbf16>"
    assert mlir(Tensor((size,))) is mlir(Tensor((8,)))


def shardings(seed: int) -> Shardings:
    meshes = one_mesh(Random(seed), [("x", 2), ("y", 4)], has_order=False)
    return Shardings(Random(seed), meshes, 0, 0, 1)


SHARDED = ["dot_general", "transpose", "reduce", "broadcast_in_dim", "select", "pad", "gather"]


@pytest.mark.parametrize("name", mostly_long(SHARDED, SHARDED[::3]))
def test_results_are_sharded_as_their_dimensions_are(name: str) -> None:
    sharded = 0
    for seed in range(60):
        policy = Sharded(shardings(seed), is_divided=True)
        policy.share, policy.strange_share = 1, 0
        program = Program(Random(seed), {RECIPES[f"stablehlo.{name}"]: 1}, policy, shardings=policy.shardings)
        block = Block(program)
        block.fill(1)
        text = "\n".join([*policy.shardings.meshes.definitions(), write(block, "@f", ())])
        for op in sdyopt.parse(text).walk():
            found = sharding_of(op.results[0]) if op.name == f"stablehlo.{name}" else None
            sharded += found is not None and any(dimension.axes for dimension in found.dimensions)
        for value in block.values:
            if isinstance(value.type, Tensor) and value.sharding is not None:
                assert policy.axes(value.type) == [dimension.axes for dimension in value.sharding.dimensions]
    assert sharded > 5


NAMES = sorted(RECIPES)


@pytest.mark.parametrize("name", mostly_long(NAMES, NAMES[::6]))
def test_every_recipe_is_used_with_every_policy(name: str) -> None:
    found = shardings(1)
    for policy in (Policy(), Annotated(Shardings(Random(1), Meshes(Random(1)))), Sharded(found, is_divided=False)):
        program = Program(Random(name), {RECIPES[name]: 1}, policy, shardings=found)
        block = Block(program)
        block.fill(1)
        assert name in "\n".join(block.lines)


MODULES = 600

LEFT_OUT = {"stablehlo.collective_reduce", "stablehlo.uniform_dequantize", "stablehlo.uniform_quantize"}
"""Operations on types of a dialect that the reference has not, and what its oldest release has not."""


@pytest.mark.long
def test_mixed_modules_have_all_operations_and_features() -> None:
    """Nearly all are valid; operations and features come with each other."""
    names: set[str] = set()
    found: Counter[str] = Counter()
    refused = 0
    for seed in range(MODULES):
        text = mixed.module(seed)
        try:
            module = sdyopt.parse(text)
        except sdyopt.Error:
            refused += 1
            continue
        names.update(op.name for op in module.walk())
        found.update(features(text, module.operation))
    usual = {name for name in REGISTRY.operations if name.partition(".")[0] not in REGISTRY.lazy}
    assert usual - names == LEFT_OUT
    assert {feature for feature in FEATURES if found[feature] < 3} == set()
    assert refused <= 0.02 * MODULES


PRINTS_CASES = """
from tools import cases

print([kind.case(number) for kind in cases.KINDS.values() for number in range(3)])
"""


@pytest.mark.long
def test_a_number_makes_the_same_case_in_every_process() -> None:
    """Though strings hash differently in each: no set of them is gone through."""
    first, second = [
        subprocess.run(
            [sys.executable, "-c", PRINTS_CASES],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[3],
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert first == second
