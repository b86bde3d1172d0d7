"""Command lines that nobody means: very many flags, unknown ones, no names at all."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sdyopt.driver.batch.run import output_paths
from tools.fork_server import ForkServer

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, fork_server: ForkServer) -> Run:
    """Runs sdy-opt in a folder of its own."""

    def run(*arguments: str | bytes) -> tuple[int, str, str]:
        done = fork_server.run(["sdy-opt", *map(os.fsdecode, arguments)], tmp_path, stdin=b"module {}")
        errors = done.stderr.decode("utf-8", "replace")
        assert "Traceback" not in errors and "internal error" not in errors
        return done.returncode, done.stdout.decode(), errors

    return run


@pytest.mark.long
def test_very_many_flags(run: Run) -> None:
    """The same passes again and again, and switches whose last value counts."""
    flags = ["-sdy-inline-meshes", "--sdy-lift-inlined-meshes", "-mlir-print-op-generic", "-mlir-print-op-generic=0"]
    assert run(*flags * 2_500) == (0, "module {\n}\n", "")


@pytest.mark.long
def test_very_many_unknown_flags(run: Run) -> None:
    """The first is told of, and no more."""
    status, output, errors = run(*[f"-no-such-pass-{number}" for number in range(10_000)])
    assert (status, output) == (1, "")
    assert errors.endswith("Error: No such option '--no-such-pass-0'.\n")


@pytest.mark.parametrize("flag", ["-" + "x" * 100_000, "-" * 100_000, "--=", "-=", "--sdy-inline-meshes-"])
def test_strange_flags(run: Run, flag: str) -> None:
    status, output, errors = run(flag)
    assert (status, output) == (1, "")
    assert "Error: No such option" in errors


@pytest.mark.parametrize("flag", [b"-\xff", b"--sdy-\xed\xa0\x80", "-é\n\x1b[31m".encode()])
def test_flags_that_are_no_text(run: Run, flag: bytes) -> None:
    status, output, errors = run(flag)
    assert (status, output) == (1, "")
    assert "Error: No such option" in errors


def test_the_output_twice(run: Run, tmp_path: Path) -> None:
    """It is refused, as in mlir-opt."""
    status, output, errors = run("-o", "first", "-o", "second")
    assert (status, output) == (1, "")
    assert "Error: Invalid value for '-o': may only occur zero or one times!" in errors
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("arguments", "kind"), [(("",), "input"), (("-o", ""), "output")])
def test_empty_names(run: Run, arguments: tuple[str, ...], kind: str, tmp_path: Path) -> None:
    status, output, errors = run(*arguments)
    assert (status, output) == (1, "")
    assert errors.startswith(f"sdy-opt: error: cannot open {kind} file '': ")
    assert list(tmp_path.iterdir()) == []


def test_a_word_too_many(run: Run) -> None:
    assert run("-", "-")[0] == 1


@pytest.mark.parametrize(
    ("arguments", "expected"), [(("-o",), 1), (("-verify-each=maybe",), 1), (("-sdy-inline-meshes={x=1}",), 1)]
)
def test_values_that_are_wrong_or_missing(run: Run, arguments: tuple[str, ...], expected: int) -> None:
    status, output, errors = run(*arguments)
    assert (status, output) == (expected, "")
    assert "Error: " in errors


@pytest.mark.long
def test_a_million_inputs() -> None:
    """More than a shell takes: time to tell them from options grows with their number, not with its square."""
    script = """
import click
from sdyopt.cli.main import COMMAND

words = [f"in/{number}.mlir" for number in range(1_000_000)]
context = COMMAND.make_context("sdy-opt", [*words, "-j4", "-o", "out", "-sdy-inline-meshes"])
assert context.params["inputs"] == tuple(words)
assert (context.params["output"], context.params["jobs"]) == ("out", 4)
"""
    assert (
        subprocess.run(
            [sys.executable, "-c", script], preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (40, 40))
        ).returncode
        == 0
    )


@pytest.mark.long
def test_names_of_very_many_outputs() -> None:
    """All inputs have one name, each in a folder of its own, the last one deeper than any folder can be."""
    inputs = [f"in/{number}/a.mlir" for number in range(50_000)]
    outputs = output_paths([*inputs, f"in{'/x' * 5000}/a.mlir"], "out")
    assert outputs[-2:] == ["out/49999/a.mlir", f"out{'/x' * 5000}/a.mlir"]
