"""How often collectives run: loops of constant and of unknown length, nesting, calls."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sdyopt
from sdyopt.cost.program.executions import AssumedRuns
from sdyopt.hlo import parse_hlo
from sdyopt.view import view
from sdyopt.view.command import run
from tools.programs import compiled_texts

INPUTS = Path(__file__).parent / "Inputs"
LOOP = (INPUTS / "view_executions.loop.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("start", "limit", "step", "compare", "next", "runs"),
    [
        (0, 8, 1, "LT, %i, %bound", "add %i, %step", 8),
        (0, 8, 1, "LT, %passed, %limit", "add %step, %i", 8),
        (2, 9, 3, "LT, %i, %bound", "add %i, %step", 3),
        (2, 8, 3, "LE, %i, %bound", "add %i, %step", 3),
        (0, 8, 1, "GT, %bound, %i", "add %i, %step", 8),
        (8, 0, 1, "GT, %i, %bound", "subtract %i, %step", 8),
        (8, 0, -2, "GE, %i, %bound", "add %i, %step", 5),
        (0, 8, 2, "NE, %i, %bound", "add %i, %step", 4),
        (0, 7, 2, "NE, %i, %bound", "add %i, %step", None),
        (9, 8, 1, "LT, %i, %bound", "add %i, %step", 0),
        (0, 8, 0, "LT, %i, %bound", "add %i, %step", None),
        (0, 8, 1, "EQ, %i, %bound", "add %i, %step", 0),
        (0, 8, 2, "LT, %i, %bound", "multiply %i, %step", None),
        (0, 8, 5, "LT, %i, %bound", "subtract %step, %i", None),
        (8, 0, 1, "GT, %i, %bound", "subtract %step, %i", None),
        (0, 8, 1, "LT, %i, %n", "add %i, %step", None),
    ],
)
def test_counters(start: int, limit: int, step: int, compare: str, next: str, runs: int | None) -> None:
    """The counter starts at, is compared with and steps by constants, which may be carried through the loop."""
    text = LOOP.format(start=start, limit=limit, step=step, compare=compare, next=next, bound="%limit")
    (found,) = view(sdyopt.parse(text)).collectives
    assert found.executions == runs


def runs_of(constants: str, type: str, start: str = "%start") -> int | None:
    """How often the collective of a loop runs from `start` to `%limit`, both of that type."""
    text = f"""
sdy.mesh @mesh = <["x"=4]>
func.func @main(%v: tensor<8xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}]>}}) {{
  {constants}
  %step = stablehlo.constant dense<1> : tensor<{type}>
  %r = stablehlo.while(%i = {start}) : tensor<{type}>
  cond {{
    %more = stablehlo.compare LT, %i, %limit : (tensor<{type}>, tensor<{type}>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  }} do {{
    %next = stablehlo.add %i, %step : tensor<{type}>
    %0 = sdy.all_gather [{{"x"}}] %v out_sharding=<@mesh, [{{}}]> : tensor<8xf32>
    stablehlo.return %next : tensor<{type}>
  }}
  return
}}"""
    (found,) = view(sdyopt.parse(text)).collectives
    return found.executions


@pytest.mark.parametrize(
    ("arithmetic", "runs"),
    [
        ("%s = stablehlo.add %b, %a : tensor<i8>", 7),
        ("%s = stablehlo.subtract %a, %b : tensor<i8>", 1),
        ("%s = stablehlo.multiply %b, %b : tensor<i8>", 5),
        ("%p = stablehlo.multiply %a, %b : tensor<i8>\n%s = stablehlo.subtract %p, %a : tensor<i8>", 54),
        ("%p = stablehlo.add %a, %b : tensor<i8>\n%s = stablehlo.multiply %b, %p : tensor<i8>", 35),
        ("%s = stablehlo.add %large, %large : tensor<i8>", None),
        ("%s = stablehlo.multiply %large, %large : tensor<i8>", None),
        ("%p = stablehlo.add %large, %large : tensor<i8>\n%s = stablehlo.subtract %p, %large : tensor<i8>", None),
    ],
)
def test_starts_are_computed_from_constants(arithmetic: str, runs: int | None) -> None:
    """In eight bits: 10 and -3 in a loop up to 14; what wraps on the way is not known, and never 0 runs."""
    values = {"a": 10, "b": -3, "large": 100, "limit": 14}
    lines = [f"%{name} = stablehlo.constant dense<{value}> : tensor<i8>" for name, value in values.items()]
    assert runs_of("\n".join([*lines, arithmetic]), "i8", "%s") == runs


def test_a_bound_that_is_no_constant_is_not_known() -> None:
    text = LOOP.format(start=0, limit=8, step=1, compare="LT, %i, %bound", next="add %i, %step", bound="%n")
    seen = view(sdyopt.parse(text))
    assert [each.executions for each in seen.collectives] == [None]
    assert (seen.totals.bytes_sent, seen.totals.unknown_executions) == (0, 1)


CALLS = (INPUTS / "view_executions.calls.txt").read_text(encoding="utf-8")


def test_calls_multiply() -> None:
    """Twice three times and once; what calls itself runs an unknown number of times, what nothing calls never."""
    seen = view(sdyopt.parse(CALLS))
    assert [(each.function, each.executions) for each in seen.collectives] == [
        ("inner", 7),
        ("forever", None),
        ("unused", 0),
    ]
    assert [each.runs.is_assumed for each in seen.collectives] == [False, False, False]
    assert [each.runs.loop for each in seen.collectives] == [(), (), ()]
    assert seen.totals.bytes_sent == 7 * 8 * 3


PROGRAM = (INPUTS / "view_assumed_runs.program.txt").read_text(encoding="utf-8")
"""A loop of unknown length with two loops in it, the first of three iterations, the second of unknown length."""


def runs(assumed: AssumedRuns) -> list[tuple[int | None, bool]]:
    return [
        (each.executions, each.runs.is_assumed) for each in view(sdyopt.parse(PROGRAM), assumed=assumed).collectives
    ]


def test_what_an_iteration_sends() -> None:
    """Of the outer loop three times 24 bytes; of the inner one 24 in its condition, and twice 24 in what it calls."""
    seen = view(sdyopt.parse(PROGRAM))
    assert [(each.loop[0].line, each.bytes_each, each.number) for each in seen.totals.unknown] == [
        (10, 72, 1),
        (30, 24, 1),
        (30, 24, 1),
        (30, 24, 1),
    ]
    assert runs(AssumedRuns()) == [(None, False)] * 4


def test_all_loops_run_as_often_as_is_assumed() -> None:
    """A condition runs once more than the body. Loops whose length constants say run as often as these do."""
    assert runs(AssumedRuns(5)) == [(15, True), (30, True), (25, True), (25, True)]
    assert runs(AssumedRuns(0)) == [(0, True), (0, True), (0, True), (0, True)]


def test_a_loop_is_named_by_its_place() -> None:
    """A place goes before what all loops run; without that, what is inside of other loops stays unknown."""
    inner = ("model.py:30", 2)
    assert runs(AssumedRuns(None, (inner,))) == [(None, False)] * 4
    assert runs(AssumedRuns(None, (("model.py:10", 2),))) == [(6, True), *[(None, False)] * 3]
    assert runs(AssumedRuns(7, (("model.py:10", 2), ("/src/model.py:30", 3)))) == [
        (6, True),
        (8, True),
        (6, True),
        (6, True),
    ]


@pytest.fixture
def path(tmp_path: Path) -> str:
    program = tmp_path / "program.mlir"
    program.write_text(PROGRAM, encoding="utf-8")
    return str(program)


def test_the_command_shows_what_is_assumed(path: str) -> None:
    """In the table, in JSON, and in the sentence about the sum."""
    status, output, _ = run([path, "--collectives", "--assume-runs=32"])
    assert status == 0
    assert "96 assumed" in output.decode()
    assert "with an assumed number of iterations of 2 loops" in output.decode()
    _, output, _ = run([path, "--json", "--assume-runs=model.py:10=2", "--assume-runs=model.py:30=3"])
    rows = json.loads(output)["collectives"]
    assert [(row["executions"], row["assumed"], row["sent"]) for row in rows] == [
        (6, True, 144),
        (8, True, 192),
        (6, True, 144),
        (6, True, 144),
    ]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("model.py:20=3", "no loop of unknown length at 'model.py:20': such loops are at model.py:10, model.py:30"),
        ("nope.py:1=3", "no loop of unknown length at 'nope.py:1': such loops are at model.py:10, model.py:30"),
        ("many", "'many' is not of the form N or FILE:LINE=N, as in model.py:39=32"),
        ("model.py:10=-1", "'model.py:10=-1' is not of the form N or FILE:LINE=N, as in model.py:39=32"),
        ("=3", "'=3' is not of the form N or FILE:LINE=N, as in model.py:39=32"),
        ("1234567890123456789", "'1234567890123456789' is not of the form N or FILE:LINE=N, as in model.py:39=32"),
    ],
)
def test_an_assumption_about_no_loop_is_an_error(path: str, value: str, message: str) -> None:
    """The places that there are follow."""
    status, output, errors = run([path, f"--assume-runs={value}"])
    assert (status, output) == (2, b"")
    assert errors.decode().splitlines()[-1].endswith(message)


def test_a_guard_knows_what_is_assumed(path: str) -> None:
    """72 bytes in each of two iterations, 24 in each of eight conditions, and 48 in each of six."""
    options = ["--assume-runs=model.py:10=2", "--assume-runs=model.py:30=3"]
    assert run([path, *options, "--max-sent=624"])[0] == 0
    status, _, errors = run([path, *options, "--max-sent=623"])
    assert (status, b"collectives send 624 B a device" in errors) == (1, True)
    status, _, errors = run([path, options[0], "--max-sent=1GiB"])
    assert status == 1
    assert b"--assume-runs=model.py:30=N" in errors


def test_a_compiled_program_has_such_loops(tmp_path: Path) -> None:
    """One that ends when its values no longer change: an all-gather of 112 bytes and an all-reduce of 7 in it."""
    text = tmp_path / "compiled.txt"
    text.write_text(compiled_texts.text("until_it_converges"), encoding="utf-8")
    status, _, errors = run(["--hlo", str(text), "--max-sent=1MiB"])
    assert status == 1
    assert b"119 B in each iteration of the loop compiled.py:215 (2 collectives)" in errors
    assert run(["--hlo", str(text), "--max-sent=613", "--assume-runs=compiled.py:215=5"])[0] == 1
    status, output, _ = run(["--hlo", str(text), "--max-sent=625", "--assume-runs=compiled.py:215=5"])
    assert (status, "5 assumed" in output.decode()) == (0, True)
    status, _, errors = run(["--hlo", str(text), "--assume-runs=compiled.py:1=5"])
    assert (status, b"such loops are at compiled.py:215" in errors) == (2, True)


NESTED = (INPUTS / "view_assumed_runs.nested.txt").read_text(encoding="utf-8")


def test_loops_of_known_length_inside_of_an_unknown_one() -> None:
    """In each iteration twice three times; a condition runs once more."""
    found = {each.computation: each.runs for each in parse_hlo(NESTED).collectives}
    assert [(found[name].times, found[name].each) for name in ("inner", "more")] == [(None, 6), (None, 8)]
    known = parse_hlo(compiled_texts.text("scanned_layers")).collectives
    assert [(each.runs.times, each.runs.is_assumed) for each in known] == [(18, False)]
    found = {each.computation: each.runs for each in parse_hlo(NESTED, assumed=lambda _: 5).collectives}
    assert [(found[name].times, found[name].each) for name in ("inner", "more")] == [(30, 6), (40, 8)]
    assert found["inner"].is_assumed
