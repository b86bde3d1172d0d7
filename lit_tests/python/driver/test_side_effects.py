"""The side effects of commands: they only write the output, beside its place first. Python itself watches."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tools import corpus
from tools.generator.passes.pipelines import IN_A_ROW

WATCHED = """
import json, os, sys

log = os.open({log!r}, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
families = ("os.", "shutil.", "socket.", "subprocess.", "pty.", "ctypes.", "urllib.", "tempfile.", "webbrowser.")
harmless = ("os.listdir", "os.scandir", "os.walk")
writing = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

def watch(event, arguments):
    if event == "open" and not arguments[2] & writing:
        return
    if event == "open" or (event.startswith(families) and event not in harmless):
        told = [value if isinstance(value, (str, int)) else str(value) for value in arguments]
        os.write(log, json.dumps([event, *told]).encode() + b"\\n")

sys.addaudithook(watch)
sys.argv = ["command", *{arguments!r}]
from sdyopt.cli.process import {command}
{command}()
"""
"""A run of a command that logs each event that changes something outside of the process, or starts or connects."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The user's folder, in which a cache would be, and what a temporary file would be in."""
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


def events(command: str, arguments: list[str], home: Path, stdin: bytes = b"") -> tuple[int, list[list[Any]]]:
    """The exit status of a command, and what it did. Python's own cache of compiled modules is not the command's."""
    log = home.parent / "log"
    surroundings = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "PYTHON", "COVERAGE"))},
        **{name: value for name, value in os.environ.items() if name == "PYTHONPYCACHEPREFIX"},
        **{name: str(home) for name in ("HOME", "TMPDIR")},
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    script = WATCHED.format(log=str(log), arguments=arguments, command=command)
    done = subprocess.run(
        [sys.executable, "-c", script], input=stdin, capture_output=True, env=surroundings, cwd=home.parent
    )
    assert list(home.iterdir()) == []
    return done.returncode, [json.loads(line) for line in log.read_text().splitlines()]


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["-"], 0),
        (["-", *(f"-{name}" for name in IN_A_ROW)], 0),
        (["-", "-split-input-file", "-verify-diagnostics"], 0),
        ([str(corpus.FOLDER / "no such program.mlir")], 1),
        (["-", "-no-such-flag"], 1),
        (["--help"], 0),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else None,
)
def test_to_standard_output(arguments: list[str], status: int, home: Path) -> None:
    """Nothing is written, started or asked anywhere, whether all goes well or not."""
    assert events("sdy_opt", arguments, home, corpus.text("mlp").encode()) == (status, [])


def test_a_text_that_is_wrong(home: Path) -> None:
    """Nor where errors are told, and the output is a file."""
    assert events("sdy_opt", ["-", "-o", "out.mlir"], home, b"func.func @f(") == (1, [])


@pytest.mark.parametrize("old", [False, True], ids=["new", "replaced"])
def test_to_a_file(old: bool, home: Path) -> None:
    """One file is written, beside the output, and moved to its place; nobody else can read it before."""
    out = home.parent / "out.mlir"
    if old:
        out.write_text("old")
    status, done = events("sdy_opt", [str(corpus.file("mlp")), "-o", "out.mlir"], home)
    assert status == 0
    assert [event for event, *_ in done] == ["open", "open", *["os.chmod"] * old, "os.rename"]
    (_, opened, _, flags), (_, descriptor, *_), *changed, (_, source, target, *_) = done
    assert re.fullmatch(re.escape(str(home.parent.resolve())) + r"/\.sdy-\w+", opened) and flags & os.O_EXCL
    assert {opened, source, *[path for _, path, *_ in changed]} == {opened} and isinstance(descriptor, int)
    assert Path(target) == out.resolve()
    assert {file.name for file in home.parent.iterdir()} == {"home", "log", "out.mlir"}


@pytest.mark.parametrize("arguments", [[], ["--grid"], ["--json"], ["--index", "2,3"]], ids=" ".join)
def test_layouts(arguments: list[str], home: Path) -> None:
    assert events("sdy_layout", ["f32[3,5]{1,0:T(2,2)}", *arguments], home) == (0, [])


@pytest.mark.parametrize("arguments", [[], ["--html", "-"]], ids=" ".join)
def test_views(arguments: list[str], home: Path) -> None:
    assert events("sdy_view", [str(corpus.file("mlp")), *arguments], home) == (0, [])
