"""What messages look like: excerpts of any characters, colours where they are wanted, JSON that programs can read."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from io import StringIO

import pytest

from sdyopt.diagnostics.rendering import end_of_span
from sdyopt.display.ansi import wants_colour
from sdyopt.display.messages import LONGEST_LINE, Excerpted, Extent, Message, Style, cells, excerpts, written

LINES = {
    "plain": ("a bc d", "bc", "  ^~"),
    "tabs": ("\ta\tbc d", "bc", "\t \t^~"),
    "wide": ('"数学" bc', "bc", "       ^~"),
    "wide below": ('a "数学" bc', '"数学"', "  ^~~~~~"),
    "emoji": ("😀 bc", "bc", "   ^~"),
    "joined emoji": ("👩\u200d👧 bc", "bc", "   ^~"),
    "combining": ("e\u0301 bc", "bc", "  ^~"),
    "end of line of another kind": ("a bc\r", "bc", "  ^~"),
}


@pytest.mark.parametrize("kind", LINES)
def test_carets_stand_below(kind: str) -> None:
    """The caret is in the cell where the token begins, and the underline as wide as the token."""
    line, token, marker = LINES[kind]
    text = f"first\n{line}\nlast"
    place = text.index(token)
    assert excerpts(text, place, place + len(token)) == [(line.rstrip("\r"), marker)]


@pytest.mark.parametrize(
    ("line", "end", "underline"),
    [
        ("f {b} c", 3, "^  ~"),
        ("f {数} c", 3, "^"),
        ("f 数{b} c", 3, "^    ~"),
        ("ff {b} c", 4, "^~  ~"),
        ("f {b} b", 3, "^"),
        ("b {b}", 3, "^"),
    ],
)
def test_what_is_wrong_is_underlined_too(line: str, end: int, underline: str) -> None:
    """The only mention of what is wrong behind the place of an error, unless it is there that it stands."""
    assert excerpts(f"\n {line}", 2, end, "b")[0].marker == f" {underline}"


def test_a_mention_that_is_far_away() -> None:
    """It has an excerpt of its own: a function is reported where it begins, and has its shardings far behind."""
    text = f"func @f({'a, ' * 50}b, {'c, ' * 50})\nb"
    assert excerpts(text, 0, 4, "b", 60) == [
        (f"func @f({'a, ' * 16}a…", "^~~~"),
        (f"… {'a, ' * 9}b, {'c, ' * 8}c,…", " " * 29 + "~"),
    ]


def test_what_no_one_can_see() -> None:
    """Bytes that are no text and characters that move the cursor, or turn the text around, are shown as pictures."""
    assert excerpts("\x1b[2J \x00\x7f\udcff\u202e a", 10)[0].line == "␛[2J ␀␡\ufffd\ufffd a"


@pytest.mark.parametrize("columns", [None, 20, 60, 100, 1000])
@pytest.mark.parametrize("place", [0, 1, 50, 2500, 4990, 4999, 5000])
@pytest.mark.parametrize("letters", ["ab", "数学"])
def test_long_lines_are_cut(columns: int | None, place: int, letters: str) -> None:
    """What is shown of them has the place in it, and is as wide as the terminal at most."""
    text = "first\n" + letters * 2500 + "\nlast"
    ((line, marker),) = excerpts(text, place + 6, place + 8, columns=columns)
    room = LONGEST_LINE if columns is None else max(columns, 40)
    assert cells(line) <= room and cells(marker) <= room
    assert line.startswith("…" if place > 2500 else letters[0] if place == 0 else ("…", letters[0]))
    assert cells(line) > room // 3
    at = next(index for index in range(len(line) + 1) if cells(line[:index]) == marker.index("^"))
    assert line[at : at + 1] == ("" if place == 5000 else letters[place % 2])


SPANS = [
    ("foo.bar baz", "foo.bar"),
    ('"a \\" b" c', '"a \\" b"'),
    ("%a#1, %b", "%a#1"),
    ("@f::@g", "@f"),
    ('#sdy.sharding<@m, [{"x"}]> : i1', '#sdy.sharding<@m, [{"x"}]>'),
    ("!quant.uniform<i8:f32, 1.0> x", "!quant.uniform<i8:f32, 1.0>"),
    ("tensor<8x?xf32> x", "tensor<8x?xf32>"),
    ("tensor<2xcomplex<f32>> x", "tensor<2xcomplex<f32>>"),
    ("dense<[1, 2]> x", "dense<[1, 2]>"),
    ("mesh<[]> x", "mesh<[]>"),
    ('<@m, [{"x"}]> x', '<@m, [{"x"}]>'),
    ("[{}, {}] x", "[{}, {}]"),
    ("-1.5e3 x", "-1.5e3"),
    ("-> x", "->"),
    ("{\n}", None),
    ("tensor<8x\nf32>", None),
    ('"a', None),
    (" a", None),
    ("", None),
    ("é", None),
    ("a" * 5000, None),
]


@pytest.mark.parametrize(("text", "span"), SPANS, ids=lambda value: repr(value)[:20])
def test_what_is_underlined(text: str, span: str | None) -> None:
    """The token at a place, with the brackets that belong to it if they close in the same line."""
    end = end_of_span(f"x{text}", 1)
    assert (None if end is None else f"x{text}"[1:end]) == span


ENVIRONMENT = ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "TERM")


@pytest.mark.parametrize(
    ("choice", "environment", "wanted"),
    [
        ("auto", {}, False),
        ("always", {"NO_COLOR": "1"}, True),
        ("never", {"FORCE_COLOR": "1"}, False),
        ("auto", {"FORCE_COLOR": "1"}, True),
        ("auto", {"FORCE_COLOR": "0"}, False),
        ("auto", {"CLICOLOR_FORCE": "1"}, True),
        ("auto", {"CLICOLOR_FORCE": "1", "NO_COLOR": "1"}, False),
        ("auto", {"CLICOLOR_FORCE": "1", "NO_COLOR": ""}, True),
    ],
)
def test_who_wants_colours(
    choice: str, environment: dict[str, str], wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the command line says counts before what the environment says, and that before the stream, here a file."""
    for name in ENVIRONMENT:
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert wants_colour(StringIO(), choice) == wanted


@pytest.mark.parametrize(("term", "coloured"), [("xterm", True), ("dumb", False)])
def test_on_a_terminal(term: str, coloured: bool) -> None:
    """Errors are coloured on a terminal that can, and what would control it is not written."""
    environment = {name: value for name, value in os.environ.items() if name not in ENVIRONMENT} | {"TERM": term}
    ours, theirs = pty.openpty()
    subprocess.run(
        [sys.executable, "-m", "sdyopt"],
        input=b'"a\x1b[2J.b"() : () -> ()',
        stderr=theirs,
        env=environment,
        check=False,
    )
    os.close(theirs)
    written = os.read(ours, 10_000)
    os.close(ours)
    assert (b"\x1b[1;31merror:\x1b[0m" in written) == coloured
    assert b"\x1b[2J" not in written


def test_json_of_any_bytes() -> None:
    """What is no UTF-8 becomes replacement characters, so that every line is JSON that all programs read."""
    extent = Extent("a\udcff.mlir", 1, 2, 3)
    message = Message("error", "b\udcff\n", extent, Excerpted("text", 0), "hint\udcff", (Message("note", "c", extent),))
    line = written([message], Style(as_json=True))
    assert line.isascii() and line.count("\n") == 1
    place = {"file": "a\ufffd.mlir", "line": 1, "column": 2, "end_column": 3}
    note = {**place, "severity": "note", "message": "c", "notes": []}
    error = {"severity": "error", "message": "b\ufffd\n", "hint": "hint\ufffd", "notes": [note]}
    assert json.loads(line) == {**place, **error}
