"""Which of several reshards of a value is shared does not depend on how many there are."""

from __future__ import annotations

from random import Random

import pytest

import sdyopt
from sdyopt.dialects.sdy.canonicalize import reshards as earlier_reshards

SHARDINGS = ('[{"a"}, {}]', '[{}, {"b"}]', '[{"a", ?}, {}]', '[{"a"}, {"b"}]', "[{}, {}]")
TYPE = "tensor<8x8xf32>"


def program(number: int) -> str:
    """A program with reshards of two values, and of each other, with operations of other kinds between them."""
    random = Random(number)
    lines = []
    for index in range(14):
        earlier = random.randrange(index) if index and random.random() < 0.3 else None
        operand = random.choice(("%x", "%x", "%y")) if earlier is None else f"%{earlier}"
        if random.random() < (0.15 if number % 3 else 0):
            lines.append(f"%{index} = stablehlo.negate {operand} : {TYPE}")
        elif random.random() < (0.1 if number % 2 else 0):
            lines.append(f"%{index} = stablehlo.reshape {operand} : ({TYPE}) -> {TYPE}")
        else:
            lines.append(f"%{index} = sdy.reshard {operand} <@mesh, {random.choice(SHARDINGS)}> : {TYPE}")
    returned = sorted(random.sample(range(14), 9))
    values, types = ", ".join([f"%{index}" for index in returned]), ", ".join([TYPE] * 9)
    body = "\n  ".join([*lines, f"return {values} : {types}"])
    return f'sdy.mesh @mesh = <["a"=2, "b"=2]>\nfunc.func @main(%x: {TYPE}, %y: {TYPE}) -> ({types}) {{\n  {body}\n}}\n'


@pytest.mark.parametrize("order", ["top-down=true", "top-down=false"])
def test_remembered_reshards_are_those_that_a_search_finds(order: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = []
    for many_uses in (0, 64):
        monkeypatch.setattr(earlier_reshards, "MANY_USES", many_uses)
        answers.append(
            [sdyopt.parse(program(number)).run(f"canonicalize{{{order}}}").to_text() for number in range(60)]
        )
    assert answers[0] == answers[1]
