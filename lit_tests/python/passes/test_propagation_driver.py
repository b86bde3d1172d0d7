"""Propagation: errors of bad input are messages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sdyopt.cli.main import run
from tools.corpus import PART_END
from tools.generator.passes.propagation import PASSES

FOLDER = Path(__file__).resolve().parents[2] / "passes" / "propagation_of_bad_input"
PARTS = [
    (file.stem, part) for file in sorted(FOLDER.glob("*.mlir")) for part in PART_END.split(file.read_text("utf-8"))
]
EMPTY = [("empty", ""), ("blank", "\n \n"), ("zero", "\0"), ("module", "module"), ("bytes", "\udcff\udcfe")]


@pytest.mark.parametrize("name", PASSES)
@pytest.mark.parametrize("text", [text for _, text in PARTS + EMPTY], ids=[stem for stem, _ in PARTS + EMPTY])
def test_errors_are_messages(text: str, name: str) -> None:
    status, output, errors = run(["-", f"-{name}"], stdin=text.encode("utf-8", "surrogateescape"))
    messages = errors.decode("utf-8", "surrogateescape")
    assert "Traceback" not in messages
    assert bool(output) == (status == 0)
    assert bool(re.search(r"^<stdin>:(\d+:\d+:)? error: .", messages, re.MULTILINE)) == (status != 0)
