"""The page that `sdy-view --html` writes: whole in one file, nothing in it but text, and the right places marked."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import sdyopt
from sdyopt.layout import parse_tiles
from sdyopt.view.collection import analyze
from sdyopt.view.command import run
from sdyopt.view.model import Query
from sdyopt.view.page import ShownOnPage, page, program_of
from sdyopt.view.page.program import MAX_LINES, excerpt
from sdyopt.view.render.memory_curve import memory_curve

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


def shown(text: str, *passes: str, tiles: str = "", values: tuple[str, ...] = (), name: str = "p.mlir") -> str:
    module = sdyopt.parse(text, allow_unregistered_dialect=True, name=name).run(*passes)
    found = analyze(module, Query(values, parse_tiles(tiles) if tiles else (), as_written=True))
    listed = ShownOnPage(found.view.tensors, found.view.collectives, memory_curve(found, 100, 10))
    return page(found.view, listed, program_of(module, allow_unregistered_dialect=True))


def data(text: str) -> Any:
    """What the script of a page reads."""
    embedded = json.loads(text.partition('<script type="application/json" id="data">')[2].partition("</script>")[0])
    embedded["tensors"] = [{**embedded["shares"][tensor["share"]], **tensor} for tensor in embedded["tensors"]]
    return embedded


def meanings(text: str) -> list[tuple[int, str, int]]:
    """The names in a program, with their lines and those of their definitions."""
    program = program_of(sdyopt.parse(text, allow_unregistered_dialect=True))
    line = lambda place: program.text.count("\n", 0, place) + 1  # noqa: E731
    return [(line(mark.start), program.text[mark.start : mark.stop], line(mark.definition)) for mark in program.values]


def test_names_mean_what_the_operations_have_as_operands() -> None:
    """The same name is another value in each function and region; comments and strings hold none."""
    assert meanings(SCOPES) == [
        (3, "%0", 3),
        (4, "%1", 4), (4, "%0", 3),
        (5, "%2", 5), (5, "%1", 4),
        (6, "%in", 6),
        (7, "%3", 7), (7, "%in", 6), (7, "%1", 4),
        (8, "%3", 7),
        (10, "%3", 10), (10, "%0", 3),
        (11, "%3", 10),
        (13, "%2", 5),
        (15, "%0", 15),
        (16, "%1", 16), (16, "%0", 15),
        (17, "%zero", 17),
        (18, "%3", 18), (18, "%1", 16), (18, "%zero", 17),
        (20, "%3", 18),
    ]  # fmt: skip


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.mlir")), ids=lambda path: path.stem)
def test_a_name_that_a_function_defines_once_needs_no_mark(path: Path) -> None:
    """What it means follows from the function alone; all others are marked."""
    try:
        program = program_of(sdyopt.parse(path))
    except sdyopt.Error:
        return
    found = program.definitions
    assert found is not None
    for mark in program.values:
        key = found.function_at(mark.start), program.text[mark.start : mark.stop]
        assert found.once.get(key, mark.definition if key in found.repeated else None) == mark.definition
    assert sorted({mark.definition for mark in program.values}) == found.places


def test_values_outside_of_functions_are_marked() -> None:
    """So they are where two operations stand on one line."""
    outside = '%c = "foo.a"() : () -> i32\nfunc.func @f() {\n  return\n}\n"foo.b"(%c) : (i32) -> ()\n'
    beside = 'func.func @f() {\n  %a = "foo.a"() : () -> i32 %b = "foo.b"() : () -> i32\n  return\n}\n'
    for text in (outside, beside):
        program = program_of(sdyopt.parse(text, allow_unregistered_dialect=True))
        assert program.definitions is None
        assert len(program.values) == 2
        assert data(shown(text))["program"]["functions"] is None


def test_shardings_that_are_the_same_have_the_same_number() -> None:
    """Spaces in a sharding do not matter, neither in the text nor in the table."""
    embedded = data(shown(SCOPES))
    marks = embedded["program"]["shardings"]
    text = embedded["program"]["text"]
    assert [text[marks[at] : marks[at] + marks[at + 1]] for at in (0, 3)] == ['<@mesh, [{"x"}]>', '<@mesh,[ {"x"} ]>']
    assert marks[2] == marks[5]
    assert {tensor["sharding_number"] for tensor in embedded["tensors"] if tensor["sharding"]} == {marks[2]}


def test_what_passes_have_moved_is_shown_as_printed() -> None:
    """Lines are then those of the printed text; each tensor is found there, also a value asked for by name."""
    embedded = data(shown(SCOPES, "sdy-inline-meshes", values=("@g:%cst",)))
    lines = embedded["program"]["text"].split("\n")
    assert not embedded["program"]["has_lines_of_input"]
    (constraint,) = [tensor for tensor in embedded["tensors"] if tensor["kind"] == "constraint"]
    (value,) = [tensor for tensor in embedded["tensors"] if (tensor["function"], tensor["name"]) == ("g", "%cst")]
    assert "sdy.sharding_constraint" in lines[constraint["text_line"] - 1]
    assert "%cst = stablehlo.constant" in lines[value["text_line"] - 1]


LOCATED = (INPUTS / "view_page.located.txt").read_text(encoding="utf-8")


def test_locations_are_left_out_and_lines_stay() -> None:
    """The text has the input's lines and names; a value has the place that tables show, and its line in the text."""
    embedded = data(shown(LOCATED, values=("%0",)))
    lines = embedded["program"]["text"].split("\n")
    assert embedded["program"]["has_lines_of_input"]
    assert lines == [
        '#loc1 = loc("x"("train.py":1:2))',
        'sdy.mesh @m = <["x"=2]>',
        "func.func @f(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> tensor<8xf32> { // loc(none)",
        '  %0 = stablehlo.add %arg0, %arg1 {foo.loc = "loc(#loc1)"} : tensor<8xf32>',
        "",
        '  %1 = sdy.sharding_constraint %0 <@m, [{"x"}]> : tensor<8xf32>',
        "  return %1 : tensor<8xf32>",
        "}",
        "",
    ]
    assert [(each["name"], each["place"]["line"], each["text_line"]) for each in embedded["tensors"]] == [
        ("%arg0", 3, 3), ("%arg1", 1, 3), ("result 0", 3, 3), ("%0", 3, 4), ("%1", 5, 6),
    ]  # fmt: skip


def test_an_input_with_other_names_than_those_of_tables_is_shown_as_printed() -> None:
    """Values with locations of their own are called as sdy-opt calls them, and so in the text."""
    embedded = data(shown(LOCATED.replace("%0", "%sum"), values=("%0",)))
    assert not embedded["program"]["has_lines_of_input"]
    assert [(each["name"], each["text_line"]) for each in embedded["tensors"][-2:]] == [("%0", 4), ("%1", 5)]
    assert "    %0 = stablehlo.add" in embedded["program"]["text"]


def test_of_a_long_program_the_lines_that_are_wanted_are_shown() -> None:
    """With their neighbours, and where they are; all if it is not long, or everything is to be shown."""
    text = "".join([f"line {number}\n" for number in range(1, MAX_LINES + 2)])
    part = excerpt(text, [100, None, 4, 102, MAX_LINES + 1], everything=False)
    assert [(lines.first, lines.size) for lines in part.lines] == [(2, 5), (98, 7), (MAX_LINES - 1, 3)]
    assert part.text.startswith("line 2\nline 3\n")
    place = part.place(text.index("line 104"))
    assert place is not None
    assert part.text[place : place + 8] == "line 104"
    assert part.place(text.index("line 97\n")) is None
    for whole in (excerpt(text, [4], everything=True), excerpt(text[:100], [4], everything=False)):
        assert text.startswith(whole.text)
        assert [whole.place(place) for place in (0, 50, 99)] == [0, 50, 99]


@pytest.mark.long
def test_a_large_page_says_how_large_it_is_and_shows_what_costs_most(tmp_path: Path) -> None:
    """Unless everything is to be shown, which standard error warns of."""
    file, page_file = tmp_path / "large.mlir", tmp_path / "page.html"
    comments = f"// {'-' * 300}\n" * MAX_LINES
    constraint = "%big = sdy.sharding_constraint %0 <@m, [{}]> : tensor<4096xf32>"
    body = f"func.func @f(%0: tensor<4096xf32>) {{\n{comments}  {constraint}\n{comments}  return\n}}\n"
    file.write_text(f'sdy.mesh @m = <["x"=2]>\n{body}')
    status, _, said = run([str(file), "--as-written", "--html", str(page_file)])
    assert status == 0
    assert re.search(r"note: .*page.html has [\d.]+ KiB and shows what costs most: the lines of these, of 40,005; "
                     r"with --all it has about [\d.]+ MiB\n", said.decode())  # fmt: skip
    program = data(page_file.read_text())["program"]
    assert constraint in program["text"]
    assert program["lines"] == [[1, 4], [20001, 5]]
    assert program["all_lines"] == 40005
    status, _, said = run([str(file), "--as-written", "--html", str(page_file), "--all"])
    assert re.search(r"page.html is going to have about [\d.]+ MiB\n", said.decode())
    assert data(page_file.read_text())["program"]["text"] == file.read_text()


def test_collectives_and_memory_are_told() -> None:
    """Collectives with their sums as in tables; points of the curve with the numbers of what is alive there."""
    embedded = data(run([str(EXAMPLES / "moe.mlir"), "--html", "-"])[1].decode())
    assert (embedded["stage"], embedded["partitioner"]) == ("propagated, partitioned by XLA for TPUs", "xla")
    collectives = embedded["collectives"]
    assert [(each["kind"], each["source"], each["sent"]) for each in collectives["rows"]] == [
        ("all-to-all", "moe.py:21 in experts (from layer moe.py:28)", 57344),
        ("all-to-all", "moe.py:28 in layer (from step moe.py:31)", 57344),
        ("all-reduce", "moe.py:29 in layer (from step moe.py:31)", 14),
    ]
    assert collectives["sent"] == 114702
    assert collectives["sums"] == [
        ["axis", [["expert", 114702]]],
        ["kind", [["all-to-all", 114688], ["all-reduce", 14]]],
        ["source line", [["moe.py:21", 57344], ["moe.py:28", 57344], ["moe.py:29", 14]]],
    ]
    memory = embedded["memory"]
    assert max(point[0] for point in memory["points"]) == 196616
    assert memory["profile"] == "tpu"
    for size, *_, count, live in memory["points"]:
        sizes = [memory["values"][number][3] for number in live]
        assert (sum(sizes), len(sizes)) == (size, count)
        assert sizes == sorted(sizes, reverse=True)


def test_what_is_printed_but_cannot_be_read_is_shown_all_the_same() -> None:
    """As MLIR prints some slices and attributes, they do not parse: in generic form values are found, or else not."""
    function = "func.func private @f(%a: tensor<f32>) -> tensor<f32>"
    slice = "%0 = stablehlo.dynamic_slice %a, sizes = [] : (tensor<f32>) -> tensor<f32>"
    generic = data(shown(f"{function} {{\n  {slice}\n  return %0 : tensor<f32>\n}}", "sdy-inline-meshes"))
    assert '"func.func"() <{' in generic["program"]["text"]
    assert len(generic["program"]["definitions"]) == 2
    attribute = "#sdy<dim_mapping z_9223372036854775808>"
    unread = data(shown(f"{function} attributes {{foo.a = {attribute}}}", "sdy-inline-meshes"))
    assert "func.func private @f(tensor<f32>)" in unread["program"]["text"]
    assert unread["program"]["definitions"] == []
    assert [tensor["text_line"] for tensor in unread["tensors"]] == [None, None]


def test_places_count_as_javascript_counts() -> None:
    """Behind a character beyond U+FFFF all is one further, as in the strings of JavaScript."""
    program = data(shown("// \U0001f600 \U0001f600\nfunc.func private @f(%a: tensor<f32>) -> () {\n return\n}"))[
        "program"
    ]
    (start,) = program["definitions"]
    assert program["text"].encode("utf-16-le")[2 * start : 2 * start + 4].decode("utf-16-le") == "%a"


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
    assert data(hostile)["program"]["text"] == HOSTILE
    assert data(hostile)["functions"][0]["name"] == "</script><b>"
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
    found = tags(shown(SCOPES, tiles="T(8,128)"))
    assert [tag for tag, _ in found if tag in ("h1", "h2", "main", "section")] == [
        "h1", "main", *["section", "h2"] * 9,
    ]  # fmt: skip
    assert ("label", {"for": "search"}) in found
    assert found[0] == ("html", {"lang": "en"})
    ids = [attrs["id"] for _, attrs in found if "id" in attrs]
    assert len(ids) == len(set(ids))


def test_the_page_is_told_what_json_tells_and_how_blocks_lie() -> None:
    """Sizes are those of `--json`; the parts of axes come with the sizes before them."""
    embedded = data(
        shown('sdy.mesh @m = <["x"=8], device_ids=[7,6,5,4,3,2,1,0]>\n'
              'func.func private @f(tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(2)4}, {}]>})')
    )  # fmt: skip
    (tensor,) = embedded["tensors"]
    assert (tensor["bytes"], tensor["copies"], tensor["text_line"]) == (32, 2, 2)
    assert tensor["partition"] == {"mesh": 0, "dimensions": [[["x", 2, 4]], []], "manual": []}
    assert embedded["layouts"] == [{"axes": [["x", 8]], "device_ids": [7, 6, 5, 4, 3, 2, 1, 0]}]


def test_the_command_writes_the_page_in_place_of_tables(tmp_path: Path) -> None:
    """A file is replaced and keeps its permissions; - is standard output; only what is listed is on the page."""
    file = tmp_path / "page.html"
    file.write_text("old")
    file.chmod(0o640)
    decoder = str(EXAMPLES / "decoder.mlir")
    assert run([decoder, "--html", str(file)]) == (0, b"", b"")
    assert file.stat().st_mode & 0o777 == 0o640
    assert run([decoder, "--html", "-"])[1] == file.read_bytes()
    assert list(tmp_path.iterdir()) == [file]
    embedded = data(run([decoder, "--html", "-", "--sort", "bytes", "--top", "2"])[1].decode())
    assert ([tensor["name"] for tensor in embedded["tensors"]], embedded["left_out"]) == (["%4", "%5"], 9)


def test_a_page_goes_without_other_forms() -> None:
    """The command says so, and ends with the status of a wrong command line."""
    status, _, said = run([str(EXAMPLES / "decoder.mlir"), "--html", "-", "--json"])
    assert status == 2
    assert "--html shows all of it: it cannot be combined with --json" in said.decode()


def test_a_page_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    """The message names the file and says why; a program that is wrong leaves the old page."""
    status, _, said = run([str(EXAMPLES / "decoder.mlir"), "--html", str(tmp_path / "none" / "page.html")])
    assert (status, said.decode().count("sdy-view: error: cannot open output file")) == (1, 1)
    page_file = tmp_path / "page.html"
    page_file.write_text("old")
    assert run([str(EXAMPLES / "wrong.mlir"), "--html", str(page_file)])[0] == 1
    assert page_file.read_text() == "old"


def test_a_page_of_a_propagated_program_shows_the_input() -> None:
    """The text is the input, in which each tensor has its line; shardings are those of the propagated program."""
    embedded = data(run([str(EXAMPLES / "matmul.mlir"), "--html", "-", "--value", "%2"])[1].decode())
    assert embedded["partitioner"] == "xla"
    assert embedded["program"]["text"] == (EXAMPLES / "matmul.mlir").read_text()
    (product,) = [tensor for tensor in embedded["tensors"] if tensor["name"] == "%2"]
    assert (product["sharding"], product["text_line"]) == ('<@mesh, [{"data"}, {"model"}]>', 7)


def test_the_collectives_of_a_page_are_those_of_the_functions() -> None:
    """That are chosen; sums are those of the program."""
    program = str(EXAMPLES.parent / "lit_tests" / "hlo" / "lowered" / "experts.txt")
    found = data(run([program, "--html", "-", "--function", "_one_hot"])[1].decode())["collectives"]
    assert [(row["kind"], row["function"]) for row in found["rows"]] == [("all-gather", "_one_hot")]
    assert (found["left_out"], found["sent"]) == (3, 2992)
