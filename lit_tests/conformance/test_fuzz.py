"""Random modules, and texts with something changed: ours does with them what the reference does.

Of the changed texts a few may differ. Cases are fixed.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from tools import cases, differential, fuzz, reference
from tools.chunks import chunks, sampled
from tools.fuzzing import mutation

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

MODULES = {
    "incompatible": 3000,
    "resharding": 3000,
    "canonicalized": 3000,
    "propagated": 5000,
    "bytecode": 3000,
    "artifacts": 3000,
    "localized": 2000,
}
"""How many cases there are of each kind that is not one of the usual number."""
USUAL = 1000
CHUNK = 12
"""How many cases are one test, so that processes share the work."""
PARTS = {kind: chunks(MODULES.get(kind, USUAL), CHUNK) for kind in cases.KINDS if kind != "mutated"}
OLDER = 8
"""Of so many cases one is compared with the older release, and the others with the newest."""
OPEN = {"localized": 0.1, "padded": 0.15}
"""The kinds with known differences from the newest release, and the greatest share of cases that may differ."""
MIN_SAME = {"canonicalized": 0.85, "resharding": 0.8}
"""The least share of cases that are the same: of some kinds, the reference crashes on many."""
USUALLY_SAME = 0.5
FAULTY_AXES = re.compile(r"overlapping sub-axes|both sub-axis and full-axis")
"""Of several such axes of a reshard the reference may name another one: a known difference."""
MUTATED, MUTATED_CHUNK = 3000, 500

OTHER_KINDS = sorted(cases.KINDS.keys() - {"valid"})

SAME_LINE, SAME_ALL = 0.999, 0.995
"""The least shares of changed texts with the same verdict, line and output, and with the same words besides."""

Shown = Callable[[str, str], object]
"""Whether an output shows what a kind is for; it comes after the text of the case."""

SHOWN: Sequence[tuple[str, int, int, Shown]] = [
    ("incompatible", 50, 15, lambda text, output: "sdy.reshard" in output or "sdy.all_reduce" in output),
    ("localized", 12, 8, lambda text, output: True),
    ("padded", 25, 5, lambda text, output: output.count("stablehlo.pad") > text.count("stablehlo.pad")),
    ("permuting", 25, 3, lambda text, output: "_reversed = <" in output),
    ("permuting", 25, 3, lambda text, output: "sdy.reshard" in output),
    ("permuting", 25, 1, lambda text, output: '"stablehlo.collective_permute"' in output),
    ("resharding", 60, 41, lambda text, output: "out_sharding" in output),
]
"""Kinds, how many of their first cases are looked at, and the least number of which the output shows it."""


def of_older(case: cases.Case) -> cases.Case:
    """Returns a case that both sides treat as in the older release."""
    return case._replace(run=case.run._replace(shardy=reference.RELEASE))


@pytest.mark.parametrize(
    ("kind", "start"), [pytest.param(kind, *part.values, marks=part.marks) for kind in PARTS for part in PARTS[kind]]
)
def test_both_do_the_same(kind: str, start: int) -> None:
    """With random modules: the outputs are equal, or the errors in every word."""
    same = 0
    found = []
    for number in range(start, start + CHUNK):
        case = cases.KINDS[kind].case(number)
        is_older = number % OLDER == 0
        verdict = fuzz.judged(of_older(case) if is_older else case)
        same += verdict.outcome == "same"
        if kind == "resharding" and verdict.outcome == "words" and len(FAULTY_AXES.findall(verdict.explanation)) == 2:
            continue
        if verdict.outcome in fuzz.DIFFERENT:
            found.append(f"case {number}, {case.run.flags}: {verdict.explanation}")
            assert not is_older and kind in OPEN and verdict.outcome != "traceback", found[-1]
    assert len(found) <= OPEN.get(kind, 0) * CHUNK, "\n".join(found)
    assert same > MIN_SAME.get(kind, USUALLY_SAME) * CHUNK


@pytest.mark.long
@pytest.mark.parametrize(("kind", "count", "least", "shows"), SHOWN)
def test_many_outputs_show_what_the_kind_is_for(kind: str, count: int, least: int, shows: Shown) -> None:
    """Else their comparison would mean little."""
    answers = [(case.text, fuzz.ours(*case)) for case in map(cases.KINDS[kind].case, range(count))]
    assert sum(answer.accepted and bool(shows(text, answer.output)) for text, answer in answers) >= least


@pytest.mark.parametrize("start", sampled(range(0, MUTATED, MUTATED_CHUNK)))
def test_changed_texts_are_judged_the_same(start: int) -> None:
    """Nearly all in every word, and of the rest nearly all on the same line."""
    tally: Counter[str] = Counter()
    found = []
    for number in range(start, start + MUTATED_CHUNK):
        verdict = fuzz.judged(cases.mutated(number))
        tally[verdict.outcome] += 1
        if verdict.outcome in fuzz.DIFFERENT:
            found.append(f"case {number}: {verdict.outcome}\n{verdict.explanation}")
    report = "\n".join([str(tally), *found])
    different = sum(tally[outcome] for outcome in fuzz.DIFFERENT)
    assert not tally["traceback"], report
    assert different - tally["words"] <= (1 - SAME_LINE) * MUTATED_CHUNK, report
    assert different <= (1 - SAME_ALL) * MUTATED_CHUNK, report


def command(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tools.fuzz", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=Path(fuzz.__file__).parent.parent,
    )


@pytest.mark.long
@pytest.mark.parametrize("kind", ["valid", *sampled(OTHER_KINDS)])
def test_the_command_tells_how_it_went(kind: str, tmp_path: Path) -> None:
    """In a table, and in a file in which a run over the same cases takes the place of the one before."""
    for _ in range(2 if kind == "valid" else 1):
        done = command(kind, "--count", 10, "--findings", tmp_path / "findings", "--record", tmp_path / "runs.json")
        assert done.returncode == 0, done.stdout + done.stderr
        (run,) = json.loads((tmp_path / "runs.json").read_text(encoding="utf-8"))
        same = run["outcomes"]["same"]
        assert same and f"{10 * same:.2f}%" in done.stdout
    assert not (tmp_path / "findings").exists()
    others = run["outcomes"].get("reference crashed", 0) + run["outcomes"].get("newer", 0)
    assert (run["kind"], run["first"], run["count"], same + others) == (kind, 0, 10, 10)


def test_a_finding_is_written_with_what_shows_it(tmp_path: Path) -> None:
    """The module is reduced; beside it is how to run it, and what both say."""
    text = '// A comment.\nfunc.func @f() {\n  return\n}\n"t.op"() {a = dense<"0xF0"> : tensor<1xi2>} : () -> ()\n'
    case = cases.Case(text, differential.Run(allow_unregistered=True))
    finding = fuzz.Finding(7, fuzz.judged(case), case)
    fuzz.write(tmp_path, "valid-7", finding, budget=300)
    module = (tmp_path / "valid-7.mlir").read_text(encoding="utf-8")
    about = (tmp_path / "valid-7.txt").read_text(encoding="utf-8")
    assert "func.func" not in module and 'dense<"0xF0">' in module
    assert "case 7\nflags: -allow-unregistered-dialect\n" in about
    assert "dense<0>" in about and "dense<>" in about


def test_what_has_no_end_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop in ours ends after a while, and counts as a traceback."""
    monkeypatch.setattr(fuzz, "ours", lambda *case: fuzz.out_of_patience(14, None))
    verdict = fuzz.judged(cases.valid(0))
    assert verdict[:2] == ("traceback", "TimeoutError in out_of_patience")


def test_every_way_to_change_a_text_occurs() -> None:
    """Each of the mutators changes a text now and then."""
    chance = Random(1)
    text = "func.func @f(%a: tensor<8xf32>, %b: i32) {\n  return\n}\n"
    for mutator in mutation.MUTATORS:
        assert any(mutator(text, chance) != text for _ in range(20)), mutator.__name__
