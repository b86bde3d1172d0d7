"""Propagation: errors of bad input are messages, and what holds of programs after it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

import sdyopt
from sdyopt.cli.main import run
from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, Mesh, Sharding
from sdyopt.dialects.sdy.shardings.slots import Slot, meshes_by_name, sharding_mesh, slot_of
from sdyopt.dialects.sdy.shardings.spans import is_strict_prefix, overlaps
from sdyopt.sharding.projections import MeshAxes
from tools.corpus import PART_END
from tools.generator.passes import propagation
from tools.generator.passes.propagation import PASSES

FOLDER = Path(__file__).resolve().parents[2] / "passes" / "propagation_of_bad_input"
PARTS = [
    (file.stem, part) for file in sorted(FOLDER.glob("*.mlir")) for part in PART_END.split(file.read_text("utf-8"))
]
EMPTY = [("empty", ""), ("blank", "\n \n"), ("zero", "\0"), ("module", "module"), ("bytes", "\udcff\udcfe")]


@pytest.mark.parametrize("name", PASSES)
@pytest.mark.parametrize("text", [text for _, text in PARTS + EMPTY], ids=[stem for stem, _ in PARTS + EMPTY])
def test_errors_are_messages(text: str, name: str) -> None:
    status, output, errors = run(["-", f"-{name}"], stdin=text.encode("utf-8", "surrogateescape"))
    messages = errors.decode("utf-8", "surrogateescape")
    assert "Traceback" not in messages
    assert bool(output) == (status == 0)
    assert bool(re.search(r"^<stdin>:(\d+:\d+:)? error: .", messages, re.MULTILINE)) == (status != 0)


SEEDS = range(4001, 4026)
"""Not 4000: its product of a value with itself, along other dimensions, needs a second run in the reference as well."""

passes = pytest.mark.parametrize("name", propagation.PASSES[1:])

OPEN = DimensionSharding((), False)


@cache
def texts() -> list[str]:
    """Modules whose operations have no rules: those would be propagated by their own in a second run."""
    modules = [propagation.module(seed) for seed in SEEDS]
    return [text for text in modules if "sdy.sharding_rule" not in text]


def shardings(module: sdyopt.Module) -> dict[Slot, Sharding | None]:
    """The shardings of results and of arguments of functions, by where they are."""
    slots: list[Slot | None] = []
    for op in module.walk():
        slots += map(slot_of, op.results)
        if op.signature.definition is FUNC:
            slots += [slot_of(argument) for block in op.regions[0].blocks for argument in block.arguments]
    return {slot: slot.sharding for slot in slots if slot is not None}


def propagated(name: str) -> Iterator[tuple[dict[str, Mesh], Sharding, Sharding]]:
    """The shardings of tensors before and after a pass, with the meshes; what had none was open everywhere."""
    for text in texts():
        module = sdyopt.parse(text)
        before = shardings(module)
        try:
            module.run(name)
        except sdyopt.Error:
            continue  # The pass refuses dynamic shapes and tuples, and edges of manual computations without shardings.
        after = shardings(module)
        meshes = dict(meshes_by_name(module.operation))
        for slot, old in before.items():
            new = after.get(slot)
            if new is not None:
                yield meshes, old or Sharding(new.mesh, (OPEN,) * new.rank), new


@passes
def test_axes_are_only_added_and_none_is_used_twice(name: str) -> None:
    """They come after the axes that are there; what is closed stays as it is."""
    changed = 0
    for meshes, old, new in propagated(name):
        mesh, before = sharding_mesh(new, meshes), sharding_mesh(old, meshes)
        assert mesh is not None and before is not None
        assert before is mesh or not before.axes
        changed += old.dimensions != new.dimensions
        spans = MeshAxes.of(mesh).spans
        for was, dimension in zip(old.dimensions, new.dimensions, strict=True):
            assert dimension.axes == was.axes or is_strict_prefix(spans(was.axes), spans(dimension.axes))
            assert not was.is_closed or (dimension.is_closed, dimension.axes) == (True, was.axes)
        assert (new.replicated, new.unreduced) == (old.replicated, old.unreduced)
        axes: list[AxisRef] = [axis for dimension in new.dimensions for axis in dimension.axes]
        used = spans((*axes, *new.replicated, *new.unreduced))
        assert not any(overlaps(first, second) for first, second in combinations(used, 2))
    assert changed > 10


@passes
def test_a_second_run_changes_nothing(name: str) -> None:
    for text in texts():
        try:
            module = sdyopt.parse(text).run(name)
        except sdyopt.Error:
            continue
        once = str(module)
        assert str(module.run(name)) == once
