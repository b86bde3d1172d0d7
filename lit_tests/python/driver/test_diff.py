"""Diffs: what is matched, how it is written, and that `patch` and `git apply` make the one text of the other."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sdyopt.cli import main as cli
from sdyopt.display.ansi import coloured
from sdyopt.driver.instruments.diff import MAX_CHANGES, DiffNames, matches, unified_diff
from tools import bench, corpus
from tools.chunks import mostly_long, sampled

NAMES = DiffNames("before", "after")
PASSES = tuple(f"-{name}" for name in bench.PASSES)
PLAIN = "-mlir-print-op-generic=false"
FEW = st.lists(st.sampled_from("abc"), max_size=12)
MANY = st.lists(st.integers(0, 30).map(str), max_size=60)
TEXTS = st.text("ab\n", max_size=40)


def longest_common(before: list[str], after: list[str]) -> int:
    """How many lines two texts can share at most, by the textbook's table."""
    row = [0] * (len(after) + 1)
    for line in before:
        above = row[:]
        for place, other in enumerate(after, 1):
            row[place] = above[place - 1] + 1 if line == other else max(above[place], row[place - 1])
    return row[-1]


@given(FEW | MANY, FEW | MANY)
def test_matches_are_in_order_and_equal(before: list[str], after: list[str]) -> None:
    """Each is of lines that are the same, behind the one before it on both sides."""
    x = y = 0
    for match in matches(before, after):
        assert match.before >= x and match.after >= y and match.length
        x, y = match.before + match.length, match.after + match.length
        assert before[match.before : x] == after[match.after : y]
    assert x <= len(before) and y <= len(after)


def has_anchor(before: list[str], after: list[str]) -> bool:
    """Whether a line occurs once on either side, without what both begin with and what both end with."""
    while before and after and before[0] == after[0]:
        before, after = before[1:], after[1:]
    while before and after and before[-1] == after[-1]:
        before, after = before[:-1], after[:-1]
    return any(before.count(line) == 1 == after.count(line) for line in before)


@given(FEW, FEW)
def test_the_fewest_changes_without_anchors(before: list[str], after: list[str]) -> None:
    """Where no line is unique between the common beginning and end, as many lines are kept as possible."""
    before, after = before * 2, after * 2
    assume(not has_anchor(before, after))
    assert sum(match.length for match in matches(before, after)) == longest_common(before, after)


def test_more_changes_than_are_searched_for() -> None:
    """The search goes on from where it was given up, and still finds most matches."""
    chance = random.Random(0)
    before = [str(chance.randrange(20)) for _ in range(10 * MAX_CHANGES)]
    after = [str(chance.randrange(20)) for _ in range(10 * MAX_CHANGES)]
    assert sum(match.length for match in matches(before, after)) > longest_common(before, after) * 0.9


def test_lines_that_have_moved() -> None:
    """The longer part stays where it is."""
    before = [*"abcde", *"xyz"]
    assert matches(before, [*"xyz", *"abcde"]) == [(0, 3, 5)]


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
    assert applied(unified_diff(before, after, NAMES), before) == after


def test_how_a_diff_is_written() -> None:
    before = "".join(f"{number}\n" for number in range(20))
    after = before.replace("5\n", "five\n", 1).replace("18\n", "")
    assert unified_diff(before, after, NAMES) == (
        "--- before\n+++ after\n"
        "@@ -3,7 +3,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"
        "@@ -16,5 +16,4 @@\n 15\n 16\n 17\n-18\n 19\n"
    )


def test_hunks_name_the_function_above_them() -> None:
    """As git does; one that begins in the hunk itself is seen there."""
    body = "".join(f"    {number}\n" for number in range(20))
    before = f"module {{\n  func.func private @f(%arg0: i32) {{\n{body}  }}\n  func.func @g() {{\n    last\n"
    after = before.replace(" 5\n", " five\n").replace("last", "end")
    assert [line for line in unified_diff(before, after, NAMES).splitlines() if line.startswith("@@")] == [
        "@@ -5,7 +5,7 @@ func.func private @f",
        "@@ -22,4 +22,4 @@ func.func private @f",
    ]


def test_nothing_has_changed() -> None:
    assert unified_diff("a\n", "a\n", NAMES) == ""


@pytest.mark.parametrize(("before", "after", "hunk"), [("", "a\n", "-0,0 +1 @@\n+a"), ("a\n", "", "-1 +0,0 @@\n-a")])
def test_all_is_new_or_gone(before: str, after: str, hunk: str) -> None:
    """An empty range is that behind line 0."""
    assert unified_diff(before, after, NAMES) == f"--- before\n+++ after\n@@ {hunk}\n"


def test_colours() -> None:
    """A line that is gone and began with `--` is no header; what has changed in a line is in reverse."""
    diff = unified_diff("-- a\nb = x : y\nc\n", "++\nb = z : y\nc\nd\n", NAMES)
    assert coloured(diff).splitlines() == [
        "\x1b[1m--- before\x1b[0m",
        "\x1b[1m+++ after\x1b[0m",
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
    diff = unified_diff(before, after, NAMES)
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
@pytest.mark.parametrize("name", ["a b.mlir", '"', "back\\slash", "two\nlines\t", "é", "-"])
@pytest.mark.parametrize("note", ["", "after sdy-pass"])
def test_names_that_are_hard_to_read(name: str, note: str, tmp_path: Path) -> None:
    diff = unified_diff("a\n", "b\n", DiffNames.of_file(name, note)).encode()
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
    """All lines that are gone come back with `sdy.constant`, or with a constant of their own as operand."""
    text = corpus.text("transformer").encode()
    diff = run(tmp_path, monkeypatch, text, "-sdy-constant-or-scalar-splitter", "-diff").decode()
    gone = re.findall(r"^-( .*)$", diff, re.M)
    added = re.findall(r"^\+( .*)$", diff, re.M)
    renamed = {line.replace("stablehlo.constant", "sdy.constant") for line in gone} - set(added)
    assert len(gone) > 100
    assert all(" = " in line and "constant" not in line for line in renamed)
    assert len(renamed) < 5
