"""Pages: what they contain, and their parts one by one."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import sdyopt
from sdyopt.view.collection import analyze
from sdyopt.view.command import run
from sdyopt.view.model import Query
from sdyopt.view.options import ViewOptions
from sdyopt.view.page import ShownOnPage, page, program_of, writing
from sdyopt.view.page.writing import MAX_LINES, shown_lines
from sdyopt.view.render.memory_curve import memory_curve
from sdyopt.view.timing import _overlap as overlap_text
from sdyopt.view.why.replicated import AxisStops
from sdyopt.view.why.why_views import Reasons

# The page that `sdy-view --html` writes: whole in one file, nothing in it but text, and the right places marked.


EXAMPLES = Path(__file__).resolve().parents[3] / "examples"

INPUTS = Path(__file__).parent / "Inputs"
SCOPES = (INPUTS / "view_page.scopes.txt").read_text(encoding="utf-8")

HOSTILE = """
sdy.mesh @"</script><img src=x onerror=hit()>" = <["<!--<script>"=2]>
func.func @"</script><b>"(%a: tensor<8xf32> {foo.a = "</script><img src=x onerror=hit()>\u2028\U0001f600"}) {
  %b = sdy.sharding_constraint %a <@"</script><img src=x onerror=hit()>", [{"<!--<script>"}]> : tensor<8xf32>
  return
}
"""


def shown(text: str, *passes: str, values: tuple[str, ...] = (), name: str = "p.mlir") -> str:
    module = sdyopt.parse(text, allow_unregistered_dialect=True, name=name).run(*passes)
    found = analyze(module, Query(values, as_written=True))
    listed = ShownOnPage(found.view.tensors, found.view.collectives, curve=memory_curve(found, 100, 10))
    return page(found.view, listed, program_of(module, allow_unregistered_dialect=True))


def data(text: str) -> Any:
    return json.loads(text.partition('<script type="application/json" id="data">')[2].partition("</script>")[0])


def program_text(embedded: Any) -> str:
    return "\n".join([line for _, lines in embedded["program"]["lines"] for line in lines])


def column(table: Any, name: str) -> list[str]:
    """The texts of a column of a table."""
    at = [each["name"] for each in table["columns"]].index(name)
    return [row[at] for row in table["rows"]]


def test_tables_are_those_of_the_terminal() -> None:
    """Of tensors, functions, collectives, values at the peak and operations: the same columns with the same texts."""
    for name, part, options in (
        ("decoder", "tensors", ["--all"]),
        ("moe", "collectives", ["--collectives", "--sort", "bytes"]),
        ("moe", "time", ["--time"]),
    ):
        path = str(EXAMPLES / f"{name}.mlir")
        embedded = data(run([path, "--html", "-"])[1].decode())
        printed = run([path, *options])[1].decode()
        names = [each["name"] for each in embedded[part]["columns"]]
        assert re.search(" +".join(map(re.escape, names)) + " *$", printed, re.MULTILINE)
        for row in embedded[part]["rows"]:
            assert re.search(" +".join(map(re.escape, filter(None, row))) + "$", printed, re.MULTILINE), row
    printed = run([path, "--peak"])[1].decode()
    peak = max(embedded["memory"]["points"], key=lambda point: point[1])
    names = [column(embedded["memory"]["alive"], "alive then")[group] for group, _, _ in peak[4]]
    assert sorted(names) == sorted([re.split("  +", line)[0] for line in printed.splitlines()[4 : 4 + len(names)]])
    assert embedded["heading"] == [printed.splitlines()[0].removeprefix(f"{path}, ")]


def test_rows_have_their_values_and_their_place_in_the_source() -> None:
    """By which a line of the source finds its rows, and a row its line."""
    embedded = data(run([str(EXAMPLES / "decoder.mlir"), "--html", "-"])[1].decode())
    (source,) = embedded["sources"]["files"]
    assert (source["name"], source["is_program"]) == ("decoder.mlir", True)
    tensors = embedded["tensors"]
    row = column(tensors, "name").index("%5")
    assert (tensors["of"][row], tensors["places"][row]) == (["main", ["%5"]], [0, 15])
    assert source["costs"]["14"][0][0] == [1.0, "62.5 GiB"]
    assert 14 in source["shown"]
    assert all(0 <= cost[0] <= 1 for line in source["costs"].values() for cost in line[0] if cost)


def test_what_passes_have_left_is_shown_as_printed() -> None:
    """Also a value that is listed by name."""
    embedded = data(shown(SCOPES, "sdy-inline-meshes", values=("@g:%cst",)))
    assert not embedded["program"]["is_input"]
    assert "%cst = stablehlo.constant" in program_text(embedded)
    assert "%cst" in column(embedded["tensors"], "name")


LOCATED = (INPUTS / "view_page.located.txt").read_text(encoding="utf-8")


def test_locations_are_left_out_and_lines_stay() -> None:
    """The text has the lines and names of the input; a value has the place that tables show."""
    embedded = data(shown(LOCATED, values=("%0",)))
    assert embedded["program"]["is_input"]
    assert embedded["program"]["lines"] == [
        [
            2,
            [
                'sdy.mesh @m = <["x"=2]>',
                "func.func @f(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> tensor<8xf32> { // loc(none)",
                '  %0 = stablehlo.add %arg0, %arg1 {foo.loc = "loc(#loc1)"} : tensor<8xf32>',
                "",
                '  %1 = sdy.sharding_constraint %0 <@m, [{"x"}]> : tensor<8xf32>',
                "  return %1 : tensor<8xf32>",
                "}",
            ],
        ]
    ]
    assert column(embedded["tensors"], "name")[1] == "%arg1 x"


def test_an_input_with_other_names_than_those_of_tables_is_shown_as_printed() -> None:
    """Values with locations of their own are called as sdy-opt calls them, and so in the text."""
    embedded = data(shown(LOCATED.replace("%0", "%sum"), values=("%0",)))
    assert not embedded["program"]["is_input"]
    assert "    %0 = stablehlo.add" in program_text(embedded)


def test_a_page_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That of --html, or one in a temporary folder."""
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    file = tmp_path / "a b.mlir"
    file.write_text("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}\n")
    assert run([str(file), "--html", str(tmp_path / "page.html"), "--open"])[0] == 0
    assert run([str(file), "--open"])[0] == 0
    assert [Path(page.removeprefix("file://")).read_text()[:15] for page in opened] == ["<!doctype html>"] * 2
    assert run([str(file), "--open", "--html", "-"])[0] == 2


def test_the_page_of_a_comparison_has_both_programs(tmp_path: Path) -> None:
    """The source with the costs of both, and what has changed."""
    before, after, page = tmp_path / "a.mlir", tmp_path / "b.mlir", tmp_path / "page.html"
    text = (
        'sdy.mesh @m = <["x"=2]>\n'
        'func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<8x4xf32> {\n'
        "  %0 = stablehlo.tanh %a : tensor<8x4xf32>\n"
        "  return %0 : tensor<8x4xf32>\n}\n"
    )
    before.write_text(text)
    after.write_text(text.replace('[{"x"}, {}]', '[{}, {"x"}]'))
    assert run([str(before), str(after), "--diff", "--html", str(page)])[0] == 0
    embedded = data(page.read_text())
    assert embedded["name"] == "b.mlir"
    assert embedded["sources"]["names"] == ["before", "after"]
    assert embedded["beside"]["notes"][0].startswith("before: ")
    assert ["arguments of @main", "64 B", "64 B", "same"] in embedded["beside"]["sums"][0]["rows"]
    assert any('[{"x"}, {}]' in text and "→" in text for row in embedded["beside"]["rows"] for text in row)


@pytest.mark.long
def test_a_page_says_how_large_it_is_and_shows_what_costs_most(tmp_path: Path) -> None:
    """Unless everything is to be shown."""
    file, page_file = tmp_path / "large.mlir", tmp_path / "page.html"
    comments = f"// {'-' * 300}\n" * MAX_LINES
    constraint = "%big = sdy.sharding_constraint %0 <@m, [{}]> : tensor<4096xf32>"
    body = f"func.func @f(%0: tensor<4096xf32>) {{\n{comments}  {constraint}\n{comments}  return\n}}\n"
    file.write_text(f'sdy.mesh @m = <["x"=2]>\n{body}')
    status, _, said = run([str(file), "--as-written", "--html", str(page_file)])
    assert status == 0
    message = r"note: .*page.html has [\d.]+ KiB, and shows what costs most of 10,005 lines \(--all\)\n"
    assert re.search(message, said.decode())
    embedded = data(page_file.read_text())
    assert constraint in program_text(embedded)
    assert [first for first, _ in embedded["program"]["lines"]] == [1, 5001]
    assert embedded["program"]["count"] == 10005
    status, _, said = run([str(file), "--as-written", "--html", str(page_file), "--all"])
    assert re.search(r"page.html has [\d.]+ MiB\n", said.decode())
    assert program_text(data(page_file.read_text())) == file.read_text().rstrip("\n")


def test_collectives_and_memory() -> None:
    """Collectives with their sums; points of the curve with the numbers of what is alive there."""
    embedded = data(run([str(EXAMPLES / "moe.mlir"), "--html", "-"])[1].decode())
    collectives = embedded["collectives"]
    assert column(collectives, "kind") == ["all_to_all", "all_to_all", "all_reduce"]
    assert collectives["sums"] == [
        ["axis", [['"expert"', 114702, "112.0 KiB"]]],
        ["kind", [["all_to_all", 114688, "112 KiB"], ["all_reduce", 14, "14 B"]]],
        ["line", [["moe.py:21", 57344, "56 KiB"], ["moe.py:28", 57344, "56 KiB"], ["moe.py:29", 14, "14 B"]]],
    ]
    memory = embedded["memory"]
    assert max(point[1] for point in memory["points"]) == 196616
    assert memory["capacity"] == int(95.73 * 2**30)
    for _, size, _, count, live, drawn in memory["points"]:
        sizes = [bytes for _, _, bytes in live]
        assert (sum(sizes), sum(values for _, values, _ in live)) == (size, count)
        assert sizes == sorted(sizes, reverse=True)
        assert sum(drawn) <= size
    assert all(0 <= first <= last <= memory["steps"] for lives in memory["lives"] for first, last in lives)


def test_what_is_printed_but_cannot_be_read_is_shown_all_the_same() -> None:
    """As MLIR prints some attributes, they do not parse."""
    function = "func.func private @f(%a: tensor<f32>) -> tensor<f32>"
    attribute = "#sdy<dim_mapping z_9223372036854775808>"
    unread = data(shown(f"{function} attributes {{foo.a = {attribute}}}", "sdy-inline-meshes"))
    assert "func.func private @f(tensor<f32>)" in program_text(unread)


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def tags(text: str) -> list[tuple[str, dict[str, str | None]]]:
    parser = _Tags()
    parser.feed(text)
    return parser.found


def test_nothing_in_a_program_becomes_markup() -> None:
    """Whatever names, strings and the file's name hold, the tags of the page stay the same."""
    hostile = shown(HOSTILE, name="</title><script>document.title='hit'</script>\udc80.mlir")
    assert tags(hostile) == tags(shown(SCOPES))
    assert program_text(data(hostile)) == HOSTILE.rstrip("\n")
    assert data(hostile)["functions"]["rows"][0][0] == "@</script><b>"
    assert "<title>script&gt;\\udc80.mlir" in hostile
    assert hostile.encode()


def test_the_page_needs_nothing_else() -> None:
    """No element loads anything, no address is in it, and its policy forbids what it does not need."""
    text = shown(SCOPES)
    assert not re.search(r"https?://|url\(|@import|\bfetch\b|XMLHttpRequest|import\(", text)
    loading = [(tag, attrs) for tag, attrs in tags(text) if "src" in attrs or tag in ("iframe", "object", "embed")]
    assert not loading
    assert [attrs["href"] for tag, attrs in tags(text) if tag == "link"] == ["data:,"]
    assert "default-src 'none'" in text


def test_its_structure_is_one_for_readers_of_every_kind() -> None:
    """One heading of the page, one of each part; the search has a label; the language is embedded."""
    found = tags(shown(SCOPES))
    assert [tag for tag, _ in found if tag in ("h1", "h2", "main", "section")] == [
        "h1", "main", *["section", "h2"] * 8,
    ]  # fmt: skip
    assert ("label", {"for": "search"}) in found
    assert found[0] == ("html", {"lang": "en"})
    ids = [attrs["id"] for _, attrs in found if "id" in attrs]
    assert len(ids) == len(set(ids))


def test_blocks_are_drawn_from_the_parts_of_axes() -> None:
    """The parts of axes come with the sizes before them."""
    embedded = data(
        shown('sdy.mesh @m = <["x"=8], device_ids=[7,6,5,4,3,2,1,0]>\n'
              'func.func private @f(tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(2)4}, {}]>})')
    )  # fmt: skip
    assert embedded["shares"] == [{"mesh": 0, "sizes": [8, 4], "dimensions": [[["x", 2, 4]], []], "manual": []}]
    assert embedded["meshes"] == [{"axes": [["x", 8]], "device_ids": [7, 6, 5, 4, 3, 2, 1, 0]}]


def test_the_command_writes_the_page_in_place_of_tables(tmp_path: Path) -> None:
    """A file is replaced and keeps its permissions; - is standard output; only what is listed is on the page."""
    file = tmp_path / "page.html"
    file.write_text("old")
    file.chmod(0o640)
    decoder = str(EXAMPLES / "decoder.mlir")
    status, output, said = run([decoder, "--html", str(file)])
    assert (status, output) == (0, b"")
    assert re.fullmatch(r"sdy-view: note: .*/page.html has [\d.]+ KiB\n", said.decode())
    assert file.stat().st_mode & 0o777 == 0o640
    assert run([decoder, "--html", "-"])[1] == file.read_bytes()
    assert list(tmp_path.iterdir()) == [file]
    embedded = data(run([decoder, "--html", "-", "--sort", "bytes", "--top", "2"])[1].decode())
    assert (column(embedded["tensors"], "name"), embedded["tensors"]["left_out"]) == (["%4", "%5"], 9)


@pytest.mark.parametrize(("name", "is_shown"), [("step.py", True), ("id_rsa", False), ("/dev/zero", False)])
def test_pages_show_source_code_alone(name: str, is_shown: bool, tmp_path: Path) -> None:
    """A program can name any file as that of its source."""
    source = tmp_path / name
    if name != "/dev/zero":
        source.write_text("first\ncontent of the file\n")
    text = f"""
    func.func @main(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {{
      %0 = stablehlo.dot %a, %a : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> loc("{source}":2:1)
      return %0 : tensor<8x8xf32>
    }}
    """
    assert (b"content of the file" in run(["-", "--html", "-"], stdin=text.encode())[1]) is is_shown
    plan = sdyopt.plan(sdyopt.parse(text), {"x": 2}, budget=4)
    assert ("content of the file" in plan.to_html()) is is_shown


def test_a_page_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    """The message names the file and says why; a program that is wrong leaves the old page."""
    status, _, said = run([str(EXAMPLES / "decoder.mlir"), "--html", str(tmp_path / "none" / "page.html")])
    assert (status, said.decode().count("sdy-view: error: cannot open output file")) == (1, 1)
    page_file = tmp_path / "page.html"
    page_file.write_text("old")
    assert run([str(EXAMPLES / "wrong.mlir"), "--html", str(page_file)])[0] == 1
    assert page_file.read_text() == "old"


def test_a_page_of_a_propagated_program_shows_the_input() -> None:
    """Shardings are those of the propagated program."""
    embedded = data(run([str(EXAMPLES / "matmul.mlir"), "--html", "-", "--value", "%2"])[1].decode())
    assert program_text(embedded) == (EXAMPLES / "matmul.mlir").read_text().rstrip("\n")
    at = column(embedded["tensors"], "name").index("%2")
    assert column(embedded["tensors"], "sharding")[at] == '[{"data"}, {"model"}]'


def test_the_collectives_of_a_page_are_those_of_the_functions() -> None:
    """That are chosen; sums are those of the program."""
    program = str(EXAMPLES.parent / "lit_tests" / "hlo" / "lowered" / "experts.txt")
    found = data(run([program, "--html", "-", "--function", "_one_hot"])[1].decode())["collectives"]
    assert (column(found, "kind"), column(found, "function")) == (["all_gather"], ["@_one_hot"])
    assert found["left_out"] == 3


# The parts of pages, graphs and compiled programs, one by one: what is traced, marked, coloured and listed.


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


@pytest.mark.parametrize("end", ["return %b : tensor<8xf32>", "cf.br ^bb1(%b : tensor<8xf32>)"])
def test_functions_of_several_blocks_have_pages(end: str) -> None:
    text = f"""
    sdy.mesh @mesh = <["x"=2]>
    func.func @main(%a: tensor<8xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}]>}}) -> tensor<8xf32> {{
      cf.br ^bb1(%a : tensor<8xf32>)
    ^bb1(%b: tensor<8xf32>):
      {end}
    }}
    """
    status, page, _ = run(["-", "--html=-", "--why=result 0"], stdin=text.encode())
    assert status == 0
    assert b"</html>" in page


@pytest.mark.parametrize(("path", "name"), [("-", "the page"), ("p.html", "p.html")])
def test_a_large_page_is_named(path: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(writing, "_LARGE", 1)
    monkeypatch.setattr("sdyopt.cli.console.say", lambda message: said.append(message.text))
    given = ViewOptions(html=path, open=False, all=True, sort=None, top=None, function=())
    monkeypatch.setattr("sdyopt.cli.console.write_text", lambda *_: None)
    module = sdyopt.parse("func.func @main(%a: tensor<8xf32>) {\n  return\n}")
    writing.write_page(given, analyze(module, Query()), program_of(module))
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
