"""Warnings that come once in a process, whatever its passes and modules: ours are the reference's, notes included."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sdyopt.cli.main import run
from tools import reference
from tools.differential import DIAGNOSTIC

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

INPUTS = Path(__file__).parent / "Inputs"
MODULE = (INPUTS / "warnings.module.txt").read_text(encoding="utf-8")

FLAGS = ("-split-input-file", "-allow-unregistered-dialect")


@pytest.mark.parametrize(
    "passes",
    [
        "-sdy-import-func-calls -sdy-populate-op-sharding-rules",
        "-sdy-basic-propagate -sdy-populate-op-sharding-rules -sdy-aggressive-propagate",
        "-sdy-import-pipeline -sdy-import-func-calls -sdy-user-priority-propagate",
        "-sdy-populate-op-sharding-rules -sdy-flatten-call-graph -sdy-import-func-calls -sdy-basic-propagate",
    ],
)
def test_each_warning_comes_once(passes: str) -> None:
    """In several passes over several modules; each is what the first operation met leads to."""
    text = f"{MODULE}// -----\n{MODULE.replace('@foo', '@third')}".encode()
    asked = [sys.executable, str(Path(reference.__file__)), "-", *passes.split(), *FLAGS]
    expected = subprocess.run(asked, input=text, capture_output=True, check=True)
    status, output, messages = run(["-", *passes.split(), *FLAGS], text)
    assert (status, output) == (0, expected.stdout)
    told = [f"{line}:{column}: {kind}: {words}" for line, column, kind, words in DIAGNOSTIC.findall(messages.decode())]
    assert told == expected.stderr.decode().splitlines()
    assert len([line for line in told if "note:" in line]) == len(told) / 2 > 0
