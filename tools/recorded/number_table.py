"""Writes the tables of docs/agreement.md: what views say of the recorded programs, and XLA's numbers.

    python -m tools.recorded.number_table

A test fails if that changes the page.
"""

from __future__ import annotations

from collections.abc import Iterable

from sdyopt.view.render.amounts import short
from tools.docs.page_parts import Page, code, table
from tools.recorded import recorded_programs as recorded
from tools.recorded.agreement import NumberPair, ProgramNumbers, agreements, summary
from tools.recorded.large import large, machines

TEXT = "peak of compiled text: within 5 %", "worst"


def sets() -> str:
    """Returns a row for each set: how many programs agree, and by how much the others differ."""
    heading = ["set", "programs", "sizes equal", "bytes sent equal", "within 1 %", *TEXT]
    rows = []
    for each in recorded.SETS:
        found = agreements(each)
        if found:
            equal = sum([all(pair.is_equal for pair in program.sizes) for program in found])
            same = sum([program.sent.is_equal for program in found])
            near = sum([abs(program.sent.ratio - 1) <= 0.01 for program in found])
            rows.append([each, str(len(found)), str(equal), str(same), str(near), *_texts(found)])
    return table(heading, rows)


def _texts(found: list[ProgramNumbers]) -> Iterable[str]:
    pairs = [pair for program in found for pair in program.compiled]
    sums, near = summary(pairs), sum([abs(pair.ratio - 1) <= 0.05 for pair in pairs])
    return f"{near} of {sums.programs}", f"{sums.worst:.2f}"


def programs() -> str:
    """Returns a row for each program."""
    heading = ["program", "sizes", "sent", "XLA", "ratio", "peak of text, plain", "memory"]
    return table(heading, [_row(program) for program in agreements("".join(recorded.SETS))])


def _row(program: ProgramNumbers) -> list[str]:
    sizes = "equal" if all(pair.is_equal for pair in program.sizes) else "differ"
    sent = program.sent
    cells = [code(program.name), sizes, short(sent.view), short(sent.xla), _ratio(sent)]
    return [*cells, *[f"{pair.ratio:.3f}" for pair in program.compiled[:2]]]


def _ratio(pair: NumberPair) -> str:
    """Returns the ratio; bold if it is not close."""
    if pair.is_equal:
        return "equal"
    text = f"{pair.ratio:.2f}"
    return text if pair.is_close else f"**{text}**"


PAGE = Page(
    "docs/agreement.md",
    "python -m tools.recorded.number_table",
    {"machines": machines, "large": large, "sets": sets, "programs": programs},
)


if __name__ == "__main__":
    PAGE.write()
