"""The recorded programs, small and of real size: that records are whole, and how near views are to XLA."""

from __future__ import annotations

import re
from math import isclose, sqrt
from pathlib import Path
from typing import NamedTuple

import pytest

import sdyopt
from sdyopt.cost.memory_model.peak import RANGES
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.hlo import parse_hlo
from sdyopt.planning.records import DEFAULT_MARGIN
from sdyopt.view import view
from sdyopt.view.render.printing import view_object
from tools.chunks import sampled
from tools.recorded import recorded_programs as recorded
from tools.recorded.number_table import (
    FOLDER,
    MACHINES,
    PAGES,
    SETS,
    NumberPair,
    agreement,
    agreements,
    measured,
    names,
    needed,
    numbers,
    peaks,
    summary,
    within,
)
from tools.recorded.recorded_programs import sent

# The recorded programs: that they are whole, and what views say of them against XLA's numbers.


NAMES = recorded.names()
SIZES = ("argument_bytes", "output_bytes", "alias_bytes")


def test_there_are_programs_of_all_sets() -> None:
    assert {of: len(recorded.names(of)) for of in recorded.SETS} == {"u": 9, "v": 5, "x": 9, "w": 14, "y": 6, "z": 5}


@pytest.mark.parametrize("name", NAMES)
def test_each_is_whole(name: str) -> None:
    """The program and both schedules; f32 for 16-bit floats if it has any."""
    parts = {recorded.PROGRAM, recorded.PLAIN, recorded.MEMORY}
    halves = re.search(r"x(bf16|f16)>", recorded.text(name)) is not None
    parts |= {recorded.F32, recorded.F32_PROGRAM} if halves else set()
    found = {file.name.removesuffix(recorded.SUFFIX) for file in (recorded.FOLDER / name).glob("*.gz")}
    assert found - {recorded.AFTER} == parts
    assert {part for part in recorded.numbers(name) if part.endswith(".hlo")} == {
        p for p in parts if p.endswith(".hlo")
    }


def test_they_take_less_than_3_mb_and_say_nothing_of_the_machine() -> None:
    """Paths are those of the repository, and gzip writes no time."""
    files = [file for file in recorded.FOLDER.rglob("*") if file.is_file()]
    assert sum([file.stat().st_size for file in files]) < 3_000_000
    assert [file.name for file in files if file.suffix == ".gz" and file.read_bytes()[4:8] != bytes(4)] == []
    places = {place for name in NAMES for place in re.findall(r'"(/[\w.\-]+/)', recorded.text(name))}
    assert places <= {"/src/", "/site-packages/"}


@pytest.mark.parametrize("name", sampled(NAMES, NAMES[::8], 2))
def test_what_is_read_of_compiled_texts_is_what_xla_says(name: str) -> None:
    """Bytes of collectives, as they are counted without sdyopt; sizes of arguments, results and donated arguments.

    Loops of known length count as often as they run, others as one iteration. A result of several has its table.
    """
    for part in (recorded.PLAIN, recorded.MEMORY, recorded.F32):
        if recorded.has(name, part):
            text, numbers = recorded.text(name, part), recorded.numbers(name)[part]
            found = parse_hlo(text)
            known = sum([each.bytes_sent * (each.executions or 0) for each in found.collectives])
            each = sum([each.bytes_sent * each.runs.each for each in found.collectives if each.executions is None])
            assert (known, each) == (numbers["sent_bytes"], numbers["sent_bytes_each"]) == sent(text)[:2]
            sizes = found.sizes
            assert sizes is not None
            numbers_of_sizes = sum(sizes.arguments), sum(sizes.results) + sizes.tuple_table, sizes.donated
            assert numbers_of_sizes == tuple([numbers[size] for size in SIZES])


@pytest.mark.parametrize("name", sampled(NAMES, NAMES[::8], 4))
def test_nothing_is_sent_only_where_xla_sends_nothing(name: str) -> None:
    """A sum of 0 bytes without a word about what is unknown is one of XLA's, too."""
    totals = view(sdyopt.parse(recorded.text(name))).totals
    numbers = recorded.numbers(name)["plain.hlo"]
    if not totals.bytes_sent and not totals.is_lower_bound:
        assert (numbers["sent_bytes"], numbers["sent_bytes_each"]) == (0, 0)
    if numbers["sent_bytes_each"]:
        assert [each.kind for each in totals.unknown if each.kind == "runs"] != []


def test_a_recording_replaces_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts that are not there any longer are removed, and equal texts give equal files."""
    monkeypatch.setattr(recorded, "FOLDER", tmp_path)
    recorded.write(tmp_path / "u1", {"program.mlir": "module {}", "f32.hlo": "HloModule"}, {"versions": {"jax": "1"}})
    first = (tmp_path / "u1" / "program.mlir.gz").read_bytes()
    recorded.write(tmp_path / "u1", {"program.mlir": "module {}"}, {"versions": {"jax": "2"}})
    assert (tmp_path / "u1" / "program.mlir.gz").read_bytes() == first
    assert (recorded.names("u"), recorded.names("vx"), recorded.text("u1")) == (["u1"], [], "module {}")
    assert (recorded.has("u1", "f32.hlo"), recorded.numbers("u1")) == (False, {"versions": {"jax": "2"}})


def test_bytes_are_counted_by_hand() -> None:
    """A loop of three iterations, one of unknown length, and groups in each spelling."""
    text = """HloModule jit_f, num_partitions=8

%body (p: (s32[], f32[4])) -> (s32[], f32[4]) {
  %a = f32[4]{0} all-reduce(%x), replica_groups=mesh['axis_0'=2,'axis_1'=4] {'axis_1'}, to_apply=%add
  ROOT %t = (s32[], f32[4]) tuple(%i, %a)
}

%other (p: f32[2]) -> f32[2] {
  ROOT %b = f32[2]{0} collective-permute(%p), source_target_pairs={{0,1},{1,0}}
}

%open (p: f32[2]) -> pred[] {
  ROOT %c = pred[] all-reduce(%q), replica_groups={{0,1},{2,3},{4,5},{6,7}}, to_apply=%or
}

ENTRY %main (p: f32[4]) -> f32[16] {
  %w = (s32[], f32[4]) while(%t), condition=%done, body=%body, backend_config={"known_trip_count":{"n":"3"}}
  %v = f32[2] while(%u), condition=%open, body=%other
  %g = bf16[16]{0} all-gather(%h), replica_groups=[2,4]<=[8], dimensions={0}
  %stay = f32[16]{0} collective-permute(%y), source_target_pairs={{0,0},{1,1}}
  ROOT %s = f32[2]{0} reduce-scatter(%z), replica_groups=mesh['a'=8]{'a':(1)4}, dimensions={0}
}
"""
    assert sent(text) == (3 * 24 + 24 + 24, 8 + 1, 5)


@pytest.mark.parametrize("name", sampled(NAMES, NAMES[::8], 4))
def test_the_view_has_xlas_arguments_results_and_donation(name: str) -> None:
    """To the byte."""
    (main,) = [
        each for each in view_object(view(sdyopt.parse(recorded.text(name))), ())["functions"] if each["name"] == "main"
    ]
    arguments, results, donated = (recorded.numbers(name)[recorded.PLAIN][size] for size in SIZES)
    found = main["arguments_bytes"], main["results_bytes"], main["after_donation_bytes"]
    assert found == (arguments, results, arguments + results - donated)


FLOORS = {"u": 9, "v": 5, "x": 9, "w": 13, "y": 5, "z": 5}
"""The programs of each set whose bytes sent must be XLA's. A better rule raises it."""


@pytest.mark.parametrize("name", sampled(recorded.names(), recorded.names()[::8], 4))
def test_sizes_are_xlas(name: str) -> None:
    """Arguments, results, and both after donation."""
    assert [pair.is_equal for pair in agreement(name).sizes] == [True] * 3


def test_ratios_by_hand() -> None:
    """Half and double differ by the same factor, and the first of them is the worst."""
    pairs = [NumberPair(5, 10), NumberPair(20, 10), NumberPair(10, 10), NumberPair(8, 10)]
    found = summary(pairs)
    assert [pair.is_close for pair in pairs] == [False, False, True, True]
    assert (found.programs, found.close, found.worst) == (4, 2, 0.5)
    assert isclose(found.typical, sqrt(sqrt(2 * 2 * 1 * 1.25)))
    assert (NumberPair(0, 0).ratio, NumberPair(1, 0).ratio) == (1.0, float("inf"))


# The programs of real size: that their records are whole, and how near the model is to XLA for GPUs and TPUs.


PROGRAMS = [(of, name) for of in SETS for name in names(of)]


class Floor(NamedTuple):
    """The minimum for the programs of a set. A better rule raises it."""

    programs: int
    close: int
    typical: float


LARGE_FLOORS = {
    ("gpu", "known"): Floor(22, 21, 1.09),
    ("gpu", "unseen"): Floor(22, 21, 1.09),
    ("tpu", "known"): Floor(17, 16, 1.11),
    ("tpu", "unseen"): Floor(20, 19, 1.10),
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


@pytest.mark.parametrize("program", sampled(PROGRAMS, [("known", "prefill"), ("unseen", "latent_attention")]))
def test_the_peak_is_about_xlas(program: tuple[str, str]) -> None:
    """Of any program, within a factor of four: what is further is a defect."""
    for machine in MACHINES:
        found = measured(*program, machine)
        assert found is None or 1 / 4 <= found.peak.ratio <= 4


@pytest.mark.long
def test_sets_reach_their_floors_and_the_pages_say_so() -> None:
    """`python -m tools.recorded.number_table` writes the pages. One test, so that one process looks at the programs."""
    for of, floor in FLOORS.items():
        assert sum([program.sent.is_equal for program in agreements(of)]) >= floor
        for program in agreements(of):
            assert program.sent.view or not program.sent.xla or program.is_noted, "nothing is sent, and XLA sends"
    for (machine, of), large in LARGE_FLOORS.items():
        sums = summary([each.peak for each in peaks(machine, of)])
        assert (sums.programs >= large.programs, sums.close >= large.close) == (True, True), sums
        assert sums.typical <= large.typical, sums
    for machine in MACHINES:
        least, most = within([each.peak for each in peaks(machine, "unseen")])
        assert RANGES[Compiler(machine)] == f"{least:.2f} to {most:.2f}"
    pairs = [each.peak for machine in MACHINES for of in SETS for each in peaks(machine, of)]
    assert f"{needed(pairs) - 1:.0%}" == DEFAULT_MARGIN
    for page in PAGES:
        assert page.renewed() == page.text


def test_ranges_by_hand() -> None:
    """Nine of ten ratios are within a factor of two, the tenth is one third."""
    pairs = [NumberPair(10 + number, 10) for number in range(8)] + [NumberPair(5, 10), NumberPair(10, 30)]
    assert within(pairs) == (0.5, 2.0)
    assert within(pairs[:1]) == (1.0, 1.0)
