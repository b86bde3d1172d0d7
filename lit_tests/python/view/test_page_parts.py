"""The parts of pages, graphs and compiled programs, one by one: what is traced, marked, coloured and listed."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import sdyopt
from sdyopt.view import view
from sdyopt.view.collection import analyze
from sdyopt.view.command import run
from sdyopt.view.model import Query
from sdyopt.view.page import program_of, writing
from sdyopt.view.page.data import TextLines, Ways, beside_object
from sdyopt.view.page.data import _program as page_program
from sdyopt.view.page.notebook import compiled_view
from sdyopt.view.page.program import MAX_LINES, PageExcerpt, excerpt
from sdyopt.view.timing import _overlap as overlap_text
from sdyopt.view.why.replicated import AxisStops
from sdyopt.view.why.why_views import Reasons
from sdyopt.view.xla import xla_view
from tools.programs import compiled_texts


def test_ways_to_many_tensors_are_not_traced_to_their_ends() -> None:
    def traced(count: int) -> bool:
        sharding = '{sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}'
        arguments = ", ".join([f"%arg{number}: tensor<4xf32> {sharding}" for number in range(count)])
        text = f'sdy.mesh @mesh = <["x"=2]>\nfunc.func @main({arguments}) {{\n  return\n}}'
        module = sdyopt.parse(text)
        analysis = analyze(module, Query(explained=True))
        ways = Ways(analysis, TextLines(analysis.view, program_of(module)))
        return bool(ways.object(analysis.view.tensors)["traced"])

    assert [traced(count) for count in (1, 300, 301)] == [True, True, False]


def test_ways_say_what_comes_to_each_dimension_and_what_does_not() -> None:
    text = """
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %b: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> tensor<8x4xf32> {
  %0 = stablehlo.add %a, %b : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
"""
    module = sdyopt.parse(text, name="p.mlir")
    analysis = analyze(module, Query(explained=True))
    found = Ways(analysis, TextLines(analysis.view, program_of(module))).object(analysis.view.tensors)
    stop = [0, '"x"', 'from %a dim 0 over add p.mlir:5: dimension 0 of %b is already sharded along {"y"}']
    assert dict(zip([each.name for each in analysis.view.tensors], found["tensors"], strict=True)) == {
        "%a": [[[0, '"x"', 0]], []],
        "%b": [[[0, '"y"', 1]], [stop]],
        "result 0": [[], [stop]],
        "%0": [[], [stop]],
    }
    assert found["parts"] == [[0, 0, None, True], [1, 0, None, True]]
    assert found["places"] == [["argument %a", None], ["argument %b", None]]


def test_the_end_of_an_excerpt_is_in_it() -> None:
    part = PageExcerpt("ab\ncd\nef\ngh\n", [(2, 2), (4, 4)])
    assert (part.text, part.is_whole) == ("cd\ngh\n", False)
    assert [part.place(place) for place in range(12)] == [None, None, None, 0, 1, 2, None, None, None, 3, 4, 5]


def test_of_a_long_program_in_which_nothing_is_wanted_the_first_lines_are_shown() -> None:
    (lines,) = excerpt("\n" * (MAX_LINES + 1), [], everything=False).lines
    assert (lines.first, lines.size) == (1, 5_000)


def test_marks_of_an_excerpt() -> None:
    """Shardings are marked that are shown whole; of definitions that are not shown there is the line."""
    text = """sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.negate %a : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh,
    [{}]> : tensor<8xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"x"}]> : tensor<8xf32>
  return %2 : tensor<8xf32>
}
"""
    program = program_of(sdyopt.parse(text, name="p.mlir"))
    part = PageExcerpt(text, [(2, 2), (4, 4), (7, 7)])
    keys = {mark.key: number for number, mark in enumerate(program.shardings)}
    found = page_program(program, part, keys)
    starts, lengths = found["shardings"][::3], found["shardings"][1::3]
    shown = [part.text[start : start + length] for start, length in zip(starts, lengths, strict=True)]
    assert shown == ['<@mesh, [{"x"}]>']
    assert found["definitions"] == [part.text.index("%a"), -3, part.text.index("%1 ="), -6]


def test_lines_of_names_without_definitions_by_functions() -> None:
    """Of a name that a function defines twice there is no line; those of others do not matter."""
    text = """func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "foo.region"(%a) ({
    %1 = stablehlo.negate %a : tensor<8xf32>
    "foo.yield"(%1) : (tensor<8xf32>) -> ()
  }, {
    %1 = stablehlo.tanh %a : tensor<8xf32>
    "foo.yield"(%1) : (tensor<8xf32>) -> ()
  }) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = "foo.b"(%0) : (tensor<8xf32>) -> tensor<8xf32> %3 = "foo.c"(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func @g(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}
"""
    module = sdyopt.parse(text, allow_unregistered_dialect=True)
    program = program_of(module, allow_unregistered_dialect=True)
    lines = TextLines(view(module, as_written=True), program)
    assert program.definitions is None
    names = [("f", "%a"), ("f", "%0"), ("f", "%1"), ("f", "%2"), ("f", "%3"), ("g", "%a"), ("g", "%0"), ("g", "%2")]
    assert [lines.of_name(*name) for name in names] == [1, 2, None, 9, 9, 12, 13, None]


def test_collectives_of_both_programs_are_in_pairs() -> None:
    """Of one that only one program has, the other side is empty."""
    module = sdyopt.parse(compiled_texts.lowered("tensor_parallel"))
    ours = view(module)
    lines = TextLines(ours, program_of(module))
    xla = xla_view(compiled_texts.text("tensor_parallel"), "step.txt", ours.meshes[0].axes)
    (row,) = beside_object(ours, xla, lines)["rows"]
    assert [(row[side]["bytes_sent"], row[side]["executions"]) for side in ("shardy", "xla")] == [(1536, 1)] * 2
    (alone,) = beside_object(ours, xla._replace(collectives=()), lines)["rows"]
    assert (alone["shardy"], alone["xla"]) == (row["shardy"], None)


def test_a_compiled_program_has_the_peak_of_its_schedule() -> None:
    text = compiled_texts.text("tensor_parallel")
    found = compiled_view(text, "step.txt")
    assert found.peak is not None
    assert found.peak.bytes == 7168
    assert compiled_view(text.replace("is_scheduled=true, ", ""), "step.txt").peak is None


def test_programs_of_a_folder_are_objects(tmp_path: Path) -> None:
    """With the program that JAX has lowered, and what XLA has made of it; null for one that is missing."""
    program, compiled = tmp_path / "module_2.jit_f" / "module.mlir", tmp_path / "module_2.jit_f.after_optimizations.txt"
    program.parent.mkdir()
    program.write_text("module @jit_f {\n}\n")
    compiled.write_text("HloModule jit_f\n")
    (tmp_path / "module_3.jit_g.after_optimizations.txt").write_text("HloModule jit_g\n")
    listed = json.loads(run([str(tmp_path), "--json"])[1])
    assert [(each["name"], each["program"], each["compiled"]) for each in listed] == [
        ("jit_f", {"file": str(program), "bytes": 18}, {"file": str(compiled), "bytes": 16}),
        ("jit_g", None, {"file": str(tmp_path / "module_3.jit_g.after_optimizations.txt"), "bytes": 16}),
    ]


def test_nodes_are_coloured_from_nothing_to_the_most(tmp_path: Path) -> None:
    file = tmp_path / "p.mlir"
    file.write_text("func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {\n  return %a : tensor<8xf32>\n}\n")
    assert run([str(file), "--model-explorer", str(tmp_path / "graphs")])[0] == 0
    for name in ("graphs.bytes.json", "graphs.sent.json"):
        found = json.loads((tmp_path / name).read_text())
        gradients = [data["gradient"] for data in found.values()]
        assert gradients == [[{"stop": 0, "bgColor": "#ffffff"}, {"stop": 1, "bgColor": "#ff8787"}]]


def test_graphs_have_all_blocks(tmp_path: Path) -> None:
    file = tmp_path / "p.mlir"
    file.write_text("""func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %a : tensor<8xf32>
  cf.br ^bb1(%0 : tensor<8xf32>)
^bb1(%b: tensor<8xf32>):
  %1 = stablehlo.tanh %b : tensor<8xf32>
  return %1 : tensor<8xf32>
}
""")
    assert run([str(file), "--model-explorer", str(tmp_path / "graphs")])[0] == 0
    (graph,) = json.loads((tmp_path / "graphs").read_text())["graphs"]
    labels = ["%a", "%0", "%b", "%1"]
    assert sorted([node["id"] for node in graph["nodes"] if node["id"] in labels]) == sorted(labels)


@pytest.mark.parametrize(("path", "name"), [("-", "the page"), ("p.html", "p.html")])
def test_a_large_page_is_named(path: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(writing, "_LARGE", 1)
    monkeypatch.setattr(writing, "_note", said.append)
    monkeypatch.setattr(writing, "write_text", lambda *_: None)
    module = sdyopt.parse("func.func @main(%a: tensor<8xf32>) {\n  return\n}")
    analysis = analyze(module, Query())
    writing.write_page(path, analysis, program_of(module), writing.PageExtent(everything=True))
    assert [each.rpartition(" about ")[0] for each in said] == [f"{name} is going to have"]


@pytest.mark.parametrize(
    ("least", "overlap", "said"),
    [
        (None, 0.0, ""),
        (0.9995, 0.0, ""),
        (1.0, 0.0, ""),
        (0.5, 0.0, "; 500 ms if collectives overlap with all that does not depend on them (--overlap 1)"),
        (0.5, 1.0, ", between 500 ms and 1 s with all overlap and none"),
    ],
)
def test_what_overlap_saves_is_said_if_it_is_a_thousandth(least: float | None, overlap: float, said: str) -> None:
    cost = SimpleNamespace(serial_seconds=1.0, overlapped_seconds=least)
    found: Any = SimpleNamespace(cost=cost, machine=SimpleNamespace(overlap=overlap))
    assert overlap_text(found) == said


# --- what ends axes ---------------------------------------------------------------------------------------------------


def test_an_operation_without_a_rule_ends_an_axis_whose_dimension_it_does_not_have() -> None:
    """From two dimensions to one, it is not known which becomes which."""
    text = """
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<32xf32> {
  %0 = stablehlo.custom_call @opaque(%a) {has_side_effect = true} : (tensor<8x4xf32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}
"""
    row = analyze(sdyopt.parse(text), Query(replicated=10)).view.replicated[0]
    assert row.name == "result 0"
    stops = [(end.axis.name, end.dimension, None if end.stop is None else end.stop.operation) for end in row.ends]
    assert stops == [("x", 0, "custom_call"), ("y", None, None)]


def test_a_search_that_was_cut_short_says_nothing_of_what_it_has_passed() -> None:
    """Of three dimensions each: the first does not come as far as the end of "x", the second does."""
    text = """
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.custom_call @opaque(%a) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.negate %0 : tensor<8xf32>
  %2 = stablehlo.sine %1 : tensor<8xf32>
  %3 = stablehlo.cosine %2 : tensor<8xf32>
  %4 = stablehlo.tanh %1 : tensor<8xf32>
  return %3, %4 : tensor<8xf32>, tensor<8xf32>
}
"""
    analysis = analyze(sdyopt.parse(text), Query(explained=True))
    ends = AxisStops(Reasons(analysis.program), 3)
    found = [
        (tensor.name, [end.stop is not None for end in ends.of(analysis.rows[tensor.number], tensor.share, "main")])
        for tensor in analysis.view.tensors
        if tensor.name in ("%3", "%4")
    ]
    assert found == [("%3", [False]), ("%4", [True])]
