"""Isolated operations with the same lines share a body; what is printed and reported is as if each had been parsed."""

from __future__ import annotations

import random

import pytest

from sdyopt.dialects import REGISTRY
from sdyopt.driver import input_output as binary
from sdyopt.driver import job
from sdyopt.driver.job import Options, Outcome
from sdyopt.ir.bodies import copied_content
from sdyopt.ir.operation import Operation
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.mlir.read import parser as reading
from sdyopt.pipeline.model import PassInvocation, Pipeline
from sdyopt.pipeline.registry import find_pass
from tools.fuzzing.mutation import mutate

TYPE = "tensor<8xf32>"
PASSES = ((), ("sdy-add-data-flow-edges", "sdy-basic-propagate"), ("sdy-export-named-computations",))
FORMS = (Options(), Options(print_op_generic=True), Options(print_debuginfo=True))


def _module(rng: random.Random) -> str:
    """A function of computations that hold the same, or nearly, and other computations."""
    lines = [f"func.func @main(%arg0: {TYPE}, %arg1: {TYPE}) -> {TYPE} {{"]
    value = "%arg0"
    for number in range(12):
        depth = rng.choice((0, 0, 1, 2))
        result = rng.choice((f"%{number}", f"%r{number}", f"%r.{number}"))
        lines += _computation(rng, result, value, depth, "  ")
        value = result
    lines += [f"  return {value} : {TYPE}", "}"]
    return "\n".join(lines) + "\n"


def _computation(rng: random.Random, result: str, operand: str, depth: int, indent: str) -> list[str]:
    argument, constant, total, nested = rng.choice((("%a", "%c", "%t", "%i"), ("%b1", "%c", "%long_name", "%inner")))
    argument, constant, total, nested = [f"{each}.{depth}" for each in (argument, constant, total, nested)]
    name = rng.choice(("f", "g.1", "a b", ""))
    value = rng.choice(("1.0", "1.0", "2.0"))
    body = [
        f"{constant} = stablehlo.constant dense<{value}> : {TYPE}",
        f"{total} = stablehlo.add {argument}, {constant} : {TYPE}",
    ]
    inner = [f"{indent}  {line}" for line in body]
    returned = total
    if depth:
        inner += _computation(rng, nested, total, depth - 1, f"{indent}  ")
        returned = nested
    comment = rng.choice(("", "", " // %a"))
    return [
        f'{indent}{result} = sdy.named_computation<"{name}">({operand}) ({argument}: {TYPE}) {{',
        *inner,
        f"{indent}  sdy.return {returned} : {TYPE}{comment}",
        f"{indent}}} : ({TYPE}) -> {TYPE}",
    ]


def _run(text: str, seed: int, use_templates: bool, patch: pytest.MonkeyPatch) -> tuple[Outcome, list[str]]:
    """What comes out, and what is reported."""

    def parse(*args: object, **kwargs: object) -> reading.ParsedText:
        return reading.parse(*args, **{**kwargs, "use_templates": use_templates})  # type: ignore[arg-type]

    said: list[str] = []
    passes = [PassInvocation(find_pass(name)) for name in PASSES[seed % 3]]
    with patch.context() as inside:
        inside.setattr(binary, "parse", parse)
        outcome = job.process(text, "program.mlir", Pipeline.of(passes), FORMS[seed // 3 % 3], said.append)
    return outcome, said


def _copies(text: str) -> int:
    """How many operations are copies right after their text has been read."""
    try:
        module = reading.parse(text, REGISTRY).module
    except CompilationError:
        return 0
    work: list[Operation] = [module]
    found = 0
    while work:
        op = work.pop()
        if copied_content(op) is not None:
            found += 1
            continue
        work += [inner for region in op.regions for block in region.blocks for inner in block.ops]
    return found


@pytest.mark.parametrize("start", range(0, 120, 30))
def test_generated_computations_come_out_the_same(start: int, monkeypatch: pytest.MonkeyPatch) -> None:
    copies = 0
    for seed in range(start, start + 30):
        text = _module(random.Random(seed))
        assert _run(text, seed, True, monkeypatch) == _run(text, seed, False, monkeypatch), seed
        copies += _copies(text)
    assert copies > 30


@pytest.mark.parametrize("start", range(0, 240, 60))
def test_mistakes_are_reported_in_the_same_places(start: int, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = 0
    for seed in range(start, start + 60):
        rng = random.Random(seed)
        text = mutate(_module(rng), rng)
        quick = _run(text, seed, True, monkeypatch)
        assert quick == _run(text, seed, False, monkeypatch), seed
        refused += not quick[0].succeeded
    assert refused > 10


HEAD = f"""
func.func @main(%arg0: {TYPE}) -> {TYPE} {{
  %0:2 = stablehlo.optimization_barrier %arg0, %arg0 : {TYPE}, {TYPE}
  %1 = sdy.named_computation<"f">(%0#1) (%a: {TYPE}) {{
    sdy.return %a : {TYPE}
  }} : ({TYPE}) -> {TYPE}
  %2 = sdy.named_computation<"f">(%1) (%a: {TYPE}) {{
    sdy.return %a : {TYPE}
  }} : ({TYPE}) -> {TYPE}
"""

LAST = f"""  %3 = sdy.named_computation<"g">(%0#1) (%b: {TYPE}) {{
    sdy.return %b : {TYPE}
  }} : ({TYPE}) -> {TYPE}
  return %3 : {TYPE}
}}
"""


def test_a_copy_is_taken() -> None:
    """The second one is read, as is the first, and becomes a copy, too."""
    assert _copies(HEAD + LAST) == 2


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("%3 =", "%2 ="),
        ("(%b:", "(%1:"),
        ("(%0#1)", "(%0#2)"),
        ("(%0#1)", "(%5)"),
        ("(%0#1)", "(%3)"),
        ("%b", "%b#0"),
        ("%3 =", "%3#0 ="),
        ("return %b", "return %arg0"),
        ('"g"', '"g'),
        ("\n  return", '\n  loc("there")\n  return'),
        ("\n  return", " // %b\n  return"),
        ("(%0#1)", "(%c)"),
        ("{\n", "{\n\n"),
    ],
)
def test_what_is_like_no_other_is_left_to_the_parser(old: str, new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = HEAD.replace("  %0:2", "  %c = stablehlo.constant dense<1> : tensor<i32>\n  %0:2") + LAST.replace(old, new)
    for seed in range(0, 9, 3):
        assert _run(text, seed, True, monkeypatch) == _run(text, seed, False, monkeypatch)
