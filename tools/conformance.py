"""Writes docs/conformance.md: the comparisons with the reference, their numbers and their results.

    python -m tools.conformance

The runs of `tools.fuzz` come from docs/conformance.json, to which its option --record adds them; the comparisons
in tests come from their docstrings, and known differences from `tools.differences.known`.
"""

from __future__ import annotations

import ast
import importlib.metadata
import json
import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from sdyopt.pipeline.registry import UNIMPLEMENTED
from tools.cases import KINDS
from tools.differences import later
from tools.differences.known import KNOWN, Difference, code_span
from tools.follow import release
from tools.generator.features import FEATURES
from tools.operations import rules as op_rules
from tools.revisions import changes

ROOT = Path(__file__).resolve().parent.parent
RUNS = ROOT / "docs" / "conformance.json"
RELEASES = ROOT / "docs" / "releases.json"
PAGE = ROOT / "docs" / "conformance.md"
TESTS = ROOT / "lit_tests" / "conformance"
WITHOUT_COMPARISON = {"test_differential", "test_follow", "test_page", "test_reference"}
"""Tests of what compares."""

LONGEST = 200
"""The length of a quoted line."""

COLUMNS = {
    "same": "same in everything",
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


def page(recorded: Sequence[FuzzRun]) -> str:
    """Returns the page for the recorded runs."""
    lines = [
        "# Conformance",
        "",
        "*For those who ask whether the output is right.*",
        "",
        "`sdy-opt` does what the C++ implementation does that ships in the wheel of "
        f"jaxlib {importlib.metadata.version('jaxlib')}, the reference. `python -m tools.reference` runs it, "
        "`python -m tools.compare` compares both on files, and this page lists all comparisons and all known "
        "differences. `python -m tools.conformance` writes it; a test fails if it is out of date.",
        "",
        "## Random modules and mutated texts",
        "",
        "`python -m tools.fuzz KIND --seed FIRST --count CASES --jobs 2 --record docs/conformance.json` adds or "
        "repeats a run.",
    ]
    for name, kind in KINDS.items():
        of_kind = [run for run in recorded if run.kind == name]
        lines += ["", f"### {name}", "", kind.description, "", *run_table(of_kind)]
    lines += [
        "",
        "If the reference crashed, most often on functions without bodies and inlined meshes, there is nothing to "
        "compare. Its answer is garbled if it mentions meshes that are not in the text, which it reads from freed "
        "memory. Both are among the known differences. Sources of an axis in the same step of a record of propagation "
        "may come in any order: that of the reference is another one in each run.",
        "",
        "### Features of generated modules",
        "",
        "All operations of StableHLO and CHLO, in one module with: " + ", ".join(FEATURES) + ".",
        "",
        "## Comparisons in tests",
        "",
        "| tests | compared |",
        "|---|---|",
        *comparisons(),
        "",
        "The usual command runs a few cases of each, and CI one in eight of the others, or one in four programs; "
        "`python -m pytest -m exhaustive` runs the rest.",
        "",
        "Golden tests show the verification errors of operations, with the words of the reference:",
        "",
        *rules(),
        "",
        "## Other releases of the reference",
        "",
        "sdy-opt follows one release. `python -m tools.follow VERSION --record docs/releases.json` compares it with "
        "another one: passes with their options and defaults, operations with their attributes, attributes and types, "
        f"and the answers to the programs of the corpus, golden tests and {release.RANDOM_PROGRAMS:,} random programs.",
        "",
        *release.page(release.recorded(RELEASES)),
        "",
        "## Later revisions of Shardy",
        "",
        "With `-shardy=2026-08` the rules of Shardy of 22 August 2026 (commit a0277a83) take the place of those of the "
        "reference where both would accept a program, or where only later versions refuse it. What the reference "
        "refuses and later versions accept works without the flag. There is no reference for these rules: "
        "[golden tests](../lit_tests/revisions) show what changes, and "
        "[test_moved_elements](../lit_tests/conformance/test_moved_elements.py) "
        "runs programs on simulated devices. Where Shardy itself computes wrong numbers, for slices with strides or "
        "that begin inside of a block, pads by other values than a zero constant, and pads with a dimension whose "
        "blocks grow beside one whose blocks move, tensors are resharded as before. An all-slice of a dimension that "
        "is sharded already, and whose blocks grow by padding, computes wrong numbers in the reference, in later "
        "revisions and here; an all-to-all or a reduce-scatter of that kind is an error here.",
        "",
        "| change | flags | 2026-06 | 2026-08 |",
        "|---|---|---|---|",
        *revision_rows(),
        "",
        "jaxlib 0.11.2 has most of these rules. `python -m tools.follow 0.11.2 --later` compares golden tests of them, "
        "and of what works without the flag, and `python -m tools.fuzz KIND --shardy 2026-08` random programs, if "
        "`SDY_REFERENCE_PYTHON` names its Python. It answers otherwise:",
        "",
        *[f"- {about}" for about in (*[each.about for each in later.KNOWN], *later.IN_RANDOM_PROGRAMS)],
        "",
        "## Known differences",
        "",
        "A test verifies that each of them still exists as described. What the reference has of MLIR's passes and "
        f"sdy-opt lacks: {', '.join(f'`-{name}`' for name, project in UNIMPLEMENTED.items() if project == 'MLIR')}.",
    ]
    for difference in KNOWN:
        lines += ["", *description(difference)]
    return "\n".join(lines) + "\n"


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
    total = Counter[str]()
    for run in found:
        total.update(run.outcomes)
    compared = total.total() - total["reference crashed"] - total["reference garbled"]
    same_line = total["same"] + total["words"]
    yield ""
    yield (
        f"Of {compared:,} comparable cases, {total['same'] / compared:.3%} have the same answer, and "
        f"{same_line / compared:.3%} in verdict, line and bytes."
    )
    classes = [entry for run in found for entry in run.classes]
    if classes:
        yield from ("", "Classes of differences, each with its first case:", "")
        yield from ("| difference | first case | cases | answers |", "|---|---|---|---|")
        for entry in sorted(classes, key=lambda entry: (-entry.cases, entry.first)):
            said = "<br>".join([code_span(" ".join(line.split()).replace("|", "\\|")) for line in entry.said])
            yield f"| {COLUMNS[entry.outcome]} | {entry.first:,} | {entry.cases} | {said} |"


def revision_rows() -> Iterator[str]:
    """Yields what later revisions change, each with the first lines that differ in a golden test."""
    for change in changes():
        test = f"[{change.about}](../{change.file.relative_to(ROOT)})"
        spans = ["accepted" if line is None else table_span(line) for line in (change.before, change.after)]
        yield f"| {test} | {table_span(change.flags) if change.flags else 'none'} | {spans[0]} | {spans[1]} |"


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
    PAGE.write_text(page(runs(RUNS)), encoding="utf-8")
