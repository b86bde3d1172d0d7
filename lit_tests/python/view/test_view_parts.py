"""The parts of views, one by one: options, limits, labels, rows, tables of variants, and what notebooks show."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest

import sdyopt
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.cost.time.machine import Machine
from sdyopt.view import ViewError, view
from sdyopt.view.collection import analyze
from sdyopt.view.command import run
from sdyopt.view.model import Query
from sdyopt.view.render.verdict import verdict
from sdyopt.view.variants.edits import Constraint, Shard, Spec
from sdyopt.view.variants.measuring import TooManyVariantsError, changed, measured, variants_of
from sdyopt.view.variants.variant_command import between_of, variant_page, variants_object
from sdyopt.view.xla import beside

PROGRAM = """
sdy.mesh @mesh = <["x"=4]>
func.func @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("a"),
                %arg1: tensor<8x6xf32> loc("b")) -> tensor<8x6xf32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8x6xf32> loc("model.py":3:1)
  return %0 : tensor<8x6xf32>
}
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "p.mlir"
    path.write_text(PROGRAM)
    return str(path)


# --- options ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "numbers"), [(None, None), ("0,1", (0, 1)), ("2, 0", (2, 0))])
def test_two_of_several_variants(text: str | None, numbers: tuple[int, int] | None) -> None:
    assert between_of(text, 3) == numbers


@pytest.mark.parametrize("text", ["0", "0,1,2", "0,3", "3,0", "-1,0", "a,b", "²,0", "9" * 5000 + ",0"])
def test_what_is_not_two_of_several_variants(text: str) -> None:
    with pytest.raises(click.UsageError, match="from 0 to 2"):
        between_of(text, 3)


# --- limits, orders, labels -------------------------------------------------------------------------------------------


def test_collectives_of_xla_along_the_parts_of_ours() -> None:
    """An all-reduce over two axes is paired with one over each; what is not along axes is no part."""

    def sends(axes: str, kind: str = "all-reduce") -> Any:
        named = tuple([SimpleNamespace(name=name) for name in axes.split(",") if name])
        return SimpleNamespace(kind=kind, axes=named, bytes_sent=4, sent=4, executions=1)

    ours, xla = [sends("a,y")], [sends("a"), sends("y"), sends(""), sends("a", "all-gather")]
    found = {(each.kind, each.axes): each.together for each in beside(ours, xla)}
    assert found == {
        ("all-reduce", "a,y"): ("a", "y"),
        ("all-reduce", "a"): ("a,y",),
        ("all-reduce", "y"): ("a,y",),
        ("all-reduce", "other"): (),
        ("all-gather", "a"): (),
    }


# --- rows, notebooks, rooflines ---------------------------------------------------------------------------------------


def test_a_row_has_what_is_known() -> None:
    first, second, result = view(sdyopt.parse(PROGRAM)).rows()[:3]
    assert first == {
        "function": "main",
        "name": "%arg0",
        "label": "a",
        "kind": "argument",
        "file": first["file"],
        "line": 3,
        "type": "tensor<8x6xf32>",
        "sharding": '<@mesh, [{"x"}, {}]>',
        "shape": (8, 6),
        "local_shape": (2, 6),
        "shards": 4,
        "copies": 1,
        "bytes": 48,
        "donated": False,
        "why": "",
    }
    assert (second["line"], second["label"]) == (3, "b")
    assert (result["name"], result["kind"], result["donated"]) == ("result 0", "result", False)


def cells(html: str, caption: str) -> list[list[str]]:
    body = html.partition(f"<caption>{caption}")[2].partition("<tbody>")[2].partition("</tbody>")[0]
    return [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row) for row in re.findall(r"<tr>(.*?)</tr>", body)]


def test_a_notebook_says_how_much_it_leaves_out() -> None:
    arguments = ", ".join([f"%arg{number}: tensor<4xf32>" for number in range(2000)])
    html = view(sdyopt.parse(f"func.func @main({arguments}) {{\n  return\n}}"))._repr_html_()
    (left_out,) = re.findall(r"<p>… ([\d,]+) more</p>", html)
    assert int(left_out.replace(",", "")) == 2000 - len(cells(html, "Tensors"))


def test_private_functions_are_shown_if_no_other_is_there() -> None:
    both = PROGRAM + "func.func private @p(%a: tensor<8xf32>) {\n  return\n}\n"
    assert [row[0] for row in cells(view(sdyopt.parse(both))._repr_html_(), "Functions")] == ["@main"]
    private = "func.func private @p(%a: tensor<8xf32>) {\n  return\n}\n"
    assert [row[0] for row in cells(view(sdyopt.parse(private))._repr_html_(), "Functions")] == ["@p"]


# --- variants ---------------------------------------------------------------------------------------------------------


def found_variants() -> list[Any]:
    """The program; its first argument along the other dimension, which is not a multiple; and one that is refused."""
    variants = variants_of([sdyopt.parse(PROGRAM)], [], [[Shard("a", Spec.of(text)) for text in (",x", "x")]])
    views = list(measured(variants, Query()))
    return [*views, views[0]._replace(number=3, changes=("no",), devices=0, cost=None, peak_bytes=None, error="why")]


def test_variants_as_objects() -> None:
    *_, best, refused = variants_object(found_variants(), Machine.of(), Compiler.TPU)["variants"]
    assert json.loads(json.dumps(best["largest"])).keys() == {"name", "bytes"}
    assert isinstance(best["largest"]["name"], str)
    assert (refused["devices"], refused["error"], refused["largest"], refused["seconds"]) == (
        None,
        "why",
        best["largest"],
        None,
    )


def test_the_page_of_variants() -> None:
    """Variants that need less are to the left, faster ones further down; refused ones have no point."""
    found = found_variants()
    page = variant_page(found, Machine.of(), Compiler.TPU)
    assert re.search(r'<tr id="v3">.*refused: why</td>', page)
    assert re.search(r'<tr id="v0">.*>as given</td>.*>[\d.]+ \w+</td>', page)
    points = re.findall(r'<circle [^>]*cx="([\d.]+)" cy="([\d.]+)"[^>]*/><path [^>]*>((?:<a .*?</a>)+)', page)
    places = {
        int(number): (float(x), float(y)) for x, y, labels in points for number in re.findall(r'"#v(\d)"', labels)
    }
    assert sorted(places) == [0, 1, 2]
    for one, other in itertools.product(places, places):
        assert (found[one].peak_bytes < found[other].peak_bytes) == (places[one][0] < places[other][0])
        assert (found[one].cost.seconds < found[other].cost.seconds) == (places[one][1] > places[other][1])


def test_there_are_not_too_many_variants() -> None:
    module = sdyopt.parse(PROGRAM)
    assert len(variants_of([module], [], [[None] * 100, [None] * 10])) == 1
    with pytest.raises(TooManyVariantsError, match="1,010 variants, of at most 1,000"):
        variants_of([module], [], [[None] * 101, [None] * 10])


def test_further_variants_are_counted(file: str) -> None:
    _, output, _ = run([file, "--shard=a=,x;x;", "--top=1"])
    assert "… 3 more (--all)" in output.decode()
    assert b"more (--all)" not in run([file, "--shard=a=,x;x;", "--top=4"])[1]


def test_a_constraint_is_on_the_lines_of_its_file_only() -> None:
    """Whose name may be the end of a path, not a name that comes later."""
    other = PROGRAM.replace(
        "return %0",
        """%1 = stablehlo.negate %0 : tensor<8x6xf32> loc("zoo/other.py":3:1)
  return %1""",
    )
    found = []
    for place in ("model.py:3", "other.py:3", "er.py:3"):
        try:
            text = changed(variants_of([sdyopt.parse(other)], [], [[Constraint(place, Spec.of("x,"))]])[1]).to_text()
        except ViewError as error:
            found.append(str(error).partition(" ")[0])
        else:
            (line,) = [line for line in text.splitlines() if "sharding_constraint" in line]
            found.append(line.partition("constraint ")[2].partition(" ")[0])
    assert found == ["%0", "%1", "no"]


# --- what is listed ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dimension", [2, 3, 9])
def test_dimensions_that_a_value_does_not_have(file: str, dimension: int) -> None:
    status, output, errors = run([file, f"--why=%arg0:{dimension}"])
    assert (status, output) == (1, b"")
    assert f"dimension {dimension}" in errors.decode()


def test_what_costs_most_is_a_row_of_all_layers() -> None:
    """Two values of 16 bytes come before one of 24, also if JAX calls one of them a part of another transformation."""
    text = """
    sdy.mesh @mesh = <["x"=2]>
    func.func @main(%a: tensor<4xf32>, %b: tensor<6xf32>) -> (tensor<4xf32>, tensor<6xf32>) {
      %0 = stablehlo.sine %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<6xf32>
      %1 = stablehlo.cosine %a : tensor<4xf32> loc("jit(f)/jvp()/cos"("model.py":3:1))
      %2 = stablehlo.cosine %1 : tensor<4xf32> loc("jit(f)/cos"("model.py":3:1))
      return %2, %0 : tensor<4xf32>, tensor<6xf32>
    }"""
    query = Query(most=1, kinds=["value"], folds=True)
    assert [tensor.name for tensor in analyze(sdyopt.parse(text), query).view.tensors] == ["%1", "%2"]


@pytest.mark.parametrize("in_brief", [False, True])
def test_a_verdict_names_the_arguments_of_all_layers(in_brief: bool) -> None:
    given = '{sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}'
    caches = ", ".join([f'%{i}: tensor<{2 * i + 8}x4xf32> {given} loc("cache[{i}]")' for i in range(3)])
    text = f"""
    sdy.mesh @mesh = <["x"=2]>
    func.func @main({caches}) -> tensor<8x4xf32> {{
      %3 = stablehlo.sine %0 : tensor<8x4xf32> loc("model.py":3:1)
      return %3 : tensor<8x4xf32> loc("model.py":9:1)
    }}"""
    memory = next(verdict(view(sdyopt.parse(text), machine="tpu-v5p", in_brief=in_brief)))
    assert memory.text.endswith("240 B of it cache[*], 12x4xf32 and 2 more")


def test_a_verdict_names_a_line_that_has_all() -> None:
    text = """
    sdy.mesh @mesh = <["x"=2]>
    func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
        -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
      %0 = stablehlo.sine %a : tensor<4xf32> loc("model.py":3:1)
      return %0 : tensor<4xf32> loc("model.py":9:1)
    }"""
    sent, time = [each.text for each in verdict(view(sdyopt.parse(text), machine="tpu-v5p"))][1:3]
    assert sent.endswith("; all of it model.py:3") and time.endswith("; all of it model.py:3")


ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    "name", ["examples/decoder", "examples/moe", "lit_tests/view/locations", "lit_tests/corpus/named_blocks"]
)
def test_a_brief_view_answers_as_a_whole_one(name: str) -> None:
    """The facts that only tables show are left out: causes, buffers, and the names of values alive at the peak."""
    module = sdyopt.parse(ROOT / f"{name}.mlir")
    whole, brief = [view(module, machine="tpu-v5p", in_brief=is_brief) for is_brief in (False, True)]
    assert [*verdict(brief)] == [*verdict(whole)]
    assert brief.totals == whole.totals
    assert [each.bytes_sent for each in brief.collectives] == [each.bytes_sent for each in whole.collectives]
