"""Generated modules have everything that they are to have, in modules that mix StableHLO with all of SDY."""

from __future__ import annotations

from collections import Counter

import sdyopt
from sdyopt.dialects import REGISTRY
from tools.generator import mixed, sdy, stablehlo
from tools.generator.features import FEATURES, features

MODULES = 600

QUANTIZED = {"stablehlo.uniform_dequantize", "stablehlo.uniform_quantize"}
"""Operations on types of a dialect that the reference has not."""


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
    assert set(REGISTRY.operations) - names == QUANTIZED
    assert {feature for feature in FEATURES if found[feature] < 3} == set()
    assert refused <= 0.02 * MODULES


def test_the_same_seed_makes_the_same_module() -> None:
    for generator in (mixed, sdy, stablehlo):
        assert [generator.module(seed) for seed in range(20)] == [generator.module(seed) for seed in range(20)]
