"""Completion of command lines by Click: in Bash, on a terminal and from its variables."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tools.fork_server import ForkServer


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("sdy-opt -sdy-inl", ["plain,-sdy-inline-meshes"]),
        ("sdy-opt --sdy-inl", ["plain,--sdy-inline-meshes"]),
        ("sdy-view --sort b", ["plain,bytes"]),
        ("sdy-opt a", ["file,a"]),
        ("sdy-opt -o a", ["file,a"]),
        ("sdy-view --html a", ["file,a"]),
        ("sdy-layout f32[3] --gr", ["plain,--grid"]),
    ],
)
def test_words_are_offered(line: str, offered: list[str], fork_server: ForkServer) -> None:
    command, *words = line.split()
    variable = f"_{command.replace('-', '_').upper()}_COMPLETE"
    environment = {**os.environ, variable: "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(len(words))}
    done = subprocess.run([fork_server.commands / command], env=environment, capture_output=True, text=True)
    assert done.stdout.split() == offered


def test_a_run_that_completes_nothing_imports_none_of_it() -> None:
    script = """
import sys
from sdyopt.cli import main as cli
cli.run(["-"], b"")
print([name for name in sys.modules if "completion" in name])
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
