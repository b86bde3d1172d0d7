"""Random modules, and texts with something changed: ours does with them what the reference does. Cases are fixed."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tools import fuzz, reference

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

CHUNK = 50
"""So many cases are one test, that several processes share the work."""

UNDEFINED = "unknown mesh"
"""What the reference says of a sharding that it reads from memory it has given back."""


@pytest.mark.parametrize("start", range(0, 300, CHUNK))
def test_valid_modules_come_out_the_same(start: int) -> None:
    """Through any passes, in any form."""
    for number in range(start, start + CHUNK):
        verdict = fuzz.judged(fuzz.valid(number))
        if verdict.outcome != "verdict" or UNDEFINED not in verdict.explanation:
            assert verdict.outcome in ("same", "reference crashed"), f"case {number}: {verdict.explanation}"


@pytest.mark.parametrize("start", range(0, 600, 6 * CHUNK))
def test_changed_texts_are_judged_the_same(start: int) -> None:
    """Nearly all in every word, and of the rest nearly all on the same line."""
    tally: Counter[str] = Counter()
    found = []
    for number in range(start, start + 6 * CHUNK):
        verdict = fuzz.judged(fuzz.mutated(number))
        tally[verdict.outcome] += 1
        if verdict.outcome in fuzz.DIFFERENT:
            found.append(f"case {number}: {verdict.outcome}\n{verdict.explanation}")
    report = "\n".join(found)
    assert not tally["traceback"], report
    assert tally["verdict"] + tally["output"] + tally["line"] <= 0.005 * tally.total(), report
    assert tally["words"] <= 0.01 * tally.total(), report


@pytest.mark.parametrize("kind", ["valid", "mutated"])
def test_the_command_tells_how_it_went(kind: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tools.fuzz", kind, "--count", "10", "--findings", str(tmp_path / "findings")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(fuzz.__file__).parent.parent)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "100.00%" in done.stdout
    assert not (tmp_path / "findings").exists()
