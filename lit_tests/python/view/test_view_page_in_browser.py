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

    In the end the page has loaded nothing and complained of nothing.
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


def names(page: Browser) -> Any:
    """Those of the rows of the table, from above."""
    return page.run("[...document.querySelectorAll('#table tbody .name button')].map(e => e.textContent)")


def text(page: Browser, selector: str) -> str:
    return str(page.run(f"document.querySelector({json.dumps(selector)}).textContent"))


def focus_row(page: Browser, name: str) -> None:
    """Goes to the button that chooses the tensor of that name."""
    page.run(f"[...document.querySelectorAll('tbody .name button')].find(e => e.textContent === '{name}').focus()")


def press_header(page: Browser, title: str) -> Any:
    """Presses the header of a column with the keyboard; gives how the table is then sorted by it."""
    page.run(f"[...document.querySelectorAll('thead button')].find(e => e.textContent === {json.dumps(title)}).focus()")
    page.press("Enter")
    return page.run("document.activeElement.closest('th').getAttribute('aria-sort')")


def test_what_costs_most_stands_first(opened: Opening) -> None:
    """The sentence at the top names it with the reason, and so does the first row, whose blocks are drawn."""
    page = opened(EXAMPLES / "decoder.mlir")
    assert text(page, "#costs") == (
        'On each device %5 takes most: 62.5 GiB (constraint, line 15; replicated over "model": 32 copies); '
        "then come result 0 with 1.9 GiB and %x with 1 GiB. A device needs about 1,017.1 GiB of memory "
        "at one time (profile tpu)."
    )
    assert text(page, "#meshes") == '512 devices; mesh @mesh: "data" 16 × "model" 32'
    assert names(page) == ["%5", "result 0", "%x", "%2", "%vocabulary", "%up", "%down"]
    assert text(page, "#picture-title") == "Blocks of %5"
    assert text(page, "tr.chosen [aria-pressed='true']") == "%5"
    assert text(page, "#table tbody tr").startswith("%5constraint15512x2048x256000xf32[{")


def test_headers_sort_by_keyboard(opened: Opening) -> None:
    """Text goes up at first, numbers down; the same header again turns it round."""
    page = opened(EXAMPLES / "decoder.mlir")
    assert press_header(page, "Name") == "ascending"
    assert names(page) == ["%2", "%5", "%down", "%up", "%vocabulary", "%x", "result 0"]
    assert press_header(page, "Name") == "descending"
    assert names(page)[0] == "result 0"
    assert press_header(page, "Line") == "ascending"
    assert names(page) == ["result 0", "%x", "%up", "%down", "%vocabulary", "%2", "%5"]
    assert page.run("document.querySelectorAll('[aria-sort]').length") == 1


def test_the_search_finds_names_kinds_shapes_and_shardings(opened: Opening) -> None:
    """All words must be there; the count says how many rows are shown."""
    page = opened(EXAMPLES / "decoder.mlir")
    for words, found in (
        ("constraint", ["%5", "%2"]),
        ('"DATA"}, {}, {}]', ["%5", "%x"]),
        ("256000 ARGUMENT", ["%vocabulary"]),
        ("decoder.mlir:15", ["%5"]),
        ("nothing", []),
    ):
        page.run(f"search.value = {json.dumps(words)}; search.dispatchEvent(new Event('input'))")
        assert names(page) == found
        assert text(page, "#count") == f"{len(found)} of 7 tensors"


def sources(page: Browser) -> Any:
    """Those of the collectives, from above."""
    rows = "[...document.querySelectorAll('#collective-table tbody tr')]"
    return page.run(f"{rows}.map(row => row.cells[1].textContent)")


def test_collectives_are_summed_sorted_and_searched(opened: Opening) -> None:
    """The largest stand first; a part of a sum lists its collectives, and all again if it is pressed once more."""
    page = opened(EXAMPLES / "moe.mlir", "--collectives")
    stage = "Stage: propagated, partitioned by XLA for TPUs. Collectives: those that XLA's"
    assert text(page, "#stage").startswith(stage)
    sent = "A device sends 112 KiB in 3 collectives, and needs about 192 KiB of memory at one time (profile tpu)"
    assert sent in text(page, "#costs")
    assert sources(page) == [
        "moe.py:21 in experts (from layer moe.py:28)",
        "moe.py:28 in layer (from step moe.py:31)",
        "moe.py:29 in layer (from step moe.py:31)",
    ]
    assert "undefined" not in text(page, "#collectives-text")
    assert [text(page, f"#sums figure:nth-child({number})") for number in (1, 2, 3)] == [
        'Sent by axis"expert"112 KiB',
        "Sent by kindall-to-all112 KiBall-reduce14 bytes",
        "Sent by source linemoe.py:2156 KiBmoe.py:2856 KiBmoe.py:2914 bytes",
    ]
    press = "[...document.querySelectorAll('#sums button')].find(e => e.textContent === 'all-reduce').focus()"
    for found in (
        ["moe.py:29 in layer (from step moe.py:31)"],
        [
            "moe.py:21 in experts (from layer moe.py:28)",
            "moe.py:28 in layer (from step moe.py:31)",
            "moe.py:29 in layer (from step moe.py:31)",
        ],
    ):
        page.run(press)
        page.press("Enter")
        assert sources(page) == found
    page.run(
        "[...document.querySelectorAll('#collective-table thead button')].find(e => e.textContent === 'Source').focus()"
    )
    page.press("Enter")
    page.press("Enter")
    assert sources(page)[0] == "moe.py:29 in layer (from step moe.py:31)"
    search = "document.getElementById('collective-search')"
    page.run(f"{search}.value = 'add moe.py:28'; {search}.dispatchEvent(new Event('input'))")
    assert sources(page) == ["moe.py:28 in layer (from step moe.py:31)"]
    assert text(page, "#collective-count") == "1 of 3 collectives"


def test_points_of_the_memory_are_chosen_by_keys_and_by_pointing(opened: Opening) -> None:
    """It opens at the peak, with what is alive there, largest first; values lead to their lines and their tensors."""
    page = opened(EXAMPLES / "moe.mlir", "--collectives")
    alive = "[...document.querySelectorAll('#live tbody tr')].map(row => row.cells[0].textContent)"
    assert text(page, "#curve-status") == "192 KiB at dot_general moe.py:21, the peak: 7 values alive:"
    assert page.run(alive)[:1] == ["%arg1 weights"]
    curve = "document.getElementById('curve')"
    page.run(f"{curve}.focus()")
    page.press("Home")
    assert text(page, "#curve-status") == "96 KiB at the beginning: 2 values alive:"
    assert page.run(alive) == ["%arg1 weights", "%arg0 tokens"]
    assert page.run(f"[{curve}.role, {curve}.ariaValueNow, {curve}.ariaValueText]") == [
        "slider",
        "0",
        "96 KiB at the beginning",
    ]
    page.press("ArrowRight")
    assert page.run(f"{curve}.ariaValueNow") == "1"
    page.press("End")
    last = page.run(f"{curve}.ariaValueNow")
    assert last == page.run(f"{curve}.ariaValueMax")
    page.run(f"""{curve}.dispatchEvent(new PointerEvent("pointermove",
        {{buttons: 1, clientX: {curve}.getBoundingClientRect().left + 1}}))""")
    assert page.run(f"{curve}.ariaValueNow") == "0"
    page.run("document.querySelector('#live tbody button').click()")
    assert text(page, "#picture-title") == "Blocks of %arg1 weights"
    page.run("document.querySelector('#memory-text button').click()")
    page.run("document.querySelector('#live tbody a').click()")
    assert "func.func public @main(" in text(page, page.run("location.hash"))


def test_lines_are_those_of_tables(opened: Opening) -> None:
    """In the table and in the sentence at the top; after passes a link says where the line is on the page."""
    passes = ("--collectives", "-sdy-inline-meshes")
    page = opened(EXAMPLES / "decoder.mlir", *passes)
    assert "(constraint, line 15;" in text(page, "#costs")
    row = "[...document.querySelectorAll('#table tbody tr')].find(row => row.textContent.startsWith('%5'))"
    link = f"{row}.cells[2].firstChild"
    assert page.run(f"[{link}.textContent, {link}.hash, {link}.title]") == ["15", "#L8", "line 8 of the program below"]
    assert text(page, "#L8").strip().startswith("%5 = sdy.sharding_constraint")


def test_donated_arguments_count_once(opened: Opening) -> None:
    """Arguments and results together are what is left after donation, as in the table of the terminal."""
    sharding = 'sdy.sharding = #sdy.sharding<@m, [{"x"}]>'
    page = opened(
        'sdy.mesh @m = <["x"=2]>\n'
        f"func.func @f(%a: tensor<1024xf32> {{jax.buffer_donor = true, {sharding}}})\n"
        f"    -> (tensor<1024xf32> {{{sharding}}}) {{\n"
        "  return %a : tensor<1024xf32>\n}\n"
    )
    assert page.run("[...document.querySelectorAll('#functions tbody td')].map(e => e.textContent).join('|')") == (
        "@f|0–1|2 KiB (1)|2 KiB (1)|2 KiB||4 KiB before donation"
    )


def test_of_a_huge_program_a_part_is_shown(opened: Opening, tmp_path: Path) -> None:
    """Lines have their numbers; names that are defined elsewhere are no links; gaps say how much is left out."""
    comments = "// comment\n" * 20_000
    program = tmp_path / "huge.mlir"
    program.write_text(
        'sdy.mesh @m = <["x"=2]>\nfunc.func @f(%0: tensor<f32>) {\n'
        f"{comments}  %1 = stablehlo.constant dense<> : tensor<0xf32>\n{comments}"
        "  %2 = sdy.sharding_constraint %0 <@m, []> : tensor<f32>\n  %3 = stablehlo.negate %1 : tensor<0xf32>\n"
        f"{comments}  return\n}}\n"
    )
    page = opened(program)
    assert page.run("[...document.querySelectorAll('.gap')].map(e => e.textContent)") == [
        "… 39,997 lines …",
        "… 20,001 lines …",
    ]
    assert page.run("[...document.querySelectorAll('.line')].at(-1).id") == "L40006"
    names = "[...document.querySelectorAll('#L40005 .value')].map(e => e.textContent)"
    assert page.run(names) == ["%3"]
    assert text(page, "#program-note").startswith("9 of 60,007 lines, those of what costs most")


def test_a_chosen_row_is_drawn_and_its_blocks_tell_of_themselves(opened: Opening) -> None:
    """Blocks carry their devices in the mesh's order, with their ranges; the arrow keys go from one to the next."""
    page = opened(
        'sdy.mesh @m = <["x"=2, "y"=2, "z"=2], device_ids=[7,6,5,4,3,2,1,0]>\n'
        'func.func private @f(tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}, {"x"}]>}, tensor<64xf32>)'
    )
    focus_row(page, "%arg0")
    page.press("Enter")
    cells = "[...document.querySelectorAll('.blocks tr')].map(row => [...row.cells].map(cell => cell.textContent))"
    assert page.run(cells) == [["", "0:3", "3:6"], ["0:2", "6, 7", "2, 3"], ["2:4", "4, 5", "0, 1"]]
    page.run("document.querySelector('.blocks .block').focus()")
    page.press("ArrowRight")
    assert text(page, "#told") == "Block 0, 1 [0:2, 3:6]: 2 devices: 2, 3."
    assert page.run("[...document.querySelectorAll('.devices .same')].map(e => e.textContent)") == ["3", "2"]
    page.press("ArrowDown")
    assert text(page, "#told") == "Block 1, 1 [2:4, 3:6]: 2 devices: 0, 1."


def test_blocks_have_the_devices_that_the_library_tells(opened: Opening, tmp_path: Path) -> None:
    """Major and minor axes, sub-axes, manual axes, an order of devices of its own: the page works them out alike."""
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
        focus_row(page, tensor.name)
        page.press("Enter")
        told = page.run("[...document.querySelectorAll('#drawn figure:first-child .block')].map(e => e.told())")
        partition = tensor.share.partition
        blocks = product(*map(range, partition.counts))
        first_place = (0,) * len(partition.manual)
        assert list(map(devices_told, told)) == [list(partition.devices_of(block, first_place)) for block in blocks]


def devices_told(text: str) -> list[int]:
    """The devices in the title of a block: `Block 0 [0:8]: 4 devices: 0–2, 5.`"""
    runs = [run.partition("–") for run in re.findall(r"\d+(?:–\d+)?", re.split(r"\bdevices?:? ", text)[1])]
    return [device for first, _, last in runs for device in range(int(first), int(last or first) + 1)]


def test_other_dimensions_and_places_can_be_chosen(opened: Opening) -> None:
    """Of what is not drawn one block is shown: another dimension, another block of it."""
    page = opened(
        'sdy.mesh @m = <["x"=2, "y"=3, "z"=4]>\n'
        'func.func private @f(tensor<2x3x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}, {"z"}]>})'
    )
    cells = "[...document.querySelectorAll('.blocks .block')].map(cell => cell.textContent).join()"
    assert page.run(cells) == ",".join(map(str, range(12)))
    page.run("(e => { e.value = '1'; e.dispatchEvent(new Event('input')); })(document.getElementById('slice-block-0'))")
    assert page.run(cells) == ",".join(map(str, range(12, 24)))
    assert page.run("[...document.querySelectorAll('.devices .other')].map(e => +e.textContent)") == [*range(12)]
    page.run("(e => { e.value = '0'; e.dispatchEvent(new Event('change')); })(document.getElementById('slice-rows'))")
    assert page.run(cells) == "0,1,2,3,12,13,14,15"


@pytest.mark.long
def test_many_devices_stay_within_reach(opened: Opening) -> None:
    """8,192 blocks, one a device, are drawn in part, and all if asked for; more than a million devices are not."""
    page = opened(
        'sdy.mesh @m = <["x"=8192]>\nsdy.mesh @huge = <["x"=4611686018427387904]>\n'
        'func.func private @f(tensor<81920xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>},\n'
        "    tensor<3xf32> {sdy.sharding = #sdy.sharding<@huge, [{}]>})"
    )
    count = "document.querySelectorAll('.flow .block').length"
    assert page.run(count) == 1024
    page.run("document.querySelector('.draw-all').click()")
    assert page.run(count) == 8192
    page.run("document.querySelectorAll('tbody .name button')[1].click()")
    assert "blocks are drawn for at most 1,048,576" in text(page, "#told")


def test_a_use_leads_to_its_definition(opened: Opening) -> None:
    """Pressing a name goes to the line that defines it in its own function, and marks all that mean the same."""
    page = opened(
        "func.func @f(%0: tensor<f32>) -> tensor<f32> {\n  %1 = stablehlo.negate %0 : tensor<f32>\n"
        "  return %1 : tensor<f32>\n}\nfunc.func @g(%0: tensor<f32>) -> tensor<f32> {\n"
        "  %1 = stablehlo.add %0, %0 : tensor<f32>\n  return %1 : tensor<f32>\n}\n"
    )
    page.run("document.querySelector('#L6 .value:not(.definition)').focus()")
    page.press("Enter")
    assert page.run("location.hash") == "#L5"
    assert page.run("document.activeElement.textContent") == "%0"
    marked = """[...document.querySelectorAll('.value')].filter(
        e => getComputedStyle(e).backgroundColor !== 'rgba(0, 0, 0, 0)').map(e => e.closest('.line').id)"""
    assert page.run(marked) == ["L5", "L6", "L6"]
    assert text(page, "#chosen").startswith("%0 of line 52 uses, on line 6")


def test_the_same_sharding_has_the_same_colour(opened: Opening) -> None:
    """In the program and in the table, and another has another."""
    page = opened(EXAMPLES / "decoder.mlir")
    colour = "(s => getComputedStyle(document.querySelector(s)).backgroundColor)"
    assert page.run(f"{colour}('#L5 .sharding')") == page.run(f"{colour}('#table tbody .sharding')")
    assert page.run(f"{colour}('#L5 .sharding')") != page.run(f"{colour}('#L6 .sharding')")


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
    for selector in ("#meshes", "#functions", "#table", "#lines"):
        assert evil in text(page, selector)


def test_a_program_of_nothing_opens(opened: Opening) -> None:
    """Without tensors and functions there is the program alone."""
    page = opened("module {}\n")
    assert text(page, "#costs") == "No tensor of known size is listed."
    assert page.run("document.getElementById('picture').hidden")
    assert text(page, "#lines") == "module {}"


@pytest.mark.long
def test_of_very_many_rows_some_are_shown_at_first(opened: Opening) -> None:
    """More come when asked for; a tensor that is not among them is found by the search."""
    arguments = ", ".join([f"%a{number}: tensor<f32>" for number in range(1900)])
    page = opened(f"func.func @f({arguments}) {{\n  return\n}}\n")
    assert page.run("document.querySelectorAll('#L1 .definition').length") == 1900
    assert (text(page, "#count"), len(names(page))) == ("1,900 tensors", 300)
    page.run("document.getElementById('more').click()")
    assert (text(page, "#more"), len(names(page))) == ("Show 600 more", 1300)
    page.run("document.querySelectorAll('#L1 .definition')[1899].click()")
    page.run("document.querySelector('#chosen button').click()")
    assert names(page) == ["%a1899"]
    assert text(page, "#picture-title") == "Blocks of %a1899"


@pytest.mark.long
def test_a_long_program_opens(opened: Opening) -> None:
    """Over 10,000 lines, of which one has thousands of characters; the last use leads to its definition."""
    program = transformer(40)
    page = opened(program)
    lines = len(program.splitlines())
    assert lines > 10_000
    assert page.run("document.querySelectorAll('.line').length") == lines
    page.run("document.querySelectorAll('#table tbody a')[0].click()")
    assert page.run("!!document.querySelector(location.hash)")
    at = next(
        number for number, line in enumerate(program.splitlines(), 1) if number > 9000 and "stablehlo.add %" in line
    )
    shown = page.run(f"""new Promise(done => {{
        location.hash = '#L{at}';
        const look = () => {{
            const use = document.querySelector('#L{at} .value:not(.definition)');
            if (!use) return requestAnimationFrame(look);
            use.click();
            done([use.textContent, document.activeElement.textContent]);
        }};
        look();
    }})""")
    assert shown[0].partition("#")[0] == shown[1]


@pytest.mark.parametrize("width", [390, 420, 800, 1280, 1320, 1400])
@pytest.mark.parametrize("dark", [False, True])
def test_it_fits_the_window(opened: Opening, width: int, dark: bool) -> None:
    """On a phone as on a screen nothing sticks out, and text is dark on light or light on dark as asked for."""
    page = opened(EXAMPLES / "moe.mlir", "--collectives", "--tile", "T(8,128)", width=width, dark=dark)
    assert page.run("document.documentElement.scrollWidth") == width
    cut = """[...document.querySelectorAll('td, th, figure, #functions, #sums, #curve-frame')].filter(
        e => e.getBoundingClientRect().right > innerWidth && !e.closest('.blocks')).map(e => e.outerHTML)"""
    assert page.run(cut) == []
    brightness = "(p => getComputedStyle(document.body)[p].match(/\\d+/g).reduce((a, b) => a + +b, 0))"
    assert (page.run(f"{brightness}('color')") > page.run(f"{brightness}('backgroundColor')")) is dark


def test_the_headline_is_true(opened: Opening) -> None:
    """It names no tensor of a private function, no device that does not have it, and no winner among equals."""
    page = opened("""
sdy.mesh @mesh = <["x"=2]>
sdy.mesh @one = <[], device_ids=[1]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@one, []>},
                %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@one, []>}) {
  return
}
func.func private @helper(%large: tensor<99xf32>) {
  return
}""")
    assert text(page, "#costs").startswith("On device 1 @main %a takes as much as any: 32 bytes")


@pytest.mark.parametrize("name", ["result 0", "%down", "%5"])
def test_a_chosen_row_says_why_it_is_sharded_so(opened: Opening, name: str) -> None:
    """It says what `--why` says, with links to the lines of the program."""
    path = EXAMPLES / "gated_mlp.mlir"
    page = opened(path, "--collectives")
    focus_row(page, name)
    page.press("Enter")
    _, out, _ = run([str(path), "--why", name])
    lines = [line.removeprefix(f"{name} ") for line in out.decode().splitlines()[2:]]
    assert page.run("[...document.querySelectorAll('#ways li')].map(line => line.textContent)") == lines
    if name == "result 0":
        page.run("document.querySelector('#ways a').click()")
        assert page.run("location.hash") == "#L9"


def test_long_ways_unfold(opened: Opening) -> None:
    """The operations in the middle come if they are wanted."""
    steps = "\n".join([f"  %{number + 1} = stablehlo.negate %{number} : tensor<8xf32>" for number in range(20)])
    page = opened(
        f"""sdy.mesh @mesh = <["x"=2]>
func.func @f(%0: tensor<8xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}]>}}) -> tensor<8xf32> {{
{steps}
  return %20 : tensor<8xf32>
}}
""",
        "--collectives",
    )
    page.run("[...document.querySelectorAll('#table tbody .name button')].find(e => e.textContent === '%20').click()")
    assert text(page, "#ways").count("negate") == 8
    assert text(page, "#ways button") == "… 12 operations …"
    page.run("document.querySelector('#ways button').click()")
    assert text(page, "#ways").count("negate") == 20


def test_a_compiled_program_stands_beside(opened: Opening) -> None:
    """Its collectives are next to those of the same kind and axes, what only one has is marked, sums are compared."""
    hlo = EXAMPLES.parent / "lit_tests" / "hlo"
    page = opened(hlo / "lowered" / "experts.txt", "--collectives", "--hlo", str(hlo / "compiled" / "experts.txt"))
    lines = "[...document.querySelectorAll('#xla-table tbody tr')].map(row => row.innerText.split(/\\s+/).join(' '))"
    rows = page.run(lines)
    assert len(rows) == 4
    assert rows[0].startswith('all-reduce "expert"') and rows[0].count("1.5 KiB") == 2 and "only" not in rows[0]
    assert sum([row.startswith('all-gather "data"') for row in rows]) == 1 and "only" not in " ".join(rows)
    assert text(page, "#xla-sums tbody tr") == "sent by collectives3.2 KiB3.2 KiBsame"
    page.run("document.querySelector('#xla-table a').click()")
    assert page.run("location.hash") == "#L13"


def test_without_a_compiled_program_there_is_no_such_part(opened: Opening) -> None:
    page = opened(EXAMPLES / "matmul.mlir")
    assert page.run("document.getElementById('xla').hidden")
