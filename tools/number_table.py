"""Writes the tables of docs/agreement.md: what the view says of the recorded programs, and XLA's numbers.

    python -m tools.number_table

A test fails if that changes the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from sdyopt.view.amounts import short
from tools import recorded_programs as recorded
from tools.agreement import Agreement, Pair, agreements, summary
from tools.docs.markdown import code, table
from tools.docs.tables import replaced

PAGE = Path(__file__).resolve().parent.parent / "docs" / "agreement.md"
COMMAND = "python -m tools.number_table"

REASONS: dict[str, str] = {}
"""Why numbers of a program differ."""


def sets() -> str:
    """Returns a row for each set: how many programs agree, and by how much the others differ."""
    heading = ["set", "programs", "sizes equal", "bytes sent equal", "within 1 %", *_peak_heading()]
    rows = []
    for each in recorded.SETS:
        found = agreements(each)
        if found:
            equal = sum([all(pair.is_equal for pair in program.sizes) for program in found])
            same = sum([program.sent.is_equal for program in found])
            near = sum([abs(program.sent.ratio - 1) <= 0.01 for program in found])
            rows.append([each, str(len(found)), str(equal), str(same), str(near), *_peaks(found)])
    return table(heading, rows)


def _peak_heading() -> list[str]:
    return [f"peak, {schedule}: {part}" for schedule in ("plain", "memory") for part in ("close", "typical", "worst")]


def _peaks(found: list[Agreement]) -> Iterable[str]:
    for pairs in ([program.plain for program in found], [program.memory for program in found]):
        sums = summary(pairs)
        yield from (str(sums.close), f"×{sums.typical:.2f}", f"{sums.worst:.2f}")


def programs() -> str:
    """Returns a row for each program."""
    heading = ["program", "sizes", "sent", "XLA", "ratio"]
    heading += ["peak", "XLA, plain", "ratio", "peak", "XLA, memory", "ratio"]
    return table(heading, [_row(program) for program in agreements("".join(recorded.SETS))])


def _row(program: Agreement) -> list[str]:
    sizes = "equal" if all(pair.is_equal for pair in program.sizes) else "differ"
    cells = [code(program.name), sizes]
    for pair in (program.sent, program.plain, program.memory):
        cells += [short(pair.view), short(pair.xla), _ratio(pair)]
    return cells


def _ratio(pair: Pair) -> str:
    """Returns the ratio; bold if it is not close."""
    if pair.is_equal:
        return "equal"
    text = f"{pair.ratio:.2f}"
    return text if pair.is_close else f"**{text}**"


def reasons() -> str:
    """Returns why numbers differ, a row for each program of which that is known."""
    return table(["program", "reason"], [[code(name), reason] for name, reason in REASONS.items()])


GENERATED: dict[str, Callable[[], str]] = {"sets": sets, "programs": programs, "reasons": reasons}


def with_tables(text: str) -> str:
    """Returns the text of the page with its tables as they should be."""
    for name, content in GENERATED.items():
        text = replaced(text, name, content(), COMMAND)
    return text


def main() -> None:
    """Writes the tables."""
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
