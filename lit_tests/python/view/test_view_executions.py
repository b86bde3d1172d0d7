"""How often collectives run: loops with constant bounds, nesting, calls."""

from __future__ import annotations

from pathlib import Path

import pytest

import sdyopt
from sdyopt.view import view

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


@pytest.mark.parametrize(
    ("before", "after", "runs"),
    [
        ("i8", "i32", 12),
        ("i8", "i8", 12),
        ("ui8", "i16", 12),
        ("ui8", "ui8", 12),
        ("i16", "i8", None),
        ("ui8", "i8", None),
        ("i8", "ui16", None),
        ("ui16", "ui8", None),
    ],
)
def test_conversions_that_may_wrap_are_not_known(before: str, after: str, runs: int | None) -> None:
    """A loop from 2 to a converted 14: followed only through types that have all integers of the type before."""
    constants = f"""%start = stablehlo.constant dense<2> : tensor<{after}>
  %narrow = stablehlo.constant dense<14> : tensor<{before}>
  %limit = stablehlo.convert %narrow : (tensor<{before}>) -> tensor<{after}>"""
    assert runs_of(constants, after) == runs


def test_a_bound_that_is_no_constant_is_not_known() -> None:
    """What is not known is not summed, and counted."""
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
