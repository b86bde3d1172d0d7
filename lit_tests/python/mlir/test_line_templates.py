"""Lines taken by templates give the same program as lines that the grammar parses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sdyopt.diagnostics.rendering import rendered
from sdyopt.dialects import REGISTRY
from sdyopt.ir.operation import Operation
from sdyopt.mlir.diagnostics import CompilationError, Source
from sdyopt.mlir.read import line_templates
from sdyopt.mlir.read.parser import parse
from sdyopt.mlir.verify.verifier import Verifier
from sdyopt.mlir.write.builtin import PrintOptions
from sdyopt.mlir.write.printer import describe_operation, print_operation
from tools import cases, corpus
from tools.chunks import mostly_long, sampled
from tools.generator import stablehlo


def _both(text: str) -> tuple[str, str]:
    """The program with all its locations, or the error: with lines taken by templates, and without."""
    found = []
    for use_templates in (True, False):
        try:
            module = parse(text, REGISTRY, allow_unregistered=True, use_templates=use_templates).module
            Verifier(REGISTRY, describe_operation).verify(module)
            found.append(print_operation(module, Source(text), PrintOptions(debug_info=True)) + _uses(module))
        except CompilationError as error:
            found.append(rendered(error.diagnostics, Source(text)))
    return found[0], found[1]


def _uses(module: Operation) -> str:
    """How many users each value has, in order."""
    return " ".join(str(len(result.users)) for op in module.walk() for result in op.results)


@pytest.mark.parametrize(
    "name", sampled(corpus.names(), [name for name in corpus.names()[::4] if name != "transformer_deep"], 4)
)
def test_the_corpus_is_the_same_without_the_fast_path(name: str) -> None:
    """Every program, its locations and its uses."""
    with_shapes, without = _both(corpus.text(name))
    assert with_shapes == without


FUNCTION = """
func.func @f(%a: tensor<4xf32>, %b: tensor<8xf32>) {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  %1 = stablehlo.add %a, %0 : tensor<4xf32>
{lines}
  return
}
"""


@pytest.mark.parametrize(
    "lines",
    [
        "  %2 = stablehlo.add %1, %b : tensor<4xf32>",  # A known shape, with a value of another type.
        "  %2 = stablehlo.add %1, %c : tensor<4xf32>",  # … with a name that nothing defines.
        "  %1 = stablehlo.add %a, %0 : tensor<4xf32>",  # … with a result name that is taken.
        # … used too early.
        "  %2 = stablehlo.add %3, %1 : tensor<4xf32>\n  %3 = stablehlo.add %1, %1 : tensor<4xf32>",
        '  %2 = stablehlo.add %1, %1 : tensor<4xf32>\n  loc("elsewhere")',  # … that goes on in the next line.
        "  %2 = stablehlo.add %1, %1 : tensor<4xf32> // a\n  %3 = stablehlo.add %1, %1 : tensor<4xf32> // b",
        "  %2 = stablehlo.add %1, %1 : tensor<4xf32> %3 = stablehlo.add %1, %1 : tensor<4xf32>",  # Two in a line.
        "  %2 = stablehlo.add %1, %1 : tensor<4xf32>\t\r\n\n  %3 = stablehlo.add %1, %1 : tensor<4xf32>\t",
        "  %2 = stablehlo.add %1, %1\n  : tensor<4xf32>\n  %3 = stablehlo.add %1, %1 : tensor<4xf32>",
        '  "a.b"(%1) {x = "%0 = %1"} : (tensor<4xf32>) -> ()\n  "a.b"(%0) {x = "%0 = %2"} : (tensor<4xf32>) -> ()',
        '  %2:2 = "a.b"(%1) : (tensor<4xf32>) -> (i32, i32)\n  %3:2 = "a.b"(%1) : (tensor<4xf32>) -> (i32, i32)',
        '  "a.b"(%0#0) : (tensor<4xf32>) -> ()\n  "a.b"(%1#0) : (tensor<4xf32>) -> ()',
        '  "a.b"() ({ "c.d"() : () -> () }) : () -> ()\n  "a.b"() ({ "c.d"() : () -> () }) : () -> ()',
        '  %2:2 = "a.b"(%1) : (tensor<4xf32>) -> (i32, i32)\n  %3:2 = "a.b"(%1) : (tensor<4xf32>) -> (i32, i32)\n'
        '  "c.d"(%3#1, %3, %2#0) : (i32, i32, i32) -> ()',
        '  %2:2, %3 = "a.b"() : () -> (i32, i32, i32)\n  %4:2, %5 = "a.b"() : () -> (i32, i32, i32)',
        '  %2:2 = "a.b"() : () -> (i32, i32)\n  %2:2 = "a.b"() : () -> (i32, i32)',
        '  %2 = "a.b"() : () -> i32\n  %2:2 = "a.b"() : () -> (i32, i32)',
        '  "a.b"() : () -> (i32, i32)\n  "a.b"() : () -> (i32, i32)\n  loc("x")\n  "c.d"(%1) : (tensor<4xf32>) -> ()',
        '  %2:2 = "a.b"() : () -> (i32, i32)\n  %3:2 = "a.b"() : () -> (i32, i32)\n  loc("x")\n'
        '  "c.d"(%3#1) : (i32) -> ()',
        "  %2 = stablehlo.add %1, %1 : tensor<4xf32> loc(#loc1)\n"
        "  %3 = stablehlo.add %1, %1 : tensor<4xf32> loc(#loc2)",
    ],
)
def test_what_is_not_quite_the_same_is_left_to_the_grammar(lines: str) -> None:
    """A line that only looks like one that was seen before."""
    aliases = '#loc1 = loc("one")\n#loc2 = loc("two"(#loc1))\n'
    with_shapes, without = _both(FUNCTION.replace("{lines}", lines) + aliases)
    assert with_shapes == without


@pytest.mark.parametrize(
    "third",
    [
        "stablehlo.slice %a [1:7, 0:3] : (tensor<8x4xf32>) -> tensor<6x3xf32>",
        "stablehlo.slice %a [2:9, 0:3] : (tensor<8x4xf32>) -> tensor<7x3xf32>",  # beyond the end
        "stablehlo.slice %a [-1:7, 0:3] : (tensor<8x4xf32>) -> tensor<6x3xf32>",
        "stablehlo.slice %a [1:7, 00:3] : (tensor<8x4xf32>) -> tensor<6x3xf32>",
        "stablehlo.slice %a [1:7, 0:9999999999999999999] : (tensor<8x4xf32>) -> tensor<6x3xf32>",
        "stablehlo.slice %a [1:7:2, 0:3] : (tensor<8x4xf32>) -> tensor<3x3xf32>",
        "stablehlo.slice %a [1:7, 0:3] {a = 7 : i8} : (tensor<8x4xf32>) -> tensor<6x3xf32>",
        'stablehlo.custom_call @f(%a) {backend_config = "7"} : (tensor<8x4xf32>) -> tensor<6x3xf32>',
        "stablehlo.custom_call @f(%a) {api_version = 7 : i32} : (tensor<8x4xf32>) -> tensor<6x3xf32>",
        "stablehlo.custom_call @f(%a) {api_version = 4 : i32} : (tensor<8x4xf32>) -> tensor<6x3xf32>",
        "stablehlo.reduce_precision %a, format = e300m5 : tensor<8x4xf32>",
    ],
)
def test_lines_that_differ_in_numbers_are_what_the_grammar_makes_of_them(third: str) -> None:
    """The third line with other numbers than two before, in properties or elsewhere; it may be wrong."""
    earlier = [re.sub(r"(?<=[\[:= \"])[37]\b(?! :)", new, third.replace("-1:", "0:")) for new in ("1", "2")]
    lines = [f"  %{number} = {line}\n" for number, line in enumerate([*earlier, third, third])]
    with_numbers, without = _both(f"func.func @f(%a: tensor<8x4xf32>) {{\n{''.join(lines)}  return\n}}\n")
    assert with_numbers == without


# Lines that the declarations tell how to read.

INPUTS = Path(__file__).parent / "Inputs"
PLAIN = (INPUTS / "line_templates.plain.txt").read_text(encoding="utf-8")
_LINES = (INPUTS / "line_templates.lines.txt").read_text(encoding="utf-8")
LINES = [each.replace("\n    ", "\n  ") for each in re.split(r"\n(?!    )", _LINES.rstrip())]
"""Lines, some of two, the second of which is indented there."""


@pytest.mark.parametrize("line", LINES)
def test_a_plain_line_is_what_the_grammar_makes_of_it(line: str) -> None:
    """A line that is, or is not quite, as a printer spells it."""
    alias = '#loc1 = loc("one")\n' if "#loc1" in line else ""
    with_shapes, without = _both(PLAIN.replace("{line}", f"  {line}") + alias)
    assert with_shapes == without


@pytest.mark.parametrize("seed", mostly_long(range(3), [0]))
def test_lines_of_which_each_has_its_shape_are_the_same_without_the_fast_path(seed: int) -> None:
    """Long modules of all ops, with types and constants of all kinds."""
    with_shapes, without = _both(stablehlo.long_module(seed, 2000))
    assert with_shapes == without


CALL = "func.call @{0}(%a) : (tensor<4xf32>) -> tensor<4xf32>"
GENERIC_CALL = (
    '"func.call"(%a) <{{callee = @{0}}}> {{x = #sdy.sharding<@{1}, [{{}}]>}} : (tensor<4xf32>) -> tensor<4xf32>'
)


@pytest.mark.parametrize(
    "lines",
    [
        [CALL.format("a"), CALL.format("b"), CALL.format("a.c")],
        [CALL.format("a"), CALL.format("b").replace(" :", " {x} :")],
        [CALL.format("a"), CALL.format("b").replace("tensor", "tuple")],
        [CALL.format("a"), CALL.format("missing")],
        [CALL.format("a"), CALL.format("b::@c")],
        [CALL.format("a"), CALL.format('"b"')],
        [CALL.format("a"), CALL.format("a b")],
        [CALL.format("a").replace(" :", " {x = @a} :"), CALL.format("b").replace(" :", " {x = @a} :")],
        [CALL.format("a") + ' loc("@a")', CALL.format("b") + ' loc("@a")'],
        [GENERIC_CALL.format("a", "a"), GENERIC_CALL.format("b", "b"), GENERIC_CALL.format("b", "a")],
        [GENERIC_CALL.format("a", "mesh"), GENERIC_CALL.format("b", "mesh"), GENERIC_CALL.format("b", "nothing")],
        ['"x.y"() {x = @a, callee = @b} : () -> i32', '"x.y"() {x = @b, callee = @b} : () -> i32'],
    ],
)
def test_calls_of_other_functions_are_the_same_without_the_fast_path(lines: list[str]) -> None:
    """Lines that differ in the symbol that they refer to, and lines that only look like that."""
    functions = [f"func.func private @{name}(tensor<4xf32>) -> tensor<4xf32>\n" for name in ("a", "b", "a.c")]
    body = "".join([f"  %{number} = {line}\n" for number, line in enumerate(lines)])
    with_shapes, without = _both(
        f'sdy.mesh @mesh = <["x"=2]>\n{"".join(functions)}func.func @f(%a: tensor<4xf32>) {{\n{body}  return\n}}\n'
    )
    assert with_shapes == without


ADD = "stablehlo.add %a, %a{} : tensor<4xf32>"
NEGATE = "stablehlo.negate %a{} : tensor<4xf32>"
CONSTANT = "stablehlo.constant{} dense<{}> : tensor<4xf32>"
GENERIC_ADD = '"stablehlo.add"(%a, %a) {} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>'


def _sharded(axes: str) -> str:
    return f" {{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{axes}]>]>}}"


@pytest.mark.parametrize(
    "lines",
    [
        [ADD.format(_sharded(axes)) for axes in ('{"x"}', "{}", '{"x", ?}', '{"y"}', '{"x"}')],
        [ADD.format(_sharded('{"x"}')), ADD.format(_sharded('{"x"}, {}'))],  # of another rank
        [ADD.format(_sharded('{"x"}')), ADD.format(_sharded('{"z"}'))],  # of an axis that the mesh has not
        [ADD.format(_sharded('{"x"}')), ADD.format(_sharded('{"x"')), ADD.format(_sharded("{}"))],
        [ADD.format(text) for text in (" {a.b = 1}", " {a.b = 1, c.d}", " {a.b = 1, a.b}", " {a.b = dense<1>}")],
        [ADD.format(text) for text in (" {a.b = #one}", " {a.b = #two}", " {a.b = #missing}")],
        [ADD.format(text) for text in (" {a.b = 1}", " {}", " {ab = 1}", "", "  {a.b = 1}", " {a.b = 2} {c.d}")],
        [ADD.format(text) for text in (' {a.b = "%a"}', ' {a.b = "%b"}', ' {a.b = "}"}', ' {a.b = "// {"}')],
        [GENERIC_ADD.format(text) for text in ("{a.b = 1}", "{a.b = 2}", "<{x.y = {a.b = 1}}> {a.b = 1}")],
        [GENERIC_ADD.format(text) for text in ("{x = {a.b = 1}, a.b = 1}", "{x = {a.b = 2}, a.b = 1}")],
        [CONSTANT.format(_sharded(axes), number) for axes, number in (('{"x"}', 1.0), ("{}", 2.0), ("{?}", "x"))],
        [NEGATE.format(' {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}')] * 2,  # an attribute of the wrong kind
        [NEGATE.format(' {a.b = 1} loc("x")'), NEGATE.format(' {a.b = 2} loc("x")')],
    ],
)
def test_lines_with_other_attributes_are_the_same_without_the_fast_path(lines: list[str]) -> None:
    """Lines that differ in discardable attributes, and lines that only look like that."""
    body = "".join([f"  %{number} = {line}\n" for number, line in enumerate(lines)])
    with_families, without = _both(
        f'#one = 1 : i32\n#two = "two"\nsdy.mesh @mesh = <["x"=2, "y"=2]>\n'
        f"func.func @f(%a: tensor<4xf32>) {{\n{body}  return\n}}\n"
    )
    assert with_families == without


FUNCTIONS = (INPUTS / "line_templates.functions.txt").read_text(encoding="utf-8")
"""Those that follow have a head that is known."""

RETURN = "    return %0 : tensor<4xf32>"


def _same_functions(body: str = RETURN, behind: str = "", function: str = "") -> None:
    text = FUNCTIONS.replace("{body}", body).replace("{behind}", behind).replace("{function}", function)
    with_shapes, without = _both(text)
    assert with_shapes == without


@pytest.mark.parametrize(
    "body",
    [
        RETURN,
        "    %1 = call @c(%0) : (tensor<4xf32>) -> tensor<4xf32>\n    return %1 : tensor<4xf32>",
        "    %1 = call @s1(%0) : (tensor<4xf32>) -> tensor<4xf32>\n    return %1 : tensor<4xf32>",
        "    %1 = call @nobody(%0) : (tensor<4xf32>) -> tensor<4xf32>\n    return %1 : tensor<4xf32>",
        "    %1 = call tensor<4xf32>(%0) : (tensor<4xf32>) -> tensor<4xf32>\n    return %1 : tensor<4xf32>",
        "    %1 = call @c(%0) : (@c) -> tensor<4xf32>\n    return %1 : tensor<4xf32>",
        "    %1 = call @c::@d(%0) : (tensor<4xf32>) -> tensor<4xf32>\n    return %1 : tensor<4xf32>",
        "    %1 = stablehlo.custom_call @x(%0) : (tensor<4xf32>) -> tensor<4xf32>\n"
        "    %2 = stablehlo.custom_call @y(%0) : (tensor<4xf32>) -> tensor<4xf32>\n"
        '    %3 = stablehlo.custom_call @z(%0) {backend_config = "@z("} : (tensor<4xf32>) -> tensor<4xf32>\n'
        '    %4 = stablehlo.custom_call @w(%0) {backend_config = "@w("} : (tensor<4xf32>) -> tensor<4xf32>\n'
        "    return %4 : tensor<4xf32>",
        "",
        "    return",
        "    return %0 : tensor<8xf32>",
        "    return %nothing : tensor<4xf32>",
        '    %1 = "t.t"(%2) : (i1) -> i1\n    %2 = "t.t"(%1) : (i1) -> i1\n    return %0 : tensor<4xf32>',
        "    %0 = stablehlo.add %0, %0 : tensor<4xf32>\n    return %0 : tensor<4xf32>",
        "  ^bb0:\n    return %0 : tensor<4xf32>",
        '    "t.br"()[^bb1] : () -> ()\n  ^bb1:\n    return %0 : tensor<4xf32>',
        '    "t.br"()[^bb2] : () -> ()\n  ^bb1:\n    return %0 : tensor<4xf32>',
        '    "t.r"() ({\n      "t.t"() : () -> ()\n    }) : () -> ()\n    return %0 : tensor<4xf32>',
        '    "t.r"() ({\n      "t.t"() : () -> ()\n    }\n    return %0 : tensor<4xf32>',
        "    func.func private @c(%arg0: tensor<4xf32>) -> tensor<4xf32> {\n      return %arg0 : tensor<4xf32>\n    }\n"
        "    return %0 : tensor<4xf32>",
        "    func.func private @c(%0: tensor<4xf32>) -> tensor<4xf32> {\n      return %0 : tensor<4xf32>\n    }\n"
        "    return %0 : tensor<4xf32>",
        "    module {\n    }\n    return %0 : tensor<4xf32>",
        "    !",
        "    stablehlo.add",
        "    stablehlo.ad %0 : tensor<4xf32>",
        "    return %0 : tensor<4xf32>\n  }\n  }",
    ],
)
def test_bodies_of_functions_whose_heads_are_known(body: str) -> None:
    """The lines after a head are as if the grammar had read them."""
    _same_functions(body)


@pytest.mark.parametrize(
    "behind", [' loc("f")', '\n  loc("f")', " // end", " }", "\n  attributes {}", "\n  {", "\n\n\n", " \t\r", "\n)"]
)
def test_ends_of_functions_whose_heads_are_known(behind: str) -> None:
    """Only a brace that stands alone ends a function."""
    _same_functions(behind=behind)


TYPE = "tensor<4xf32>"


@pytest.mark.parametrize(
    "function",
    [
        f"  func.func private @a(%a: {TYPE}) -> {TYPE} {{\n    return %a : {TYPE}\n  }}",  # A name that is taken.
        f'  func.func private @"v"(%a: {TYPE}) -> {TYPE} {{\n    return %a : {TYPE}\n  }}',
        f"  func.func private @v(%a#0: {TYPE}) -> {TYPE} {{\n    return %a : {TYPE}\n  }}",
        f"  func.func private @v(%a: {TYPE}) -> {TYPE} {{ // head\n    return %a : {TYPE}\n  }}",
        f"  func.func private @v(%a: {TYPE}) -> {TYPE} {{\n  }}",
        f"  func.func private @v(%a: {TYPE}) -> {TYPE} {{}}",
        f"  func.func private @v(%a: {TYPE}) -> {TYPE} {{",
        f"  func.func private @v(%a: {TYPE})\n -> {TYPE} {{\n    return %a : {TYPE}\n  }}",
        f"  func.func public @v(%a: {TYPE}) -> {TYPE} {{\n    return %a : {TYPE}\n  }}",
        f'  func.func private @v(%a: {TYPE} loc("l")) -> {TYPE} {{\n    return %a : {TYPE}\n  }}',
        f"  func.func private @v(%a: {TYPE} {{sdy.sharding = #sdy.sharding<@mesh, [{{}}]>}}, %a: i1) attributes "
        '{t.s = "s1"} {\n    return\n  }',
        f"  func.func private @s1(%a: {TYPE} {{sdy.sharding = #sdy.sharding<@mesh, [{{}}]>}}, %b: i1) attributes "
        '{t.s = "s1"} {\n    return\n  }',
        f"  func.func private @v(%a: {TYPE} {{sdy.sharding = #sdy.sharding<@mesh, [{{}}]>}}, %long: i1) attributes "
        '{t.s = "s1"} {\n    return %long : i1\n  }\n  func.func private @v2(%a: tensor<4xf32>) {\n',
        f'  %0 = "t.t"() ({{\n  func.func private @v(%a: {TYPE}) -> {TYPE} {{\n    return %a : {TYPE}\n  }}\n'
        "}) : () -> i1",
        f"  module {{\n  func.func private @v(%a: {TYPE}) -> {TYPE} {{\n    return %a : {TYPE}\n  }}\n  }}",
        f"  func.func private @v(%a: {TYPE}) -> {TYPE} {{ func.func private @v(%a: {TYPE}) -> {TYPE} {{\n"
        f"    return %a : {TYPE}\n  }} }}",
        f"  func.func private @v(%a: {TYPE}) -> {TYPE} {{\n    return %a : {TYPE}\n  }}\0",
    ],
)
def test_functions_with_heads_that_are_almost_known(function: str) -> None:
    """Heads that are not quite the same are left to the grammar."""
    _same_functions(function=function)


@pytest.mark.parametrize("kind", mostly_long(sorted(cases.KINDS), {"valid", "mutated"}))
def test_modules_are_the_same_without_the_fast_path(kind: str) -> None:
    """Generated modules, and texts with something changed."""
    for number in range(7000, 7020):
        with_shapes, without = _both(cases.KINDS[kind].case(number).text)
        assert with_shapes == without, number


@pytest.mark.parametrize(
    "lines",
    [
        '#loc1 = loc("f":1:2)\n#loc2 = loc("f":1:2 to :4)\n#loc3 = loc("f":1:2 to 3:4)\n#loc4 = loc("f":1:2 to 1:2)\n',
        '#loc1 = loc("a")\n#loc2 = loc("b"(#loc1))\n#loc3 = loc(callsite(#loc1 at #loc2))\n',
        '#loc = loc(unknown)\n#loc1 = loc("a"(#loc))\n#loc2 = loc("a")\n',  # A child that says nothing.
        '#loc1 = loc("")\n#loc2 = loc("":1:2)\n#loc3 = loc("a\\22b")\n#loc4 = loc("é")\n',  # Unusual names.
        '#loc1 = loc("a")\n#loc1 = loc("b")\n',  # An alias that is taken.
        '#loc1 = loc("a"(#loc2))\n#loc2 = loc("b")\n',  # … that is not there yet.
        '#loc1 = loc(callsite(#loc2 at #loc2))\n#loc2 = loc("b")\n',
        '#loc1 = "no location"\n#loc2 = loc("a"(#loc1))\n',
        '#loc1 = loc("a") #loc2 = loc("b")\n#loc3 = loc("c") // a comment\n#loc4 = loc("d")',  # Lines of their own?
        '#loc1 = loc("a")\n#loc2 = loc("f":4294967296:1)\n',  # A number out of range.
        '#loc1 = loc("a")\n: i32\n',  # What cannot follow.
        '#loc1 = loc("a")\n)\n',
        '#loc1 = loc("a"\n',
    ],
)
@pytest.mark.parametrize("is_before", [True, False], ids=["before", "behind"])
def test_aliases_of_locations_are_the_same(lines: str, is_before: bool) -> None:
    """Lines that define them, before their uses and behind them, right and wrong."""
    body = "".join([f"  %{number} = stablehlo.tanh %a : tensor<4xf32> loc(#loc{number})\n" for number in range(1, 5)])
    function = f"func.func @f(%a: tensor<4xf32>) {{\n{body}  return\n}}\n"
    with_lines, without = _both(lines + function if is_before else function + lines)
    assert with_lines == without


SIZED = """
sdy.mesh @m = <["x"=2]>
func.func private @g(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
func.func private @h(tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
func.func @f(%a: tensor<4xf32>, %b: tensor<8xf32>, %p: tensor<4xi1>, %q: tensor<8xi1>, %z: tensor<f32>,
             %c: tensor<4x2xf32>, %d: tensor<8x3xf32>) -> (tensor<4xf32>, tensor<8xf32>) {
  {first}
  {second}
  return %a, %b : tensor<4xf32>, tensor<8xf32>
}
"""


@pytest.mark.parametrize(
    ("line", "differences"),
    [
        ("%N = stablehlo.add %a, %a : tensor<4xf32>", {}),
        ("%N = stablehlo.add %a, %a : tensor<4xf32> // is : tensor<4xf32>", {}),
        ("%N = stablehlo.add %a, %a : tensor<4xf32> // is : tensor<4xf32>", {"is : tensor<8": "is : tensor<9"}),
        ("%N = stablehlo.add %a, %a : tensor<4xf32>", {"<8xf32>": "<08xf32>"}),
        ("%N = stablehlo.add %a, %a : tensor<4xf32>", {"<8xf32>": "<0x8xf32>"}),
        ("%N = stablehlo.add %a, %a : tensor<4xf32>", {"<8xf32>": "<8xnone>"}),
        ("%N = stablehlo.add %a, %a : tensor<4xf32>", {"<8xf32>": "<8xf33>"}),
        ("%N = stablehlo.add %a, %a : tensor<4xf32>", {"<8xf32>": "<8xi99999999>"}),
        ("%N = stablehlo.add %a, %a : tensor<4xf32>", {"<8xf32>": "<9xf32>"}),
        ('%N = stablehlo.add %a, %a : tensor<4xf32> loc("a : b")', {}),
        ('%N = stablehlo.add %a, %a {a.b = " : tensor<4xf32>"} : tensor<4xf32>', {}),
        ("%N = stablehlo.add %a, %a {a.b = dense<1> : tensor<4xi8>} : tensor<4xf32>", {}),
        ("%N = stablehlo.select %p, %a, %a : tensor<4xi1>, tensor<4xf32>", {"tensor<8xi1>": "tensor<9xi1>"}),
        ("%N = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xf64>", {"<8xf64>": "<9xf64>"}),
        ("%N = stablehlo.constant dense<1.0> : tensor<4xf32>", {"<8xf32>": "<9xf32>"}),
        ("%N = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>", {}),
        ("%N = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : "
         "(tensor<4xf32>, tensor<f32>) -> tensor<f32>", {}),
        ("%N = stablehlo.real %a : (tensor<4xf32>) -> tensor<4xf32>", {"-> tensor<8": "-> tensor<9"}),
        ("%N = stablehlo.transpose %c, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>",
         {"%c": "%d", "8x2": "8x3", "2x8": "3x8"}),
        ("%N = stablehlo.transpose %c, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>",
         {"%c": "%d", "8x2": "8x3", "2x8": "8x3"}),
        ("%N = call @g(%a, %a) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>", {"@g": "@h"}),
        ("%N = call @g(%a, %a) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>", {"@g": "@i"}),
        ("%N = call @g(%a, %a) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>", {"@g": "@m"}),
        ('%N = sdy.sharding_constraint %a <@m, [{"x"}]> : tensor<4xf32>', {}),
        ('%N = stablehlo.add %a, %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<4xf32>',
         {"<8xf32>": "<8x3xf32>", "%b": "%d"}),
        ('%N = "stablehlo.add"(%a, %a) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>',
         {"-> tensor<8": "-> tensor<9"}),
        ('%N:2 = "stablehlo.optimization_barrier"(%a, %p) : (tensor<4xf32>, tensor<4xi1>) -> '
         "(tensor<4xf32>, tensor<4xi1>)", {}),
        ("stablehlo.add %a, %a : tensor<4xf32>", {}),
        ("%N = stablehlo.constant dense<1.0> : tensor<4xf32>", {"1.0": "2.5"}),
        ("%N = stablehlo.constant dense<1.0> : tensor<4xf32>", {"1.0": "-2.5e+300"}),
        ("%N = stablehlo.constant dense<1.0> : tensor<4xf32>", {"1.0": "1e3"}),
        ("%N = stablehlo.constant dense<1> : tensor<4xi8>", {"<1>": "<-128>"}),
        ("%N = stablehlo.constant dense<1> : tensor<4xi8>", {"<1>": "<256>"}),
        ("%N = stablehlo.constant dense<1> : tensor<4xi8>", {"<1>": "<1.5>"}),
        ("%N = stablehlo.constant dense<1> : tensor<4xi8>", {"xi8": "xf32"}),
        ("%N = stablehlo.constant dense<1> : tensor<4xi8>", {"xi8": "xnone"}),
        ("%N = stablehlo.constant dense<1> : tensor<4xi8>", {"8xi8": "?xi8"}),
        ("%N = stablehlo.constant dense<1> : tensor<4xi8>", {"8xi8": "8x"}),
        ("%N = stablehlo.constant {a.b = 1} dense<1> : tensor<4xi8>", {"<1>": "<2>"}),
        ("%N = stablehlo.constant {value = 1} dense<1> : tensor<4xi8>", {"<1>": "<2>"}),
        ("%N = arith.constant dense<1> : tensor<4xi8>", {"<1>": "<2>"}),
        ("stablehlo.constant dense<1> : tensor<4xi8>", {"<1>": "<2>"}),
    ],
)  # fmt: skip
def test_a_line_of_a_family_is_read_as_the_parser_reads_it(line: str, differences: dict[str, str]) -> None:
    """A line of which a known one differs in sizes, with what is besides different in it."""
    second = line.replace("4x", "8x").replace("2x4", "2x8").replace("%a", "%b").replace("%p", "%q")
    for old, new in differences.items():
        second = second.replace(old, new)
    text = SIZED.replace("{first}", line.replace("%N", "%0")).replace("{second}", second.replace("%N", "%1"))
    by_templates, by_parser = _both(text)
    assert by_templates == by_parser


def test_of_a_family_one_line_is_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums of 300 shapes."""
    parsed: list[int] = []
    learn = line_templates.LineTemplates.learn
    monkeypatch.setattr(line_templates.LineTemplates, "learn", lambda *arguments: (parsed.append(1), learn(*arguments)))
    arguments = ", ".join(f"%{size}: tensor<{size}x{size + 1}xf32>" for size in range(1, 301))
    lines = "\n".join(f"  %s{n} = stablehlo.add %{n}, %{n} : tensor<{n}x{n + 1}xf32>" for n in range(1, 301))
    parse(f"func.func @f({arguments}) {{\n{lines}\n  return\n}}\n", REGISTRY)
    assert len(parsed) == 3  # a sum, the return, the function
