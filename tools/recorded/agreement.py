"""What views say of the recorded programs, next to XLA's numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import exp, log
from typing import Any, NamedTuple

import sdyopt
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.hlo import parse_hlo
from sdyopt.view.collection import analyze
from sdyopt.view.model import Query
from sdyopt.view.render.json_form import view_object
from tools.recorded import recorded_programs as recorded

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
    """What a device sends in loops of known length, and in one iteration of each other."""
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
