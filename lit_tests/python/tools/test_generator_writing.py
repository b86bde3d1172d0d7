"""What the generators of sharded programs write alike."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

import sdyopt
from tools.generator.writing import (
    Body,
    Program,
    Value,
    axes_text,
    chain,
    computation,
    count_of,
    joined,
    tensor,
    while_loop,
)


def test_parts_that_follow_each_other_are_one() -> None:
    parts = [("x", 1, 2), ("x", 2, 8), ("y", 2, 4), ("y", 1, 2)]
    assert joined(parts) == [("x", 1, 8), ("y", 2, 4), ("y", 1, 2)]
    assert axes_text(parts, {"x": 8, "y": 4}) == '"x", "y":(2)2, "y":(1)2'
    assert count_of(parts) == 2 * 4 * 2 * 2


def test_axes_of_size_one_are_not_joined() -> None:
    assert joined([("x", 1, 1), ("x", 1, 1)]) == [("x", 1, 1), ("x", 1, 1)]


@pytest.mark.parametrize("size", [1, 2, 12, 64])
def test_a_chain_leads_from_one_to_the_size_by_divisors(size: int) -> None:
    for seed in range(20):
        edges = chain(Random(seed), size)
        assert (edges[0], edges[-1]) == (1, size)
        assert all(before < after and after % before == 0 for before, after in pairwise(edges))


def test_loops_and_computations_are_valid() -> None:
    program = Program(Random(0))
    argument = Value("%a", (2, 4))
    body: Body[Program] = Body(program, [argument])
    inner: Body[Program] = Body(program, [Value("%b", (2, 4))])
    last = inner.add(f"stablehlo.negate %b : {argument.type}", (2, 4))
    body.add(while_loop(program, "%b", "%a", argument.type, inner.lines, last.name, " {k}"), (2, 4))
    types = f"({argument.type}) -> {argument.type}"
    result = body.add(computation('sdy.named_computation<"g">(%a)', inner.values[:1], inner.lines, last, types), (2, 4))
    lines = "\n".join([*body.lines, f"return {result.name} : {result.type}"])
    module = sdyopt.parse(f"func.func @f(%a: {argument.type}) -> {argument.type} {{\n{lines}\n}}")
    names = [op.name for op in module.walk()]
    assert names.count("stablehlo.negate") == 2
    assert {"stablehlo.while", "sdy.named_computation"} < set(names)


def test_a_dynamic_size_is_a_question_mark() -> None:
    assert tensor((-1, 3), "bf16") == "tensor<?x3xbf16>"


def test_operations_have_locations_if_the_program_has() -> None:
    program = Program(Random(0))
    body: Body[Program] = Body(program)
    body.add("a", (1,), keep=False)
    program.locations = True
    body.line("b")
    assert body.values == []
    assert body.lines[0] == "%v1 = a"
    assert body.lines[1].startswith('b loc("')
