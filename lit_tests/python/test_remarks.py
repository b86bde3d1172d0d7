"""Remarks: they change nothing, cost nothing when nobody asks, and what there is of them is shown and documented."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sdyopt.cli import run
from tools.bench import PASSES

ROOT = Path(__file__).resolve().parents[2]
CORPUS = sorted((ROOT / "lit_tests" / "corpus").glob("*.mlir"))
GOLDEN = sorted((ROOT / "lit_tests" / "passes").rglob("*.mlir"))
DOCUMENTED = re.compile(r"^\| `(sdy-[a-z-]+)` \| `([a-z-]+)` \|", re.MULTILINE)


def remarks(text: bytes, passes: Sequence[str]) -> list[dict[str, Any]]:
    """The remarks of passes on each module of a text, as programs read them. Their output is as without."""
    flags = [f"-{name}" for name in passes] + ["-mlir-print-debuginfo", "-split-input-file"]
    status, output, messages = run(["-", *flags], text)
    asked_status, asked_output, asked_messages = run(["-", *flags, "-remarks-format=json"], text)
    assert (asked_status, asked_output) == (status, output)
    lines = asked_messages.decode().splitlines(keepends=True)
    told = [line for line in lines if line.startswith('{"file"')]
    assert "".join([line for line in lines if line not in told]).encode() == messages
    return [json.loads(line) for line in told]


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_remarks_do_not_change_what_comes_of_real_programs(path: Path) -> None:
    """Each pass alone, and all of them in a row."""
    for passes in (*([name] for name in PASSES), PASSES):
        remarks(path.read_bytes(), passes)


def test_every_kind_is_documented_and_shown() -> None:
    """docs/remarks.md lists the kinds that the golden tests of remarks show; other golden tests have no others."""
    documented = set(DOCUMENTED.findall((ROOT / "docs" / "remarks.md").read_text(encoding="utf-8")))
    shown, told = set(), set()
    for path in GOLDEN:
        name = f"sdy-{path.parent.name.replace('_', '-')}"
        kinds = {(remark["pass"], remark["kind"]) for remark in remarks(path.read_bytes(), [name])}
        told |= kinds
        if path.name == "remarks.mlir":
            shown |= kinds
    assert shown == documented
    assert told == documented


def test_values_that_are_new_are_called_what_they_stand_for() -> None:
    """After all passes no remark speaks of a value without a name of the input."""
    for path in CORPUS:
        for remark in remarks(path.read_bytes(), PASSES):
            value = remark["arguments"].get("value")
            assert value is None or re.fullmatch(r"%[\w.#]+", value), remark


def test_a_run_without_remarks_imports_nothing_of_them() -> None:
    """Neither what reports them, nor what only they need."""
    script = (
        "import sys; from sdyopt.cli import run; run(['-', *sys.argv[1:]], b'module {}');"
        "print([name for name in sys.modules if 'remarks' in name or name == 'string'])"
    )
    command = [sys.executable, "-c", script, *[f"-{name}" for name in PASSES]]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "[]\n"
