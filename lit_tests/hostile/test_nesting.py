"""Nesting, aliases and shapes that are far deeper, longer or larger than in any program."""

from __future__ import annotations

import subprocess
import sys
from typing import Any, NamedTuple

import pytest

from tools.chunks import mostly_long

# Brackets of every kind, far deeper than any program nests, and shapes that are deep, wide or huge.


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
"""The programs with a limit, since they are printed as a whole."""

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
"""The programs that are wrong as soon as they are nested once."""

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
"""The programs that may be of any depth."""


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


# Aliases that lead in circles, in long chains, or double with each step.


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


ALIAS, TYPE_ALIAS = "module attributes {a.b = …} {}", "func.func private @f(…)"

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
    "attributes": Chain("#1", "…", ALIAS),
    "types": Chain("!i32", "…", TYPE_ALIAS),
    "named locations": Chain('#loc("a")', 'loc("b"(…))', LOCATION),
    "callers": Chain('#loc("a")', 'loc(callsite("b" at …))', LOCATION),
    "fused locations": Chain('#loc("a")', 'loc(fused<1>["b", …])', LOCATION),
    "metadata": Chain("#1", 'loc(fused<…>["a", "b"])', LOCATION),
    "distinct attributes": Chain("#1", "[distinct[0]<1>, 2]", ALIAS),
    "tuples with aliases": Chain("!i32", f"tuple<…, {', '.join(['i1'] * 17)}>", TYPE_ALIAS),
}


@pytest.mark.parametrize("kind", mostly_long(FLAT, list(FLAT)[::3]))
def test_long_chains(sdy_opt: Any, kind: str) -> None:
    """Where each is written by itself they may be as long as they like."""
    assert sdy_opt(FLAT[kind].text(STEPS), DEBUG_INFO).status == 0


NESTED = {
    "array": Chain("#1", "[…]", ALIAS),
    "dictionary": Chain("#1", "{a = …}", ALIAS),
    "tuple": Chain("!i32", "tuple<…>", TYPE_ALIAS),
    "function type": Chain("!i32", "() -> …", TYPE_ALIAS),
}


@pytest.mark.parametrize("kind", mostly_long(NESTED, list(NESTED)[::3]))
def test_long_chains_that_nest(sdy_opt: Any, kind: str) -> None:
    """A chain that is written as a whole has a limit."""
    assert "nesting is limited to 4000 levels" in sdy_opt(NESTED[kind].text(STEPS)).errors
    assert sdy_opt(NESTED[kind].text(2000)).status == 0


DOUBLED = {
    "array": Chain("#1", "[…, …]", ALIAS),
    "dictionary": Chain("#1", "{a = …, b = …}", ALIAS),
    "encoding": Chain("#1", "[tensor<1xf32, …>, …]", ALIAS),
    "affine maps": Chain("#affine_map<(d0) -> (d0)>", "[…, …]", ALIAS),
    "tuple": Chain("!tensor<2xf32>", "tuple<…, …>", TYPE_ALIAS),
    "function type": Chain("!tensor<2xf32>", "(…, …) -> ()", TYPE_ALIAS),
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
    "location attributes": Chain('#loc("a")', "loc(callsite(… at …))", ALIAS),
    "metadata": Chain("#1", 'loc(fused<[…, …]>["a", "b"])', LOCATION),
    "tuples with aliases": Chain("!i32", f"tuple<…, …, {', '.join(['i1'] * 17)}>", TYPE_ALIAS),
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


@pytest.mark.long
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


@pytest.mark.long
def test_attributes_that_double_in_an_operation_that_is_described(sdy_opt: Any) -> None:
    """Dense elements are left away in it, at each place."""
    chain = Chain(
        f"#dense<[{', '.join(map(str, range(20)))}]> : tensor<20xi32>",
        "[…, …]",
        "func.func @f() {\n%0 = stablehlo.constant {a.b = …} dense<1> : tensor<i32>\n}",
    )
    assert sdy_opt(chain.text(10)).errors.count("dense_resource<__elided__>") == 512
    assert "the text of an attribute is limited" in sdy_opt(chain.text(60)).errors


# Shapes, meshes and literals that claim far more than there is, or than fits into 64 bits.


MOST = (1 << 63) - 1
FOURTH = 1 << 32
MESH = 'sdy.mesh @mesh = <["a"=1000000000]>\n'


def function(line: str, arguments: str = "%a: tensor<2xf32>") -> str:
    return f"func.func @f({arguments}) {{\n{line}\nreturn }}"


SPLATS = {
    "integers": "dense<1> : tensor<1000000000000000xi32>",
    "more than 64 bits can count": f"dense<1> : tensor<{FOURTH}x{FOURTH}x4xi32>",
    "none of very many": f"dense<1> : tensor<{MOST}x{MOST}x0xi32>",
    "floats": "dense<1.500000e+00> : tensor<1000x1000000000000xf32>",
    "complex numbers": "dense<(1.500000e+00,2.000000e+00)> : tensor<1000000000000000xcomplex<f32>>",
    "truth values": "dense<true> : tensor<1000000000000000xi1>",
    "strings": 'dense<"a"> : tensor<1000000000000000x!foo.str>',
    "one sparse": "sparse<0, 1> : tensor<1000000000000000xi32>",
    "resource": "dense_resource<a> : tensor<1000000000000000xi32>",
    "very many dimensions": f"dense<1> : tensor<{'1x' * 20_000}i32>",
}


@pytest.mark.parametrize("kind", mostly_long(SPLATS, list(SPLATS)[::3]))
def test_literals_that_stand_for_very_many(sdy_opt: Any, kind: str) -> None:
    """One element again and again is kept and written as one."""
    run = sdy_opt(ATTRIBUTE.replace("…", SPLATS[kind]), "-allow-unregistered-dialect")
    assert run.status == 0
    if not kind.startswith("none"):
        assert f"a.b = {SPLATS[kind]}" in run.output


LITERALS = {
    "too few": ("dense<[1, 2]> : tensor<1000000000000000xi32>", "inferred shape of elements literal ([2])"),
    "none": ("dense<> : tensor<1000000000000000xi32>", "parsed zero elements"),
    "bytes": (f'dense<"0x0100000002000000"> : tensor<{FOURTH}x{FOURTH}xi32>', "hex data size is invalid"),
    "bytes that overflow": (f'dense<"0x0100000002000000"> : tensor<{1 << 62}x4x2xi32>', "hex data size is invalid"),
    "deep": (f"dense<{'[' * 20_000}1{']' * 20_000}> : tensor<1xi32>", "inferred shape of elements literal"),
    "ragged": (f"dense<[{'[1],' * 20_000}[1, 2]]> : tensor<1xi32>", "ranks are not consistent"),
    "elements that go on": (f"dense<[{'1,' * 50_000}]> : tensor<1xi32>", "expected element literal"),
}


@pytest.mark.parametrize("kind", mostly_long(LITERALS, list(LITERALS)[::3]))
def test_literals_of_other_sizes_than_they_claim(sdy_opt: Any, kind: str) -> None:
    literal, message = LITERALS[kind]
    assert message in sdy_opt(ATTRIBUTE.replace("…", literal)).errors


GROUPS = "replica_groups = dense<-1> : tensor<1x1000000000000000xi64>"
TAKES_PAIRS = 'stablehlo.collective_permute"(%a) {source_target_pairs = dense<0> : tensor<100000000x2xi64>}'
ADDING = "({^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32>})"
SHAPE = "%c = stablehlo.constant dense<1> : tensor<1000000000000000xi64>\n"

CHECKED = {
    "all_gather": f'"stablehlo.all_gather"(%a) {{all_gather_dim = 0 : i64, {GROUPS}}} : (tensor<2xf32>) -> '
    "tensor<?xf32>",
    "all_to_all": '"stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 '
    f": i64, {GROUPS}}} : (tensor<2xf32>) -> tensor<2xf32>",
    "all_reduce": f'"stablehlo.all_reduce"(%a) {ADDING} {{{GROUPS}}} : (tensor<2xf32>) -> tensor<2xf32>',
    "reduce_scatter": f'"stablehlo.reduce_scatter"(%a) {ADDING} {{scatter_dimension = 0 : i64, {GROUPS}}} : '
    "(tensor<2xf32>) -> tensor<?xf32>",
    "collective_broadcast": f'"stablehlo.collective_broadcast"(%a) {{{GROUPS}}} : (tensor<2xf32>) -> tensor<2xf32>',
    "collective_permute": f'"{TAKES_PAIRS} : (tensor<2xf32>) -> tensor<2xf32>',
    "padding": f'"stablehlo.reduce_window"(%a, %p) {ADDING} {{window_dimensions = array<i64: 1>, padding = dense<0> : '
    "tensor<1000000000000000x2xi64>} : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>",
    "dynamic_iota": f"{SHAPE}stablehlo.dynamic_iota %c, dim = 0 : (tensor<1000000000000000xi64>) -> tensor<2xf32>",
    "dynamic_broadcast_in_dim": f"{SHAPE}stablehlo.dynamic_broadcast_in_dim %a, %c, dims = [0] : "
    "(tensor<2xf32>, tensor<1000000000000000xi64>) -> tensor<2xf32>",
    "rng": f"{SHAPE}stablehlo.rng %p, %p, %c, distribution = UNIFORM : "
    "(tensor<f32>, tensor<f32>, tensor<1000000000000000xi64>) -> tensor<2xf32>",
}


@pytest.mark.parametrize("operation", mostly_long(CHECKED, list(CHECKED)[::3]))
def test_numbers_that_have_to_be_looked_at(sdy_opt: Any, operation: str) -> None:
    """Where each of them counts there are never as many: they are refused, and not gone through."""
    line = CHECKED[operation]
    run = sdy_opt(function(line, "%a: tensor<2xf32>, %p: tensor<f32>"))
    assert "op is checked with up to 1048576 equal numbers in an attribute, but there are " in run.errors


def test_as_many_numbers_as_are_looked_at(sdy_opt: Any) -> None:
    line = '"stablehlo.collective_broadcast"(%a) {replica_groups = dense<0> : tensor<1x1048576xi64>}'
    assert "replica id #0 seen more than once" in sdy_opt(function(f"{line} : (tensor<2xf32>) -> tensor<2xf32>")).errors


OPERATIONS = {
    "reshape": (
        f"%0 = stablehlo.reshape %a : (tensor<{MOST}x{MOST}xf32>) -> tensor<{MOST}x{MOST}xf32>",
        f"%a: tensor<{MOST}x{MOST}xf32>",
    ),
    "iota": (f"%0 = stablehlo.iota dim = 0 : tensor<{MOST}x{MOST}xf32>", ""),
    "constant": ("%cst = stablehlo.constant dense<1.000000e+00> : tensor<1000000000000000xf32>", ""),
    "bitcast_convert": (
        f"%0 = stablehlo.bitcast_convert %a : (tensor<{MOST}xf32>) -> tensor<{MOST}x4xi8>",
        f"%a: tensor<{MOST}xf32>",
    ),
}


@pytest.mark.parametrize("operation", mostly_long(OPERATIONS, list(OPERATIONS)[::3]))
def test_operations_on_more_than_64_bits_can_count(sdy_opt: Any, operation: str) -> None:
    line, arguments = OPERATIONS[operation]
    assert line.replace("%a ", "%arg0 ") in sdy_opt(function(line, arguments)).output


def test_a_reshape_to_nothing(sdy_opt: Any) -> None:
    """The product of the sizes is told as it is, and not as 64 bits would have it: that is nothing, too."""
    run = sdy_opt(
        function(
            f"stablehlo.reshape %a : (tensor<{FOURTH}x{FOURTH}xf32>) -> tensor<0xf32>",
            f"%a: tensor<{FOURTH}x{FOURTH}xf32>",
        )
    )
    assert run.errors.splitlines()[0] == (
        f"IN:2:1: error: number of output elements (0) doesn't match expected number of elements ({1 << 64})"
    )


MESHES = {
    "devices": MESH,
    "more than 64 bits can count": f'sdy.mesh @mesh = <["a"={FOURTH}, "b"={FOURTH}, "c"={MOST}]>\n',
}


@pytest.mark.parametrize("kind", MESHES)
def test_meshes(sdy_opt: Any, kind: str) -> None:
    """No device is looked at by itself."""
    text = MESHES[kind] + "func.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})"
    run = sdy_opt(text, "-sdy-inline-meshes", "-sdy-lift-inlined-meshes", "-sdy-remove-size-one-axes")
    assert MESHES[kind].strip() in run.output


DEVICE_IDS = {
    "fewer": ('["a"=1000000000], device_ids=[1, 0]', "got: 1000000000 != 2"),
    "fewer than overflow": (f'["a"={FOURTH}, "b"={FOURTH}], device_ids=[1, 0]', f"got: {1 << 64} != 2"),
    "far away": (f'["a"=2], device_ids=[{MOST}, 0]', f"must be iota(product(axes)), got: 0, {MOST}"),
    "negative": (f'["a"=2], device_ids=[-{MOST}, 0]', f"device id must be non-negative, got: -{MOST}"),
}


@pytest.mark.parametrize("kind", DEVICE_IDS)
def test_device_ids(sdy_opt: Any, kind: str) -> None:
    ids, message = DEVICE_IDS[kind]
    assert message in sdy_opt(f"sdy.mesh @mesh = <{ids}>").errors


def test_every_second_bit_of_an_axis(sdy_opt: Any) -> None:
    """Sub-axes as small as can be of an axis as large as can be."""
    sub_axes = ", ".join(f'"a":({4**number})2' for number in range(31))
    sharding = f"#sdy.sharding<@mesh, [{{{sub_axes}}}]>"
    text = (
        f'sdy.mesh @mesh = <["a"={1 << 62}]>\nfunc.func private @f(tensor<{1 << 62}xf32> {{sdy.sharding = {sharding}}})'
    )
    assert sharding in sdy_opt(text, "-sdy-remove-size-one-axes").output
