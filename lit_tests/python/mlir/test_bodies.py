"""Copies of bodies are what clones are, and their operations are created when they are looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.ir.bodies import CopiedRegion, content_of, relocated, rewritten
from sdyopt.ir.clone import clone
from sdyopt.ir.collecting import collect_kind
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.value import Value
from sdyopt.mlir.diagnostics import Source
from sdyopt.mlir.read.parser import parse
from sdyopt.mlir.write.builtin import PrintOptions
from sdyopt.mlir.write.printer import print_operation
from tools import corpus
from tools.chunks import sampled

SMALL = [name for name in corpus.names() if name != "transformer_deep"]

INPUTS = Path(__file__).parent / "Inputs"
TWO_FUNCTIONS = (INPUTS / "bodies.two_functions.txt").read_text(encoding="utf-8")


def functions(text: str) -> list[Operation]:
    """The functions in a module."""
    return collect_kind(parse(text, REGISTRY, allow_unregistered=True).module, FUNC)


def copy(function: Operation) -> Operation:
    """A function with a copy of the body of another."""
    content = content_of(function.regions[0])
    assert content is not None
    return Operation(function.signature, [], function.location, [CopiedRegion(content.cloned())])


def uses(op: Operation) -> list[list[tuple[int, int]]]:
    """For each value in an operation its uses, the newest first: the number of the owner, and that of the operand."""
    numbers = {inner: number for number, inner in enumerate(op.walk())}
    values: list[Value] = []
    for inner in op.walk():
        values += inner.results
        values += [argument for region in inner.regions for block in region.blocks for argument in block.arguments]
    return [[(numbers[use.owner], use.index) for use in value.uses] for value in values]


@pytest.mark.parametrize("name", sampled(SMALL, corpus.QUICK, 4))
def test_a_copy_is_a_clone(name: str) -> None:
    """With the same operations, locations and use lists, for each function of a program."""
    text = corpus.text(name)
    options = PrintOptions(generic=True, debug_info=True)
    for function in functions(text):
        cloned = clone(function, {})
        copied = copy(function)
        assert type(copied.regions[0]) is CopiedRegion
        source = Source(text, "-")
        assert print_operation(copied, source, options) == print_operation(cloned, source, options)
        assert type(copied.regions[0]) is Region
        assert uses(copied) == uses(cloned)


def test_bodies_are_the_same_wherever_they_are() -> None:
    first, second = [content_of(function.regions[0]) for function in functions(TWO_FUNCTIONS)]
    assert first is not None and second is not None
    assert first.body is second.body
    assert first.locations != second.locations


def test_a_body_keeps_the_order_of_uses() -> None:
    """Which a clone does not have."""
    function = functions(TWO_FUNCTIONS)[0]
    (argument,) = function.regions[0].block.arguments
    argument.reverse_uses()
    content = content_of(function.regions[0])
    assert content is not None
    kept = Operation(function.signature, [], function.location, [CopiedRegion(content)])
    assert uses(kept) == uses(function)
    assert uses(copy(function)) == uses(clone(function, {})) != uses(kept)


def test_a_copy_without_what_is_looked_for_is_left_as_it_is() -> None:
    copied = copy(functions(TWO_FUNCTIONS)[0])
    assert collect_kind(copied, CALL) == []
    assert type(copied.regions[0]) is CopiedRegion


def test_what_a_rewrite_makes_has_the_locations_of_each_copy() -> None:
    first, second = [content_of(function.regions[0]) for function in functions(TWO_FUNCTIONS)]
    assert first is not None and second is not None

    def without_first(region: Region) -> str:
        op = region.block.first
        assert op is not None
        op.result.replace_all_uses_with(op.operands[0])
        op.erase()
        return op.name

    name, after = rewritten(first.body, without_first)
    assert name == "stablehlo.add"
    assert after is not None
    argument, _, *others = second.locations
    assert relocated(after, second.locations).locations == (argument, *others)


@pytest.mark.parametrize(
    "body",
    [
        '"a.br"()[^bb1] : () -> ()\n^bb1:\n  return %0 : i1',
        '%1 = "a.op"(%2) : (i1) -> i1\n  %2 = "a.op"(%1) : (i1) -> i1\n  return %2 : i1',
    ],
)
def test_branches_and_uses_before_definitions_are_no_body(body: str) -> None:
    (function,) = functions(f"func.func @f(%0: i1) -> i1 {{\n  {body}\n}}")
    assert content_of(function.regions[0]) is None
