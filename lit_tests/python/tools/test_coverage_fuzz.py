"""What `coverage_fuzz` does with texts, without atheris, which chooses them: checks, excuses, reduces, keeps."""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path

import pytest

from tools.fuzzing.coverage_fuzz import Findings, dictionary, write_seeds
from tools.fuzzing.fuzz_targets import TARGETS, FuzzTarget, NotReadBackError, reference_does_so

names = pytest.mark.parametrize("name", TARGETS)


@names
def test_seeds_hold_what_is_checked(name: str) -> None:
    """A few of the texts that a run begins with are taken or refused as they should be, whole and cut off.

    What does not read back has to be what the reference prints, too.
    """
    target = TARGETS[name]
    for text in itertools.islice(target.seeds(), 0, 800, 40):
        for part in (text, text[: len(text) // 2]):
            try:
                target.check(part)
            except NotReadBackError as error:
                assert target.excuses(error)


@names
def test_seeds_are_kept_once_each(name: str, tmp_path: Path) -> None:
    """They are many, none is empty or too long, and a second time there are no more."""
    write_seeds(TARGETS[name], tmp_path)
    sizes = {file.name: file.stat().st_size for file in tmp_path.iterdir()}
    assert len(sizes) >= 50
    assert all(0 < size <= TARGETS[name].longest for size in sizes.values())
    write_seeds(TARGETS[name], tmp_path)
    assert {file.name for file in tmp_path.iterdir()} == set(sizes)


@names
def test_words_are_written_as_libfuzzer_reads_them(name: str) -> None:
    """A line each, in quotes; what is no letter or digit as its bytes."""
    lines = dictionary(TARGETS[name].words()).splitlines()
    assert len(lines) >= 40
    assert all(line[0] == line[-1] == '"' and line[1:-1] for line in lines)
    assert dictionary(["->", "f32", "é"]) == '"\\x2D\\x3E"\n"f32"\n"\\xC3\\xA9"\n'


def broken(text: str) -> None:
    """A check that fails on every text with an x, and finds those with a y not read back."""
    if "x" in text:
        raise KeyError("x")
    if "y" in text:
        raise NotReadBackError(text, "pretty", "y", text)


def findings(folder: Path, excused: bool) -> Findings:
    return Findings(FuzzTarget(broken, lambda _: excused, list, list, 100), folder)


def test_a_find_is_reduced_and_kept_once(tmp_path: Path) -> None:
    """Two texts fail in the same way: the first is kept, without what it can do without, and beside it what broke."""
    found = findings(tmp_path, excused=False)
    for data in (b"a\nb x c\nd\n", b"a\n", b"x x\n"):
        found.take(data)
    text, traceback = sorted(tmp_path.iterdir())
    assert text.read_bytes().strip() == b"x"
    assert "KeyError" in traceback.read_text()


@pytest.mark.parametrize("excused", [False, True])
def test_what_the_reference_does_too_is_no_find(excused: bool, tmp_path: Path) -> None:
    findings(tmp_path, excused).take(b"y\n")
    assert bool(list(tmp_path.iterdir())) is not excused


@pytest.mark.parametrize(
    ("text", "printed", "excused"),
    [
        ('module @"" {}', "module @<<INVALID EMPTY SYMBOL>> {\n}\n", True),
        ("#a = #sdy<edge_value_ref operand-1 \udc80>", "#a = #sdy<edge_value_refoperand-1>", True),
        ('"t.op"() : () -> !quant.uniform<i8:f32, 2.0>', '"t.op"() : () -> i8', False),
    ],
    ids=["a symbol without a name", "no UTF-8", "a dialect that it has not"],
)
def test_the_reference_excuses_what_it_does(text: str, printed: str, excused: bool) -> None:
    """Only where it makes the same of the text and of what is printed of it."""
    pytest.importorskip("jaxlib")
    assert reference_does_so(NotReadBackError(text, "pretty", printed, "")) is excused


def test_the_command_keeps_what_reaches_new_code(tmp_path: Path) -> None:
    """A short run from one text finds more, and nothing wrong."""
    pytest.importorskip("atheris", reason="it is part of the extra `fuzz`")
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "seed").write_text("f32[3,5]{1,0:T(2,2)}")
    options = [
        "--runs",
        "2000",
        "--minutes",
        "10",
        "--corpus",
        tmp_path / "corpus",
        "--findings",
        tmp_path / "findings",
    ]
    command = [sys.executable, "-m", "tools.fuzzing.coverage_fuzz", "shape", *map(str, options)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).resolve().parents[3])
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(list((tmp_path / "corpus").iterdir())) > 1
    assert list((tmp_path / "findings" / "shape").iterdir()) == []
