"""Generated modules have everything that they are to have, in modules that mix StableHLO with all of SDY."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import sdyopt
from sdyopt.dialects import REGISTRY
from tools.generator import mixed
from tools.generator.features import FEATURES, features

MODULES = 600

QUANTIZED = {"stablehlo.uniform_dequantize", "stablehlo.uniform_quantize"}
"""Operations on types of a dialect that the reference has not."""


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
    assert usual - names == QUANTIZED
    assert {feature for feature in FEATURES if found[feature] < 3} == set()
    assert refused <= 0.02 * MODULES


PRINTS_CASES = """
from tools import cases

print([kind.case(number) for kind in cases.KINDS.values() for number in range(3)])
"""


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
