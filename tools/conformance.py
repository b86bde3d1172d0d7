"""Writes docs/conformance.md and docs/conformance-tables.md: the comparisons with the reference and their results.

    python -m tools.conformance

The runs of `tools.fuzz` come from docs/conformance.json, to which its option --record adds them; the comparisons
in tests come from their docstrings, and known differences from `tools.differences.known`.
"""

from __future__ import annotations

import ast
import importlib.metadata
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from difflib import SequenceMatcher
from itertools import takewhile
from pathlib import Path
from string import Template
from typing import Any, NamedTuple

from sdyopt.mlir.releases import DEFAULT
from sdyopt.pipeline.registry import UNIMPLEMENTED
from tools.cases import KINDS
from tools.differences.known import GARBLED, KNOWN, Difference, code_span
from tools.follow import release
from tools.generator.features import FEATURES
from tools.operations import rules as op_rules
from tools.reference import RELEASE

ROOT = Path(__file__).resolve().parent.parent
RUNS = ROOT / "docs" / "conformance.json"
RELEASES = ROOT / "docs" / "releases.json"
PAGES = {
    ROOT / "docs" / "conformance.md": ROOT / "tools" / "conformance.md",
    ROOT / "docs" / "conformance-tables.md": ROOT / "tools" / "conformance_tables.md",
}
"""The templates of the pages."""

TESTS = ROOT / "lit_tests" / "conformance"
WITHOUT_COMPARISON = {"test_differential", "test_follow", "test_page", "test_reference"}
"""Tests of what compares."""

LONGEST = 200
"""The length of a quoted line."""

_QUOTED = 150
"""The length of a quoted line of a golden test."""

_SAME = 40
"""How much of it may be the same before and after a change."""

_RUN = re.compile(r"^// RUN: (?:not )?sdy-opt %s(?P<flags>[^|\n]*?)(?: 2>&1 )?(?:\||$)", re.MULTILINE)
_OF_TEST = re.compile(r" -(?:verify-diagnostics|split-input-file|o /dev/null)")
_MESSAGE = re.compile(r"^<stdin>:\d+:\d+: ((?:error|warning): .*)", re.MULTILINE)
_OLDER = " -shardy=0.10.2"

COLUMNS = {
    "same": "same in everything",
    "newer": "refused by 0.10.2 only",
    "words": "other words or column",
    "line": "other line",
    "output": "other output",
    "verdict": "other verdict",
    "traceback": "sdy-opt crashed",
    "reference crashed": "reference crashed",
    "reference garbled": "reference garbled",
}
"""The outcomes of a case, and their names on the page."""


class FuzzClass(NamedTuple):
    """Cases of a run with the same difference: their number, and the first of them with the answers of both sides."""

    outcome: str
    cases: int
    first: int
    said: list[str]

    @classmethod
    def of(cls, outcome: str, cases: int, first: int, explanation: str) -> FuzzClass:
        """With the end of an explanation: two lines, for ours and the reference, or one of a traceback."""
        lines = explanation.strip().splitlines()
        said = [line for line in lines if line.startswith(("ours:", "reference:"))] or lines[-1:]
        return cls(outcome, cases, first, [printable(line)[:LONGEST] for line in said])


def printable(text: str) -> str:
    """With escapes for what is not UTF-8, and for control characters."""
    return "".join([sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text])


@dataclass(frozen=True)
class FuzzRun:
    """The results of a run of `tools.fuzz` over `count` cases starting at `first`, with the code of that commit."""

    kind: str
    first: int
    count: int
    commit: str
    outcomes: Mapping[str, int]
    classes: Sequence[FuzzClass]


def commit() -> str:
    """Returns the commit that is checked out, and whether there are changes; the version outside of a checkout."""
    git = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True)
    return git.stdout.strip() if git.returncode == 0 else importlib.metadata.version("sdy-opt")


def runs(file: Path) -> list[FuzzRun]:
    """Returns the runs that are recorded in `file`."""
    if not file.exists():
        return []
    kept: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    return [FuzzRun(**{**run, "classes": [FuzzClass(*entry) for entry in run["classes"]]}) for run in kept]


def add(file: Path, run: FuzzRun) -> None:
    """Records a run, which replaces one over the same cases."""
    others = [other for other in runs(file) if (other.kind, other.first) != (run.kind, run.first)]
    ordered = sorted([*others, run], key=lambda each: (-list(KINDS).index(each.kind), each.first))
    file.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps([asdict(each) for each in ordered], indent=1, ensure_ascii=True)
    file.write_text(text + "\n", encoding="utf-8")


# --- what the tests compare ------------------------------------------------------------------------------------------


def comparisons() -> Iterator[str]:
    """Yields a row for each file of tests that compares, with what its docstring says first."""
    for file in sorted(TESTS.glob("test_*.py")):
        if file.stem not in WITHOUT_COMPARISON:
            said = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
            text = " ".join(said.split("\n\n")[0].split())
            yield f"| [{file.stem}](../lit_tests/conformance/{file.name}) | {text} |"


def rules() -> Iterator[str]:
    """Yields the numbers of verification errors in golden tests."""
    for dialect in op_rules.DIALECTS:
        found = op_rules.covered(dialect)
        file = op_rules.rules_file(dialect).relative_to(ROOT)
        yield (
            f"- {dialect}: {sum(map(len, found.values()))} refusals of {len(found)} operations "
            f"([RULES.md](../{file.as_posix()}))"
        )


# --- the page --------------------------------------------------------------------------------------------------------


def pages(recorded: Sequence[FuzzRun]) -> dict[Path, str]:
    """Returns the text of each page for the recorded runs: its template with what is computed."""
    kinds = []
    for name, kind in KINDS.items():
        kinds += [
            f"### {name}",
            "",
            kind.description,
            "",
            *run_table([run for run in recorded if run.kind == name]),
            "",
        ]
    by_kind = {name: total_of([run for run in recorded if run.kind == name]) for name in KINDS}
    total = Total(*map(sum, zip(*by_kind.values(), strict=True)))
    releases = list(release.page(release.recorded(RELEASES)))
    differences = [line for difference in KNOWN for line in (*description(difference), "")]
    parts: dict[str, Iterable[str]] = {
        "kinds": kinds[:-1],
        "comparisons": comparisons(),
        "rules": rules(),
        "releases": releases,
        "release_table": releases[: releases.index("")],
        "summary": summary_rows(by_kind),
        "compared": [f"{total.compared:,}"],
        "same": [f"{total.compared - total.differ:,}"],
        "share": [f"{1 - total.differ / max(1, total.compared):.3%}"],
        "kinds_count": [str(len(KINDS))],
        "valid_compared": [f"{by_kind['valid'].compared:,}"],
        "valid_same": [f"{by_kind['valid'].compared - by_kind['valid'].differ:,}"],
        "known_count": [str(len(KNOWN))],
        "crashes": [str(sum(difference.theirs in ("crashes", GARBLED) for difference in KNOWN))],
        "changes": change_rows(),
        "differences": differences[:-1],
        "release": [DEFAULT.name],
        "older": [RELEASE],
        "features": [", ".join(FEATURES)],
        "random_programs": [f"{release.RANDOM_PROGRAMS:,}"],
        "missing": [", ".join([f"`--{name}`" for name, project in UNIMPLEMENTED.items() if project == "MLIR"])],
    }
    texts = {name: "\n".join(part) for name, part in parts.items()}
    return {file: Template(template.read_text(encoding="utf-8")).substitute(texts) for file, template in PAGES.items()}


class Total(NamedTuple):
    """The numbers of cases: those that can be compared, those that differ, and those with other words."""

    compared: int
    differ: int
    words: int


def total_of(found: Sequence[FuzzRun]) -> Total:
    """Returns the sums of runs."""
    total = Counter[str]()
    for run in found:
        total.update(run.outcomes)
    compared = total.total() - total["reference crashed"] - total["reference garbled"] - total["newer"]
    return Total(compared, compared - total["same"] - total["words"], total["words"])


def summary_rows(by_kind: Mapping[str, Total]) -> Iterator[str]:
    """Yields a row for each kind of random programs."""
    yield "| kind | programs | compared | differ | words |"
    yield "|---|---|---:|---:|---:|"
    for name, total in by_kind.items():
        about = KINDS[name].description.split(". ")[0].rstrip(".")
        link = f"[{name}](conformance-tables.md#{name})"
        yield f"| {link} | {about} | {total.compared:,} | {total.differ:,} | {total.words:,} |"


def run_table(found: Sequence[FuzzRun]) -> Iterator[str]:
    """Yields the table of runs of one kind, and the classes of their differences."""
    if not found:
        yield "No run is recorded."
        return
    yield f"| cases | from | commit | {' | '.join(COLUMNS.values())} |"
    yield "|---|---|---|" + "---|" * len(COLUMNS)
    for run in found:
        counts = [f"{run.outcomes.get(outcome, 0):,}" for outcome in COLUMNS]
        yield f"| {run.count:,} | {run.first:,} | {run.commit} | {' | '.join(counts)} |"
    compared, differ, words = total_of(found)
    yield ""
    yield (
        f"Of {compared:,} comparable cases, {(compared - differ - words) / compared:.3%} have the same answer, and "
        f"{(compared - differ) / compared:.3%} in verdict, line and bytes."
    )
    if classes := [entry for run in found for entry in run.classes]:
        yield from ("", "Classes of differences, each with its first case:", "")
        yield from ("| difference | first case | cases | answers |", "|---|---|---|---|")
        for entry in sorted(classes, key=lambda entry: (-entry.cases, entry.first)):
            said = "<br>".join([code_span(" ".join(line.split()).replace("|", "\\|")) for line in entry.said])
            yield f"| {COLUMNS[entry.outcome]} | {entry.first:,} | {entry.cases} | {said} |"


def change_rows() -> Iterator[str]:
    """Yields what later releases change, each with the first lines that differ in a golden test.

    Each test runs a command with `-shardy` and without, and begins with what changes.
    """
    for file in sorted((ROOT / "lit_tests" / "releases").glob("*.mlir")):
        text = file.read_text(encoding="utf-8")
        about = next(line for line in text.splitlines() if line.startswith("//") and "NOTE:" not in line)
        every = [_OF_TEST.sub("", found["flags"].rstrip()) for found in _RUN.finditer(text)]
        if (flags := next((each for each in every if f"{each}{_OLDER}" in every), None)) is None:
            continue  # It has nothing to compare with.
        pairs = zip(_printed(file, f"{flags}{_OLDER}"), _printed(file, flags), strict=True)
        said = _first_difference(*next(pair for pair in pairs if pair[0] != pair[1]))
        spans = ["accepted" if line is None else table_span(line) if line else "nothing" for line in said]
        with_flags = table_span(flags.strip()) if flags.strip() else "none"
        yield f"| [{about.removeprefix('// ')}](../{file.relative_to(ROOT)}) | {with_flags} | {spans[0]} | {spans[1]} |"


def _printed(file: Path, flags: str) -> tuple[list[str], list[str], list[str]]:
    """Returns the errors of a command, what it prints, and its warnings."""
    lines = file.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if line.startswith("// -----") or not line.lstrip().startswith("//")]
    command = [sys.executable, "-m", "sdyopt", *flags.split(), "-split-input-file"]
    done = subprocess.run(command, cwd=ROOT, input="\n".join(kept), capture_output=True, text=True)
    messages = [message[1] for message in _MESSAGE.finditer(done.stderr)]
    errors, warnings = [[each for each in messages if each.startswith(kind)] for kind in ("error", "warning")]
    return errors, [line.strip() for line in done.stdout.splitlines()], warnings


def _first_difference(before: list[str], after: list[str]) -> tuple[str | None, str]:
    """Returns the first lines that differ, from shortly before where they do."""
    for kind, start, stop, new_start, new_stop in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal" and before:
            old, new = [" ".join(lines) for lines in (before[start:stop], after[new_start:new_stop])]
            same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
            return _from(old, same), _from(new, same)
    return None, _from(after[0], 0)


def _from(line: str, start: int) -> str:
    """Returns a part of a line, which begins shortly before `start`."""
    first = line.rfind(" ", 0, max(start - _SAME, 0)) + 1 if start > _QUOTED - _SAME else 0
    cut = line[first : first + _QUOTED]
    return f"{'…' if first else ''}{cut}{'…' if first + _QUOTED < len(line) else ''}"


def table_span(text: str) -> str:
    """Returns a text as code in a table."""
    return code_span(text.replace("|", "\\|"))


def description(difference: Difference) -> Iterator[str]:
    """Yields a known difference with its reason and an example."""
    yield from (f"### {difference.title}", "", difference.reason, "", "```mlir", difference.text, "```", "")
    flags = " ".join(difference.run.flags)
    yield f"With `{flags}`:" if flags else "Without flags:"
    yield from ("", f"- sdy-opt: {difference.ours}", f"- the reference: {difference.theirs}")


if __name__ == "__main__":
    for file, text in pages(runs(RUNS)).items():
        file.write_text(text, encoding="utf-8")
