"""The passes in `docs/example_passes`, which xDSL has, too: what they do, and their types."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sdyopt

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "example_passes"
MODULES = sorted(path.stem for path in EXAMPLES.glob("*.py"))


@pytest.fixture(autouse=True)
def passes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(EXAMPLES)
    for name in MODULES:
        __import__(name)
    yield
    for name in MODULES:
        sys.modules.pop(name)


def test_flags_are_those_that_are_asked_for() -> None:
    """Whatever they were, of operations on floating-point numbers."""
    module = sdyopt.parse("""
    func.func @f(%a: f32, %b: i32) -> (f32, i32) {
      %0 = arith.addf %a, %a fastmath<nnan> : f32
      %1 = arith.addi %b, %b : i32
      return %0, %1 : f32, i32
    }""")
    assert "addf %arg0, %arg0 fastmath<fast>" in str(module.copy().run("arith-add-fastmath"))
    after = str(module.run("arith-add-fastmath{flags=contract,ninf}"))
    assert "addf %arg0, %arg0 fastmath<ninf,contract>" in after and "addi %arg1, %arg1 : i32" in after


def test_an_exponential_is_a_polynomial() -> None:
    """Where it says of how many terms; elsewhere if the option does."""
    module = sdyopt.parse("""
    func.func @f(%a: f32, %b: vector<4xf32>) -> (f32, vector<4xf32>) {
      %0 = math.exp %a {terms = 3} : f32
      %1 = math.exp %b : vector<4xf32>
      return %0, %1 : f32, vector<4xf32>
    }""")
    assert [op.short_name for op in module.run("math-expand-exp").walk()][2:-1] == [
        *("constant", "constant", "divf", "mulf", "addf", "constant", "divf", "mulf", "addf", "exp")
    ]
    constants = list(module.run("math-expand-exp{terms=2}", "cse").walk("arith.constant"))
    assert [str(op.properties["value"]) for op in constants] == [
        "1.000000e+00 : f32", "2.000000e+00 : f32", "dense<1.000000e+00> : vector<4xf32>"
    ]  # fmt: skip
    assert not list(module.walk("math.exp"))


def test_casts_to_and_fro_are_removed() -> None:
    module = sdyopt.parse("""
    func.func @f(%a: i32, %b: i64) -> (i32, i64, index) {
      %0 = builtin.unrealized_conversion_cast %a : i32 to i64
      %1 = builtin.unrealized_conversion_cast %0 : i64 to f32
      %2 = builtin.unrealized_conversion_cast %1 : f32 to i32
      %3:2 = builtin.unrealized_conversion_cast %b : i64 to i32, i32
      %4 = builtin.unrealized_conversion_cast %3#0, %3#1 : i32, i32 to i64
      %5 = builtin.unrealized_conversion_cast %1 : f32 to index
      return %2, %4, %5 : i32, i64, index
    }""").run("reconcile-unrealized-casts")
    casts = [op.result.type for op in module.walk("builtin.unrealized_conversion_cast")]
    assert (list(map(str, casts)), "return %arg0, %arg1, %2" in str(module)) == (["i64", "f32", "index"], True)


CLASSES = """
from sdyopt import OpClasses, PatternRewriter, pattern
from tiles import DIALECT

tiles = OpClasses(DIALECT)
"""

PATTERN = """
from sdyopt import PatternRewriter, pattern
from tiles.classes import tiles

@pattern(tiles.RetileOp, "Ordered")
def ordered(op: tiles.RetileOp, rewriter: PatternRewriter) -> bool:
    return op.tiling is None or op.tiling.sizes == () or op.input.defined_by(tiles.MatmulOp) is None
"""


@pytest.mark.long
def test_their_types(tmp_path: Path) -> None:
    """Those of the passes, and of the dialect in `docs/example_dialect` with the classes of its operations."""
    root = EXAMPLES.parents[1]
    package = shutil.copytree(EXAMPLES.parent / "example_dialect" / "tiles", tmp_path / "tiles")
    (package / "classes.py").write_text(CLASSES)
    (package / "ordered.py").write_text(PATTERN)
    paths = os.pathsep.join([str(root), str(tmp_path)])
    environment = {**os.environ, "PYTHONPATH": paths, "MYPYPATH": paths}

    def run(*command: str) -> str:
        command = (sys.executable, "-m", *command)
        ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout

    (package / "classes.pyi").write_text(run("sdyopt.ops", "tiles:DIALECT"))
    run("mypy", "--strict", "--config-file=", "tiles", *map(str, sorted(EXAMPLES.glob("*.py"))))
