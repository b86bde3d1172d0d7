"""Diffs of what repeats itself and has changed everywhere: time grows with the number of lines, not with its square."""

from __future__ import annotations

from typing import Any

import pytest

from sdyopt.driver.instruments.matching import matches

TENSOR = "tensor<2xf32>"
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
