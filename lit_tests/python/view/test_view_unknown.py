"""What is not known is never zero: sums, limits, and options that need what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

import sdyopt
from sdyopt.cost.collectives.totals import UnknownBytes
from sdyopt.view import view
from sdyopt.view.command import run
from sdyopt.view.limits import Limits, exceeded
from sdyopt.view.render.cost_tables import sent_text
from sdyopt.view.render.json_form import totals_object

INPUTS = Path(__file__).parent / "Inputs"
LOOP = (INPUTS / "view_unknown.loop.txt").read_text(encoding="utf-8")
ONLY_UNKNOWN = "\n".join([line for line in LOOP.splitlines() if "%known" not in line])

EACH = "24 B in each iteration of the loop <string>:6 (1 collective)"
HINT = "--assume-runs=<string>:6=N says how often it runs"


@pytest.mark.parametrize(
    ("text", "known", "words"),
    [
        (LOOP, 24, f'at least 24 B, all over "tensor", and {EACH}'),
        (ONLY_UNKNOWN, 0, f"unknown: {EACH.replace(':6', ':5')}"),
    ],
)
def test_a_sum_says_what_is_not_in_it(text: str, known: int, words: str) -> None:
    """An all_gather of two floats from each of four devices sends three times eight bytes."""
    found = view(sdyopt.parse(text))
    assert sent_text(found) == words
    (unknown,) = found.totals.unknown
    assert unknown == UnknownBytes("runs", unknown.source, "all-gather", 24, 1, unknown.loop)
    described = totals_object(found.totals)
    assert (described["bytes_sent"], described["is_lower_bound"]) == (known, True)
    assert [{**each, "source": None, "loop": None} for each in described["unknown"]] == [
        {
            "kind": "runs",
            "source": None,
            "operation": "all-gather",
            "bytes_each": 24,
            "count": 1,
            "loop": None,
            "most": None,
            "reason": "",
        }
    ]


def test_a_limit_fails_on_what_it_cannot_know() -> None:
    """Over is over; under what is known is not under the limit."""
    found = view(sdyopt.parse(LOOP))
    assert list(exceeded(found, Limits(sent=23))) == [
        "collectives send 24 B a device, more than --max-sent 23 B (24 > 23 bytes)"
    ]
    assert list(exceeded(found, Limits(sent=24))) == [
        f"cannot tell whether a device sends more than --max-sent 24 B: at least 24 B, and {EACH}; {HINT}"
    ]
    assert list(exceeded(view(sdyopt.parse("func.func private @f()")), Limits(peak=1024))) == [
        "cannot tell whether the peak is more than --max-peak 1 KiB: no function has a body"
    ]


def test_arguments_of_unknown_size_are_not_under_a_limit() -> None:
    found = view(sdyopt.parse("func.func @f(%a: tensor<?xf32>, %b: tensor<4xf32>) { return }"))
    assert list(exceeded(found, Limits(bytes=15))) == [
        "arguments and results of @f take 16 B a device, more than --max-bytes 15 B (16 > 15 bytes)"
    ]
    assert list(exceeded(found, Limits(bytes=16))) == [
        "cannot tell whether arguments and results of @f take more than --max-bytes 16 B: the bytes of 1 tensor are "
        "not known"
    ]


def test_loops_of_which_all_is_known_pass_a_limit() -> None:
    found = view(sdyopt.parse(LOOP.replace("%j, %n :", "%j, %start :")))
    assert (found.totals.is_lower_bound, found.totals.unknown) == (False, ())
    assert list(exceeded(found, Limits(sent=24))) == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--bandwidth", "tensr=90"], "--bandwidth: no mesh has an axis 'tensr'; did you mean 'tensor'?"),
        (["--bandwidth", "rows=90"], "--bandwidth: no mesh has an axis 'rows'"),
    ],
)
def test_a_bandwidth_is_one_along_an_axis_that_there_is(tmp_path: Path, options: list[str], message: str) -> None:
    program = tmp_path / "program.mlir"
    program.write_text(LOOP, encoding="utf-8")
    status, _, errors = run([str(program), *options])
    assert (status, errors.decode().splitlines()[-1]) == (2, f"Error: {message}")


def test_standard_input_is_only_one_of_two_programs() -> None:
    status, _, errors = run(["-", "-", "--diff"])
    message = "Error: only one input can be standard input"
    assert (status, errors.decode().splitlines()[-1]) == (2, message)


COUNTER = (INPUTS / "view_unknown.counter.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("counter", "wide", "limit", "step", "runs"),
    [
        ("i64", "i32", 5, 1, 5),
        ("i32", "i32", 5, 1, 5),
        ("i64", "ui32", 5, 1, 5),
        ("i32", "i64", 4_294_967_301, 1, None),
        ("i32", "ui32", 5, 1, None),
        ("ui32", "i32", 5, 1, None),
        ("ui64", "i32", 5, 1, None),
        ("i8", "i8", 127, 1, 127),
        ("i8", "i8", 127, 2, None),
        ("ui8", "ui8", 254, 2, 127),
        ("ui8", "ui8", 255, 2, None),
    ],
)
def test_integers_that_wrap_are_not_known(counter: str, wide: str, limit: int, step: int, runs: int | None) -> None:
    """A conversion to a narrower type may change a bound, and a counter may pass the end of its type."""
    text = COUNTER.format(counter=counter, wide=wide, limit=limit, step=step)
    (found,) = view(sdyopt.parse(text)).collectives
    assert found.executions == runs
