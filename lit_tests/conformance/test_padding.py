"""Tensors are padded as in the reference, byte for byte: in generated modules and real programs."""

from __future__ import annotations

import re

import pytest

from tools import cases, corpus, fuzz, reference
from tools.chunks import chunks, mostly_long
from tools.differential import Run, ours
from tools.generator.passes.padding import PASS

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

MODULES = 1000
CHUNK = 25

PARTITIONING = (
    "sdy-propagation-pipeline",
    "sdy-update-non-divisible-input-output-shardings",
    "sdy-insert-explicit-reshards{enable-full-version=true}",
    "sdy-reshard-to-collectives",
    PASS,
)
"""What makes the collectives of a program, and then pads it."""

PROGRAMS = corpus.texts_and_examples()

SIZE = re.compile(r'(?<="=)\d+')


def with_odd_meshes(text: str) -> str:
    """Returns a program whose meshes have one device more along each axis, so that few sizes are divisible."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if line.lstrip().startswith("sdy.mesh"):
            lines[number] = SIZE.sub(lambda size: str(int(size[0]) + 1), line)
    return "\n".join(lines)


@pytest.mark.parametrize("start", chunks(MODULES, CHUNK))
def test_generated_modules(start: int) -> None:
    for number in range(start, start + CHUNK):
        fuzz.assert_same(cases.padded(number), f"case {number}: ")


@pytest.mark.parametrize("program", mostly_long(PROGRAMS, corpus.QUICK))
def test_real_programs_on_odd_meshes(program: str) -> None:
    fuzz.assert_same(cases.Case(with_odd_meshes(PROGRAMS[program]), Run(PARTITIONING)))


@pytest.mark.long
@pytest.mark.parametrize("passes", [(PASS,), PARTITIONING], ids=["alone", "after partitioning"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_real_programs(program: str, passes: tuple[str, ...]) -> None:
    fuzz.assert_same(cases.Case(PROGRAMS[program], Run(passes)))


def test_many_generated_modules_are_padded() -> None:
    """Else their comparison would mean little."""
    padded = 0
    for number in range(CHUNK):
        text, run = cases.padded(number)
        found = ours(text, run)
        padded += found.accepted and found.output.count("stablehlo.pad") > text.count("stablehlo.pad")
    assert padded > CHUNK / 6
