"""Writes the tables of docs/agreement.md and docs/agreement-tables.md: numbers of views beside those of XLA.

    python -m tools.recorded.number_table

A test fails if that changes a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import exp, log
from pathlib import Path
from typing import Any, NamedTuple

import sdyopt
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.cost.time.machine import Machine
from sdyopt.hlo import parse_hlo
from sdyopt.view import view
from sdyopt.view.collection import analyze
from sdyopt.view.model import Query
from sdyopt.view.render.amounts import short
from sdyopt.view.render.printing import view_object
from tools.docs.page_parts import Page, code, table
from tools.recorded import recorded_programs as recorded

# What views say of the recorded programs, next to XLA's numbers.


CLOSE = 0.8, 1.25
"""The ratios that are counted as close."""

COMPILED = recorded.PLAIN, recorded.MEMORY, recorded.F32

NOTES = "unknown_executions", "unestimated", "unknown"
"""The parts of the totals that say what is not counted."""


class NumberPair(NamedTuple):
    """A number of the view and XLA's."""

    view: int
    xla: int

    @property
    def ratio(self) -> float:
        """The view's number for each of XLA's; 1 if both are 0, infinite if only XLA's is."""
        if self.xla == 0:
            return 1.0 if self.view == 0 else float("inf")
        return self.view / self.xla

    @property
    def is_close(self) -> bool:
        return CLOSE[0] <= self.ratio <= CLOSE[1]

    @property
    def is_equal(self) -> bool:
        return self.view == self.xla


class ProgramNumbers(NamedTuple):
    """The numbers of a program."""

    name: str
    sizes: tuple[NumberPair, NumberPair, NumberPair]
    """Arguments, results, and both after donation."""
    sent: NumberPair
    """The bytes that a device sends in loops of known length, and in one iteration of each other."""
    is_noted: bool
    """Whether the view says that it may not have counted everything that is sent."""
    compiled: tuple[NumberPair, ...]
    """The peak of the text of each compilation, against what XLA takes for it."""


class Summary(NamedTuple):
    """The ratios of several programs."""

    programs: int
    close: int
    typical: float
    """The factor by which a ratio differs from 1, up or down, in the geometric mean."""
    worst: float
    """The ratio that differs most."""


def summary(pairs: Iterable[NumberPair]) -> Summary:
    """Returns the summary of pairs whose numbers are not 0."""
    pairs = tuple(pairs)
    errors = [abs(log(pair.ratio)) for pair in pairs]
    return Summary(
        programs=len(pairs),
        close=sum([pair.is_close for pair in pairs]),
        typical=exp(sum(errors) / len(errors)),
        worst=pairs[errors.index(max(errors))].ratio,
    )


def total(name: str, part: str) -> int:
    """Returns the memory that XLA takes for a program: arguments, results and temporaries, without what is shared."""
    numbers = recorded.numbers(name)[part]
    arguments, results, temporaries, shared = (
        numbers[f"{part}_bytes"] for part in ("argument", "output", "temp", "alias")
    )
    return int(arguments + results + temporaries - shared)


@cache
def agreement(name: str) -> ProgramNumbers:
    """Returns the numbers of the recorded program `name`, as the view next to what is compiled for CPUs has them."""
    analysis = analyze(sdyopt.parse(recorded.text(name)), Query(profile=Compiler.CPU, with_peak=False))
    found = view_object(analysis.view, ())
    numbers = recorded.numbers(name)[recorded.PLAIN]
    (main,) = [function for function in found["functions"] if function["name"] == "main"]
    arguments, results = numbers["argument_bytes"], numbers["output_bytes"]
    return ProgramNumbers(
        name=name,
        sizes=(
            NumberPair(main["arguments_bytes"], arguments),
            NumberPair(main["results_bytes"], results),
            NumberPair(main["after_donation_bytes"], arguments + results - numbers["alias_bytes"]),
        ),
        sent=NumberPair(_sent(found["collectives"]), numbers["sent_bytes"] + numbers["sent_bytes_each"]),
        is_noted=any(found["totals"].get(key) for key in NOTES),
        compiled=tuple([_compiled(name, part) for part in COMPILED if recorded.has(name, part)]),
    )


def _compiled(name: str, part: str) -> NumberPair:
    peak = parse_hlo(recorded.text(name, part), with_peak=True).peak
    assert peak is not None
    return NumberPair(peak.bytes, total(name, part))


def agreements(of: str) -> list[ProgramNumbers]:
    """Returns the numbers of the programs of sets."""
    return [agreement(name) for name in recorded.names(of)]


def _sent(collectives: Sequence[dict[str, Any]]) -> int:
    return sum(
        [(each["bytes_sent"] or 0) * (1 if each["executions"] is None else each["executions"]) for each in collectives]
    )


# The programs of lit_tests/large, and what the model says of them next to XLA for GPUs and TPUs.


FOLDER = Path(__file__).resolve().parents[2] / "lit_tests" / "large"

SETS = "known", "unseen"
"""Programs by which rules were chosen, and others that were compiled when these rules were there."""

MACHINES = {"gpu": "gpu-h100:8", "tpu": "tpu-v5e:2x4"}
"""The machines that programs are compiled for, by the names of their recorded numbers."""
_DEVICES = {"gpu": "h100", "tpu": "tpu-v5e"}
_TITLES = {"gpu": "H100", "tpu": "TPU v5e"}

_SHARE = 0.9
"""The share of the programs whose ratios are in the range that pages and views give."""

REASONS: dict[str, str] = {
    "chunked_prefill": "XLA for TPUs writes exponentials over the scores that they are computed from.",
    "decode_long": "XLA for GPUs copies the zeros of the new caches.",
    "diffusion_unet": "XLA runs the product of the gradient of the values last, which holds the likelihoods.",
    "state_space": "On GPUs more of the scan is one kernel; on TPUs the parts of each level are all held.",
}
"""Why the peak of a program differs by more than a quarter."""


class LargePeak(NamedTuple):
    """The figures of the model for a program and a machine, and those of XLA's compiler."""

    name: str
    of: str
    """One of SETS."""
    peak: NumberPair
    sent: NumberPair


def names(of: str) -> list[str]:
    """Returns the names of the programs of a set."""
    return sorted([file.parent.name for file in (FOLDER / of).glob(f"*/{recorded.NUMBERS}")])


def numbers(of: str, name: str) -> dict[str, Any]:
    """Returns what is recorded of a program, by machine."""
    return recorded.read(FOLDER / of / name)


@cache
def measured(of: str, name: str, machine: str) -> LargePeak | None:
    """Returns the numbers of a program for a machine; None if XLA does not compile it, or if it was not tried."""
    if (found := numbers(of, name).get(machine)) is None or "refused" in found:
        return None
    seen = view(sdyopt.parse(recorded.text_in(FOLDER / of / name)), machine=Machine.of(_DEVICES[machine]))
    assert seen.peak is not None
    sent = sum(
        [(each.bytes_sent or 0) * (1 if each.executions is None else each.executions) for each in seen.collectives]
    )
    return LargePeak(
        name, of, NumberPair(seen.peak.bytes, found["peak_bytes"]), NumberPair(sent, sum(found["sent_bytes"].values()))
    )


def peaks(machine: str, of: str) -> list[LargePeak]:
    """Returns the numbers of the programs of a set that XLA compiles for a machine."""
    return [found for name in names(of) if (found := measured(of, name, machine)) is not None]


def within(pairs: Iterable[NumberPair], share: float = _SHARE) -> tuple[float, float]:
    """Returns the narrowest range of ratios, of the same factor up and down, that holds a share of them."""
    factors = sorted([max(pair.ratio, 1 / pair.ratio) for pair in pairs])
    factor = factors[max(0, -(-int(share * 100) * len(factors) // 100) - 1)]
    return 1 / factor, factor


def needed(pairs: Iterable[NumberPair]) -> float:
    """Returns what most of the programs need at most, for each byte that the view says."""
    ratios = sorted([1 / pair.ratio for pair in pairs])
    return ratios[-(-int(_SHARE * 100) * len(ratios) // 100) - 1]


# The tables of both pages.


def machines() -> str:
    """Returns a row for each machine and set: how far peaks agree."""
    columns = ("programs", "within 0.8 to 1.25", "typical", "nine of ten within", "need at most", "worst")
    rows = []
    for machine, title in _TITLES.items():
        for of in reversed(SETS):
            if pairs := [each.peak for each in peaks(machine, of)]:
                sums, (least, most) = summary(pairs), within(pairs)
                cells = [str(sums.close), f"×{sums.typical:.2f}", f"{least:.2f} to {most:.2f}", f"{needed(pairs):.2f}"]
                rows.append([title, f"{sums.programs} {of}", *cells, f"{sums.worst:.2f}"])
    return table(["compiled for", *columns], rows)


def large() -> str:
    """Returns a row for each program: both peaks for each machine."""
    heading = ["program", *[name for title in _TITLES.values() for name in (f"{title}: peak", "XLA", "ratio", "sent")]]
    rows = [[f"{code(name)}, {of}", *_cells(of, name)] for of in SETS for name in names(of)]
    return table([*heading, "why they differ"], rows)


def _cells(of: str, name: str) -> Iterator[str]:
    for machine in MACHINES:
        if (found := measured(of, name, machine)) is None:
            yield from ("—", "refused" if "refused" in numbers(of, name).get(machine, ()) else "—", "—", "—")
            continue
        ratio = f"{found.peak.ratio:.2f}"
        yield from (short(found.peak.view), short(found.peak.xla), ratio if found.peak.is_close else f"**{ratio}**")
        yield "equal" if abs(found.sent.ratio - 1) < 0.001 else f"{found.sent.ratio:.2f}"
    yield REASONS.get(name, "")


TEXT = "peak of compiled text: within 5 %", "worst"


def sets() -> str:
    """Returns a row for each set: how many programs agree, and by how much the others differ."""
    heading = ["set", "programs", "sizes equal", "bytes sent equal", "within 1 %", *TEXT]
    rows = []
    for each in recorded.SETS:
        if found := agreements(each):
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
    return f"{pair.ratio:.2f}" if pair.is_close else f"**{pair.ratio:.2f}**"


_COMMAND = "python -m tools.recorded.number_table"

PAGES = (
    Page("docs/agreement.md", _COMMAND, {"machines": machines}),
    Page("docs/agreement-tables.md", _COMMAND, {"large": large, "sets": sets, "programs": programs}),
)


if __name__ == "__main__":
    for page in PAGES:
        page.write()
