"""Very many of everything, and very long tokens."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

import pytest

from sdyopt.driver import report as expected_patterns
from sdyopt.driver.instruments.diff import matches
from sdyopt.mlir.literals.numbers import from_digits, to_digits
from tools import bench
from tools.chunks import mostly_long

# Very many of everything: time grows with the number, not with its square.


UNREGISTERED = "-allow-unregistered-dialect"
ALL_PASSES = tuple(f"-{name}" for name in bench.PASSES)
TENSOR = "tensor<2xf32>"


def listed(parts: Iterable[str]) -> str:
    return ", ".join(parts)


def numbered(text: str, count: int) -> str:
    """`text` with each number below `count` where it has a `#`, with commas between."""
    return listed(text.replace("#", str(number)) for number in range(count))


def in_function(*lines: str, arguments: str = f"%a: {TENSOR}") -> str:
    return "\n".join([f"func.func @f({arguments}) {{", *lines, "return", "}"])


# Values.


def test_results(sdy_opt: Any) -> None:
    count = 10_000
    types = listed(["i32"] * count)
    text = (
        f'%0:{count} = "a.b"() : () -> ({types})\n"a.c"({numbered("%0_#", count).replace("_", "#")}) : ({types}) -> ()'
    )
    assert sdy_opt(text, UNREGISTERED).output.count("%0#") == count


def test_results_that_are_not_there(sdy_opt: Any) -> None:
    """The count alone costs nothing."""
    run = sdy_opt('%0:1000000000 = "a.b"() : () -> i32', UNREGISTERED)
    assert run.errors == (
        "IN:1:1: error: operation defines 1 results but was provided 1000000000 to bind\n"
        '%0:1000000000 = "a.b"() : () -> i32\n^~\n'
    )


def test_operands(sdy_opt: Any) -> None:
    count = 10_000
    text = f'%0 = "a.b"() : () -> i32\n"a.c"({listed(["%0"] * count)}) : ({listed(["i32"] * count)}) -> ()'
    assert sdy_opt(text, UNREGISTERED).output.count("%0, ") == count - 1


def test_operands_that_are_defined_later(sdy_opt: Any) -> None:
    """All of one operation, by another one: each replaces its placeholder."""
    count = 10_000
    names, types = numbered("%v#", count), listed(["i32"] * count)
    inside = f'"a.c"({names}) : ({types}) -> ()\n{names} = "a.b"() : () -> ({types})'
    assert sdy_opt(f'"a.module"() ({{{inside}}}) : () -> ()', UNREGISTERED).output.count("#") == count


@pytest.mark.long
def test_operands_that_nothing_defines(sdy_opt: Any) -> None:
    """All are told of, with their columns in a line that is long."""
    count = 10_000
    run = sdy_opt(f'"a.c"({numbered("%v#", count)}) : ({listed(["i32"] * count)}) -> ()', UNREGISTERED)
    assert run.errors.count("use of undeclared SSA value name") == count
    assert run.errors.startswith("IN:1:7: error")


@pytest.mark.long
def test_a_wide_sort(sdy_opt: Any) -> None:
    """All inputs of a sort have one shape."""
    count = 5_000
    arguments = numbered("%x#: tensor<f32>", 2 * count)
    types = listed(["tensor<1xf32>"] * count)
    run = sdy_opt(
        in_function(
            f'%0:{count} = "stablehlo.sort"({listed(["%a"] * count)}) ({{',
            f"^bb0({arguments}):",
            "%c = stablehlo.constant dense<true> : tensor<i1>",
            "stablehlo.return %c : tensor<i1>",
            f"}}) : ({types}) -> ({types})",
            arguments="%a: tensor<1xf32>",
        )
    )
    assert run.output.count("tensor<f32>") == 2 * count


@pytest.mark.long
def test_a_wide_manual_computation(sdy_opt: Any) -> None:
    """All passes over thousands of inputs with a sharding each."""
    count = 3_000
    shardings, types = listed(["<@mesh, [{}]>"] * count), listed([TENSOR] * count)
    run = sdy_opt(
        'sdy.mesh @mesh = <["a"=2]>\n'
        + in_function(
            f"%0:{count} = sdy.manual_computation({listed(['%a'] * count)}) in_shardings=[{shardings}]",
            f'out_shardings=[{shardings}] manual_axes={{"a"}} ({numbered(f"%b#: {TENSOR}", count)}) {{',
            f"sdy.return {numbered('%b#', count)} : {types}",
            f"}} : ({types}) -> ({types})",
        ),
        *ALL_PASSES,
    )
    assert run.output.count("replicated={") >= 2 * count


# Operations, blocks, symbols.


def test_a_long_chain(sdy_opt: Any) -> None:
    """Operations that depend each on the one before it, through all passes."""
    count = 10_000
    lines = [f"%{n} = stablehlo.add %{n - 1 if n else 'a'}, %a : {TENSOR}" for n in range(count)]
    assert sdy_opt(in_function(*lines), *ALL_PASSES).output.count("stablehlo.add") == count


def test_a_long_chain_of_constants(sdy_opt: Any) -> None:
    """Each operation uses twice the one before it: there are more paths than anyone can walk."""
    count = 10_000
    lines = [f"%c0 = stablehlo.constant dense<1.0> : {TENSOR}"]
    lines += [f"%c{n} = stablehlo.add %c{n - 1}, %c{n - 1} : {TENSOR}" for n in range(1, count)]
    assert sdy_opt(in_function(*lines), *ALL_PASSES).status == 0


@pytest.mark.long
def test_a_long_chain_backwards(sdy_opt: Any) -> None:
    """Each operation uses the one behind it."""
    count = 10_000
    lines = [f'%{n} = "a.c"(%{n - 1}) : (i32) -> i32' for n in range(count, 0, -1)]
    inside = "\n".join([*lines, '%0 = "a.d"() : () -> i32'])
    assert sdy_opt(f'"a.module"() ({{{inside}}}) : () -> ()', UNREGISTERED).output.count('"a.c"') == count


@pytest.mark.parametrize("backwards", mostly_long([False, True], [True]))
def test_blocks(sdy_opt: Any, backwards: bool) -> None:
    """Blocks that branch each to the next, or to the one before."""
    count = 5_000
    blocks = [
        f'^bb{n}:\n"a.c"() [^bb{max(n - 1, 1) if backwards else min(n + 1, count)}] : () -> ()'
        for n in range(1, count + 1)
    ]
    text = "\n".join(['"a.b"() ({', f'"a.d"() [{numbered("^bb#", count + 1).partition(", ")[2]}] : () -> ()', *blocks])
    assert sdy_opt(text + "\n}) : () -> ()", UNREGISTERED).output.count('"a.c"') == count


@pytest.mark.long
def test_functions_that_call_each_other(sdy_opt: Any) -> None:
    count = 2_000
    text = "\n".join(
        f"func.func @f{n}(%a: i32) {{ call @f{(n + 1) % count}(%a) : (i32) -> ()\nreturn }}" for n in range(count)
    )
    assert sdy_opt(text, *ALL_PASSES).output.count("func.func") == count


@pytest.mark.long
def test_a_symbol_again_and_again(sdy_opt: Any) -> None:
    run = sdy_opt("func.func private @f()\n" * 10_000)
    assert run.errors.startswith("IN:2:1: error: redefinition of symbol named 'f'")


@pytest.mark.long
def test_sharding_groups(sdy_opt: Any) -> None:
    """Groups with ids from the top of 64 bits, half of them joined to one."""
    lines = []
    for number in range(5_000):
        lines += [
            f"%{number} = stablehlo.add %a, %a : {TENSOR}",
            f"sdy.sharding_group %{number} group_id={(1 << 62) - number} : {TENSOR}",
        ]
        if number % 2:
            lines.append(f"sdy.sharding_group %{number} group_id=0 : {TENSOR}")
    assert "group_id=2500 " in sdy_opt(in_function(*lines), "-sdy-sharding-group-import").output


@pytest.mark.long
def test_chunks(sdy_opt: Any) -> None:
    count = 5_000
    assert sdy_opt("module {}\n// -----\n" * count, "-split-input-file").output.count("module") == count + 1


# Axes and dimensions.


def mesh(count: int) -> str:
    return f"sdy.mesh @mesh = <[{numbered(chr(34) + 'x#' + chr(34) + '=1', count)}]>\n"


def axes(count: int, step: int = 1) -> str:
    return listed([f'"x{number}"' for number in range(count)][::step])


def function_with(sharding: str, rank: int = 1) -> str:
    return f"func.func private @f(tensor<{'2x' * rank}f32> {{sdy.sharding = #sdy.sharding<{sharding}>}})"


@pytest.mark.long
def test_axes_of_a_dimension(sdy_opt: Any) -> None:
    text = mesh(10_000) + function_with(f"@mesh, [{{{axes(10_000)}}}]")
    passes = ("-sdy-inline-meshes", "-sdy-lift-inlined-meshes", "-sdy-remove-size-one-axes")
    assert "#sdy.sharding<@mesh, [{}]>" in sdy_opt(text, *passes).output


@pytest.mark.long
@pytest.mark.parametrize("step", [1, -1])
def test_replicated_axes(sdy_opt: Any, step: int) -> None:
    """They are in the order of the mesh, or it is said that they are not."""
    run = sdy_opt(mesh(10_000) + function_with(f"@mesh, [{{}}], replicated={{{axes(10_000, step)}}}"))
    assert run.status == (step < 0)
    assert step > 0 or "replicated axes are not ordered w.r.t. mesh" in run.errors


@pytest.mark.long
@pytest.mark.parametrize("used", [False, True])
def test_manual_axes(sdy_opt: Any, used: bool) -> None:
    """In reverse, so that they are sorted, and added to shardings that have them or have not."""
    count = 10_000
    manual = axes(count, -1)
    text = mesh(count) + in_function(
        f"%0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{{{manual if used else ''}}}]>] out_shardings=",
        f"[<@mesh, [{{}}]>] manual_axes={{{manual}}} (%b: {TENSOR}) {{ sdy.return %b : {TENSOR} }}",
        f": ({TENSOR}) -> {TENSOR}",
    )
    assert sdy_opt(text, "-sdy-manual-axes-cleanup").output.count("replicated={") == 2 - used


def test_dimensions(sdy_opt: Any) -> None:
    rank = 10_000
    text = 'sdy.mesh @mesh = <["a"=2]>\n' + function_with(f"@mesh, [{listed(['{}'] * rank)}]", rank)
    assert sdy_opt(text).output.count("2x") == rank


def test_device_ids(sdy_opt: Any) -> None:
    count = 10_000
    ids = listed(str(number) for number in reversed(range(count)))
    assert sdy_opt(f'sdy.mesh @mesh = <["a"={count}], device_ids=[{ids}]>').output.count(",") == count


def test_contracted_dimensions(sdy_opt: Any) -> None:
    rank = 10_000
    type, batching = f"tensor<{'1x' * rank}f32>", numbered("#", rank)
    text = in_function(
        f"%0 = stablehlo.dot_general %a, %a, batching_dims = [{batching}] x [{batching}],",
        f"contracting_dims = [] x [] : ({type}, {type}) -> {type}",
        arguments=f"%a: {type}",
    )
    assert sdy_opt(text).status == 0


# Lines.


@pytest.mark.parametrize("flag", ["-mlir-print-op-generic", "-mlir-print-debuginfo"])
@pytest.mark.parametrize("name", mostly_long(["a", "é"], ["é"]))
def test_one_line(sdy_opt: Any, flag: str, name: str) -> None:
    """Operations all in one line, and where in it each stands."""
    count = 10_000
    text = f"module {{{f' {chr(34)}{name}.b{chr(34)}() : () -> ()' * count}}}"
    assert sdy_opt(text, UNREGISTERED, flag).output.count('.b"') == count


def test_one_line_with_an_error_at_its_end(sdy_opt: Any) -> None:
    """Only the end of the line is shown: all of it would bury the message."""
    text = f"module {{{' module {}' * 10_000}?"
    message, line, caret = sdy_opt(text).errors.splitlines()
    assert message == "IN:1:100009: error: expected operation name in quotes"
    assert line.startswith("…") and line.endswith(" module {}?")
    assert len(line) == len(caret) < 200


@pytest.mark.parametrize("end", mostly_long(["\n", "\r", "\r\n", "\t\n", "// \n", " "], ["\r\n"]), ids=repr)
def test_empty_lines(sdy_opt: Any, end: str) -> None:
    """Missing lines are missing before them."""
    blank = end * 100_000
    run = sdy_opt(f"{blank}module attributes {{a.b = 1{blank}?")
    assert "error: expected '}' in attribute dictionary" in run.errors


def test_attributes(sdy_opt: Any) -> None:
    count = 10_000
    text = f"module attributes {{{listed(f'a.b{number} = {number}' for number in range(count))}}} {{}}"
    assert sdy_opt(text).output.count("a.b") == count


MESH = 'sdy.mesh @mesh = <["a"=2]>\n'
CONSTRAINT = f'%c = sdy.sharding_constraint %a <@mesh, [{{"a"}}]> : {TENSOR}'


def functions(count: int, length: int) -> str:
    """Functions of the same lines except one, whose values have the same names."""
    body = "\n".join(f"%{number} = stablehlo.add %a, %a : {TENSOR}" for number in range(length))
    return MESH + "\n".join(
        f"func.func @f{number}(%a: {TENSOR}) {{\n{body}\n{CONSTRAINT}\nreturn\n}}" for number in range(count)
    )


@pytest.mark.long
def test_many_functions_of_the_same_lines(sdy_opt: Any) -> None:
    """Each constraint has changed, and nothing else but the mesh."""
    diff = sdy_opt(functions(100, 400), "-sdy-inline-meshes", "-diff").output.splitlines()
    assert sum(line.startswith("-") for line in diff) == 102
    assert sum(line.startswith("+") for line in diff) == 101


@pytest.mark.long
def test_anchors_between_anchors_without_end() -> None:
    """Each level finds one anchor, which makes another line one of the next level."""
    count = 40_000
    before = [number for first in range(count) for number in (first + 1, first)]
    after = [number for first in range(count) for number in (first + 1, -first - 2, first)]
    assert sum(match.length for match in matches(before, after)) == 2 * count


@pytest.mark.long
@pytest.mark.parametrize("kinds", [2, 200])
def test_lines_by_chance(kinds: int) -> None:
    """No line stands out, and nothing stays where it was."""
    numbers = [number * number % 10_007 * number % kinds for number in range(20_000)]
    found = matches(numbers, [number % kinds for number in reversed(numbers)])
    assert len(numbers) > sum(match.length for match in found) > len(numbers) // kinds


FLAG = "-verify-diagnostics"


def test_very_many(sdy_opt: Any) -> None:
    """Each error is told to be expected on a line of its own."""
    lines = [f'"a.b"(%{number}) : (i32) -> ()  // expected-error {{{{undeclared}}}}' for number in range(10_000)]
    assert sdy_opt("\n".join(lines), FLAG, "-allow-unregistered-dialect").status == 0


@pytest.mark.long
def test_very_many_that_come_later(sdy_opt: Any) -> None:
    """As many, in the reverse order, on lines far away."""
    uses = [f'"a.b"(%{number}) : (i32) -> ()' for number in range(5_000)]
    designators = [f"// expected-error @-{2 * number + 1} {{{{undeclared}}}}" for number in range(5_000)]
    assert sdy_opt("\n".join([*uses, *designators]), FLAG, "-allow-unregistered-dialect").status == 0


@pytest.mark.long
def test_very_many_that_do_not_come(sdy_opt: Any) -> None:
    run = sdy_opt("// expected-error {{never}}\n" * 10_000, FLAG)
    assert run.errors.count('error: expected error "never" was not produced') == 10_000


@pytest.mark.parametrize(
    "line",
    [
        "expected-error {{" * 100_000,
        "expected-error" + " " * 200_000 + "x }}",
        "expected-error {{" + "}" * 200_000 + "x",
        "expected-error " * 100_000 + "}}",
    ],
    ids=["open", "blanks", "braces", "words"],
)
def test_long_lines_that_are_no_designators(sdy_opt: Any, line: str) -> None:
    assert sdy_opt(f"// {line}\n", FLAG).status == 0


@pytest.mark.parametrize("where", ["+", "-"])
def test_a_distance_of_very_many_digits(sdy_opt: Any, where: str) -> None:
    """There is no such line, so that nothing can be expected there."""
    run = sdy_opt(f"// expected-error @{where}{'9' * 100_000} {{{{x}}}}", FLAG)
    assert run.errors.startswith('IN:1:4: error: expected error "x" was not produced')


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("(", "missing ), unterminated subpattern"),
        ("(" * 10_000 + ")" * 10_000, "nested too deeply"),
        ("a{99999999999}?", "the repetition number is too large"),
        ("[" * 10_000, "unterminated character set"),
    ],
    ids=["open", "deep", "repeated", "set"],
)
def test_wrong_regular_expressions(sdy_opt: Any, pattern: str, message: str) -> None:
    run = sdy_opt(f"// expected-error-re {{{{{{{{{pattern}}}}}}}}}", FLAG)
    assert run.errors.startswith(f"IN:1:4: error: invalid regex: {message}")


def test_very_many_openings_of_regular_expressions(sdy_opt: Any) -> None:
    """Without an end they are text."""
    run = sdy_opt(f"// expected-error-re {{{{x{'{{' * 100_000}x}}}}", FLAG)
    assert "error: expected error" in run.errors


def test_a_regular_expression_that_takes_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is given up, and said once to be wrong."""
    from sdyopt.cli import main as cli

    monkeypatch.setattr(expected_patterns, "SECONDS", 0.1)
    symbol = "a" * 400
    line = f"func.func private @{symbol}()\n"
    text = f"{line}// expected-error-re @+1 {{{{{{{{(a+)+c}}}}}}}}\n{line}"
    status, output, errors = cli.run(["-", FLAG], text.encode())
    assert (status, output) == (1, b"")
    assert errors.count(b"<stdin>:2:4: error: invalid regex: it takes too long") == 1
    assert b"was not produced" not in errors


def test_regular_expressions_that_are_met(sdy_opt: Any) -> None:
    """What they are for still works."""
    text = "// expected-error-re @below {{expected {{[a-z]+}} name in {{(quotes|none)}}}}\nmodule {?}"
    assert sdy_opt(text, FLAG).status == 0


# Names, strings, comments and numbers of millions of characters: written again whole, or refused where they stand.


LENGTH = 1_000_000
NAME = "a" * LENGTH
DIGITS = "9" * 100_000
ATTRIBUTE = "module attributes {a.b = …} {}"
TYPE = "func.func private @f(…)"
FUNCTION = "func.func @f(%a: tensor<2xf32>) { …\nreturn }"


def around(text: str, inside: str) -> str:
    return text.replace("…", inside)


NAMES = {
    "symbol": f"func.func private @{NAME}()",
    "quoted symbol": f'func.func private @"{" " * LENGTH}"()',
    "operation": f'"a.{NAME}"() : () -> ()',
    "key": f"module attributes {{a.{NAME} = 1}} {{}}",
    "string": around(ATTRIBUTE, f'"{NAME}"'),
    "escapes": around(ATTRIBUTE, '"' + "\\00\\n\\\\" * (LENGTH // 8) + '"'),
    "dialect of an attribute": around(ATTRIBUTE, f"#{NAME}.b"),
    "dialect of a type": around(TYPE, f"!{NAME}.b"),
    "axis": f'sdy.mesh @mesh = <["{NAME}"=2]>',
    "mesh": f"sdy.mesh @{NAME} = <[]>",
    "file of a location": f'module {{}} loc("{NAME}":1:1)',
    "name of a location": f'module {{}} loc("{NAME}")',
}


@pytest.mark.parametrize("kind", mostly_long(NAMES, list(NAMES)[::4]))
def test_names_that_are_written_again(sdy_opt: Any, kind: str) -> None:
    run = sdy_opt(NAMES[kind], UNREGISTERED, "-mlir-print-debuginfo")
    assert run.status == 0
    assert len(run.output) >= LENGTH // 2


FORGOTTEN = {
    "value": f"func.func @f(%{NAME}: i32) -> i32 {{ return %{NAME} : i32 }}",
    "alias": f"#{NAME} = 1\n" + around(ATTRIBUTE, f"#{NAME}"),
    "type alias": f"!{NAME} = i1\n" + around(TYPE, f"!{NAME}"),
    "comment": f"//{NAME}\nmodule {{}}//{NAME}",
    "blanks": f"module{' ' * LENGTH}{{}}",
    "NULs": "module" + "\0" * LENGTH + "{}",
}


@pytest.mark.parametrize("kind", FORGOTTEN)
def test_names_that_are_not(sdy_opt: Any, kind: str) -> None:
    """Values and aliases get other names, comments and blanks none."""
    run = sdy_opt(FORGOTTEN[kind])
    assert run.status == 0
    assert len(run.output) < 200


WRONG = {
    "value that nothing defines": (f"func.func @f() -> i32 {{ return %{NAME} : i32 }}", "use of undeclared SSA value"),
    "symbol that is there twice": (f"func.func private @{NAME}()\n" * 2, "redefinition of symbol"),
    "operation of no dialect": (f"{NAME}.b", "not found for custom op"),
    "operation of none that is known": (f'"{NAME}.b"() : () -> ()', "unregistered dialect"),
    "unknown operation": (f"stablehlo.{NAME} %1", "is unknown"),
    "key that is there twice": (f"module attributes {{a.{NAME} = 1, a.{NAME} = 1}} {{}}", "duplicate key"),
    "alias that nothing defines": (around(ATTRIBUTE, f"#{NAME}"), "undefined symbol alias id"),
    "type alias that nothing defines": (around(TYPE, f"!{NAME}"), "undefined symbol alias id"),
    "attribute of no dialect": (around(ATTRIBUTE, f"#{NAME}.b"), "unregistered dialect"),
    "unknown attribute": (around(ATTRIBUTE, f"#sdy.{NAME}"), "unknown attribute"),
    "unknown mesh": (f"func.func private @f(tensor<i1> {{sdy.sharding = #sdy.sharding<@{NAME}, []>}})", "unknown mesh"),
    "unknown axis": (
        MESH + f'func.func private @f(tensor<1xi1> {{sdy.sharding = #sdy.sharding<@mesh, [{{"{NAME}"}}]>}})',
        "unknown axis name",
    ),
    "string that does not end": (around(ATTRIBUTE, f'"{NAME}'), "expected '\"' in string literal"),
    "escape that is none": (around(ATTRIBUTE, f'"{NAME}\\zz"'), "unknown escape in string literal"),
    "backslashes": (around(ATTRIBUTE, '"' + "\\" * (LENGTH + 1)), "in string literal"),
    "quotes": (around(ATTRIBUTE, '"' * LENGTH), "expected '}'"),
    "word": (NAME, "custom op"),
    **{f"{sign} again and again": (sign * LENGTH, "") for sign in "@#%!^.-?\x7f\x01"},
}


@pytest.mark.parametrize("kind", mostly_long(WRONG, list(WRONG)[::3]))
def test_names_that_are_wrong(sdy_opt: Any, kind: str) -> None:
    """A message is no longer than what it names a few times."""
    text, message = WRONG[kind]
    run = sdy_opt(text)
    assert run.status == 1
    assert message in run.errors
    assert len(run.errors) < 3 * LENGTH


# Numbers.

TOO_LARGE = {
    "size of a tensor": (around(TYPE, f"tensor<{DIGITS}xf32>"), "invalid dimension"),
    "later size": (around(TYPE, f"tensor<1x{DIGITS}x2xf32>"), "invalid dimension"),
    "size of a vector": (around(TYPE, f"vector<{DIGITS}xf32>"), "invalid dimension"),
    "size of a memref": (around(TYPE, f"memref<{DIGITS}xf32>"), "invalid dimension"),
    "stride": (around(TYPE, f"memref<1xf32, strided<[{DIGITS}]>>"), "64-bit signed integer"),
    "width of a type": (around(TYPE, f"i{DIGITS}"), "invalid integer width"),
    "attribute": (around(ATTRIBUTE, DIGITS), "integer constant out of range"),
    "negative attribute": (around(ATTRIBUTE, f"-{DIGITS}"), "integer constant out of range"),
    "hexadecimal attribute": (around(ATTRIBUTE, f"0x{DIGITS}"), "integer constant out of range"),
    "bits of a float": (around(ATTRIBUTE, f"0x{DIGITS} : f32"), "out of range for type"),
    "integer for a float": (around(ATTRIBUTE, f"{DIGITS} : f32"), "unexpected decimal integer literal"),
    "dense element": (around(ATTRIBUTE, f"dense<[{DIGITS}]> : tensor<1xi64>"), "out of range for type"),
    "bits of dense elements": (around(ATTRIBUTE, f'dense<"0x{DIGITS}"> : tensor<1xi32>'), "hex data size is invalid"),
    "sparse index": (around(ATTRIBUTE, f"sparse<[[{DIGITS}]], 1> : tensor<1xi32>"), "out of range for type"),
    "array element": (around(ATTRIBUTE, f"array<i64: {DIGITS}>"), "integer constant out of range"),
    "affine constant": (around(ATTRIBUTE, f"affine_map<(d0) -> (d0 + {DIGITS})>"), "constant too large"),
    "distinct attribute": (around(ATTRIBUTE, f"distinct[{DIGITS}]<1>"), "unsigned 64-bit integer"),
    "line": (f'module {{}} loc("a":{DIGITS}:1)', "expected integer line number"),
    "end of a range of columns": (f'module {{}} loc("a":1:1 to :{DIGITS})', "expected integer column number"),
    "number of a result": (f'"a.c"(%0#{DIGITS}) : (i32) -> ()', "invalid SSA value result number"),
    "number of results": (f'%0:{DIGITS} = "a.b"() : () -> i32', "to have at least 1 result"),
    "mesh axis": (f'sdy.mesh @mesh = <["a"={DIGITS}]>', "integer value too large"),
    "device id": (f"sdy.mesh @mesh = <[], device_ids=[{DIGITS}]>", "integer value too large"),
    "sub-axis": (around(ATTRIBUTE, f'#sdy.sharding<@mesh, [{{"a":({DIGITS})2}}]>'), "integer value too large"),
    "group": (around(FUNCTION, f"sdy.sharding_group %a group_id={DIGITS} : tensor<2xf32>"), "out of range"),
    "dimension": (around(FUNCTION, f"stablehlo.iota dim = {DIGITS} : tensor<2xf32>"), "out of range"),
    "start of a slice": (around(FUNCTION, f"stablehlo.slice %a [{DIGITS}:1]"), "integer value too large"),
    "storage of a quantized type": (around(TYPE, f"!quant.uniform<i8<{DIGITS}:1>:f32, 1.0>"), "too large"),
}


def test_integers_of_very_many_digits(each_fails: Any) -> None:
    found = each_fails({kind: text for kind, (text, _) in TOO_LARGE.items()}, UNREGISTERED)
    for kind, (_, message) in TOO_LARGE.items():
        assert message in found[kind]
        assert len(found[kind]) < 1000


FLOATS = {
    "digits": (f"{DIGITS}.0", "0x7FF0000000000000 : f64"),
    "places": (f"0.{DIGITS}", "1.000000e+00 : f64"),
    "zeros": (f"0.{'0' * 100_000}1", "0.000000e+00 : f64"),
    "exponent": (f"1.0e{DIGITS}", "0x7FF0000000000000 : f64"),
    "negative exponent": (f"-1.0e-{DIGITS}", "-0.000000e+00 : f64"),
    "exponent of f128": (f"1.0e{DIGITS} : f128", "0x7FFF0000000000000000000000000000 : f128"),
    "large exponent": ("1.0e999999999 : f80", "0x7FFF8000000000000000 : f80"),
    "small exponent": ("1.0e-999999999 : f16", "0.000000e+00 : f16"),
    "dense": (f"dense<[1.0e{DIGITS}, 1.0e-{DIGITS}]> : tensor<2xf32>", "dense<[0x7F800000, 0.000000e+00]>"),
    "array": (f"array<f32: {DIGITS}.0, 0.{DIGITS}>", "array<f32: 0x7F800000, 1.000000e+00>"),
}


@pytest.mark.parametrize("kind", FLOATS)
def test_floats_of_very_many_digits(sdy_opt: Any, kind: str) -> None:
    literal, printed = FLOATS[kind]
    assert f"a.b = {printed}" in sdy_opt(around(ATTRIBUTE, literal)).output


@pytest.mark.parametrize("sign", ["", "-"])
@pytest.mark.parametrize("form", ["{} : i16777215", "dense<{}> : tensor<1xi16777215>"])
def test_integers_that_are_that_wide(sdy_opt: Any, sign: str, form: str) -> None:
    """The widest type of MLIR has integers of five million digits."""
    attribute = form.replace("{}", sign + DIGITS)
    assert f"a.b = {attribute}" in sdy_opt(around(ATTRIBUTE, attribute)).output


@pytest.mark.parametrize("count", [1, 1024, 1025, 4000, 20_001])
def test_digits_there_and_back(count: int) -> None:
    """Through zeros, which belong to parts that are read for themselves."""
    digits = ("9" + "0" * 700 + "123" * count)[:count]
    number = from_digits(digits)
    assert number == int(Decimal(digits))
    assert to_digits(number) == digits
    assert to_digits(-number) == f"-{digits}"


NAMED_IN_FULL = {
    "priority": (
        around(ATTRIBUTE, f"#sdy.sharding<@mesh, [{{}}p{DIGITS}]>"),
        f"expecting integer priority, got: p{DIGITS}",
    ),
    "exponent's width": (
        around(FUNCTION, f"stablehlo.reduce_precision %a, format = e{DIGITS}m1 : tensor<2xf32>"),
        f"unable to parse exponent '{DIGITS}'",
    ),
}


def test_words_with_too_many_digits_are_named_in_full(each_fails: Any) -> None:
    """As the reference names them."""
    found = each_fails({kind: text for kind, (text, _) in NAMED_IN_FULL.items()}, UNREGISTERED)
    for kind, (_, message) in NAMED_IN_FULL.items():
        assert message in found[kind]
