"""Which names are suggested for one that is unknown: near ones, not many, and in no time whatever the names."""

from __future__ import annotations

import pytest

import sdyopt
import sdyopt.cli.main
from sdyopt.diagnostics.rendering import Search, distance, hints
from sdyopt.mlir.diagnostics import Hinted, UnknownName, error, prefixed
from sdyopt.mlir.read.suggestions import visible_values

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


@pytest.mark.parametrize(
    ("a", "b", "edits"), [("", "", 0), ("abc", "abc", 0), ("abc", "acb", 1), ("ab", "b", 1), ("kitten", "sitting", 3)]
)
def test_distance(a: str, b: str, edits: int) -> None:
    """Letters put in, left out, changed and swapped; beyond the limit it is only told that it is beyond."""
    assert distance(a, b, 4) == distance(b, a, 4) == edits
    assert edits == 0 or distance(a, b, edits - 1) == edits


def test_few_names_are_listed() -> None:
    """If none resembles the unknown one; of many, and where there are none, what else may help is told."""
    listing = UnknownName("z", lambda: ["a", "b"], '"{}"'.format, "there are {}", "define one")
    assert Search().suggestion(listing) == 'there are "a" and "b"'
    assert Search().suggestion(listing._replace(among=lambda: ["a"])) == 'there are "a"'
    assert Search().suggestion(listing._replace(among=lambda: map(str, range(9)))) == "define one"
    assert Search().suggestion(listing._replace(among=list)) == "define one"


def test_messages_keep_their_hints() -> None:
    """What is put before a message leaves the hint with it."""
    made = error(prefixed("before ", Hinted("message", "hint")), 0)
    assert (made.message, made.hint) == ("before message", "hint")
    assert error(prefixed("before ", "message"), 0).hint == ""


def test_names_are_sought_a_few_times() -> None:
    """Of very many unknown names only the first are looked for among the others."""
    asked = []

    def names() -> list[str]:
        asked.append(None)
        return ["name"]

    found = hints([error(Hinted("unknown", UnknownName("nmae", names)), 0)] * 1000)
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
    assert hints([error(Hinted("unknown", f"write {long}"), 0)]) == [""]
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
