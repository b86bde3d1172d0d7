"""Costs by call stacks: traces, flame graphs, and annotated sources."""

from __future__ import annotations

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
    samples_of,
    trace_object,
)

PROGRAM = Path("lit_tests/corpus/transformer_locations.mlir")


def seen() -> ProgramView:
    return view(sdyopt.parse(PROGRAM), machine=Machine.of())


def test_samples_add_up_to_the_sums_of_the_view() -> None:
    found = seen()
    samples = samples_of(found)
    assert found.peak is not None and found.time is not None
    assert sum(each.amount for each in of_metric(samples, Metric.MEMORY)) == found.peak.bytes
    assert sum(each.amount for each in of_metric(samples, Metric.SENT)) == found.totals.bytes_sent
    assert sum(each.amount for each in of_metric(samples, Metric.TIME)) == pytest.approx(found.time.cost.serial_seconds)


def test_a_trace_has_all_operations() -> None:
    """Of one run of each block, with their call stacks, in microseconds; collectives are in a thread of their own."""
    found = seen()
    assert found.time is not None
    events = trace_object(found.time, USER_FRAMES)["traceEvents"]
    slices = [event for event in events if event["ph"] == "X"]
    assert len(slices) == sum([len(block.parts) for block in found.time.blocks])
    runs = {number: block.runs for number, block in enumerate(found.time.blocks)}
    seconds = sum([event["dur"] * runs[event["pid"]] for event in slices]) / 1e6
    assert seconds == pytest.approx(found.time.cost.serial_seconds)
    assert {event["name"] for event in slices if event["tid"] == 1} == {"all-reduce", "all-gather", "reduce-scatter"}
    assert any(event["args"]["stack"].startswith("loss (make_corpus.py:275), ") for event in slices)
    names = [event["args"]["name"] for event in events if event["ph"] == "M"]
    assert names[1:3] == ["operations", "collectives"]


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


def test_a_program_without_anything_has_no_samples() -> None:
    samples = samples_of(view("module {}"))
    assert samples == []
    assert flame_graphs(samples) == []
