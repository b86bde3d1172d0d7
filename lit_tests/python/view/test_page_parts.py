"""The parts of pages, graphs and compiled programs, one by one: what is traced, marked, coloured and listed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import sdyopt
from sdyopt.view.collection import analyze
from sdyopt.view.command import run
from sdyopt.view.model import Query
from sdyopt.view.options import PageOptions
from sdyopt.view.page import program_of, writing
from sdyopt.view.page.notebook import compiled_view
from sdyopt.view.page.program import MAX_LINES, shown_lines
from sdyopt.view.timing import _overlap as overlap_text
from sdyopt.view.why.replicated import AxisStops
from sdyopt.view.why.why_views import Reasons
from tools.programs import compiled_texts


def test_of_a_long_program_the_lines_that_are_wanted_are_shown() -> None:
    """Those that define values, with their neighbours; all if it is not long, or everything is to be shown."""
    filler = "  // filler\n" * MAX_LINES
    text = f"func.func @f(%a: tensor<f32>) {{\n{filler}  %0 = stablehlo.negate %a : tensor<f32>\n{filler}}}\n"
    wanted = [("f", "%0"), ("f", "%a"), ("g", "%0")]
    assert shown_lines(text, wanted, everything=False) == [(1, 3), (MAX_LINES, MAX_LINES + 4)]
    assert shown_lines(text, wanted, everything=True) == [(1, 2 * MAX_LINES + 3)]
    assert shown_lines("\n" * (MAX_LINES + 1), [], everything=False) == [(1, MAX_LINES)]


def test_locations_before_a_program_are_not_shown() -> None:
    assert shown_lines('#loc1 = loc("a")\n#loc2 = loc("b")\nmodule {\n}\n', [], everything=False) == [(3, 4)]


@pytest.mark.parametrize("text", ["</script>", "<!--", "<SCRIPT>", "-->", "<script", "a < b", "x-->y"])
def test_no_text_ends_the_data_of_a_page(text: str) -> None:
    found = writing._data({"text": text})
    assert not re.search(r"<[/!sS]|-->", found)
    assert json.loads(found) == {"text": text}


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
    given = PageOptions(html=path, open=False)
    monkeypatch.setattr("sdyopt.view.render.printing.write_text", lambda *_: None)
    module = sdyopt.parse("func.func @main(%a: tensor<8xf32>) {\n  return\n}")
    analysis = analyze(module, Query())
    writing.write_page(given, analysis, program_of(module), writing.PageExtent(everything=True))
    assert [each.rpartition(" has ")[0] for each in said] == [name]


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
