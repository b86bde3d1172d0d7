"""The builder of random programs, its policies, and what generated modules have."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

import sdyopt
from sdyopt.dialects import REGISTRY
from tools.chunks import mostly_long
from tools.generator import mixed
from tools.generator.builder import Block
from tools.generator.features import FEATURES, features
from tools.generator.policy import Policy
from tools.generator.program import Program
from tools.generator.sdy.annotations import Annotated
from tools.generator.sdy.meshes import Meshes
from tools.generator.sdy.shardings import Shardings
from tools.generator.sharded import Sharded, one_mesh
from tools.generator.stablehlo import RECIPES


def shardings(seed: int) -> Shardings:
    meshes = one_mesh(Random(seed), [("x", 2), ("y", 4)], has_order=False)
    return Shardings(Random(seed), meshes, 0, 0, 1)


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
