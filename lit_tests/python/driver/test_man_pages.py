"""The manual pages: made of the present declarations, shown without complaints, with examples that run."""

from __future__ import annotations

import os
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from sdyopt.cli.command import MlirCommand
from tools.fork_server import ForkServer
from tools.man_pages import COMMANDS, EXAMPLES, FOLDER, file_of, lines_of, page, text

ROOT = Path(__file__).resolve().parents[3]

pages = pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)


@pages
def test_the_page_is_up_to_date(command: MlirCommand) -> None:
    """If it is not: `python -m tools.man_pages`."""
    assert file_of(command).read_text(encoding="ascii") == page(command)


def test_every_page_is_installed() -> None:
    """Where `man` looks beside the commands."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"] == {"docs/man": "share/man/man1"}
    assert sorted(file.name for file in FOLDER.iterdir()) == sorted(f"{command.name}.1" for command in COMMANDS)
    assert {command.name for command in COMMANDS} <= set(project["project"]["scripts"])


@pages
def test_groff_has_nothing_to_say(command: MlirCommand) -> None:
    if shutil.which("groff") is None:
        pytest.skip("groff is not installed")
    plain = ["-P-c", "-P-b", "-P-o", "-P-u"]
    shown = subprocess.run(["groff", "-man", "-ww", "-Tutf8", *plain, file_of(command)], capture_output=True, text=True)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "EXIT STATUS" in shown.stdout


@pytest.mark.parametrize(
    ("command", "example"),
    [
        pytest.param(name, example, marks=[pytest.mark.long] if name == "sdy-plan" else [])
        for name, rows in EXAMPLES.items()
        for _, example in rows
    ],
)
def test_an_example_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fork_server: ForkServer, command: str, example: str
) -> None:
    """In a folder with a program and a golden test."""
    shutil.copy(ROOT / "examples" / "matmul.mlir", tmp_path / "program.mlir")
    (tmp_path / "test.mlir").write_text("// RUN: sdy-opt %s | FileCheck %s\n")
    monkeypatch.setenv("PATH", str(fork_server.commands), prepend=os.pathsep)
    done = subprocess.run(["bash", "-c", example], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert command in example


def test_what_roff_would_take_for_commands_is_text() -> None:
    assert text("a-b 'c' \\d …") == r"a\-b \(aqc\(aq \ed \[u2026]"
    assert lines_of(".mlir is\n\nwhat it reads") == r"\&.mlir is what it reads"
