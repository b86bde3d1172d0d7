"""Compares sdy-opt with the reference on any number of random modules or mutated texts.

    python -m tools.fuzz KIND [--seed N] [--count N] [--minutes M] [--jobs N] [--findings FOLDER] [--record FILE]

`tools.cases` has the kinds of cases. Each new class of difference is reduced to a small module and written to the
findings folder, with the command and both answers. Exits with 1 if there is any. With --record the numbers go to a
file, from which `python -m tools.conformance` writes a page.
"""

from __future__ import annotations

import itertools
import multiprocessing
import re
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TypedDict, Unpack

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from sdyopt.testing.reduction.shrinking import reduced
from tools import conformance
from tools.cases import KINDS, Case
from tools.differential import Answer, agreement, first_difference, is_garbled, ours, theirs
from tools.newer import is_accepted_by_newer

PATIENCE = 20
"""The processor time in seconds that a case, or a file, may take, far more than any that terminates."""

MAX_SHOWN = 40
"""The number of kinds of differences in the table at the end."""

WORDS = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`|<[^<>]*>|\([^()]*\)|\d+|#\S+|@\S+|%\S+|!\S+|\S*x\S*")
"""Matches the parts of a message that depend on the module."""


class Verdict(NamedTuple):
    """The verdict on a case: the `outcome` is one of OUTCOMES."""

    outcome: str
    kind: str = ""
    """The class of the difference, which is the same for cases with similar differences."""
    explanation: str = ""


OUTCOMES = tuple(conformance.COLUMNS)
"""From best to worst: everything is the same; the reference refuses what newer versions accept (`tools.newer`); the
message or column differs, the line, the output, the verdict; sdy-opt crashed. Without comparison: the reference
crashed, or its answer is garbled because it has read freed memory.
"""

DIFFERENT = ("words", "line", "output", "verdict", "traceback")


# --- judging ---------------------------------------------------------------------------------------------------------


def judged(case: Case) -> Verdict:
    """Returns the verdict of the reference on `case`."""
    try:
        found = ours(*case)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        kind = f"{type(error).__name__} in {place.name}"
        return Verdict("traceback", kind, "".join(traceback.format_exception(error)))
    if (expected := theirs(*case)) is None:
        return Verdict("reference crashed")
    if agreement(found, expected).all:
        return Verdict("same")
    if is_accepted_by_newer(found, expected, *case):
        return Verdict("newer")
    again = theirs(*case)
    if again is None:  # When it reads freed memory it sometimes survives.
        return Verdict("reference crashed")
    if again != expected or is_garbled(case.text, expected) or is_garbled(case.text, found):
        return Verdict("reference garbled")
    return _difference(found, expected)


def _difference(found: Answer, expected: Answer) -> Verdict:
    """Returns the verdict on two answers that differ."""
    explanation = first_difference(found, expected)
    kind = _kind(found, expected)
    if found.accepted != expected.accepted:
        return Verdict("verdict", kind, explanation)
    if found.accepted:
        return Verdict("output", kind, explanation)
    return Verdict("words" if found.line == expected.line else "line", kind, explanation)


def _kind(found: Answer, expected: Answer) -> str:
    if found.accepted and expected.accepted:
        words = first_difference(found, expected).partition("\n")[2]
        ops = re.findall(r"\b[a-z]+\.[a-z_]+\b", words)
        return f"output {ops[0] if ops else ''}"
    sides = (_shape(answer) for answer in (found, expected))
    place = "" if (found.line, found.column) == (expected.line, expected.column) else " elsewhere"
    return " / ".join(sides) + place


def _shape(answer: Answer) -> str:
    return "accepted" if answer.accepted else WORDS.sub("_", answer.message)


def smallest(case: Case, verdict: Verdict, budget: int) -> Case:
    """Returns a part of `case` with the same kind of difference."""

    def shows(text: str) -> bool:
        return judged(Case(text, case.run))[:2] == verdict[:2]

    return Case(reduced(case.text, shows, budget), case.run)


def assert_same(case: Case, about: str = "") -> None:
    """Raises AssertionError if ours and the reference differ on a case. Warnings are not compared."""
    verdict = judged(case)
    assert verdict.outcome not in DIFFERENT, f"{about}{verdict.outcome}: {verdict.explanation}"


# --- as a command ----------------------------------------------------------------------------------------------------


class Finding(NamedTuple):
    """The verdict on a case, with the case itself if there is a difference."""

    number: int
    verdict: Verdict
    case: Case | None


Task = tuple[str, int, str]
"""A kind, the number of a case, and the release that ours follows, empty for that of the reference's."""


def judge_of_kind(task: Task) -> Finding:
    """Runs case `task[1]` of the kind `task[0]`, in a worker process."""
    kind, number, shardy = task
    case = KINDS[kind].case(number)
    return judge((number, Case(case.text, case.run._replace(shardy=shardy))))


def judge(task: tuple[int, Case]) -> Finding:
    """Runs a case, which has a number, in a worker process."""
    number, case = task
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    verdict = judged(case)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return Finding(number, verdict, case if verdict.outcome in DIFFERENT else None)


def begin_worker() -> None:
    """Prepares a worker process: interrupts of the command end it, and so does a time limit."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGVTALRM, out_of_patience)


def out_of_patience(number: int, frame: object) -> None:
    raise TimeoutError(f"no end after {PATIENCE} seconds")


def write(folder: Path, name: str, finding: Finding, budget: int) -> None:
    """Writes the reduced module, the command and the difference.

    A case whose result changes from run to run, because the reference reads freed memory, is not reduced. Neither is
    one that does not terminate.
    """
    assert finding.case is not None
    case, verdict = finding.case, finding.verdict
    if not verdict.kind.startswith(TimeoutError.__name__):
        smaller = smallest(case, verdict, budget)
        again = judged(smaller)
        if again[:2] == verdict[:2]:
            case, verdict = smaller, again
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.mlir").write_text(case.text, errors="surrogateescape", newline="")
    about = f"{verdict.outcome}: {verdict.kind}\ncase {finding.number}\nflags: {' '.join(case.run.flags)}\n"
    (folder / f"{name}.txt").write_text(f"{about}{verdict.explanation}\n", errors="surrogateescape")


def numbers(seed: int, count: int | None, minutes: float | None) -> Iterator[int]:
    """Yields the cases starting at `seed`: `count` of them, or until the time is over."""
    end = None if minutes is None else time.monotonic() + 60 * minutes
    for number in itertools.count(seed) if count is None else range(seed, seed + count):
        if end is not None and time.monotonic() > end:
            return
        yield number


class Tally:
    """The numbers of outcomes and of kinds of differences, each with its first case."""

    def __init__(self) -> None:
        self.outcomes: Counter[str] = Counter()
        self.kinds: Counter[tuple[str, str]] = Counter()
        self.first: dict[tuple[str, str], Finding] = {}
        self.interrupted = False

    def add(self, finding: Finding) -> bool:
        """Counts a case, and returns whether its difference is new."""
        outcome, kind, _ = finding.verdict
        self.outcomes[outcome] += 1
        if finding.case is None:
            return False
        self.kinds[outcome, kind] += 1
        known = self.first.setdefault((outcome, kind), finding)
        if finding.number < known.number:
            self.first[outcome, kind] = finding
        return known is finding

    @property
    def differ(self) -> int:
        return sum(self.outcomes[outcome] for outcome in DIFFERENT)

    def table(self) -> Table:
        summary = Table("outcome", "cases", "share")
        total = self.outcomes.total() or 1
        for outcome in OUTCOMES:
            summary.add_row(outcome, f"{self.outcomes[outcome]:,}", f"{self.outcomes[outcome] / total:.2%}")
        for (outcome, kind), count in self.kinds.most_common(MAX_SHOWN):
            summary.add_row(escape(f"  {outcome}: {kind}"), f"{count:,}", "")
        return summary

    def record(self, kind: str, seed: int) -> conformance.FuzzRun:
        """Returns the record for the page about conformance."""
        classes = [
            conformance.FuzzClass.of(outcome, count, first.number, first.verdict.explanation)
            for (outcome, name), count in self.kinds.items()
            for first in [self.first[outcome, name]]
        ]
        classes.sort(key=lambda each: (-each.cases, each.first))
        outcomes = {outcome: self.outcomes[outcome] for outcome in OUTCOMES}
        return conformance.FuzzRun(kind, seed, self.outcomes.total(), conformance.commit(), outcomes, classes)


class Writing(TypedDict):
    """The folder of findings, how many tries a reduction may take, and the file to which the numbers go."""

    findings: Path
    budget: int
    record: Path | None


@click.command()
@click.argument("kind", type=click.Choice(sorted(KINDS)))
@click.option("--shardy", default="", help="The release that both follow.")
@click.option("--seed", default=0, help="The number of the first case.")
@click.option("--count", type=int, help="How many cases; without this and --minutes, 1,000.")
@click.option("--minutes", type=float, help="How long, if not all cases are done before.")
@click.option("--jobs", default=1, help="How many processes share the work.")
@click.option("--findings", type=click.Path(path_type=Path), default=Path("findings"), help="Where findings go.")
@click.option("--budget", default=600, help="How many tries the reduction of a finding may take; 0 leaves it whole.")
@click.option("--record", type=click.Path(path_type=Path), help="A file to which the results are added.")
def main(
    kind: str, shardy: str, seed: int, count: int | None, minutes: float | None, jobs: int, **writing: Unpack[Writing]
) -> None:
    """Compare sdy-opt with the reference on cases of a KIND."""
    if count is None and minutes is None:
        count = 1000
    tally = Tally()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console()
    with (
        multiprocessing.get_context("spawn").Pool(jobs, begin_worker) as pool,
        Progress(*columns, console=console) as progress,
    ):
        bar = progress.add_task(kind, total=count)
        tasks = ((kind, number, shardy) for number in numbers(seed, count, minutes))
        try:
            for finding in pool.imap_unordered(judge_of_kind, throttled(tasks, tally, 50 * jobs)):
                is_new = tally.add(finding)
                progress.update(bar, advance=1, description=f"{kind}: {tally.differ} differ")
                if is_new:
                    write(writing["findings"], f"{kind}-{finding.number}", finding, writing["budget"])
        except KeyboardInterrupt:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # The table follows.
            tally.interrupted = True
    console.print(tally.table())
    if writing["record"] is not None and not tally.interrupted:
        conformance.add(writing["record"], tally.record(kind, seed))
    sys.exit(bool(tally.differ or tally.interrupted))


def throttled(tasks: Iterator[Task], done: Tally, ahead: int) -> Iterator[Task]:
    """`tasks`, never more than `ahead` of what is done: a pool takes all that it can have at once.

    A pool that ends waits for these to end.
    """
    for number, task in enumerate(tasks):
        while number - done.outcomes.total() >= ahead and not done.interrupted:
            time.sleep(0.01)
        if done.interrupted:
            return
        yield task


if __name__ == "__main__":
    main()
