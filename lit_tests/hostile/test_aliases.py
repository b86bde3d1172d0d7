"""Aliases that lead in circles, in long chains, or double with each step."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from tools.chunks import mostly_long

DEBUG_INFO = "-mlir-print-debuginfo"
STEPS = 10_000


class Chain(NamedTuple):
    """The first alias, each further one (`<` is the one before), and the program that uses the last (`<`)."""

    first: str
    next: str
    use: str

    def text(self, steps: int) -> str:
        sign = self.first[0]
        lines = [f"{sign}a0 = {self.first[1:]}"]
        lines += [f"{sign}a{step} = {self.next.replace('…', f'{sign}a{step - 1}')}" for step in range(1, steps)]
        return "\n".join([*lines, self.use.replace("…", f"{sign}a{steps - 1}")])


ATTRIBUTE, TYPE = "module attributes {a.b = …} {}", "func.func private @f(…)"
LOCATION = "module {} loc(…)"

SELF = {
    "attribute": ("#a = [#a]", "1:9", "a"),
    "attributes": ("#a = [#b]\n#b = [#a]", "1:9", "b"),
    "type": ("!a = tuple<!a>", "1:14", "a"),
    "types": ("!a = tuple<!b>\n!b = tuple<!a>", "1:14", "b"),
    "location": ("#loc = loc(#loc)", "1:16", "loc"),
    "named location": ('#loc = loc("a"(#loc))\nmodule {} loc(#loc)', "1:20", "loc"),
    "locations": ('module {} loc(#a)\n#a = loc("a"(#b))\n#b = loc("b"(#a))', "2:16", "b"),
}
"""Definitions in circles, with the place and the name of the error."""


@pytest.mark.parametrize("kind", mostly_long(SELF, list(SELF)[::3]))
def test_circles(sdy_opt: Any, kind: str) -> None:
    """An alias is known only behind its definition."""
    text, place, name = SELF[kind]
    assert sdy_opt(text).errors.splitlines()[0] == f"IN:{place}: error: undefined symbol alias id '{name}'"


FLAT = {
    "attributes": Chain("#1", "…", ATTRIBUTE),
    "types": Chain("!i32", "…", TYPE),
    "named locations": Chain('#loc("a")', 'loc("b"(…))', LOCATION),
    "callers": Chain('#loc("a")', 'loc(callsite("b" at …))', LOCATION),
    "fused locations": Chain('#loc("a")', 'loc(fused<1>["b", …])', LOCATION),
    "metadata": Chain("#1", 'loc(fused<…>["a", "b"])', LOCATION),
    "distinct attributes": Chain("#1", "[distinct[0]<1>, 2]", ATTRIBUTE),
    "tuples with aliases": Chain("!i32", f"tuple<…, {', '.join(['i1'] * 17)}>", TYPE),
}


@pytest.mark.parametrize("kind", mostly_long(FLAT, list(FLAT)[::3]))
def test_long_chains(sdy_opt: Any, kind: str) -> None:
    """Where each is written by itself they may be as long as they like."""
    assert sdy_opt(FLAT[kind].text(STEPS), DEBUG_INFO).status == 0


NESTED = {
    "array": Chain("#1", "[…]", ATTRIBUTE),
    "dictionary": Chain("#1", "{a = …}", ATTRIBUTE),
    "tuple": Chain("!i32", "tuple<…>", TYPE),
    "function type": Chain("!i32", "() -> …", TYPE),
}


@pytest.mark.parametrize("kind", mostly_long(NESTED, list(NESTED)[::3]))
def test_long_chains_that_nest(sdy_opt: Any, kind: str) -> None:
    """What is written as a whole has a limit."""
    assert "nesting is limited to 4000 levels" in sdy_opt(NESTED[kind].text(STEPS)).errors
    assert sdy_opt(NESTED[kind].text(2000)).status == 0


DOUBLED = {
    "array": Chain("#1", "[…, …]", ATTRIBUTE),
    "dictionary": Chain("#1", "{a = …, b = …}", ATTRIBUTE),
    "encoding": Chain("#1", "[tensor<1xf32, …>, …]", ATTRIBUTE),
    "affine maps": Chain("#affine_map<(d0) -> (d0)>", "[…, …]", ATTRIBUTE),
    "tuple": Chain("!tensor<2xf32>", "tuple<…, …>", TYPE),
    "function type": Chain("!tensor<2xf32>", "(…, …) -> ()", TYPE),
    "in an error": Chain("!tensor<2xf32>", "tuple<…, …>", "func.func @f(%a: …) -> i32 { return %a : i32 }"),
    "in an error of a verifier": Chain("!i32", "tuple<…, …>", "func.func @f(%a: …) -> i32 { return %a : … }"),
}


@pytest.mark.parametrize("kind", mostly_long(DOUBLED, list(DOUBLED)[::3]))
def test_chains_that_double(sdy_opt: Any, kind: str) -> None:
    """Sixty steps would take an exabyte: what is too long to be written is an error."""
    run = sdy_opt(DOUBLED[kind].text(60))
    assert run.status == 1
    assert len(run.errors) < 10_000


@pytest.mark.parametrize("kind", mostly_long(DOUBLED, list(DOUBLED)[::3]))
def test_chains_that_double_and_nobody_uses(sdy_opt: Any, kind: str) -> None:
    """They are no more than a line each."""
    assert sdy_opt(DOUBLED[kind].text(60).rpartition("\n")[0]).output == "module {\n}\n"


SHARED = {
    "callers": Chain('#loc("a")', "loc(callsite(… at …))", LOCATION),
    "fused locations": Chain("#loc(unknown)", "loc(fused<1>[…, …])", LOCATION),
    "location attributes": Chain('#loc("a")', "loc(callsite(… at …))", ATTRIBUTE),
    "metadata": Chain("#1", 'loc(fused<[…, …]>["a", "b"])', LOCATION),
    "tuples with aliases": Chain("!i32", f"tuple<…, …, {', '.join(['i1'] * 17)}>", TYPE),
}


@pytest.mark.parametrize("kind", mostly_long(SHARED, list(SHARED)[::3]))
def test_chains_that_double_and_share(sdy_opt: Any, kind: str) -> None:
    """Where the parts have aliases again, they are written once."""
    run = sdy_opt(SHARED[kind].text(60), DEBUG_INFO)
    assert run.status == 0
    assert len(run.output) < 20_000


def test_an_error_at_a_location_that_doubles(sdy_opt: Any) -> None:
    """The first position in it is found, or that there is none."""
    chain = Chain('#loc("file":3:4)', "loc(callsite(… at …))", '"func.func"() : () -> () loc(…)')
    assert sdy_opt(chain.text(60)).errors == "file:3:4: error: 'func.func' op requires one region\n"


def tuples_of(element: str, sign: str = "!a") -> str:
    """Sixty tuples, each of the one before, twice."""
    lines = [f"{sign}0 = {element}", *(f"{sign}{n} = tuple<{sign}{n - 1}, {sign}{n - 1}>" for n in range(1, 60))]
    return "\n".join([*lines, ""])


def test_types_that_double_and_are_compared(sdy_opt: Any) -> None:
    """Verifiers look at each part once, at however many places it is."""
    text = tuples_of("tensor<2xf32>") + tuples_of("tensor<?xf32>", "!b")
    part = '"stablehlo.get_tuple_element"(%a) {index = 0 : i32} : (!a59) -> !b58'
    assert "the text of an attribute is limited" in sdy_opt(f"{text}func.func @f(%a: !a59) {{ {part}\nreturn }}").errors


def test_buffers_that_double(sdy_opt: Any) -> None:
    call = '"stablehlo.custom_call"() {call_target_name = "x"} : () -> !a59'
    run = sdy_opt(f"{tuples_of('memref<1xi32>')}func.func @f() {{ {call}\nreturn }}")
    assert run.status == 1


def test_aliases_that_double_in_a_message(sdy_opt: Any) -> None:
    """A message shows what they stand for, as far as there is room."""
    chain = SHARED["tuples with aliases"]._replace(use="func.func @f(%a: …) -> i32 { return %a : i32 }")
    run = sdy_opt(chain.text(60))
    assert "expects different type than prior uses: 'i32' vs 'tuple<tuple<" in run.errors
    assert len(run.errors) < 10_000_000


def test_attributes_that_double_in_an_operation_that_is_described(sdy_opt: Any) -> None:
    """Dense elements are left away in it, at each place."""
    chain = Chain(
        f"#dense<[{', '.join(map(str, range(20)))}]> : tensor<20xi32>",
        "[…, …]",
        "func.func @f() {\n%0 = stablehlo.constant {a.b = …} dense<1> : tensor<i32>\n}",
    )
    assert sdy_opt(chain.text(10)).errors.count("dense_resource<__elided__>") == 512
    assert "the text of an attribute is limited" in sdy_opt(chain.text(60)).errors
