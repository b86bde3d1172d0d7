"""What was measured: rows of numbers, as a table or as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.table import Table


class BenchRow(NamedTuple):
    """One thing measured of a program, in `unit`: ours, and that of the reference where it has such a thing."""

    program: str
    what: str
    unit: str
    ours: float
    theirs: float | None = None

    @property
    def ratio(self) -> float | None:
        """How many times as much ours is."""
        return None if not self.theirs else self.ours / self.theirs


def table(rows: Sequence[BenchRow]) -> Table:
    """All rows, with a line between programs."""
    drawn = Table()
    for heading in ("program", "measured"):
        drawn.add_column(heading)
    for heading in ("sdy-opt", "reference", "ratio"):
        drawn.add_column(heading, justify="right", no_wrap=True)
    before = None
    for row in rows:
        is_first = row.program != before
        if is_first and before is not None:
            drawn.add_section()
        before = row.program
        theirs = "–" if row.theirs is None else number(row.theirs)
        ratio = "–" if row.ratio is None else f"{row.ratio:.2f}"
        drawn.add_row(row.program if is_first else "", f"{row.what}, {row.unit}", number(row.ours), theirs, ratio)
    return drawn


def as_json(rows: Iterable[BenchRow]) -> list[dict[str, object]]:
    """All rows with their ratios, as JSON has them."""
    return [{**row._asdict(), "ratio": row.ratio} for row in rows]


def number(value: float) -> str:
    """A number as tables have it, with two or three digits that count."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
