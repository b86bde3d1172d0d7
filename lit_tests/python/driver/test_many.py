"""Many inputs in one run: where outputs go, what is said in which order, and that workers change nothing of it."""

from __future__ import annotations

import multiprocessing
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from sdyopt.cli import main as cli
from sdyopt.cli.pass_flags import pipeline
from sdyopt.driver.batch.run import output_paths, run_many
from sdyopt.driver.batch.workers import RunError
from sdyopt.driver.job import Options
from tools import corpus

COMMAND = [sys.executable, "-m", "sdyopt"]
BROKEN = "func.func @main() {\n  return %a : i32\n}\n"
FINE = "module {\n}\n"


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def make(*names: str, text: str = FINE) -> None:
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)


def contents(folder: str) -> dict[str, bytes]:
    """All files below a folder, by their names there."""
    paths = sorted(path for path in Path(folder).rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


# Where outputs go.


def test_outputs_are_named_like_inputs() -> None:
    assert output_paths(["x/a.mlir", "b.mlir", "../c"], "out") == ["out/a.mlir", "out/b.mlir", "out/c"]


def test_folders_are_kept_if_names_are_the_same() -> None:
    """Those below the folder that holds all inputs, of all inputs."""
    inputs = ["p/x/a.mlir", "p/y/z/a.mlir", "./p/x/../b.mlir"]
    assert output_paths(inputs, "out") == ["out/x/a.mlir", "out/y/z/a.mlir", "out/b.mlir"]


@pytest.mark.parametrize("again", ["a.mlir", "./a.mlir", "x/../a.mlir"])
def test_an_input_twice(again: str) -> None:
    with pytest.raises(RunError, match=r"the outputs of 'a.mlir' and '.*a.mlir' would both be 'out/a.mlir'"):
        output_paths(["a.mlir", again], "out")


def test_outputs_that_are_one_file_through_a_link() -> None:
    """A link to another output would be followed."""
    make("out/a")
    Path("out/b").symlink_to("a")
    with pytest.raises(RunError, match="would both be 'out/b'"):
        output_paths(["a", "b"], "out")


@pytest.mark.parametrize("folder", [".", "link", "../in"])
def test_an_output_never_replaces_an_input(folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does it through links."""
    (tmp_path / "in").mkdir()
    monkeypatch.chdir(tmp_path / "in")
    make("a.mlir", "b.mlir")
    Path("link").symlink_to(".")
    status, output, errors = cli.run(["a.mlir", "b.mlir", "-o", folder])
    assert (status, output) == (1, b"")
    assert errors == b"sdy-opt: error: the output of 'a.mlir' would replace the input 'a.mlir'\n"
    assert contents(".")["a.mlir"] == FINE.encode()


def test_a_folder_for_one_output() -> None:
    """A `/` says that it is one; there is no summary of one file."""
    make("a.mlir")
    assert cli.run(["a.mlir", "-o", "out/"]) == (0, b"", b"")
    assert contents("out") == {"a.mlir": FINE.encode()}


def test_outputs_go_nowhere() -> None:
    """The null device takes the outputs of several inputs: nothing is written, but what is wrong is told."""
    make("a", "b")
    assert cli.run(["a", "b", "-o", os.devnull]) == (0, b"", b"2 files: 2 passed\n")
    make("c", text="wrong")
    status, output, errors = cli.run(["a", "c", "-o", os.devnull])
    assert (status, output) == (1, b"")
    assert errors.startswith(b"c:1:1: error: ")
    assert errors.endswith(b"2 files: 1 passed, 1 failed\n")
    assert sorted(contents(".")) == ["a", "b", "c"]


def test_the_folder_is_a_file() -> None:
    make("a", "b", "out")
    assert cli.run(["a", "b", "-o", "out"]) == (
        1,
        b"",
        b"sdy-opt: error: cannot make output folder 'out': File exists\n",
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["a", "b"], b"several inputs need a folder for their outputs: -o FOLDER"),
        (["a", "b", "-o", "-"], b"several inputs need a folder for their outputs: -o FOLDER"),
        (["a", "-", "-o", "out"], b"standard input has no name for its output"),
        (["-o", "out/"], b"standard input has no name for its output"),
        (["a", "-j", "many"], b"'many' is neither a number nor 'auto'."),
        (["a", "-j", "-1"], b"'-1' is neither a number nor 'auto'."),
    ],
)
def test_wrong_command_lines(arguments: list[str], message: bytes) -> None:
    status, output, errors = cli.run(arguments)
    assert (status, output) == (1, b"")
    assert message in errors
    assert contents(".") == {}


# What is done, and said.


@pytest.mark.long
def test_nothing_depends_on_the_number_of_processes() -> None:
    """The corpus, with what cannot be read, parsed, or run over: outputs, messages in order, status."""
    names = [name for name in corpus.names() if "deep" not in name]
    for place, name in enumerate(names):
        make(f"in/{place:02}_{name}.mlir", text=corpus.text(name))
    make("in/03_broken.mlir", "in/08_broken.mlir", "in/zz_broken.mlir", text=BROKEN)
    Path("in/05_folder").mkdir()
    inputs = [*sorted(os.path.join("in", name) for name in os.listdir("in")), "missing.mlir"]
    flags = ["-sdy-add-data-flow-edges", "-sdy-constant-or-scalar-splitter", "-sdy-inline-meshes"]
    runs = []
    for jobs in ("1", "2", "4"):
        status, output, errors = cli.run([*inputs, *flags, "-o", "out" + jobs, "-j", jobs])
        assert (status, output) == (1, b"")
        runs.append((contents("out" + jobs), errors))
    assert runs[0] == runs[1] == runs[2]
    outputs, errors = runs[0]
    one_by_one = [cli.run([path, *flags]) for path in inputs]
    written = len(inputs) - 5
    assert errors == b"".join([run[2] for run in one_by_one]) + b"%d files: %d written, 5 failed\n" % (
        len(inputs),
        written,
    )
    assert outputs == {Path(path).name: run[1] for path, run in zip(inputs, one_by_one, strict=True) if not run[0]}
    assert len(outputs) == written


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_however_processes_are_started(method: str, capsys: pytest.CaptureFixture[str]) -> None:
    make("a.mlir", "b.mlir", "c.mlir")
    make("b.mlir", text=BROKEN)
    context = multiprocessing.get_context(method)
    passes = pipeline((), "builtin.module(sdy-inline-meshes)")
    assert not run_many(["a.mlir", "b.mlir", "c.mlir"], "out", 2, passes, Options(), context)
    errors = capsys.readouterr().err
    assert errors.startswith("b.mlir:2:10: error: use of undeclared SSA value name")
    assert errors.endswith("3 files: 2 written, 1 failed\n")
    assert contents("out") == {"a.mlir": FINE.encode(), "c.mlir": FINE.encode()}


def test_what_was_written_before_stays_where_a_file_fails() -> None:
    make("a", "b", text=BROKEN)
    make("out/a", text="old")
    assert cli.run(["a", "b", "-o", "out"])[0] == 1
    assert contents("out") == {"a": b"old"}


def test_a_file_that_cannot_be_written() -> None:
    """The others are."""
    make("a", "b")
    Path("out/a").mkdir(parents=True)
    status, _, errors = cli.run(["a", "b", "-o", "out"])
    assert status == 1
    assert errors == b"sdy-opt: error: cannot open output file 'out/a': Is a directory\n2 files: 1 written, 1 failed\n"
    assert contents("out") == {"b": FINE.encode()}


def test_expected_errors_need_no_folder() -> None:
    make("a", text="// expected-error@+2 {{use of undeclared}}\n" + BROKEN)
    make("b", text="// expected-error {{anything}}\n" + FINE)
    assert cli.run(["a", "a", "-verify-diagnostics"]) == (0, b"", b"2 files: 2 passed\n")
    status, output, errors = cli.run(["a", "b", "-verify-diagnostics", "-j2"])
    assert (status, output) == (1, b"")
    assert errors.startswith(b"b:1:") and errors.endswith(b"2 files: 1 passed, 1 failed\n")


def test_expected_errors_and_a_folder() -> None:
    """A module that meets its expectations is written: nothing of one that fails as expected."""
    make("a", text="// expected-error@+2 {{use of undeclared}}\n" + BROKEN)
    make("b")
    make("c", text="// expected-error {{anything}}\n" + FINE)
    status, output, errors = cli.run(["a", "b", "c", "-verify-diagnostics", "-o", "out"])
    assert (status, output) == (1, b"")
    assert errors.endswith(b"3 files: 2 written, 1 failed\n")
    assert contents("out") == {"a": b"", "b": FINE.encode()}


def test_diffs_of_many_files_are_one() -> None:
    """In the order of the command line, on standard output."""
    make("a", "b", "c", text='sdy.mesh @mesh = <["x"=2]>')
    status, output, errors = cli.run(["c", "a", "b", "-sdy-inline-meshes", "-diff", "-j", "3"])
    assert (status, errors) == (0, b"3 files: 3 written\n")
    assert [line[6:] for line in output.splitlines() if line.startswith(b"---")] == [b"c", b"a", b"b"]


def test_messages_as_json_are_nothing_but_json() -> None:
    make("a", "b", text=BROKEN)
    status, _, errors = cli.run(["a", "b", "-o", "out", "-diagnostics-format=json"])
    assert status == 1
    assert [line[:1] for line in errors.splitlines()] == [b"{", b"{"]


@pytest.mark.long
def test_a_thousand_files() -> None:
    names = [f"in/{number:03}.mlir" for number in range(1000)]
    make(*names)
    assert cli.run([*names, "-o", "out", "-j2"]) == (0, b"", b"1000 files: 1000 written\n")
    assert len(contents("out")) == 1000


def test_memory_runs_out_for_one_file() -> None:
    """The others go on."""
    make("a", "b")
    limit = 300 << 20
    done = subprocess.run(
        [*COMMAND, "a", "/dev/zero", "b", "-o", "out"],
        capture_output=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
    )
    assert done.returncode == 1
    assert done.stderr == (
        b"sdy-opt: error: cannot read input file '/dev/zero': out of memory\n3 files: 2 written, 1 failed\n"
    )
    assert list(contents("out")) == ["a", "b"]


def test_one_file_needs_none_of_it() -> None:
    """Its run imports neither what starts processes nor what compares texts."""
    make("a.mlir")
    script = """
import sys
from sdyopt.cli import main as cli

assert cli.run(["a.mlir", "-sdy-inline-meshes", "-j", "4", "-o", "b.mlir"]) == (0, b"", b"")
unwanted = ("multiprocessing", "sdyopt.driver.batch", "sdyopt.driver.instruments.diff", "rich")
assert not [name for name in sys.modules if name.startswith(unwanted)]
"""
    assert subprocess.run([sys.executable, "-c", script]).returncode == 0
