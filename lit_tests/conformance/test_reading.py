"""Inputs without a module around them, and round trips, come out as in the reference."""

from __future__ import annotations

import pytest

from tools import corpus, differential, reference
from tools.chunks import chunks, sampled
from tools.differential import Run
from tools.generator import mixed

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

FUNCTION = "func.func @f(%a: i32) -> i32 { return %a : i32 }"
SINGLE = Run(allow_unregistered=True, implicit_module=False)


@pytest.mark.parametrize(
    "text",
    [
        FUNCTION,
        "module {}",
        "module @a { module @b {} }",
        '%a = "t.op"(%a) : (i32) -> i32',
        '%0:2 = "t.op"() ({ %1 = "t.op"() : () -> i32 }) : () -> (i32, i32)',
        'sdy.mesh @a = <["x"=2]>',
        "stablehlo.constant dense<1> : tensor<i32>",
    ],
)
@pytest.mark.parametrize(
    "option",
    ["-mlir-print-local-scope", "-mlir-print-op-generic", "-mlir-print-value-users", "-mlir-print-assume-verified"],
)
def test_one_operation_is_all(text: str, option: str) -> None:
    """What is not valid alone, such as a mesh, prints in generic form."""
    run = SINGLE._replace(printing=(option,))
    expected = differential.theirs(text, run)
    assert expected is not None and expected.accepted
    assert differential.ours(text, run) == expected


@pytest.mark.parametrize("text", ["", "// nothing", "module {} module {}", f"{FUNCTION} module {{}}"])
def test_there_is_one_operation(text: str) -> None:
    found, expected = differential.ours(text, SINGLE), differential.theirs(text, SINGLE)
    assert expected is not None
    assert (found.message, found.line, found.column) == (expected.message, 0, 0)


def test_a_pass_over_modules_does_not_run_on_a_function() -> None:
    run = SINGLE._replace(passes=("sdy-inline-meshes",))
    expected = differential.theirs(FUNCTION, run)
    assert expected is not None and not expected.accepted
    assert differential.ours(FUNCTION, run) == expected


def their_round_trip(text: str) -> bool:
    """Whether the reference reads what it prints as the same program, with all locations."""
    printed = reference.run_isolated(text, debug_info=True, allow_unregistered=True)
    outputs = [
        reference.run_isolated(form, debug_info=True, generic=True, allow_unregistered=True).output
        for form in (text, printed.output)
    ]
    return outputs[0] == outputs[1]


def assert_same_round_trip(text: str) -> None:
    run = Run(allow_unregistered=True, printing=("-verify-roundtrip",))
    found = differential.ours(text, run)
    assert found.accepted == their_round_trip(text), str(found)


@pytest.mark.parametrize(
    "name", sampled([name for name in corpus.names() if name != "transformer_deep"], corpus.QUICK, 4)
)
def test_programs_make_the_round_trip_where_they_do_in_the_reference(name: str) -> None:
    """Formats that do not print the locations of arguments, as that of loops, lose them."""
    assert_same_round_trip(corpus.text(name))


@pytest.mark.parametrize("first", chunks(100, 25))
def test_modules_make_the_round_trip_where_they_do_in_the_reference(first: int) -> None:
    for seed in range(first, first + 25):
        assert_same_round_trip(mixed.module(seed))
