"""The page that `sdy-view --html` writes, in headless Chromium: it draws itself, and does what it says when used."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import sdyopt
from sdyopt.view import view
from sdyopt.view.command import run
from tools import browser
from tools.bench.transformer import transformer
from tools.browser import Browser
from tools.chunks import mostly_long

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"

pytestmark = pytest.mark.skipif(
    browser.program() is None, reason=f"there is no Chromium ({', '.join(browser.PROGRAMS)}) to open pages in"
)

Opening = Callable[..., Browser]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with Browser() as started:
        yield started


@pytest.fixture
def opened(chromium: Browser, tmp_path: Path) -> Iterator[Opening]:
    """Opens the page of a program as it is written, or with --collectives of the propagated one.

    In the end the page has loaded nothing and reports nothing.
    """
    file = tmp_path / "page #1 & more.html"

    def open_page(program: Path | str, *arguments: str, **window: Any) -> Browser:
        if isinstance(program, str):
            (tmp_path / "program.mlir").write_text(program, encoding="utf-8")
            program = tmp_path / "program.mlir"
        stage = [] if "--collectives" in arguments else ["--as-written"]
        argv = [str(program), "--allow-unregistered-dialect", *stage, "--html", str(file), *arguments]
        status, out, said = run(argv)
        assert (status, out, b"error" in said) == (0, b"", False)
        chromium.open(file, **window)
        return chromium

    yield open_page
    assert chromium.complaints == []
    assert chromium.requests == [file.as_uri()]


def rows(page: Browser, section: str, column: int = 0) -> Any:
    """The texts of a column of a table, from above."""
    lines = f"[...document.querySelectorAll('#{section} > .wide tbody > tr[id]')]"
    return page.run(f"{lines}.map(row => row.cells[{column}].textContent)")


def text(page: Browser, selector: str) -> str:
    return str(page.run(f"document.querySelector({json.dumps(selector)}).textContent"))


def follow(page: Browser, selector: str) -> str:
    """Presses a link with the keyboard; returns the address in the page that it leads to, which is shown then."""
    page.run(f"document.querySelector({json.dumps(selector)}).focus()")
    page.press("Enter")
    assert page.run("new Promise(done => setTimeout(() => done(!!document.querySelector('.target')), 50))")
    return str(page.run("decodeURIComponent(location.hash)"))


def look_for(page: Browser, words: str) -> str:
    """Searches for words; returns what is found."""
    page.run(f"search.value = {json.dumps(words)}; search.dispatchEvent(new Event('input'))")
    return " | ".join(page.run("[...document.querySelectorAll('#found li')].map(e => e.textContent)"))


def press_header(page: Browser, section: str, title: str) -> Any:
    """Presses the header of a column with the keyboard; returns how the table is then sorted by it."""
    heads = f"[...document.querySelectorAll('#{section} > .wide thead button')]"
    page.run(f"{heads}.find(e => e.textContent === {json.dumps(title)}).focus()")
    page.press("Enter")
    return page.run("document.activeElement.closest('th').getAttribute('aria-sort')")


def test_answers_come_first_and_lead_to_what_they_are_about(opened: Opening) -> None:
    """They are those of the terminal; places in them lead to lines of the source, and the rest to its part."""
    page = opened(EXAMPLES / "decoder.mlir", "--collectives")
    _, printed, _ = run([str(EXAMPLES / "decoder.mlir")])
    answers = [re.sub(r" \(--\w+\)$", "", line) for line in printed.decode().splitlines()[1:5]]
    shown = page.run("[...document.querySelectorAll('#answers li')].map(e => e.textContent)")
    abouts = ["memory over the program", "collectives", "operations", "shardings"]
    assert shown == [f"{answer} {about}" for answer, about in zip(answers, abouts, strict=True)]
    assert page.run("document.querySelector('#answers li').className") == "fits"
    assert follow(page, "#answers a") == "#decoder.mlir:14"
    order = [
        part.lower().partition(" ")[0]
        for part in page.run("[...document.querySelectorAll('h2')].map(e => e.textContent)")
    ]
    assert order == ["source", "", "memory", "collectives", "time", "call", "shardings", "program"]


def test_a_line_of_the_source_leads_to_its_rows_and_back(opened: Opening) -> None:
    """A line that opens lists the rows that are from it, the largest first; they lead to the line."""
    page = opened(EXAMPLES / "decoder.mlir", "--collectives")
    line = '[id="decoder.mlir:14"]'
    assert "62.5 GiB" in text(page, line)
    page.run(f"document.querySelector('{line} button').focus()")
    page.press("Enter")
    assert page.run(f"[...document.querySelectorAll('{line} + .below h3')].map(e => e.textContent)") == [
        "alive at the chosen point",
        "collectives",
        "operations",
        "tensors",
    ]
    assert "3.7 GiB all_gather bf16" in text(page, f"{line} + .below")
    assert follow(page, f"{line} + .below a[href^='#collectives-']").startswith("#collectives-")
    assert follow(page, ".target a[href*='decoder']") == "#decoder.mlir:14"
    page.press("Enter")
    assert page.run(f"!!document.querySelector('{line}.target')")


def test_the_source_is_folded_where_nothing_costs(opened: Opening, tmp_path: Path) -> None:
    """Functions with costs are shown; what is folded comes if it is wanted. A file that is not there has its lines."""
    source = tmp_path / "model.py"
    source.write_text("import jax\n\n\ndef other():\n    return 1\n\n\ndef layer(x):\n    return x + x\n")
    program = """func.func @main(%a: tensor<1024xf32>) -> tensor<1024xf32> {{
  %0 = stablehlo.add %a, %a : tensor<1024xf32> loc("layer"("{}":9:1))
  return %0 : tensor<1024xf32>
}}
"""
    page = opened(program.format(source))
    shown = "[...document.querySelectorAll('.source .code')].map(e => e.textContent)"
    assert page.run(shown) == ["def layer(x):", "    return x + x"]
    page.run("document.querySelector('.source .gap button').click()")
    assert page.run(shown)[3:5] == ["def other():", "    return 1"]
    page = opened(program.format("/nowhere/model.py"))
    assert page.run(shown)[0] == "(the file cannot be read)"


def test_headers_sort_by_keyboard(opened: Opening) -> None:
    """Text goes up at first, numbers down; the same header again turns it round."""
    page = opened(EXAMPLES / "decoder.mlir")
    assert press_header(page, "tensors", "name") == "ascending"
    assert rows(page, "tensors") == ["%2", "%5", "%down", "%up", "%vocabulary", "%x", "result 0"]
    assert press_header(page, "tensors", "name") == "descending"
    assert rows(page, "tensors")[0] == "result 0"
    assert press_header(page, "tensors", "bytes a device") == "descending"
    assert rows(page, "tensors")[:3] == ["%5", "result 0", "%x"]
    assert page.run("document.querySelectorAll('#tensors [aria-sort]').length") == 1


def test_the_search_looks_through_the_whole_page(opened: Opening) -> None:
    """For arguments, functions, lines and axes: tables have the rows that match, and parts say how many they are."""
    page = opened(EXAMPLES / "moe.mlir", "--collectives")
    assert "1 value | 1 tensor" in look_for(page, "weights")
    assert rows(page, "tensors") == ["%arg1 weights"]
    assert "1 collective" in look_for(page, "all_reduce moe.py:29")
    assert rows(page, "collectives", 1) == ["all_reduce"]
    assert look_for(page, "nothing like this") == "nothing found"
    look_for(page, "")
    assert len(rows(page, "collectives")) == 3
    page.run("[...document.querySelectorAll('#sums button')].find(e => e.textContent === 'all_reduce').click()")
    assert len(rows(page, "collectives")) == 1


def test_collectives_are_summed(opened: Opening) -> None:
    """Those that send most come first."""
    page = opened(EXAMPLES / "moe.mlir", "--collectives")
    assert text(page, "#collective-notes") == 'sent a device: 112.0 KiB, all over "expert"'
    assert [text(page, f"#sums figure:nth-child({number})") for number in (1, 2, 3)] == [
        'Sent by axis"expert"112.0 KiB',
        "Sent by kindall_to_all112 KiBall_reduce14 B",
        "Sent by linemoe.py:2156 KiBmoe.py:2856 KiBmoe.py:2914 B",
    ]
    assert rows(page, "collectives", 2)[-1] == "moe.py:29 in layer (from step moe.py:31)"


def located(name: str, line: int) -> str:
    return f'loc("jit(f)/jvp()/{name}"(callsite("f"("m.py":{line}:1) at "g"("m.py":9:1))))'


WEIGHTS = ", ".join([f'%arg{n + 1}: tensor<64x64xf32> loc("p[{n}]")' for n in range(4)])
PROGRAM = f"func.func @main(%arg0: tensor<64x64xf32>, {WEIGHTS}) -> (tensor<64x64xf32>, tensor<64x64xf32>) {{\n"
for n in range(4):
    PROGRAM += f"""  %h{n} = stablehlo.dot_general %{n or "arg0"}, %arg{n + 1}, contracting_dims = [1] x [0]
    : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {located("dot", 3)}
  %{n + 1} = stablehlo.tanh %h{n} : tensor<64x64xf32> {located("tanh", 4)}
"""
PROGRAM += "  return %h0, %4 : tensor<64x64xf32>, tensor<64x64xf32>\n}\n"


def test_rows_that_differ_in_the_layer_alone_are_one(opened: Opening) -> None:
    """With how many they are and their sum; opened, it has all of them, which lead to the lines of the program."""
    page = opened(PROGRAM, "--collectives")
    names = rows(page, "tensors")
    row = next(number for number, name in enumerate(names) if name.endswith("p[*]"))
    assert page.run(f"[...document.getElementById('tensors-{row}').cells].slice(-3, -1).map(e => e.textContent)") == [
        "4",
        "64 KiB",
    ]
    page.run(f"document.querySelector('#tensors-{row} .opener').focus()")
    page.press("Enter")
    assert text(page, f"#tensors-{row} + .below .names").split()[4:] == [
        part for n in range(4) for part in (f"%arg{n + 1}", f"p[{n}]")
    ]
    page.run(f"document.querySelectorAll('#tensors-{row} + .below .names a')[2].focus()")
    page.press("Enter")
    assert page.run("location.hash") == "#L2"


def test_points_of_the_memory_are_chosen_by_keys_and_by_pointing(opened: Opening) -> None:
    """It opens at the peak, with what is alive there, largest first, the capacity of the device, and layers below."""
    page = opened(EXAMPLES / "moe.mlir", "--collectives")
    status = "192.0 KiB at dot_general moe.py:21, the peak: 7 values alive. "
    assert text(page, "#curve-status") == status
    assert rows(page, "alive")[:1] == ["%arg1 weights"]
    curve = "document.getElementById('curve')"
    page.run(f"{curve}.focus()")
    page.press("Home")
    assert text(page, "#curve-status").startswith("96 KiB at the beginning: 2 values alive.")
    assert rows(page, "alive") == ["%arg1 weights", "%arg0 tokens"]
    assert page.run(f"[{curve}.role, {curve}.ariaValueNow]") == ["slider", "0"]
    page.press("ArrowRight")
    assert page.run(f"{curve}.ariaValueNow") == "1"
    page.press("End")
    assert page.run(f"{curve}.ariaValueNow") == page.run(f"{curve}.ariaValueMax")
    page.run(f"""{curve}.dispatchEvent(new PointerEvent("pointermove",
        {{buttons: 1, clientX: {curve}.getBoundingClientRect().left + 70}}))""")
    assert page.run(f"{curve}.ariaValueNow") == "0"
    page.run("document.querySelector('#curve-status button').click()")
    assert text(page, "#curve-status") == status
    page.run("document.querySelector('#alive tr[id]').dispatchEvent(new PointerEvent('pointerenter'))")
    assert page.run("document.querySelectorAll('#curve .life').length") == 1
    page = opened(PROGRAM, "--collectives")
    layers = page.run("[...document.querySelectorAll('#curve title')].map(e => e.textContent)")
    assert [name for name in layers if name.startswith("layer")] == [f"layer {number}, forward" for number in range(4)]


def test_a_program_larger_than_the_device_shows_its_capacity(opened: Opening) -> None:
    page = opened(EXAMPLES / "decoder.mlir", "--collectives")
    assert text(page, "#curve .capacity-text") == "95.7 GiB, tpu-v5p"


def test_of_a_huge_program_a_part_is_shown(opened: Opening, tmp_path: Path) -> None:
    """Lines have their numbers; gaps say how much is left out."""
    comments = "// comment\n" * 20_000
    program = tmp_path / "huge.mlir"
    program.write_text(
        'sdy.mesh @m = <["x"=2]>\nfunc.func @f(%0: tensor<f32>) {\n'
        f"{comments}  %1 = stablehlo.constant dense<> : tensor<0xf32>\n{comments}"
        "  %2 = sdy.sharding_constraint %0 <@m, []> : tensor<f32>\n  %3 = stablehlo.negate %1 : tensor<0xf32>\n"
        f"{comments}  return\n}}\n"
    )
    page = opened(program)
    page.run("document.getElementById('text').open = true")
    page.run("new Promise(done => setTimeout(done, 100))")
    assert page.run("[...document.querySelectorAll('#lines .gap')].map(e => e.textContent)") == ["… 39,997 lines …"]
    assert page.run("[...document.querySelectorAll('.line')].at(-1).id") == "L40006"
    assert re.search(r"[1-9] of 60,007 lines", text(page, "#program-note"))


def test_blocks_have_the_devices_that_the_library_reports(opened: Opening, tmp_path: Path) -> None:
    """Major and minor axes, sub-axes, manual axes, an order of devices of its own."""
    shardings = [
        '[{"x", "y"}, {}]',
        '[{"y"}, {"x"}]',
        '[{"x":(2)2}, {"z", "x":(1)2}]',
        '[{}, {"z", "y", "x"}]',
        "[{}, {}]",
    ]
    ids = ",".join([str(number * 7 % 24) for number in range(24)])
    arguments = ", ".join(
        f"%a{number}: tensor<24x48xf32> {{sdy.sharding = #sdy.sharding<@m, {text}>}}"
        for number, text in enumerate(shardings)
    )
    program = tmp_path / "blocks.mlir"
    program.write_text(f"""
sdy.mesh @m = <["x"=4, "y"=2, "z"=3], device_ids=[{ids}]>
func.func @f({arguments}) -> tensor<24x48xf32> {{
  %0 = sdy.manual_computation(%a0) in_shardings=[<@m, [{{"y"}}, {{}}]>] out_shardings=[<@m, [{{"y"}}, {{}}]>]
      manual_axes={{"y"}} (%in: tensor<12x48xf32>) {{
    %a5 = sdy.sharding_constraint %in <@m, [{{"z"}}, {{"x":(1)2}}]> : tensor<12x48xf32>
    sdy.return %a5 : tensor<12x48xf32>
  }} : (tensor<24x48xf32>) -> tensor<24x48xf32>
  return %0 : tensor<24x48xf32>
}}
""")
    tensors = view(sdyopt.parse(program), [f"%a{number}" for number in range(6)], as_written=True).tensors
    drawn = [tensor for tensor in tensors if re.fullmatch(r"%a\d", tensor.name)]
    page = opened(program)
    assert len(drawn) == 6
    for tensor in drawn:
        row = rows(page, "tensors").index(tensor.name)
        page.run(f"document.querySelector('#tensors-{row} .opener').click()")
        below = f"document.querySelectorAll('#tensors-{row} + .below .block')"
        partition = tensor.share.partition
        blocks = list(product(*map(range, partition.counts)))[:256]
        first_place = (0,) * len(partition.manual)
        titles = page.run(f"[...{below}].map(e => e.title)")
        found = {tuple(devices_in(title)) for title in titles}
        assert found == {tuple(partition.devices_of(block, first_place)) for block in blocks}


def devices_in(title: str) -> list[int]:
    """The devices in the title of a block: `devices 0–2, 5`."""
    runs = [run.partition("–") for run in re.findall(r"\d+(?:–\d+)?", title)]
    return [device for first, _, last in runs for device in range(int(first), int(last or first) + 1)]


def test_names_in_the_program_lead_to_their_definitions(opened: Opening) -> None:
    """To the line that defines them in their own function; the same sharding has the same colour as in tables."""
    page = opened(
        "func.func @f(%0: tensor<f32>) -> tensor<f32> {\n  %1 = stablehlo.negate %0 : tensor<f32>\n"
        "  return %1 : tensor<f32>\n}\nfunc.func @g(%0: tensor<f32>) -> tensor<f32> {\n"
        "  %1 = stablehlo.add %0, %0 : tensor<f32>\n  return %1 : tensor<f32>\n}\n"
    )
    page.run("location.hash = '#L1'")
    assert page.run("new Promise(done => setTimeout(() => done(document.querySelectorAll('.value').length), 200))") == 9
    assert follow(page, "#L6 .value:not(.defined)") == "#L5"
    page = opened(EXAMPLES / "decoder.mlir", "--collectives")
    page.run("location.hash = '#L5'")
    page.run("new Promise(done => setTimeout(done, 100))")
    hue = "(s => document.querySelector(s).style.getPropertyValue('--hue'))"
    assert page.run(f"{hue}('#L5 .sharding')") == page.run(f"{hue}('#tensors-0 .sharding')")
    assert page.run(f"{hue}('#L5 .sharding')") != page.run(f"{hue}('#L6 .sharding')")


def test_a_link_to_a_row_shows_it(opened: Opening) -> None:
    """Also if the table begins with others, or the program is not drawn yet."""
    arguments = ", ".join([f"%a{number}: tensor<{number + 1}xf32>" for number in range(40)])
    page = opened(f"func.func @f({arguments}) {{\n  return\n}}\n" + "// more\n" * 200)
    assert len(rows(page, "tensors")) == 12
    page.run("location.hash = '#tensors-30'")
    shown = "new Promise(done => setTimeout(() => done(document.querySelector('.target')?.id), 50))"
    assert page.run(shown) == "tensors-30"
    page.run("location.hash = '#L150'")
    assert page.run(shown) == "L150"


def test_a_hostile_program_is_shown_as_text(opened: Opening) -> None:
    """Names, strings and locations that look like markup run nothing and load nothing, and are to be read."""
    evil = "</script><img src=x onerror=document.title='hit'>"
    page = opened(
        f'sdy.mesh @"{evil}" = <["{evil}"=2]>\n'
        f'func.func @"@{evil}"(%a: tensor<8xf32> {{foo.a = "{evil}"}} loc("{evil}")) {{\n'
        f'  %b = sdy.sharding_constraint %a <@"{evil}", [{{"{evil}"}}]> : tensor<8xf32> loc("{evil}":1:2)\n'
        "  return\n}\n"
    )
    assert page.run("document.title") == "program.mlir – sdy-view"
    assert page.run("document.querySelectorAll('img').length") == 0
    page.run("document.getElementById('text').open = true")
    page.run("new Promise(done => setTimeout(done, 100))")
    for selector in ("#heading", "#functions", "#tensors", "#lines"):
        assert evil in text(page, selector)


def test_a_program_of_nothing_opens(opened: Opening) -> None:
    """Without tensors and functions there is the program alone."""
    page = opened("module {}\n")
    hidden = "['source', 'memory', 'time', 'stacks', 'beside'].map(id => document.getElementById(id).hidden)"
    assert page.run(hidden) == [True] * 5
    assert text(page, "#program-note").endswith("1 line")


@pytest.mark.long
def test_a_long_program_opens(opened: Opening) -> None:
    """Over 10,000 lines, which are drawn if they are wanted; by default there are only those that cost most."""
    program = transformer(40)
    page = opened(program, "--all")
    lines = len(program.splitlines())
    assert lines > 10_000
    assert page.run("document.querySelectorAll('.line').length") == 0
    page.run("location.hash = '#L9000'")
    assert page.run("new Promise(done => setTimeout(() => done(document.querySelector('.target').id), 500))") == "L9000"
    assert page.run("document.querySelectorAll('.line').length") == lines


@pytest.mark.parametrize(
    ("program", "advice"),
    [
        (EXAMPLES.parent / "lit_tests" / "view" / "kept_for_the_gradient.mlir", "jax.checkpoint computes it again"),
        (EXAMPLES / "moe.mlir", 'to send less over "expert"'),
    ],
)
def test_each_advice_is_on_the_page(opened: Opening, program: Path, advice: str) -> None:
    assert advice in text(opened(program, "--collectives"), "#answers > li:last-child")


@pytest.mark.parametrize("width", [390, 800, 1400])
@pytest.mark.parametrize("dark", mostly_long([False, True], [True]))
def test_it_fits_the_window(opened: Opening, width: int, dark: bool) -> None:
    """On a phone as on a screen nothing sticks out, and text is dark on light or light on dark as asked for."""
    page = opened(EXAMPLES / "moe.mlir", "--collectives", width=width, dark=dark)
    page.run("document.querySelector('#tensors .opener').click()")
    assert page.run("document.documentElement.scrollWidth") == width
    brightness = "(p => getComputedStyle(document.body)[p].match(/\\d+/g).reduce((a, b) => a + +b, 0))"
    assert (page.run(f"{brightness}('color')") > page.run(f"{brightness}('backgroundColor')")) is dark


@pytest.mark.parametrize("name", ["result 0", "%down", "%5"])
def test_an_opened_row_says_why_it_is_sharded_so(opened: Opening, name: str) -> None:
    """It says what `--why` says."""
    path = EXAMPLES / "gated_mlp.mlir"
    page = opened(path, "--collectives")
    row = rows(page, "tensors").index(name)
    page.run(f"document.querySelector('#tensors-{row} .opener').click()")
    _, out, _ = run([str(path), "--why", name])
    lines = [line.removeprefix(f"{name} ") for line in out.decode().splitlines()[2:]]
    assert page.run("[...document.querySelectorAll('.why li')].map(line => line.textContent)") == lines


def test_a_compiled_program_is_beside(opened: Opening) -> None:
    """Its collectives are next to those of the same kind and axes, sums are compared, lines have columns of both."""
    hlo = EXAMPLES.parent / "lit_tests" / "hlo"
    page = opened(hlo / "lowered" / "experts.txt", "--collectives", "--hlo", str(hlo / "compiled" / "experts.txt"))
    lines = page.run(
        "[...document.querySelectorAll('#beside > .wide tbody tr')].map(row => row.innerText.split(/\\s+/).join(' '))"
    )
    assert len(lines) == 4
    assert "only" not in " ".join(lines)
    assert any(line.startswith('all_reduce "expert"') and line.count("1.5 KiB") == 2 for line in lines)
    assert "3.2 KiB" in text(page, "#beside-sums tbody tr")
    heads = page.run("[...document.querySelectorAll('.source th')].map(e => e.textContent)")
    assert {"bytes model", "bytes XLA"} <= set(heads)
