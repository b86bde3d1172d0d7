"""Writes the table of docs/planning.md: what XLA compiles with planned shardings, against those of practitioners.

    python -m tools.recorded.planned_table

It reads what `tools.recorded.record_planned` has recorded. A test fails if that changes the page.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sdyopt.ir.collecting import grouped
from tools.docs.page_parts import Page, table

ROOT = Path(__file__).resolve().parents[2]
RECORD = ROOT / "lit_tests" / "plans" / "compiled.json"
ALLOWED = 1.10
"""The bytes sent and memory of a planned program at most, in parts of those of a practitioner's program."""


def ratios(entry: dict[str, Any]) -> dict[str, float]:
    """Returns the estimated time, the bytes sent and the memory of a planned program, in parts of the other's."""
    planned, other = entry["planned"], entry["expert"]
    return {key: planned[key] / other[key] if other[key] else 1.0 for key in ("seconds", "sent", "memory")}


def entries() -> dict[str, dict[str, Any]]:
    """Returns the recorded programs by name, family by family."""
    found = json.loads(RECORD.read_text(encoding="utf-8"))
    del found["versions"]
    return dict(sorted(found.items(), key=lambda each: (each[1]["family"], each[0])))


def families() -> dict[str, bool]:
    """Returns for each family whether each of its programs sends and needs no more than is allowed."""
    parts = grouped((entry["family"], ratios(entry)) for entry in entries().values())
    return {name: all(max(each["sent"], each["memory"]) <= ALLOWED for each in of) for name, of in parts.items()}


def compiled_plans() -> str:
    """Returns the table of programs, and in how many families the plans are as good as the practitioner's."""
    rows = [
        [entry["family"], f"`{name}`", *[f"{part:.2f}" for part in ratios(entry).values()]]
        for name, entry in entries().items()
    ]
    held = sum(families().values())
    count = f"In {held} of {len(families())} families no program sends or needs more than 1.10 of the practitioner's."
    heads = ["family", "program", "estimated time", "bytes sent", "memory"]
    return f"{table(heads, rows)}\n{count}\n"


PAGE = Page("docs/planning.md", "python -m tools.recorded.planned_table", {"compiled plans": compiled_plans})


if __name__ == "__main__":
    PAGE.write()
