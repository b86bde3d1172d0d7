"""What views say of recorded programs, against XLA's numbers: floors for each set, and the page that shows them."""

from __future__ import annotations

from math import isclose, sqrt
from typing import NamedTuple

import pytest

from tools.chunks import sampled
from tools.recorded import recorded_programs as recorded
from tools.recorded.agreement import NumberPair, ProgramNumbers, agreement, agreements, summary
from tools.recorded.number_table import PAGE, REASONS


class Floor(NamedTuple):
    """What programs of a set must at least reach. A better rule raises it."""

    sent_equal: int
    plain_close: int
    plain_typical: float
    memory_close: int
    memory_typical: float


FLOORS = {
    "u": Floor(15, 14, 1.08, 14, 1.09),
    "v": Floor(11, 9, 1.15, 12, 1.07),
    "x": Floor(19, 19, 1.06, 17, 1.10),
    "w": Floor(21, 21, 1.09, 20, 1.08),
    "y": Floor(14, 13, 1.08, 13, 1.13),
    "z": Floor(15, 13, 1.10, 12, 1.16),
}


@pytest.mark.long
def test_the_page_is_up_to_date() -> None:
    """`python -m tools.recorded.number_table` writes it."""
    assert PAGE.renewed() == PAGE.text


@pytest.mark.parametrize("name", sampled(recorded.names(), recorded.names()[::6], 4))
def test_sizes_are_xlas(name: str) -> None:
    """Arguments, results, and both after donation."""
    assert [pair.is_equal for pair in agreement(name).sizes] == [True] * 3


@pytest.mark.long
@pytest.mark.parametrize("of", FLOORS)
def test_a_set_reaches_its_floor(of: str) -> None:
    found, floor = agreements(of), FLOORS[of]
    plain, memory = summary([program.plain for program in found]), summary([program.memory for program in found])
    assert sum([program.sent.is_equal for program in found]) >= floor.sent_equal
    assert (plain.close >= floor.plain_close, plain.typical <= floor.plain_typical) == (True, True), plain
    assert (memory.close >= floor.memory_close, memory.typical <= floor.memory_typical) == (True, True), memory


@pytest.mark.long
def test_nothing_is_sent_only_if_nothing_is_unknown() -> None:
    """No view says that nothing is sent where XLA sends something, unless it notes what it does not know."""

    def is_silent(program: ProgramNumbers) -> bool:
        return program.sent.view == 0 and program.sent.xla > 0 and not program.is_noted

    assert {program.name for program in agreements("".join(recorded.SETS)) if is_silent(program)} == set()


@pytest.mark.long
def test_reasons_are_given_for_programs_that_differ() -> None:
    """No reason stands for a program that agrees in everything, or that is not there."""
    found = {program.name: program for program in agreements("".join(recorded.SETS))}
    agreeing = {
        name
        for name, program in found.items()
        if program.sent.is_equal and program.plain.is_close and program.memory.is_close
    }
    assert set(REASONS) <= set(found) - agreeing


def test_ratios_by_hand() -> None:
    """Half and double differ by the same factor, and the first of them is the worst."""
    pairs = [NumberPair(5, 10), NumberPair(20, 10), NumberPair(10, 10), NumberPair(8, 10)]
    found = summary(pairs)
    assert [pair.is_close for pair in pairs] == [False, False, True, True]
    assert (found.programs, found.close, found.worst) == (4, 2, 0.5)
    assert isclose(found.typical, sqrt(sqrt(2 * 2 * 1 * 1.25)))
    assert (NumberPair(0, 0).ratio, NumberPair(1, 0).ratio) == (1.0, float("inf"))
