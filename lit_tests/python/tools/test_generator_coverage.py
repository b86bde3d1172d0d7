"""Counts of what generated programs contain, by which generators are compared before and after a change."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from tools.cases import Case
from tools.differential import Run
from tools.generator import coverage

PROGRAM = """
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.slice %a [0:2] {k} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""


def test_a_valid_program_has_its_operations_attributes_passes_and_options() -> None:
    case = Case(PROGRAM, Run(("cse", "canonicalize{top-down=false region-simplify=aggressive}")))
    slices = {f"attribute stablehlo.slice {name}" for name in ("start_indices", "limit_indices", "strides")}
    functions = {f"attribute func.func {name}" for name in ("sym_name", "function_type")}
    assert coverage.contents(case) == {
        *("parsed", "accepted", "attribute k", "pass cse", "pass canonicalize"),
        *("option canonicalize top-down", "option canonicalize region-simplify"),
        *("operation builtin.module", "operation func.func", "operation func.return", "operation stablehlo.slice"),
        *slices,
        *functions,
    }


def test_an_invalid_program_has_its_error_and_the_operations_that_it_names() -> None:
    """Types and names in a message vary from program to program, and are left out."""
    text = PROGRAM.replace("[0:2] {k}", "[0:3]")
    (error,) = [name for name in coverage.contents(Case(text, Run())) if name.startswith("error")]
    assert coverage.contents(Case(text, Run())) == {"operation func.func", "operation stablehlo.slice", error}
    other = text.replace("2xf32", "1xf32").replace("[0:3]", "[0:7]")
    assert error in coverage.contents(Case(other, Run()))


def test_lost_is_what_is_in_less_than_half_the_share() -> None:
    before = coverage.Counts(100, {"kept": 40, "halved": 40, "rarer": 40, "gone": 6, "seldom": 5})
    after = coverage.Counts(200, {"kept": 90, "halved": 40, "rarer": 39, "new": 3})
    assert list(before.lost(after)) == [("rarer", 40, 39), ("gone", 6, 0)]


def test_the_command_counts_and_compares(tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    arguments = ["batched", "--cases", "8"]
    first = CliRunner().invoke(coverage.main, [*arguments, "--record", str(record)])
    assert first.exit_code == 0
    assert "batched: 8/8 operation func.func\n" in first.output
    same = CliRunner().invoke(coverage.main, [*arguments, "--before", str(record)])
    assert (same.exit_code, same.output) == (0, "")
    counts = json.loads(record.read_text())
    counts["batched"][1]["operation stablehlo.xor"] = 8
    record.write_text(json.dumps(counts))
    lost = CliRunner().invoke(coverage.main, [*arguments, "--before", str(record)])
    assert (lost.exit_code, lost.output) == (1, "batched: 8/8 before, 0/8 now: operation stablehlo.xor\n")
