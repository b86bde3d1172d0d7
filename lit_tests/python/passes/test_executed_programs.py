"""Passes that are newer than the reference, or do more than it: programs compute the same before and after them.

On eight simulated devices, local programs are compared with the whole one. Padded pads and convolutions, which need
other passes to become local, are run as whole programs.
"""

from __future__ import annotations

import pytest

import sdyopt
from tools import reference
from tools.chunks import chunks
from tools.generator.passes import executed

pytest.importorskip("jaxlib", reason="programs are run with jaxlib")

from tools.local_programs import execution

PASS = "sdy-pad-for-divisibility"
CHAIN = ("sdy-export-pipeline{enable-insert-explicit-collectives=true}", PASS, "sdy-convert-global-to-local")
"""From a program with shardings to that of each device."""
OF_DEVICES = (
    "sdy-insert-explicit-reshards{enable-full-version=true}",
    "sdy-reshard-to-collectives",
    PASS,
    (SINGLE := "sdy-resolve-single-device-sharding"),
    "sdy-convert-global-to-local",
)
"""The same with operations on single devices, between the reshards of which nothing is simplified."""
COMBINED = (*CHAIN[:-1], "sdy-convert-global-to-local{combine-multi-dimension-reduce-scatter=true}")


def compare(kind: str, seed: int, passes: tuple[str, ...], devices: int) -> bool:
    """Runs a program before and after passes, and returns whether these have accepted it without a warning.

    The release is that of the XLA which runs it, except for a pass that it lacks: it cannot read replica groups of
    later ones.
    """
    text = executed.module(kind, seed)
    expected = executed.whole(text)
    warnings: list[sdyopt.Diagnostic] = []
    try:
        found = sdyopt.parse(text)
        for name in passes:
            release = "0.11.2" if name == SINGLE else reference.RELEASE
            found = found.run(name, shardy=release, on_warning=warnings.append)
    except sdyopt.Error:
        return False
    if warnings:  # As in the reference, the program computes something else then.
        return False
    if devices == 1:
        found = executed.whole(str(found))
    arguments = execution.arguments(expected, [None if "f32" in str(a.type) else 1000 for a in _arguments(expected)])
    results = execution.run(found, arguments, devices), execution.run(expected, arguments, 1)
    execution.assert_same(*results)
    return True


def _arguments(module: sdyopt.Module) -> list[sdyopt.BlockArgument]:
    return list(module.functions["main"].regions[0].block.arguments)


@pytest.mark.parametrize("first", chunks(250, 3))
def test_reductions(first: int) -> None:
    """Eight in each program, by sum, maximum and minimum, with all-reduces and reduce-scatters."""
    for seed in range(first, first + 3):
        assert compare("reductions", seed, COMBINED if seed % 2 else CHAIN, 8), seed


@pytest.mark.parametrize("first", chunks(500, 3))
def test_operations_on_single_devices(first: int) -> None:
    """Four in each program."""
    for seed in range(first, first + 3):
        assert compare("single devices", seed, OF_DEVICES, 8), seed


@pytest.mark.parametrize("first", chunks(2000, 10))
def test_uneven_reshards(first: int) -> None:
    """Most programs are accepted; permutes are not padded."""
    accepted = sum(compare("resharded", seed, CHAIN, 8) for seed in range(first, first + 10))
    assert accepted > 5


@pytest.mark.parametrize("first", chunks(2000, 20))
def test_padded_pads_and_convolutions(first: int) -> None:
    """Only those that the reference does not accept: it leaves the others as they are."""
    compared = 0
    for seed in range(first, first + 20):
        theirs = reference.run_isolated(executed.module("padded", seed), [PASS], release=reference.RELEASE)
        compared += not theirs.ok and compare("padded", seed, (PASS,), 1)
    assert compared > 4
