"""Messages: their form, the names that they suggest, and the places of errors of syntax."""

from __future__ import annotations

import json
import os
import pty
import random
import re
import subprocess
import sys
from io import StringIO

import pytest

import sdyopt
import sdyopt.cli.main
from sdyopt.diagnostics.rendering import Search, end_of_span, hints
from sdyopt.display.ansi import wants_colour
from sdyopt.display.messages import LONGEST_LINE, Excerpted, Extent, Message, Style, cells, excerpts, written
from sdyopt.mlir.diagnostics import Hinted, UnknownName, error
from sdyopt.mlir.read.suggestions import visible_values

# What messages look like: excerpts of any characters, colours where they are wanted, JSON that programs can read.


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
    """The part that is shown has the place in it, and is as wide as the terminal at most."""
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
    """The command line counts before the environment, and that before the stream, here a file."""
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
    """Bytes that are not UTF-8 become replacement characters, so that every line is JSON that all programs read."""
    extent = Extent("a\udcff.mlir", 1, 2, 3)
    message = Message("error", "b\udcff\n", extent, Excerpted("text", 0), "hint\udcff", (Message("note", "c", extent),))
    line = written([message], Style(as_json=True))
    assert line.isascii() and line.count("\n") == 1
    place = {"file": "a\ufffd.mlir", "line": 1, "column": 2, "end_column": 3}
    note = {**place, "severity": "note", "message": "c", "notes": []}
    error = {"severity": "error", "message": "b\ufffd\n", "hint": "hint\ufffd", "notes": [note]}
    assert json.loads(line) == {**place, **error}


# Which names are suggested for one that is unknown: near ones, not many, and in no time whatever the names.


NEAR = [
    ("modle", ["data", "model"], ["model"]),
    ("Model", ["model", "models"], ["model"]),
    ("x", ["y", "z"], []),
    ("X", ["y", "x"], ["x"]),
    ("date", ["data", "dates"], ["data", "dates"]),
    ("a1", ["a2", "a3", "a4", "a5"], []),
    ("3", ["0", "1"], []),
    ("same", ["same"], []),
    ("", ["a"], []),
    ("data_parallel", ["data"], []),
]


@pytest.mark.parametrize(("name", "names", "expected"), NEAR)
def test_near_names(name: str, names: list[str], expected: list[str]) -> None:
    """A few edits away, of the nearest; none where too many are, and no number for another."""
    assert Search().nearest(name, names) == expected


def test_names_are_sought_a_few_times() -> None:
    """Of very many unknown names only the first are looked for among the others."""
    asked = []

    def names() -> list[str]:
        asked.append(None)
        return ["name"]

    found = list(hints([error(Hinted("unknown", UnknownName("nmae", names)), 0)] * 1000))
    assert found[0] == "did you mean name?" and found[-1] == ""
    assert len(asked) == sum(map(bool, found)) < 50


def test_names_are_not_compared_for_long() -> None:
    """Where there is too much to compare, nothing is suggested, for this name and for further ones."""
    search = Search()
    assert search.nearest("b" * 60, [f"{number:05}{'a' * 55}" for number in range(1000)]) == []
    assert search.nearest("modle", ["model"]) == []


def test_hints_are_short() -> None:
    """No hint repeats what is very long."""
    long = "a" * 10_000
    assert list(hints([error(Hinted("unknown", f"write {long}"), 0)])) == [""]
    assert Search().suggestion(UnknownName(long, lambda: [long + "b"])) == ""


FUNCTION = """
func.func @before(%other: i32) { return }
func.func @f(%a: i32 {x.y = {z}}, %b: i32) -> (i32 {x.w}) attributes {c} {
  %c, %d:2 = "t.op"(%a) ({
  ^bb0(%inner: i32):
    %s = "%string"() : () -> i32 // %comment {
  }) : (i32) -> (i32, i32)
  %e = stablehlo.while(%w = %c) : i32 cond { %v = } do { | } %f = }
"""


@pytest.mark.parametrize(
    ("place", "names"),
    [
        ("| }", {"a", "b", "c", "d", "e", "w"}),
        ("} %f", {"a", "b", "c", "d", "e", "w"}),
        (" }) :", {*"abcd", "inner", "s"}),
    ],
)
def test_values_that_are_visible(place: str, names: set[str]) -> None:
    """Those of the regions around the place, with their arguments; none of other functions, strings or comments."""
    assert set(visible_values(FUNCTION, FUNCTION.index(place), ["%missing"])) == names


def test_undefined_values_are_not_suggested() -> None:
    """Two uses of names that nothing defines do not suggest each other."""
    status, _, errors = sdyopt.cli.main.run(
        ["-"], b"func.func @f() { func.call @g(%abcd, %abce) : (i32, i32) -> () return }"
    )
    assert status == 1 and errors.count(b"undeclared") == 2 and b"hint" not in errors


def test_errors_of_the_library_have_hints() -> None:
    """As texts, so that programs can use them; their own text is that of the command, without colours."""
    with pytest.raises(sdyopt.Error) as caught:
        sdyopt.parse("func.func @f() { retrun }")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.hint == "did you mean return?"
    assert str(caught.value).splitlines()[1:] == [
        "func.func @f() { retrun }",
        "                 ^~~~~~",
        "hint: did you mean return?",
    ]


@pytest.mark.parametrize("name", ["a" * 1_000_000, "\x1b[2J", "数", "{}{0}%s"])
def test_hostile_names(name: str) -> None:
    """They are looked up as any, and no hint is the worse for it."""
    text = f"""sdy.mesh @mesh = <["b{name}"=2]>
        func.func private @f(tensor<8xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"{name}"}}]>}})"""
    status, _, errors = sdyopt.cli.main.run(["-"], text.encode())
    assert status == 1 and len(errors) < 3 * len(name) + 1000
    assert b"\nhint: " in errors or len(name) > 1000


# Text that is no module gets an error at a place: however deep, long, cut off or random it is, never a traceback.


ERROR = re.compile(r"^(?:<stdin>|[a-c]):\d+:\d+: error: \S", re.MULTILINE)
"""In the text, or in a file that a location in the text names."""


def opened(text: str) -> tuple[int, str]:
    """The exit status and the messages for a text."""
    data = text.encode("utf-8", "surrogateescape")
    status, _, errors = sdyopt.cli.main.run(["-allow-unregistered-dialect", "-"], stdin=data)
    messages = errors.decode("utf-8", "surrogateescape")
    assert status in (0, 1)
    assert "Traceback" not in messages
    assert status == 0 or ERROR.search(messages), messages[:500]
    return status, messages


def test_random_bytes() -> None:
    """Bytes of no meaning, many of them no UTF-8."""
    chance = random.Random(2)
    for _ in range(100):
        opened(chance.randbytes(chance.randrange(200)).decode("utf-8", "surrogateescape"))


@pytest.mark.parametrize("text", ["#sdy<edge_value_ref\0operand -1>", "#sdy.sharding<@m,\0[]>", "!quant.any<i8\0>"])
def test_no_body_goes_on_behind_a_null(text: str) -> None:
    """It is blank everywhere else: before and behind an attribute, and in a tensor's type."""
    accepted = 'module attributes {a.b =\0#sdy.sharding<@m, []>\0} { "t.op"() : () -> tensor<\0 2xi32> }'
    assert opened(accepted) == (0, "")
    status, messages = opened(f"module attributes {{a.b = {text}}} {{}}")
    assert status == 1
    assert "error: unbalanced '<' character in pretty dialect name\n" in messages


def test_a_float_missing_at_the_end_is_reported_there() -> None:
    """MLIR reports it at the very end, where it reports other tokens a character before."""
    assert opened('"d.op"() {a = array<f32: 1.0,  ')[1].startswith(
        "<stdin>:1:32: error: expected floating point literal"
    )
    assert opened('"d.op"() {a = array<i32: 1,  ')[1].startswith("<stdin>:1:29: error: expected integer literal")
