"""Very many of everything: time grows with the number, not with its square."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from sdyopt.driver import report as expected_patterns
from sdyopt.driver.instruments.matching import matches
from tools import bench

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


@pytest.mark.parametrize("backwards", [False, True])
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
@pytest.mark.parametrize("name", ["a", "é"])
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


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\t\n", "// \n", " "], ids=repr)
def test_empty_lines(sdy_opt: Any, end: str) -> None:
    """What is missing is missing before them."""
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


def test_very_many_that_come_later(sdy_opt: Any) -> None:
    """As many, in the reverse order, on lines far away."""
    uses = [f'"a.b"(%{number}) : (i32) -> ()' for number in range(5_000)]
    designators = [f"// expected-error @-{2 * number + 1} {{{{undeclared}}}}" for number in range(5_000)]
    assert sdy_opt("\n".join([*uses, *designators]), FLAG, "-allow-unregistered-dialect").status == 0


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
