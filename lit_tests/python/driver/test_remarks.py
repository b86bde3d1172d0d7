"""Remarks, and the call stacks of locations that are shown."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import sdyopt
from sdyopt.cli.main import run
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.ir.attribute import Location
from sdyopt.ir.locations import UNKNOWN, CallSiteLoc, FileLineColRange, Frame, FusedLoc, NameLoc, frames_of
from sdyopt.pipeline.registry import passes_by_name
from tools import corpus
from tools.chunks import mostly_long, sampled
from tools.generator import mixed, sdy
from tools.generator.passes.pipelines import IN_A_ROW

# Remarks: they change nothing, cost nothing unless requested, and all of them are shown and documented.


ROOT = Path(__file__).resolve().parents[3]
CORPUS = sorted((ROOT / "lit_tests" / "corpus").glob("*.mlir"))
QUICK = [path for path in CORPUS if path.stem in corpus.QUICK]
DOCUMENTED = re.compile(r"^\| `([a-z0-9-]+)` \| `([a-z-]+)` \|", re.MULTILINE)


def remarks(text: bytes, passes: Sequence[str], *more: str, compares: bool = True) -> list[dict[str, Any]]:
    """The remarks of passes on each module of a text, as programs read them. Their output is as without."""
    flags = [f"-{name}" for name in passes] + ["-mlir-print-debuginfo", "-split-input-file", *more]
    status, output, messages = run(["-", *flags, "-remarks-format=json"], text)
    lines = messages.decode().splitlines(keepends=True)
    told = [line for line in lines if line.startswith('{"file"')]
    if compares:
        others = "".join([line for line in lines if line not in told]).encode()
        assert (status, output, others) == run(["-", *flags], text)
    return [json.loads(line) for line in told]


@pytest.mark.parametrize("path", sampled(CORPUS, QUICK[:2], 4), ids=lambda path: path.stem)
def test_remarks_do_not_change_what_comes_of_real_programs(path: Path) -> None:
    """Each pass alone, and all of them in a row."""
    for passes in (*([name] for name in IN_A_ROW), IN_A_ROW):
        remarks(path.read_bytes(), passes)


@pytest.mark.parametrize("generator", [sdy, mixed], ids=lambda generator: generator.__name__.rpartition(".")[2])
@pytest.mark.parametrize("first", mostly_long((0, 5, 10, 15), (0,)))
def test_remarks_do_not_change_what_comes_of_random_modules(generator: ModuleType, first: int) -> None:
    """All passes in a row, on modules that have much of everything."""
    for seed in range(first, first + 5):
        for remark in remarks(generator.module(seed).encode(), IN_A_ROW):
            assert "None" not in remark["message"]


def pass_of_folder(folder: str) -> str:
    """The name of the pass whose golden tests are in that folder."""
    name = folder.replace("_", "-")
    return name if name in passes_by_name() else f"sdy-{name}"


@pytest.mark.parametrize("files", ["remarks.mlir", pytest.param("*.mlir", marks=pytest.mark.long)])
def test_every_kind_is_documented_and_shown(files: str) -> None:
    """docs/remarks.md lists the kinds that the golden tests of remarks show; other golden tests have no others."""
    documented = set(DOCUMENTED.findall((ROOT / "docs" / "remarks.md").read_text(encoding="utf-8")))
    shown = set()
    for path in sorted((ROOT / "lit_tests" / "passes").rglob(files)):
        name = pass_of_folder(path.parent.name)
        for more in ((), ("-shardy=0.10.2",)):
            shown |= {
                (remark["pass"], remark["kind"]) for remark in remarks(path.read_bytes(), [name], *more, compares=False)
            }
    assert shown == documented


@pytest.mark.long
def test_values_that_are_new_are_called_what_they_stand_for() -> None:
    """After all passes no remark speaks of a value without a name of the input."""
    for path in CORPUS:
        for remark in remarks(path.read_bytes(), IN_A_ROW, compares=False):
            value = remark["arguments"].get("value")
            assert value is None or re.fullmatch(r"%[\w.#]+", value), remark


def test_a_run_without_remarks_imports_nothing_of_them() -> None:
    """Neither what reports them, nor what only they need."""
    script = (
        "import sys; from sdyopt.cli.main import run; run(['-', *sys.argv[1:]], b'module {}');"
        "print([name for name in sys.modules if name.endswith('diagnostics.remarks') or name == 'string'])"
    )
    command = [sys.executable, "-c", script, *[f"-{name}" for name in IN_A_ROW]]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "[]\n"


def test_python_programs_hear_remarks() -> None:
    """With names of the text, places in it, and what programs are to know of them; others after the first run."""
    text = (
        "sdy.mesh @mesh = <[]>\nfunc.func @f(%x: tensor<8xf32>) {\n  sdy.sharding_group %x group_id=4 : tensor<8xf32>\n"
    )
    module = sdyopt.parse(f"{text}  sdy.sharding_group %x group_id=4 : tensor<8xf32>\n  return\n}}", name="f.mlir")
    heard: list[sdyopt.Remark] = []
    module.run("sdy-sharding-group-import", on_remark=heard.append)
    assert [(remark.kind, str(module.place_of(remark)), remark.arguments) for remark in heard] == [
        ("group-renumbered", "f.mlir:3:3", {"group": 4, "number": 0}),
        ("membership-erased", "f.mlir:4:3", {"value": "%x", "group": 0}),
    ]
    assert str(heard[1]) == "[sdy-sharding-group-import] membership erased: %x is in group 0 already"
    heard.clear()
    module.run_pipeline("builtin.module(sdy-inline-meshes)", on_remark=heard.append)
    assert [remark.message for remark in heard] == ["mesh @mesh removed: no sharding names it"]


def test_messages_show_the_beginning_of_what_is_very_long() -> None:
    """A mesh of a thousand devices in another order than the usual, of which arguments have all."""
    ids = ", ".join(map(str, reversed(range(1000))))
    mesh = f'<["a"=1000], device_ids=[{ids}]>'
    text = f'func.func private @f(tensor<1000xf32> {{sdy.sharding = #sdy.sharding<mesh{mesh}, [{{"a"}}]>}})'
    heard: list[sdyopt.Remark] = []
    sdyopt.parse(text).run("sdy-lift-inlined-meshes", on_remark=heard.append)
    lifted = heard[0]
    assert lifted.arguments["mesh"] == mesh
    assert lifted.message == f"mesh {mesh[:256]}… lifted to @mesh: 1 sharding names that"


# The call stacks of locations, and the frames of them that are shown.


WSC = Frame("project/layers.py", 10, 3, "wsc")
BLOCK = Frame("project/model.py", 22, 7, "train.<locals>.block")
JAX = Frame("/venv/lib/python3.11/site-packages/jax/api.py", 5, 1, "jit")
MAIN = Frame("project/train.py", 40, 1, "<module>")


def _location(frame: Frame) -> Location:
    file = FileLineColRange(frame.file, frame.line, frame.column)
    return file if frame.function is None else NameLoc(frame.function, file)


def _stack(*frames: Frame) -> Location:
    inner, *outer = frames
    return CallSiteLoc(_location(inner), _stack(*outer)) if outer else _location(inner)


def test_frames_of_this_package_are_none_of_the_user() -> None:
    """Also in a checkout: `sdyopt.parse` lowers functions of JAX itself."""
    own = Frame(frames_of.__code__.co_filename, 1, 1, "lowered")
    assert not FrameChoice().is_of_the_user(own)
    assert FrameChoice().cited([WSC, BLOCK, own, MAIN]) == FrameChoice().cited([WSC, BLOCK, MAIN])


@pytest.mark.parametrize("location", [UNKNOWN, 7, NameLoc("x", None), FusedLoc((UNKNOWN,))])
def test_a_location_without_a_position_has_no_frames(location: Location | int) -> None:
    assert not list(frames_of(location))


@pytest.mark.parametrize(
    ("choice", "cited"),
    [
        (FrameChoice(), "layers.py:10 in wsc (from block model.py:22)"),
        (FrameChoice("innermost"), "layers.py:10 in wsc"),
        (FrameChoice("all"), "layers.py:10 in wsc (from block model.py:22, jit api.py:5, <module> train.py:40)"),
        (FrameChoice(skip=["^wsc$"]), "model.py:22 in block (via wsc layers.py:10)"),
        (FrameChoice(skip=["project/"]), "layers.py:10 in wsc"),
        (
            FrameChoice(skip=["layers", "block"]),
            "train.py:40 in <module> (via jit api.py:5, block model.py:22, wsc layers.py:10)",
        ),
    ],
)
def test_what_a_choice_cites(choice: FrameChoice, cited: str) -> None:
    assert str(choice.cited((WSC, BLOCK, JAX, MAIN))) == cited


def test_a_caller_on_the_same_line_of_the_same_function_is_the_same_place() -> None:
    again, other = WSC._replace(column=9), WSC._replace(function="other")
    assert str(FrameChoice().cited((WSC, again))) == "layers.py:10 in wsc"
    assert str(FrameChoice().cited((WSC, again, BLOCK, MAIN))) == "layers.py:10 in wsc (from block model.py:22)"
    assert str(FrameChoice().cited((WSC, other))) == "layers.py:10 in wsc (from other layers.py:10)"


def test_parts_that_occur_many_times() -> None:
    """Each counts once; and of alternatives in alternatives one counts."""
    doubled: Location = _location(WSC)
    for _ in range(100):
        doubled = CallSiteLoc(doubled, doubled)
    assert set(frames_of(doubled)) == {WSC}
    unknown: Location = UNKNOWN
    for _ in range(100):
        unknown = FusedLoc((unknown, NameLoc("x", unknown)))
    assert not list(frames_of(unknown))
    nested = FusedLoc((FusedLoc((UNKNOWN, _location(WSC), _location(MAIN))), _location(BLOCK)))
    assert [frame.line for frame in frames_of(CallSiteLoc(nested, _location(MAIN)))] == [10, 40]
    assert not FrameChoice("all").callers((WSC, WSC))


def test_an_invalid_pattern_is_refused() -> None:
    with pytest.raises(ValueError, match="invalid regular expression"):
        FrameChoice(skip=["("])
