"""The measurements of tools.bench, and their form; no times are judged."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from tools import corpus, differential, reference
from tools.bench import PASSES, PROPAGATION, comparison, further, processes
from tools.bench.__main__ import main
from tools.bench.processes import BenchRow, as_json, table
from tools.bench.stages import NAMES, PARSE, PRINT, START_UP, VERIFY
from tools.bench.transformer import FEWEST_LAYERS, transformer
from tools.chunks import mostly_long
from tools.differential import Run

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = ROOT / "examples" / "mlp.mlir"


def _bench(*arguments: str) -> Result:
    ran = CliRunner().invoke(main, arguments)
    assert ran.exit_code == 0, ran.output
    return ran


def _json(*arguments: str) -> Any:
    return json.loads(_bench(*arguments, "--json").stdout)


@pytest.mark.long
def test_plans_are_measured() -> None:
    found = further.plans_rows(FEWEST_LAYERS, 1, budget=1)
    assert len(found) == 4 and all(row.ours > 0 for row in found)


def test_the_commands_in_the_documentation_are_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each that docs/performance.md gives its figures by, as far as its options; the files that it names are there."""
    text = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    commands = re.findall(r"^python -m tools\.bench(.*)$", text, re.MULTILINE)
    assert len(commands) >= 5
    monkeypatch.chdir(tmp_path)
    for name in re.findall(r"--file (\S+)", " ".join(commands)):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    for options in commands:
        main.make_context("bench", shlex.split(options))


@pytest.mark.long
def test_the_transformer_of_the_corpus_is_made_again() -> None:
    """With the layers that it has in the corpus it is the same text."""
    assert transformer(32) == corpus.text("transformer_deep")


@pytest.mark.parametrize("layers", mostly_long([FEWEST_LAYERS, 40], [FEWEST_LAYERS]))
def test_transformers_of_other_depths_are_programs(layers: int) -> None:
    """The reference takes a shallower and a deeper one, and prints them as they are."""
    text = transformer(layers)
    assert f"['layers'][{layers - 1}]" in text
    assert f"['layers'][{layers}]" not in text
    answer = differential.theirs(text, Run(()), seconds=60)
    assert answer is not None
    assert answer.output == text


def test_two_layers_are_too_few() -> None:
    """The layers between the first and the last are what is repeated."""
    with pytest.raises(ValueError, match="at least 3 layers"):
        transformer(2)


@pytest.mark.long
def test_comparison_has_processes_stages_and_memory() -> None:
    """A program by its file: five things measured, each of both sides."""
    found = _json("--file", str(EXAMPLE), "--runs", "1")
    assert [row["what"] for row in found["rows"]] == [
        "whole process",
        "its processor time",
        "parse + passes + print",
        "its processor time",
        "peak memory",
    ]
    for row in found["rows"]:
        assert row["program"] == "mlp"
        assert row["ours"] > 0
        assert row["theirs"] > 0
        assert row["ratio"] == pytest.approx(row["ours"] / row["theirs"])


def test_passes_on_functions_are_nested_for_the_reference() -> None:
    """As its textual pipelines require; others are not."""
    assert reference.pipeline_of(PROPAGATION[:2]) == (
        "builtin.module(func.func(sdy-populate-op-sharding-rules),sdy-basic-propagate)"
    )
    flags = processes.theirs(
        EXAMPLE, ("sdy-import-pipeline", "sdy-export-pipeline=enable-insert-explicit-collectives=true")
    )
    assert reference.pipeline_of(reference.CommandLine.parse(flags[2:]).passes) == (
        "builtin.module(sdy-import-pipeline,sdy-export-pipeline{enable-insert-explicit-collectives=true})"
    )


def test_stages_inside_others_count_once() -> None:
    """By the processor the stages add up to what the process takes; the clock counts only inside of it."""
    clocked = comparison.stages(comparison.OURS, EXAMPLE, PASSES)
    assert clocked["seconds"].keys() == clocked["processor"].keys()
    assert {START_UP, PARSE, VERIFY, PRINT, NAMES, *PASSES} <= clocked["processor"].keys()
    assert min(clocked["processor"].values()) >= 0


def test_tables_show_what_there_is() -> None:
    """A row without the reference's number has no ratio."""
    rows = [BenchRow("a", "time", "ms", 1200.4, 600.2), BenchRow("a", "only ours", "ms", 0.5)]
    assert [row["ratio"] for row in as_json(rows)] == [2.0, None]
    drawn = table(rows)
    assert [list(column.cells) for column in drawn.columns] == [
        ["a", ""],
        ["time, ms", "only ours, ms"],
        ["1,200", "0.50"],
        ["600.2", "–"],
        ["2.00", "–"],
    ]


def test_a_command_that_fails_ends_the_measurement(tmp_path: Path) -> None:
    """Its status and what it says are shown."""
    wrong = tmp_path / "wrong.mlir"
    wrong.write_text("func.func @f(")
    with pytest.raises(click.ClickException, match=r"(?s)exit status 1 of: .*wrong\.mlir:1"):
        processes.run(processes.ours(wrong, ()))


@pytest.mark.long
def test_programs_in_which_most_lines_differ_have_rows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A file with and without the pipeline, constants, and named computations."""
    for name in ("CONSTANTS", "FUNCTIONS", "OWN_SHAPED"):
        monkeypatch.setattr(further, name, 3)
    file = tmp_path / "three.mlir"
    file.write_text(further.constants(3))
    rows = [*further.distinct_rows(tmp_path, [file], 1)]
    names = "three", "three", "3 shapes", "3 shapes", "3 distinct constants", "18,000 named computations"
    assert (*[row.program for row in rows],) == names and all(row.ratio for row in rows)
