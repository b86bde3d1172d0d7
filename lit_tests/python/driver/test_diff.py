"""Diffs: what is matched, how it is written, and that `patch` and `git apply` make the one text of the other."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdyopt.cli import main as cli
from sdyopt.display.ansi import coloured
from sdyopt.driver.instruments.diff import diff as unified_diff
from tools import bench, corpus
from tools.chunks import mostly_long, sampled

NAME = "text"
PASSES = tuple(f"-{name}" for name in bench.PASSES)
PLAIN = "-mlir-print-op-generic=false"
TEXTS = st.text("ab\n", max_size=40)


def applied(diff: str, before: str) -> str:
    """Returns the text that a unified diff makes of another one, applied line by line."""
    old, new, place = before.splitlines(keepends=True), [], 0
    lines = diff.replace("\n\\ No newline at end of file\n", "\0\n").splitlines(keepends=True)[2:]
    for line in lines:
        mark, text = line[0], line[1:].replace("\0\n", "")
        if mark == "@":
            start, length = re.findall(r"-(\d+)(?:,(\d+))?", text)[0]
            start = int(start) - (length != "0")
            new += old[place:start]
            place = start
        else:
            if mark != "+":
                assert old[place] == text
                place += 1
            if mark != "-":
                new.append(text)
    return "".join(new + old[place:])


@given(TEXTS, TEXTS)
def test_what_a_diff_says_is_what_has_changed(before: str, after: str) -> None:
    """With and without an end of the last line."""
    assert applied(unified_diff(before, after, NAME), before) == after


def test_how_a_diff_is_written() -> None:
    before = "".join(f"{number}\n" for number in range(20))
    after = before.replace("5\n", "five\n", 1).replace("18\n", "")
    assert unified_diff(before, after, NAME) == (
        "--- a/text\n+++ b/text\n"
        "@@ -3,7 +3,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"
        "@@ -16,5 +16,4 @@\n 15\n 16\n 17\n-18\n 19\n"
    )


def test_nothing_has_changed() -> None:
    assert unified_diff("a\n", "a\n", NAME) == ""


@pytest.mark.parametrize(("before", "after", "hunk"), [("", "a\n", "-0,0 +1 @@\n+a"), ("a\n", "", "-1 +0,0 @@\n-a")])
def test_all_is_new_or_gone(before: str, after: str, hunk: str) -> None:
    """An empty range is that behind line 0."""
    assert unified_diff(before, after, NAME) == f"--- a/text\n+++ b/text\n@@ {hunk}\n"


def test_colours() -> None:
    """A line that is gone and began with `--` is no header; what has changed in a line is in reverse."""
    diff = unified_diff("-- a\nb = x : y\nc\n", "++\nb = z : y\nc\nd\n", NAME)
    assert coloured(diff).splitlines() == [
        "\x1b[1m--- a/text\x1b[0m",
        "\x1b[1m+++ b/text\x1b[0m",
        "\x1b[36m@@ -1,3 +1,4 @@\x1b[0m",
        "\x1b[31m--- a\x1b[0m",
        "\x1b[31m-b = \x1b[0m\x1b[31;7mx\x1b[0m\x1b[31m : y\x1b[0m",
        "\x1b[32m+++\x1b[0m",
        "\x1b[32m+b = \x1b[0m\x1b[32;7mz\x1b[0m\x1b[32m : y\x1b[0m",
        " c",
        "\x1b[32m+d\x1b[0m",
    ]


@given(TEXTS, TEXTS)
def test_colours_change_nothing_else(before: str, after: str) -> None:
    diff = unified_diff(before, after, NAME)
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured(diff)) == diff


def patched(tool: str, diff: bytes, before: bytes, folder: Path, name: str = "a.mlir") -> bytes:
    """Returns the text that `patch` makes of the one file in `folder`, which `diff` is about."""
    command = {"patch": ["patch", "-s", "-p1"], "git": ["git", "apply"]}[tool]
    (folder / name).write_bytes(before)
    done = subprocess.run(command, input=diff, cwd=folder, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert [path.name for path in folder.iterdir()] == [name]
    return (folder / name).read_bytes()


def run(folder: Path, monkeypatch: pytest.MonkeyPatch, text: bytes, *flags: str) -> bytes:
    """Returns the output of sdy-opt for a file `a.mlir` with this text."""
    monkeypatch.chdir(folder)
    (folder / "a.mlir").write_bytes(text)
    status, output, errors = cli.run(["a.mlir", *flags])
    assert status == 0 and b"error: " not in errors
    return output


needs_both = pytest.mark.skipif(
    not (shutil.which("patch") and shutil.which("git")), reason="patch and git are not both here"
)


@needs_both
@pytest.mark.parametrize("name", ["a b.mlir", "é", "-"])
@pytest.mark.parametrize("note", ["", "after sdy-pass"])
def test_names_that_are_hard_to_read(name: str, note: str, tmp_path: Path) -> None:
    diff = unified_diff("a\n", "b\n", name, note).encode()
    for tool in ("patch", "git"):
        assert patched(tool, diff, b"a\n", tmp_path, name) == b"b\n"


@needs_both
@pytest.mark.parametrize("case", mostly_long([(PLAIN, 12), (PLAIN, 4), ("-mlir-print-debuginfo", 4)], [(PLAIN, 12)]))
def test_patches(case: tuple[str, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs of the corpus, as parts of one input: the diff makes of the one text the other, except for names."""
    printing, step = case
    programs = "\n// -----\n".join(corpus.text(name) for name in corpus.names()[1::step]).encode()
    flags = (printing, "-split-input-file")
    before = run(tmp_path, monkeypatch, programs, *flags)
    after = run(tmp_path, monkeypatch, programs, *flags, *PASSES)
    for form in ("-diff", "-diff=each"):
        diff = run(tmp_path, monkeypatch, programs, *flags, *PASSES, form)
        results = {patched(tool, diff, before, tmp_path) for tool in ("patch", "git")}
        assert [run(tmp_path, monkeypatch, text, *flags) for text in results] == [after]


PRINTINGS = ("", "-mlir-print-op-generic", "-mlir-print-value-users", "-mlir-print-debuginfo")
KINDS_OF_CHANGES: tuple[tuple[str, ...], ...] = (
    ("-sdy-import-pipeline",),
    ("-sdy-propagation-pipeline",),
    ("-canonicalize", "-cse"),
    ("-inline",),
    ("-sdy-flatten-call-graph",),
    ("-sdy-import-func-calls", "-sdy-export-named-computations"),
)


@pytest.mark.parametrize("name", sampled(corpus.names(), ["pipeline_of_stages"]))
@pytest.mark.parametrize("passes", KINDS_OF_CHANGES, ids=" ".join)
def test_names_stay_valid(name: str, passes: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With values named as before, the text after the passes still reads as the same program."""
    text = corpus.text(name).encode()
    if cli.run(["-", *passes], text)[0]:
        pytest.skip("the passes refuse this program")
    printing = PRINTINGS[(corpus.names().index(name) + KINDS_OF_CHANGES.index(passes)) % len(PRINTINGS)]
    flags = (printing,) if printing else ()
    before = run(tmp_path, monkeypatch, text, *flags).decode()
    after = run(tmp_path, monkeypatch, text, *flags, *passes)
    diff = run(tmp_path, monkeypatch, text, *flags, *passes, "-diff").decode()
    again = run(tmp_path, monkeypatch, applied(diff, before).encode(), *flags)
    assert again == run(tmp_path, monkeypatch, after, *flags)


def test_inserted_operations_renumber_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Almost all lines that are gone come back with `sdy.constant`, or with a constant of their own as operand."""
    text = corpus.text("transformer").encode()
    diff = run(tmp_path, monkeypatch, text, "-sdy-constant-or-scalar-splitter", "-diff").decode()
    gone = re.findall(r"^-( .*)$", diff, re.M)
    added = re.findall(r"^\+( .*)$", diff, re.M)
    renamed = {line.replace("stablehlo.constant", "sdy.constant") for line in gone} - set(added)
    assert len(gone) > 100
    assert all(" = " in line and "constant" not in line for line in renamed)
    assert len(renamed) < 5
