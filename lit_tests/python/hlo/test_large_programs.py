"""The programs of real size: that their records are whole, and how near the model is to XLA for GPUs and TPUs."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from sdyopt.cost.memory_model.peak import RANGES
from sdyopt.cost.partitioner.later_passes import Compiler
from tools.chunks import sampled
from tools.recorded import recorded_programs as recorded
from tools.recorded.number_table import (
    FOLDER,
    MACHINES,
    SETS,
    NumberPair,
    measured,
    names,
    numbers,
    peaks,
    summary,
    within,
)

PROGRAMS = [(of, name) for of in SETS for name in names(of)]


class Floor(NamedTuple):
    """What the programs of a set must at least reach. A better rule raises it."""

    programs: int
    close: int
    typical: float


FLOORS = {
    ("gpu", "known"): Floor(18, 17, 1.09),
    ("gpu", "unseen"): Floor(20, 18, 1.17),
    ("tpu", "known"): Floor(13, 12, 1.10),
    ("tpu", "unseen"): Floor(17, 13, 1.23),
}


def test_records_are_whole() -> None:
    """Sizes, peak, rows of the peak and bytes of collectives of each machine; texts without paths of a machine."""
    assert min(len(names(of)) for of in SETS) >= 15
    for of, name in PROGRAMS:
        for machine in MACHINES:
            found = numbers(of, name).get(machine, {"refused": ""})
            assert "refused" in found or {"peak_bytes", "argument_bytes", "rows", "sent_bytes"} <= found.keys()
        assert set(re.findall(r'"(/[\w.\-]+/)', recorded.text_in(FOLDER / of / name))) <= {"/src/", "/site-packages/"}


def test_they_take_less_than_5_mb() -> None:
    files = [file for file in FOLDER.rglob("*") if file.is_file()]
    assert sum([file.stat().st_size for file in files]) < 5_000_000


@pytest.mark.parametrize("program", sampled(PROGRAMS, [("known", "prefill"), ("unseen", "latent_attention")], 6))
def test_the_peak_is_about_xlas(program: tuple[str, str]) -> None:
    """Of any program, within a factor of four: what is further is a defect."""
    for machine in MACHINES:
        found = measured(*program, machine)
        assert found is None or 1 / 4 <= found.peak.ratio <= 4


@pytest.mark.long
@pytest.mark.parametrize(("machine", "of"), FLOORS)
def test_a_set_reaches_its_floor(machine: str, of: str) -> None:
    pairs, floor = [each.peak for each in peaks(machine, of)], FLOORS[machine, of]
    sums = summary(pairs)
    assert (sums.programs >= floor.programs, sums.close >= floor.close) == (True, True), sums
    assert sums.typical <= floor.typical, sums


@pytest.mark.long
@pytest.mark.parametrize("machine", MACHINES)
def test_the_range_that_is_printed_is_that_of_nine_of_ten(machine: str) -> None:
    least, most = within([each.peak for each in peaks(machine, "unseen")])
    assert RANGES[Compiler(machine)] == f"{least:.2f} to {most:.2f}"


def test_ranges_by_hand() -> None:
    """Nine of ten ratios are within a factor of two, the tenth is one third."""
    pairs = [NumberPair(10 + number, 10) for number in range(8)] + [NumberPair(5, 10), NumberPair(10, 30)]
    assert within(pairs) == (0.5, 2.0)
    assert within(pairs[:1]) == (1.0, 1.0)
