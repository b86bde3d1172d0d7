"""Brackets of every kind, far deeper than any program nests, and shapes that are deep, wide or huge."""

from __future__ import annotations

import subprocess
import sys
from typing import Any, NamedTuple

import pytest

from sdyopt.layout import LayoutError, parse_shape

DEPTH = 5_000


class Nest(NamedTuple):
    """A text with brackets in it: the text around them, the opening, what is innermost, and the closing."""

    around: str
    opening: str
    innermost: str
    closing: str

    def text(self, depth: int, closed: bool) -> str:
        inside = self.opening * depth + (self.innermost + self.closing * depth if closed else "")
        return self.around.replace("…", inside)


ATTRIBUTE = "module attributes {a.b = …} {}"
TYPE = "func.func private @f(…)"
LOCATION = "module {} loc(…)"
MAP = "module attributes {a.b = affine_map<(d0) -> (…)>} {}"

LIMITED = {
    "location attribute": Nest(ATTRIBUTE, "loc(fused<", "1", '>["a"])'),
    "negation": Nest(MAP, "-", "d0", ""),
    "array": Nest(ATTRIBUTE, "[", "1", "]"),
    "dictionary": Nest(ATTRIBUTE, "{a = ", "1", "}"),
    "distinct": Nest(ATTRIBUTE, "distinct[0]<", "1", ">"),
    "argument attributes": Nest("func.func private @f(i32 {a.b = …})", "[", "1", "]"),
    "tuple": Nest(TYPE, "tuple<", "i32", ">"),
    "function type": Nest(TYPE, "(", "i32", ") -> i32"),
    "results of a function type": Nest(ATTRIBUTE, "() -> (", "i32", ")"),
    "vector": Nest(TYPE, "vector<1x", "f32", ">"),
    "memref": Nest(TYPE, "memref<1x", "f32", ">"),
    "memory space": Nest(TYPE, "memref<1xf32, [", "1", "]>"),
    "tensor": Nest(TYPE, "tensor<1x", "f32", ">"),
    "encoding": Nest(TYPE, "tensor<1xf32, [", "1", "]>"),
    "affine expression": Nest(MAP, "(", "d0", ")"),
    "affine constraint": Nest("module attributes {a.b = affine_set<(d0) : (… == 0)>} {}", "(", "d0", ")"),
}
"""What has a limit, since it is printed as a whole."""

WRONG = {
    "complex": Nest(TYPE, "complex<", "f32", ">"),
    "parentheses": Nest(ATTRIBUTE, "(", "", ")"),
    "dialect attribute": Nest(ATTRIBUTE, "#sdy.sharding<", "", ">"),
    "dialect type": Nest(TYPE, "!quant.uniform<i8:", "f32", ">"),
    "dimensions of a sharding": Nest(ATTRIBUTE.replace("…", "#sdy.sharding<@mesh, …"), "[", "", "]"),
    "axes of a sharding": Nest(ATTRIBUTE.replace("…", "#sdy.sharding<@mesh, […"), "{", "", "}"),
    "shardings of values": Nest(ATTRIBUTE.replace("…", "#sdy.sharding_per_value<…>"), "[<@m,", "[]", ">]"),
    "symbols with comments": Nest(ATTRIBUTE, "#stablehlo.result_accuracy<mode = // <>\n", "1", ">"),
    "symbols in a plain line": Nest(
        "func.func @f(%a: tensor<8xf32>) {\n  %0 = stablehlo.exponential %a {result_accuracy = …} : tensor<8xf32>\n}",
        "#stablehlo.result_accuracy<mode = ",
        "1",
        ">",
    ),
    "crossed brackets": Nest(ATTRIBUTE, "#foo.bar<", "", ")"),
    "parenthesised location": Nest("module {} …", "loc(", '"b"', ")"),
    "metadata of a location": Nest(LOCATION, "fused<[", "1", ']>["a"]'),
    "dense array": Nest(ATTRIBUTE, "array<i64: ", "1", ">"),
    "dense elements": Nest(ATTRIBUTE.replace("…", "dense<…> : tensor<1xi32>"), "[", "1", "]"),
    "complex elements": Nest(ATTRIBUTE.replace("…", "dense<…> : tensor<1xi32>"), "(", "1", ")"),
    "sparse elements": Nest(ATTRIBUTE.replace("…", "sparse<…, 1> : tensor<1xi32>"), "[", "1", "]"),
    "operands": Nest("…", '"foo.op"(', "%a", ")"),
    "dimension numbers": Nest("func.func @f(%a: i1) { stablehlo.convolution(%a, %a) dim_numbers = …}", "[", "b", "]"),
    "braces": Nest("module …", "{", "", "}"),
    "strings": Nest(ATTRIBUTE, '#foo<"', "", ">"),
}
"""What is wrong as soon as it is nested once."""

FINE = {
    "opaque attribute": Nest(ATTRIBUTE, "#foo.bar<", "", ">"),
    "opaque type": Nest(TYPE, "!foo.bar<", "", ">"),
    "fused location": Nest(LOCATION, "fused[", '"a"', "]"),
    "caller": Nest(LOCATION, 'callsite("a" at ', '"b"', ")"),
    "callee": Nest(LOCATION, "callsite(", '"b"', ' at "a")'),
    "named location": Nest(LOCATION, '"a"(', '"b"', ")"),
    "sum": Nest(MAP, "d0 + ", "d0", ""),
    "product": Nest(MAP, "2 * ", "d0", ""),
}
"""What may be as deep as it likes."""


@pytest.mark.parametrize("kinds", [LIMITED, WRONG, FINE], ids=["limited", "wrong", "fine"])
def test_open(each_fails: Any, kinds: dict[str, Nest]) -> None:
    """Brackets that open and never close."""
    texts = {name: nest.text(DEPTH, closed=False) for name, nest in kinds.items()}
    each_fails(texts, "-allow-unregistered-dialect")


def test_closed_but_too_deep(each_fails: Any) -> None:
    texts = {name: nest.text(DEPTH, closed=True) for name, nest in LIMITED.items()}
    for message in each_fails(texts).values():
        assert message == "nesting is limited to 4000 levels"


@pytest.mark.parametrize("name", ["array", "dictionary", "tuple", "function type"])
def test_deep_but_not_too_deep(sdy_opt: Any, name: str) -> None:
    """As deep as the limit nearly allows, what is well-formed is written again."""
    assert sdy_opt(LIMITED[name].text(3900, closed=True)).output.count(LIMITED[name].closing) >= 3900


@pytest.mark.long
def test_closed_and_wrong(each_fails: Any) -> None:
    """Less deep, as the time grows with the square: brackets are matched again at each level."""
    each_fails({name: nest.text(1_500, closed=True) for name, nest in WRONG.items()}, "-allow-unregistered-dialect")


@pytest.mark.parametrize("name", FINE)
def test_closed_and_right(sdy_opt: Any, name: str) -> None:
    run = sdy_opt(FINE[name].text(DEPTH, closed=True), "-allow-unregistered-dialect", "-mlir-print-debuginfo")
    assert run.status == 0
    opening = FINE[name].opening.strip()
    if name.startswith("opaque"):
        assert run.output.count(opening) == DEPTH


REGIONS = Nest("…", "module {\n", "", "}\n")
GENERIC = Nest("…", '"foo.op"() ({ ', "", "}) : () -> () ")


@pytest.mark.parametrize("nest", [REGIONS, GENERIC], ids=["modules", "generic form"])
def test_regions(sdy_opt: Any, nest: Nest) -> None:
    """Regions have the limit of brackets; what is printed of them grows with the square, as they are indented."""
    assert sdy_opt(nest.text(DEPTH, closed=False), "-allow-unregistered-dialect").status == 1
    assert "nesting is limited" in sdy_opt(nest.text(DEPTH, closed=True), "-allow-unregistered-dialect").errors
    run = sdy_opt(nest.text(300, closed=True), "-allow-unregistered-dialect")
    assert run.output.count("{") == run.output.count("}") >= 300


COMMAND = [sys.executable, "-c", "from sdyopt.cli.process import sdy_layout; sdy_layout()"]


def ones(count: int) -> str:
    return ",".join(["1"] * count)


def order(count: int) -> str:
    return ",".join(map(str, range(count)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(" * 300_000, "tuples are nested more than 3000 deep"),
        ("(" * 300_000 + "f32[]" + ")" * 300_000, "tuples are nested more than 3000 deep"),
        (f"f32[{'9' * 1_000_000}]", "does not fit into 64 bits"),
        (f"f32[2]{{{'9' * 1_000_000}}}", "does not fit into 64 bits"),
        (f"f32[2]{{0:T({'9' * 1_000_000})}}", "does not fit into 64 bits"),
        (f"f32[2]{{0:S({'9' * 1_000_000})}}", "does not fit into 64 bits"),
        (f"f32[2]{{0:T({ones(50_000)})}}", "tile 1 has 50,000 dimensions, but the array has only 1"),
        (f"f32[{ones(50_000)}]{{{'0,' * 49_999}0}}", "dimension 0 is there twice"),
        ("x" * 1_000_000, "expected an element type"),
        ("\n" * 1_000_000 + "?", "expected an element type"),
        ("f32[2]{0}" + "x" * 1_000_000, "expected the end of the shape"),
        ("f32[2\0]", "expected"),
        ("f32[\u0662]", "expected a dimension's size"),
    ],
    ids=lambda value: value[:12] if len(value) > 100 else value,
)
def test_wrong_texts(text: str, message: str) -> None:
    with pytest.raises(LayoutError, match=message) as error:
        parse_shape(text)
    assert len(str(error.value)) < 500


@pytest.mark.parametrize(
    "text",
    [
        f"({', '.join(['f32[2]{0}'] * 10_000)})",
        "(" * 2_999 + "f32[]" + ")" * 2_999,
        f"f32[{ones(50_000)}]{{{order(50_000)}}}",
        f"f32[2]{{0:T(2){'(2)' * 50_000}}}",
    ],
    ids=["wide tuple", "deep tuple", "dimensions", "tiles"],
)
def test_big_but_right(text: str) -> None:
    assert str(parse_shape(text)).count("[") == text.count("[")


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        (["f32[1000000000,1000000]{1,0:T(8,128)}", "--index", "999999999,5"], "1000063992000389"),
        (["f32[9223372036854775807,9223372036854775807]{1,0}"], "85,070,591,730,234,615,847,396,907,784,232,501,249"),
        (["f32[9223372036854775807,9223372036854775807,0]{1,0,2}"], "elements  0 of f32"),
        (["f32[1000000000,1000000]{1,0:T(8,128)}", "--grid"], "…"),
        (["f32[1]{0:T(1000000000000)}", "--grid"], "…"),
        (["f32[1000000000,1000000]{1,0:T(8,128)}", "--json"], '"dimensions": [1000000000, 1000000]'),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_huge_arrays(arguments: list[str], output: str) -> None:
    """No element of them is looked at but those that are shown."""
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")
    assert output in done.stdout
    assert len(done.stdout) < 10_000


@pytest.mark.parametrize("option", ["--index", "--offset"])
def test_numbers_of_very_many_digits(option: str) -> None:
    done = subprocess.run([*COMMAND, "f32[2]{0}", option, "9" * 100_000], capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"Invalid value for '{option}'" in done.stderr
    assert "Traceback" not in done.stderr
