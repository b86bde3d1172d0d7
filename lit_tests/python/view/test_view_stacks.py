"""Costs by call stacks: profiles, also opened by pprof, and annotated sources."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from gzip import decompress
from pathlib import Path

import pytest

import sdyopt
from sdyopt.cost.time.machine import Machine
from sdyopt.diagnostics.rendering import USER_FRAMES
from sdyopt.ir.locations import Frame
from sdyopt.view import ProgramView, view
from sdyopt.view.stacks import (
    Costs,
    Metric,
    Sample,
    SourceError,
    SourceFile,
    annotated_lines,
    flame_graphs,
    of_metric,
    pprof_bytes,
    samples_of,
)

PROGRAM = Path("lit_tests/corpus/transformer_locations.mlir")


def seen() -> ProgramView:
    return view(sdyopt.parse(PROGRAM), machine=Machine.of())


def fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Decodes a message of a protocol buffer that has integers, and fields with a length."""
    place = 0

    def varint() -> int:
        nonlocal place
        value = shift = 0
        while True:
            byte = data[place]
            place += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while place < len(data):
        key = varint()
        if key & 7 == 0:
            yield key >> 3, varint()
        else:
            assert key & 7 == 2
            size = varint()
            yield key >> 3, data[place : place + size]
            place += size


def packed(data: bytes) -> list[int]:
    values, value, shift = [], 0, 0
    for byte in data:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            values.append(value)
            value = shift = 0
    return values


def test_samples_add_up_to_the_sums_of_the_view() -> None:
    found = seen()
    samples = samples_of(found)
    assert found.peak is not None and found.time is not None
    assert sum(each.amount for each in of_metric(samples, Metric.MEMORY)) == found.peak.bytes
    assert sum(each.amount for each in of_metric(samples, Metric.SENT)) == found.totals.bytes_sent
    assert sum(each.amount for each in of_metric(samples, Metric.TIME)) == pytest.approx(found.time.cost.serial_seconds)


def test_pprof_has_all_samples() -> None:
    found = seen()
    message = list(fields(decompress(pprof_bytes(samples_of(found)))))
    texts = [value.decode() for field, value in message if field == 6 and isinstance(value, bytes)]
    samples = [dict(fields(value)) for field, value in message if field == 2 and isinstance(value, bytes)]
    sums = [
        sum(column) for column in zip(*[packed(each[2]) for each in samples if isinstance(each[2], bytes)], strict=True)
    ]
    assert texts[0] == ""
    assert {"space", "bytes", "sent", "time", "nanoseconds"} <= set(texts)
    assert found.peak is not None
    assert sums[:2] == [found.peak.bytes, found.totals.bytes_sent]
    numbers = {number for each in samples if isinstance(each[1], bytes) for number in packed(each[1])}
    locations = [dict(fields(value)) for field, value in message if field == 4 and isinstance(value, bytes)]
    functions = {dict(fields(value))[1] for field, value in message if field == 5 and isinstance(value, bytes)}
    assert numbers == {location[1] for location in locations}
    for location in locations:
        assert isinstance(location[4], bytes)
        assert dict(fields(location[4]))[1] in functions


SAMPLES = [
    Sample(Metric.SENT, (Frame("f.py", 3, 1, "inner"), Frame("m.py", 9, 1, None)), "all-reduce", 8.0),
    Sample(Metric.SENT, (), "all-gather", 4.0),
]
"""One with a stack, innermost first, and one without."""


def test_functions_of_pprof_have_both_of_their_names_and_a_file() -> None:
    message = list(fields(decompress(pprof_bytes(SAMPLES))))
    texts = [value.decode() for field, value in message if field == 6 and isinstance(value, bytes)]
    functions = [dict(fields(value)) for field, value in message if field == 5 and isinstance(value, bytes)]
    assert [{field: texts[number] for field, number in each.items() if field != 1 and isinstance(number, int)}
            for each in functions] == [
        {2: "all-reduce", 3: "all-reduce", 4: "f.py"},
        {2: "inner", 3: "inner", 4: "f.py"},
        {2: "m.py:9", 3: "m.py:9", 4: "m.py"},
        {2: "all-gather", 3: "all-gather", 4: ""},
    ]  # fmt: skip


def test_flame_graphs_have_parts_inside_of_their_callers() -> None:
    graphs = flame_graphs(samples_of(seen()))
    assert [graph["title"].partition(":")[0] for graph in graphs] == [metric.value for metric in Metric]
    for graph in graphs:
        above = {}
        for name, _, start, share, depth in graph["parts"]:
            assert 0 <= start <= start + share <= 1.00001
            if depth:
                outer, size = above[depth - 1]
                assert outer - 1e-5 <= start and start + share <= outer + size + 1e-5, name
            above[depth] = start, share
    assert any(name == "loss (make_corpus.py:275)" for name, *_ in graphs[0]["parts"])


def test_source_with_costs(tmp_path: Path) -> None:
    """Sums are in the columns of the lines that stand for call stacks; what costs nothing is folded."""
    source = tmp_path / "make_corpus.py"
    source.write_text("\n".join(f"# line {number}" for number in range(1, 300)) + "\n")
    found = seen()
    lines = list(annotated_lines(str(source), {"": samples_of(found)}, found.frames))
    (line,) = [line for line in lines if line.endswith("275 # line 275")]
    assert "KiB" in line
    assert not any(line.endswith(" 1 # line 1") for line in lines)
    assert lines[1].strip() == "│   ⋮"
    narrow = list(annotated_lines(str(source), {"": samples_of(found)}, found.frames, 50))
    assert max(map(len, narrow)) == 50
    assert narrow[0].endswith("…")


def test_functions_are_shown_with_their_heads() -> None:
    """The lines that begin functions around a line with costs, and lines between two of them if there are few."""
    text = """import jax

class Model:
    size = 1

    def forward(self, x):
        y = x @ self.w
        z = y

        return jax.nn.relu(
            z)

def unused():
    pass
"""
    costs: dict[int, Costs] = {7: ({Metric.TIME: 1.0},), 10: ({Metric.TIME: 2.0},)}
    assert SourceFile("m.py", tuple(text.split("\n")), costs).shown() == [3, 4, 5, 6, 7, 8, 9, 10]


def test_two_programs_have_a_column_each(tmp_path: Path) -> None:
    source = tmp_path / "f.py"
    source.write_text("a\nb\nc\n")
    frames = (Frame("f.py", 3, 1, "inner"),)
    before, after = [[Sample(Metric.SENT, frames, "all-reduce", amount)] for amount in (8.0, 2048.0)]
    lines = list(annotated_lines(str(source), {"before": before, "after": after}, USER_FRAMES))
    assert [line.split() for line in lines] == [
        ["sent", "before", "sent", "after", "│", "f.py"],
        ["│", "⋮"],
        ["8", "B", "2", "KiB", "│", "3", "c"],
    ]


@pytest.mark.parametrize(("name", "message"), [("make_corpus.py", "cannot be read"), ("other.py", "cannot be read")])
def test_sources_that_are_not_there(name: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=message):
        list(annotated_lines(str(tmp_path / name), {"": samples_of(seen())}, USER_FRAMES))


def test_sources_of_no_operation(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text("pass\n")
    with pytest.raises(SourceError, match="no operation is from"):
        list(annotated_lines(str(tmp_path / "other.py"), {"": samples_of(seen())}, USER_FRAMES))


def test_a_program_without_anything_has_an_empty_profile() -> None:
    samples = samples_of(view("module {}"))
    assert samples == []
    assert decompress(pprof_bytes(samples))
    assert flame_graphs(samples) == []


PPROF = [program] if (program := shutil.which("pprof")) else [go, "tool", "pprof"] if (go := shutil.which("go")) else []


def seen_by_pprof() -> ProgramView:
    return view(sdyopt.parse(Path("lit_tests/corpus/transformer_locations.mlir")), machine=Machine.of())


@pytest.mark.skipif(not PPROF, reason="there is no pprof, nor Go, which has one")
def test_pprof_reads_samples_and_stacks(tmp_path: Path) -> None:
    found = seen_by_pprof()
    file = tmp_path / "step.pb.gz"
    file.write_bytes(pprof_bytes(samples_of(found)))

    def run(*options: str) -> str:
        return subprocess.run([*PPROF, *options, str(file)], capture_output=True, text=True, check=True).stdout

    raw = run("-raw")
    assert "space/bytes[dflt] sent/bytes time/nanoseconds" in raw
    rows = [list(map(int, row)) for row in re.findall(r"^ +(\d+) +(\d+) +(\d+): \d", raw, re.MULTILINE)]
    space, sent, nanoseconds = map(sum, zip(*rows, strict=True))
    assert found.peak is not None and found.time is not None
    assert (space, sent) == (found.peak.bytes, found.totals.bytes_sent)
    assert nanoseconds == pytest.approx(found.time.cost.serial_seconds * 1e9, abs=len(rows))
    first = run("-top", "-sample_index=time").partition("cum%\n")[2].partition("\n")[0]
    assert first.endswith(" all-reduce")
