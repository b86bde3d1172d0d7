"""The README's examples show what the commands really print."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
_BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def _sessions() -> list[tuple[str, str]]:
    """Each command behind a `$ ` with what the README shows of its output."""
    found = []
    for block in _BLOCK.findall(README):
        for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = session.partition("\n")
            found.append((command, output))
    return found


@pytest.mark.parametrize(("command", "shown"), _sessions(), ids=lambda value: value[:60] if value else "nothing")
def test_command_prints_what_the_readme_shows(command: str, shown: str) -> None:
    """A command, run at the top of the repository, prints the lines below it."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert ran.stdout == shown


def test_the_test_command_is_what_ci_runs() -> None:
    """CI runs the README's test command."""
    command = "python -m pip install -e '.[test]' && python -m pytest -n auto"
    assert command in README
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
