"""Forms of views: tables, costs by call stacks."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sdyopt
from sdyopt.cost.time.machine import Machine
from sdyopt.diagnostics.rendering import USER_FRAMES
from sdyopt.display.tables import Column, Table, print_note, table_lines
from sdyopt.ir.collecting import summed
from sdyopt.ir.locations import Frame
from sdyopt.view import ProgramView, view
from sdyopt.view.command import run
from sdyopt.view.options import ViewOptions
from sdyopt.view.render.memory_curve import layer_number
from sdyopt.view.render.printing import print_view
from sdyopt.view.stacks import (
    Costs,
    Metric,
    Sample,
    SourceError,
    SourceFile,
    annotated_lines,
    flame_graphs,
    samples_of,
    trace_object,
)
from sdyopt.view.timing import BlockTime, TimelinePart, timeline_object

# Tables: in one line a row where there is room, else in several.


COLUMNS = [Column("name"), Column("why", below=True), Column("bytes", right=True)]
TABLE = Table(COLUMNS, [["%a", "replicated", "1,024"], ["%long", "", "8"]])


def lines(table: Table, width: int | None = None) -> list[str]:
    return ["".join([text for text, _ in line]) for line in table_lines(table, width)]


def test_rows_stand_in_one_line_where_there_is_room() -> None:
    """Columns are as wide as what is in them, numbers on the right."""
    assert (
        lines(TABLE)
        == lines(TABLE, 24)
        == [
            "name   why         bytes",
            "────────────────────────",
            "%a     replicated  1,024",
            "%long                  8",
        ]
    )


def test_columns_that_do_not_fit_go_below() -> None:
    """Where there is too little room, a row goes on in further lines; what is empty takes none."""
    assert lines(TABLE, 23) == [
        "name   bytes",
        "    why",
        "──────────────",
        "%a     1,024",
        "    replicated",
        "%long      8",
    ]


@given(st.lists(st.text("ab ", max_size=30), min_size=3, max_size=3), st.integers(8, 60))
def test_what_goes_below_fits(texts: list[str], width: int) -> None:
    """No line below is longer than the width, and no letter is lost."""
    columns = [Column("n"), Column("x", below=True), Column("y", below=True), Column("z", below=True)]
    found = lines(Table(columns, [["0", *texts]]), width)
    body = found[found.index("─" * max(map(len, found))) + 1 :]
    assert all(len(line) <= width for line in body)
    assert "".join(body).replace(" ", "") == "0" + "".join(texts).replace(" ", "")


@pytest.mark.skipif(os.name != "posix", reason="no terminals")
@pytest.mark.parametrize("colour", [True, False])
def test_on_a_terminal_tables_are_in_colour(colour: bool) -> None:
    """Colours come on a terminal unless NO_COLOR is set, and the table keeps to its width."""
    code = "import pty, sys; pty.spawn(sys.argv[1:])"
    sdy_view = os.path.join(os.path.dirname(sys.executable), "sdy-view")
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "60", **({} if colour else {"NO_COLOR": "1"})}
    if colour:
        environment.pop("NO_COLOR", None)
    text = 'sdy.mesh @m = <["x"=2]>\nfunc.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>})'
    output = subprocess.run(
        [sys.executable, "-c", code, "sh", "-c", f"printf '%s' '{text}' | {sdy_view}"],
        env=environment,
        capture_output=True,
        check=True,
        stdin=subprocess.DEVNULL,
    ).stdout.decode()
    assert '    8xf32  [{}]  8  replicated over "x": 2 copies' in _plain(output)
    assert max(map(len, _plain(output).splitlines())) <= 60
    assert ("\x1b[36m" in output) == colour


def _plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_columns_that_still_do_not_fit_go_below_too() -> None:
    """First the last texts, then numbers; never the first column."""
    columns = [Column("name"), Column("kind"), Column("bytes", right=True), Column("sharding")]
    table = Table(columns, [["%a", "argument", "1,024", '[{"x"}]']])
    assert lines(table, 25) == [
        "name  kind      bytes",
        "    sharding",
        "─────────────────────",
        "%a    argument  1,024",
        '    [{"x"}]',
    ]
    assert lines(table, 15)[0] == "name  bytes"
    assert next(line for line in lines(table, 8) if len(line) <= 8) == "name"


def test_a_terminal_has_wrapped_notes_and_the_largest_tensors(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Notes are wrapped between words. If there are many tensors, the largest come first."""
    text = "sent a device: 5.2 MiB over reduce-scatter"
    print_note(text)
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    print_note(text)
    assert capsys.readouterr().out.splitlines() == [text, "sent a device: 5.2", "    MiB over", "    reduce-scatter"]
    many = ", ".join([f"%a{number}: tensor<{number + 1}xf32>" for number in range(50)])
    print_view(found := view(f"func.func @main({many}) {{ return }}"), found.tensors, ViewOptions.of())
    assert re.findall(r"^%a\d+", capsys.readouterr().out, re.MULTILINE)[:3] == ["%a49", "%a48", "%a47"]


# Costs by call stacks: traces, flame graphs, and annotated sources.


PROGRAM = Path("lit_tests/corpus/transformer_locations.mlir")


def seen() -> ProgramView:
    return view(sdyopt.parse(PROGRAM), machine=Machine.of())


def test_samples_add_up_to_the_sums_of_the_view() -> None:
    found = seen()
    amounts = summed((each.metric, each.amount) for each in samples_of(found))
    assert found.peak is not None and found.time is not None
    assert amounts[Metric.MEMORY] == found.peak.bytes
    assert amounts[Metric.SENT] == found.totals.bytes_sent
    assert amounts[Metric.TIME] == pytest.approx(found.time.cost.serial_seconds)


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
    graphs = list(flame_graphs(samples_of(seen())))
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


def test_a_file_with_another_name_is_compared_by_its_lines(tmp_path: Path) -> None:
    """Costs of the old file are beside the same lines of the new one; lines that it does not have stay apart."""
    old, new = tmp_path / "old.py", tmp_path / "new.py"
    old.write_text("a\nb\nc\n")
    new.write_text("first\na\nb\nd\n")

    def samples(path: Path, *lines: int) -> list[Sample]:
        return [Sample(Metric.SENT, (Frame(str(path), line, 1, ""),), "all-reduce", 8.0) for line in lines]

    programs = {"before": samples(old, 1, 3), "after": samples(new, 2, 4)}
    rows = [line.split() for line in annotated_lines(str(new), programs, USER_FRAMES)]
    assert rows[2] == ["8", "B", "8", "B", "│", "2", "a"]
    assert rows[-1] == ["8", "B", "│", "4", "d"]
    left = [line.split() for line in annotated_lines(str(old), programs, USER_FRAMES)]
    assert left[2:] == [["8", "B", "│", "3", "c"]]
    programs["before"] = samples(old, 1)
    with pytest.raises(SourceError, match=r"beside the same lines of another file: .*new\.py"):
        list(annotated_lines(str(old), programs, USER_FRAMES))


def test_two_variants_have_all_forms_of_a_comparison(tmp_path: Path) -> None:
    page, source = tmp_path / "page.html", "examples/head.py"
    asked = ["examples/head.mlir", "--constraint", "head.py:30=data,None,model", "--between", "0,1"]
    assert run([*asked, "--html", str(page)])[0] == 0
    assert '"names":["before","after"]' in page.read_text().replace(" ", "")
    status, out, _ = run([*asked, "--annotate", source])
    assert (status, out.decode().split()[:2]) == (0, ["memory", "before"])


def test_short_operations_are_drawn_where_they_run() -> None:
    """Those with idle time between them are several blocks, as long as they are busy."""
    parts = [TimelinePart(0, "add", (), float(start), 0.5) for start in range(2_000)]
    block = BlockTime("@main", (), 1, 2_000.0, tuple(parts))
    (drawn,) = timeline_object([block], USER_FRAMES)
    assert all(seconds <= 5.5 for _, _, _, seconds, _ in drawn["parts"])
    assert drawn["parts"][-1][2] > 1_980
    assert len(drawn["parts"]) <= 400


@pytest.mark.parametrize(
    ("label", "layer"),
    [
        ("params['layers'][7]['up']", "7"),
        ("opt[0].mu['layers'][7]['up']", "7"),
        ("params[7]['up']", "7"),
        ("opt[0].count", None),
        ("opt[0].mu['embed']", None),
        ("params['layers_7']['up']", "7"),
        ("tokens", None),
    ],
)
def test_the_layer_of_an_argument(label: str, layer: str | None) -> None:
    assert layer_number(label) == layer


@pytest.mark.parametrize(("name", "message"), [("make_corpus.py", "cannot be read"), ("other.py", "cannot be read")])
def test_sources_that_are_not_there(name: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=message):
        list(annotated_lines(str(tmp_path / name), {"": samples_of(seen())}, USER_FRAMES))


def test_sources_of_no_operation(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text("pass\n")
    with pytest.raises(SourceError, match="no operation is from"):
        list(annotated_lines(str(tmp_path / "other.py"), {"": samples_of(seen())}, USER_FRAMES))
