"""XLA's form of shardings: stages that XLA has dumped, programs that go to the form and back, texts of shardings."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

import sdyopt
from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, Mesh, MeshAxis, Sharding
from sdyopt.dialects.sdy.shardings.axes import axis_part
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.sharding.gspmd.meshes import FoundMesh, sdy_sharding
from sdyopt.sharding.gspmd.syntax import Form, read_sharding
from sdyopt.sharding.gspmd.texts import devices_text, named_text, read_named
from sdyopt.view import view
from tools.chunks import mostly_long, sampled
from tools.recorded.record_xla_form import CORPUS, NEWER, RECORDS, programs, sections
from tools.reference import RELEASE

BEFORE_PROPAGATION = (
    "symbol-dce",
    "sdy-lift-inlined-meshes",
    "sdy-remove-size-one-axes",
    "sdy-propagate-sharding-from-func-to-call",
    "sdy-constant-or-scalar-splitter",
    "symbol-dce",
    "sdy-manual-axes-cleanup",
)
"""The passes of XLA between its import and the first stage that it dumps."""

RECORDED = sorted(path for path in RECORDS.glob("*.mlir") if "." in path.stem)
PROGRAMS = sorted(CORPUS.glob("*.mlir"))


def _run(text: str, *passes: str, newer: bool) -> str:
    module = sdyopt.parse(text)
    return str(module.run(*passes, shardy=NEWER if newer else RELEASE))


@pytest.mark.parametrize("path", mostly_long(RECORDED, RECORDED[::4]), ids=lambda path: path.stem)
def test_stages_are_those_of_xla(path: Path) -> None:
    """The result of reading XLA's form, of writing it again, and of one pipeline with both."""
    stages = sections(path.read_text())
    is_named, newer = path.stem.endswith(".named"), f".{NEWER}." in path.stem
    option = f"enable-hlo-sharding-v3={str(is_named).lower()}"
    imported = f"xla-sdy-round-trip-import-pipeline{{lift-and-dedup-meshes=true {option}}}"
    assert _run(stages["00"], imported, *BEFORE_PROPAGATION, newer=newer) == stages["01"]
    exported = f"xla-sdy-stablehlo-export-pipeline{{{option}}}"
    assert _run(stages["03"], "sdy-drop-sharding-rules", exported, newer=newer) == stages["04"]
    assert _run(stages["00"], f"shardy-xla{{{option}}}", newer=newer) == stages["04"]


@pytest.mark.parametrize("path", mostly_long(RECORDED, RECORDED[::4]), ids=lambda path: path.stem)
def test_views_of_stages_have_the_numbers_of_the_program(path: Path) -> None:
    """Of what XLA gets, of the program before propagation, and of what comes out."""
    stages, lowered = sections(path.read_text()), programs()[path.stem.partition(".")[0]]
    sent = view(lowered.read_text()).totals.bytes_sent
    assert [view(stages[stage]).totals.bytes_sent for stage in ("00", "01", "04")] == [sent] * 3


@pytest.mark.parametrize("path", sampled(PROGRAMS, PROGRAMS[::6], 4), ids=lambda path: path.stem)
def test_programs_go_to_the_form_and_back(path: Path) -> None:
    """Importing an exported program gives the same the second time, unless functions are copied again."""
    if path.stem == "dynamic_shapes":
        pytest.skip("HLO has no operations of dynamic shapes")
    passes = ("xla-sdy-round-trip-export-pipeline", "xla-sdy-round-trip-import-pipeline")
    once = _run(path.read_text(), *passes, newer=False)
    assert "sdy.sharding" in once or "sdy.manual_computation" in once
    assert "xla.sdy" not in once
    assert "mhlo.sharding" not in once
    assert "func.call @" in once or _run(once, *passes, newer=False) == once


def _random_mesh(random: Random) -> Mesh:
    axes = tuple([MeshAxis(name, random.choice([1, 2, 3, 4, 8])) for name in "abc"[: random.randint(1, 3)]])
    count = Mesh(axes).device_count
    order = tuple(random.sample(range(count), count)) if random.random() < 0.3 else ()
    return Mesh.of(axes, order)


def _random_parts(random: Random, mesh: Mesh) -> list[AxisRef]:
    """Returns axes and parts of axes that do not overlap, in any order."""
    found = []
    for axis in mesh.axes:
        cut = random.choice([size for size in range(1, axis.size + 1) if axis.size % size == 0])
        cuts = sorted({1, cut, axis.size})
        found += [axis_part(axis.name, low, high, mesh) for low, high in pairwise(cuts)]
    random.shuffle(found)
    return found[: random.randint(0, len(found))]


def _random_sharding(random: Random, mesh: Mesh) -> Sharding:
    parts = _random_parts(random, mesh)
    dimensions = [DimensionSharding((part,), random.random() < 0.7) for part in parts[:2]]
    dimensions += [DimensionSharding(())] * (2 - len(dimensions))
    return Sharding(mesh, tuple(dimensions))


def test_texts_are_read_as_they_are_written() -> None:
    """In the form that names axes all but priorities; in the other one the blocks that devices hold."""
    for random in map(Random, range(300)):
        mesh = _random_mesh(random)
        sharding = _random_sharding(random, mesh)
        text = named_text(sharding, mesh, ())
        (named,) = read_named(text)
        assert named is not None
        if text != "{mesh[], replicated}":
            assert named.sharding(2) is sharding, text
        text = devices_text(sharding, mesh, ())
        read = read_sharding(text)
        if read.form is Form.TILED and not mesh.device_ids:
            over = FoundMesh(mesh)
            back = sdy_sharding(read, over, SymbolRefAttr(("mesh",)), 2)
            assert devices_text(back, mesh, ()) == text, text


@pytest.mark.parametrize(
    "text",
    [
        "{mesh['a'=2], [{'a'}",
        "{mesh[a=2], [{'a'}]}",
        "{mesh['a'=], [{'a'}]}",
        "{mesh['a'=2], what={'a'}}",
        "{mesh['a'=2], [{'a':2}]}",
        "{mesh['a'=2], replicated} x",
        "{devices=[2]<=[2]}",
        "",
    ],
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected|unknown|after"):
        read_named(text)
