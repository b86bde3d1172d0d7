"""The findings about a release of the reference, as they are kept, reported and shown on the page about conformance."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from sdyopt.ir.collecting import grouped
from tools.differences.known import code_span
from tools.follow.registry import SUBJECTS, RegistryChange

OUTCOMES = {
    "output": "other output",
    "verdict": "one accepts, the other refuses",
    "line": "error in another line",
    "words": "error in other words",
    "traceback": "sdy-opt crashed",
}
"""The kinds of differences of answers, in the report."""

RANDOM_PROGRAMS = 1_000
"""How many random programs are compared, without an option."""


class DifferenceClass(NamedTuple):
    """A class of differences: the number of its programs, and the first with both answers."""

    outcome: str
    programs: int
    first: str
    said: str


class InstalledRelease(NamedTuple):
    """The names of a release of jaxlib, in a Python of this version, that we have not, and its other answers."""

    version: str
    python: str
    date: str
    changes: Sequence[RegistryChange]
    outcomes: Mapping[str, int]
    """By the outcomes of `tools.fuzz`."""
    classes: Sequence[DifferenceClass]

    @property
    def programs(self) -> int:
        return sum(self.outcomes.values())

    @property
    def differ(self) -> int:
        return sum(self.outcomes.get(outcome, 0) for outcome in OUTCOMES)

    @property
    def is_same(self) -> bool:
        return not self.changes and not self.differ


def as_json(release: InstalledRelease) -> dict[str, object]:
    """Returns all fields, changes and classes with the names of theirs."""
    changes = [change._asdict() for change in release.changes]
    return {**release._asdict(), "changes": changes, "classes": [entry._asdict() for entry in release.classes]}


def recorded(file: Path) -> list[InstalledRelease]:
    """Returns the releases in `file`, the oldest first."""
    kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
    return [
        InstalledRelease(
            **{
                **entry,
                "changes": [RegistryChange(**change) for change in entry["changes"]],
                "classes": [DifferenceClass(**each) for each in entry["classes"]],
            }
        )
        for entry in kept
    ]


def record(file: Path, release: InstalledRelease) -> None:
    """Adds a release to `file`, in place of what is recorded of it."""
    kept = [other for other in recorded(file) if other.version != release.version]
    ordered = sorted([*kept, release], key=lambda each: [int(number) for number in each.version.split(".")])
    file.write_text(json.dumps([as_json(each) for each in ordered], indent=1) + "\n", encoding="utf-8")


# --- the report ------------------------------------------------------------------------------------------------------


def report(release: InstalledRelease, findings: Path) -> Iterator[str]:
    """Yields the lines of a report for people."""
    yield f"jaxlib {release.version} (Python {release.python}), compared with this sdy-opt:"
    for subject, of_subject in groupby(release.changes, lambda change: change.subject):
        yield f"{subject}:"
        for change in of_subject:
            yield f"  {change.kind:5} {change}"
    if not release.changes:
        yield "The same passes, options, operations, attributes and types."
    if not release.programs:
        return
    counts = [f"{release.outcomes.get('same', 0):,} have the same answer", f"{release.differ:,} differ"]
    crashed, garbled = release.outcomes.get("reference crashed", 0), release.outcomes.get("reference garbled", 0)
    counts += [f"in {crashed:,} the reference crashed", f"in {garbled:,} it read freed memory"]
    yield f"Of {release.programs:,} programs {', '.join(counts)}."
    if release.classes:
        yield f"The differences are of {_class_count(release)}:"
    for entry in release.classes:
        yield f"  {entry.programs} × {OUTCOMES[entry.outcome]}, first {entry.first}:"
        yield from (f"    {line}" for line in entry.said.splitlines())
    if release.classes:
        yield f"The first program of each class is in {findings}, with the command and both answers."


def _class_count(release: InstalledRelease) -> str:
    """Returns the number of classes of differences in words."""
    count = len(release.classes)
    return f"{count:,} class" if count == 1 else f"{count:,} classes"


# --- the page --------------------------------------------------------------------------------------------------------


def page(releases: Sequence[InstalledRelease]) -> Iterator[str]:
    """Yields the lines about recorded releases: a table of numbers, and one of changes, with their releases."""
    yield "| jaxlib | Python | date | other names and defaults | same answers | differ | not compared |"
    yield "|---|---|---|---|---|---|---|"
    for release in releases:
        same = release.outcomes.get("same", 0)
        cells = (f"{len(release.changes):,}", f"{same:,}", f"{release.differ:,}")
        others = f"{release.programs - same - release.differ:,}"
        yield f"| {release.version} | {release.python} | {release.date} | {' | '.join(cells)} | {others} |"
    seen = grouped((change, release.version) for release in releases for change in release.changes)
    yield from ("", "| what | | name | in |", "|---|---|---|---|")
    for change in sorted(seen, key=lambda change: (SUBJECTS.index(change.subject), change.name)):
        detail = f": {change.detail}" if change.detail else ""
        yield f"| {change.subject} | {change.kind} | `{change.name}`{detail} | {', '.join(seen[change])} |"
    latest = releases[-1]
    if not latest.classes:
        return
    yield from ("", f"The differences of answers in {latest.version} are of {_class_count(latest)}:", "")
    yield from ("| difference | programs | first | answers |", "|---|---|---|---|")
    for entry in latest.classes:
        said = "<br>".join(code_span(" ".join(line.split()).replace("|", "\\|")) for line in entry.said.splitlines())
        yield f"| {OUTCOMES[entry.outcome]} | {entry.programs} | {entry.first} | {said} |"
