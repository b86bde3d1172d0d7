"""Dialects of other packages: what is wrong with one names its package, wherever a program names the dialect."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import sdyopt
from sdyopt.declare import Dialect, OpDef

BROKEN = "dialect 'bad' from some 1.0 cannot be imported: ModuleNotFoundError: No module named 'nothing_here'"
FORMATS = """
from sdyopt.declare import Dialect, OpDef


def fails(op, context):
    return 1 / 0


OPERATIONS = [
    OpDef("formats.name", format="$nope attr-dict"),
    OpDef("formats.directive", format="custom<No>($a)"),
    OpDef("formats.group", format="(`a`)? attr-dict"),
    OpDef("formats.fails", format="attr-dict", verifiers=[fails]),
    OpDef("formats.folds", format="attr-dict"),
]
DIALECT = Dialect("formats", OPERATIONS, folders="nothing_here.fold")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder where a package is installed that declares dialects."""
    folder = tmp_path_factory.mktemp("packages")
    (folder / "formats.py").write_text(FORMATS)
    (folder / "odd.py").write_text('from sdyopt.declare import Dialect\nDIALECT = Dialect("other")\n')
    info = folder / "some-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: some\nVersion: 1.0\n")
    (info / "RECORD").write_text("formats.py,,\n")
    points = "bad = nothing_here\nno_dialect = json\nodd = odd\nformats = formats\nstablehlo = json\n"
    (info / "entry_points.txt").write_text(f"[sdyopt.dialects]\n{points}")
    return folder


def run(folder: Path, text: str, *options: str) -> str:
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))
    ran = subprocess.run(
        [sys.executable, "-m", "sdyopt", *options],
        input=text,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    return ran.stdout + ran.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bad.op", f"<stdin>:1:1: error: {BROKEN}\n"),
        ('"bad.op"() : () -> ()', f"<stdin>:1:1: error: {BROKEN}\n"),
        ("module attributes {bad.x} {}", f"<stdin>:1:1: error: {BROKEN}\n"),
        ("#a = #bad.x", f"<stdin>:1:6: error: {BROKEN}\n"),
        ("!a = !bad<x>", f"<stdin>:1:6: error: {BROKEN}\n"),
        (
            "no_dialect.x",
            "error: dialect 'no_dialect' from some 1.0 is not a dialect: json has no Dialect in DIALECT\n",
        ),
        ("odd.x", "error: dialect 'odd' from some 1.0 has the namespace 'other': the names must be equal\n"),
        ("formats.name", "<stdin>:1:1: error: the format of 'formats.name' is wrong: nothing is called 'nope'\n"),
        ("formats.directive", "error: the format of 'formats.directive' is wrong: nothing is called 'No'\n"),
        ("formats.group", "error: the format of 'formats.group' is wrong: no anchor in (`a`)? attr-dict\n"),
        ("formats.fails", "error in some: ZeroDivisionError: division by zero (formats.py:6)"),
    ],
)
def test_what_is_wrong_with_a_dialect_names_it(folder: Path, text: str, message: str) -> None:
    printed = run(folder, text)
    assert message in printed and "Traceback" not in printed


def test_a_module_of_folders_that_is_missing_names_the_dialect(folder: Path) -> None:
    assert run(folder, "formats.folds", "-canonicalize").startswith(
        "<stdin>: error: 'nothing_here.fold' of dialect 'formats' cannot be imported: ModuleNotFoundError"
    )


def test_the_list_of_dialects_names_packages_and_what_is_wrong(folder: Path) -> None:
    listed = run(folder, "", "-show-dialects")
    assert f", bad ({BROKEN}), " in listed and ", formats (from some 1.0), " in listed
    assert ", stablehlo (that of some 1.0 is ignored: it is part of sdy-opt), " in listed


def test_packages_are_searched_only_for_other_dialects(folder: Path) -> None:
    """A program with dialects of ours imports nothing that finds packages."""
    code = "import sys, sdyopt; sdyopt.parse('func.func private @f()'); print('importlib.metadata' in sys.modules)"
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))
    ran = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE)
    assert ran.stdout == b"False\n"


# Dialects of the running program.


@pytest.mark.parametrize(
    ("dialect", "message"),
    [
        (Dialect("stablehlo"), "dialect 'stablehlo' is part of sdy-opt, and cannot be replaced"),
        (Dialect("arith"), "dialect 'arith' is part of sdy-opt, and cannot be replaced"),
        (Dialect("mine", [OpDef("yours.x")]), "dialect 'mine' cannot have an operation 'yours.x'"),
    ],
)
def test_a_dialect_that_cannot_be_registered(dialect: Dialect, message: str) -> None:
    with pytest.raises(ValueError, match=r"^dialect") as caught:
        sdyopt.register_dialect(dialect)
    assert str(caught.value) == message


def test_a_wrong_format_is_an_error_when_the_dialect_is_registered() -> None:
    with pytest.raises(sdyopt.CompilationError, match=r"the format of 'mine\.x' is wrong: nothing is called 'a'"):
        sdyopt.register_dialect(Dialect("mine", [OpDef("mine.x", format="$a")]))


def test_a_dialect_replaces_another_of_the_program() -> None:
    for word in ("one", "two"):
        sdyopt.register_dialect(Dialect("replaced", [OpDef("replaced.x", format=f"`{word}` attr-dict")]))
        assert f"replaced.x {word}" in str(sdyopt.parse(f"replaced.x {word}"))
    with pytest.raises(sdyopt.Error, match="expected 'two'"):
        sdyopt.parse("replaced.x one")
