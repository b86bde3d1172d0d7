"""Peaks of layers one after the other whose weights are split, as FSDP has them, next to XLA's for TPU v5e."""

from __future__ import annotations

import pytest

import sdyopt
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.view import view

ROWS, WIDTH = 262144, 4096
ACTIVATION, WEIGHT = f"tensor<{ROWS}x{WIDTH}xbf16>", f"tensor<{WIDTH}x{WIDTH}xbf16>"
BY_ROWS, BY_COLUMNS = ({"sdy.sharding": f"#sdy.sharding<@mesh, [{dims}]>"} for dims in ('{"x"}, {}', '{}, {"x"}'))


def with_attributes(type: str, attributes: dict[str, str]) -> str:
    return f"{type} {{{', '.join([f'{name} = {value}' for name, value in attributes.items()])}}}"


def product(result: str, left: str, right: str, contracted: str, types: tuple[str, str, str]) -> str:
    signature = f"({types[0]}, {types[1]}) -> {types[2]}"
    return f"{result} = stablehlo.dot_general {left}, {right}, contracting_dims = {contracted} : {signature}"


def layer(result: str, number: int) -> list[str]:
    """The lines of tanh(x @ w), for the layer of that number."""
    return [
        product(f"%z{result}", f"%x{number}", f"%w{number}", "[1] x [0]", (ACTIVATION, WEIGHT, ACTIVATION)),
        f"%x{result} = stablehlo.tanh %z{result} : {ACTIVATION}",
    ]


def gradients(count: int, is_checkpointed: bool) -> list[str]:
    """The lines of the gradients of all weights, `%d0` and so on, of the sum of squares of the last activation."""
    lines = [f"%one = stablehlo.constant dense<1.0> : {ACTIVATION}"]
    made = f"%x{count}"
    for number in reversed(range(count)):
        after = str(number + 1)
        if is_checkpointed:
            barrier = f"stablehlo.optimization_barrier %x{number}, {made} : {ACTIVATION}, {ACTIVATION}"
            lines.append(f"%b{number}:2 = {barrier}")
            lines += [line.replace(f"%x{number},", f"%b{number}#0,") for line in layer(f"{after}_again", number)]
            after, made = f"{after}_again", f"%b{number}#1"
        read = f"%b{number}#0" if is_checkpointed else f"%x{number}"
        lines += [
            f"%t{number} = stablehlo.subtract %one, %x{after} : {ACTIVATION}",  # As JAX differentiates it.
            f"%a{number} = stablehlo.multiply {made}, %t{number} : {ACTIVATION}",
            f"%m{number} = stablehlo.multiply %a{number}, %x{after} : {ACTIVATION}",
            f"%c{number} = stablehlo.add %a{number}, %m{number} : {ACTIVATION}",
            product(f"%e{number}", f"%c{number}", read, "[0] x [0]", (ACTIVATION, ACTIVATION, WEIGHT)),
            f"%d{number} = stablehlo.transpose %e{number}, dims = [1, 0] : ({WEIGHT}) -> {WEIGHT}",
        ]
        if number:
            made = f"%g{number}"
            lines.append(product(made, f"%c{number}", f"%w{number}", "[1] x [1]", (ACTIVATION, WEIGHT, ACTIVATION)))
    return lines


def program(count: int, weights: dict[str, str], backward: str) -> str:
    """The text of layers, and of the gradients of their weights if there is a `backward` pass."""
    given = [f"%w{number}: {with_attributes(WEIGHT, weights)}" for number in range(count)]
    given.append(f"%x0: {with_attributes(ACTIVATION, BY_ROWS)}")
    lines = [line for number in range(count) for line in layer(str(number + 1), number)]
    names, types, made = [f"%x{count}"], [ACTIVATION], [with_attributes(ACTIVATION, BY_ROWS)]
    if backward:
        lines += gradients(count, backward == "checkpointed")
        names = [f"%d{number}" for number in range(count)]
        types, made = [WEIGHT] * count, [with_attributes(WEIGHT, weights)] * count
    return f"""
sdy.mesh @mesh = <["x"=8]>
func.func public @main({", ".join(given)}) -> ({", ".join(made)}) {{
  {chr(10).join(lines)}
  return {", ".join(names)} : {", ".join(types)}
}}
"""


@pytest.mark.parametrize(
    ("count", "weights", "needed"),
    [
        (2, BY_ROWS, 1312),
        (3, BY_ROWS, 1580),
        (6, BY_ROWS, 2112),
        (12, BY_ROWS, 2136),
        (2, BY_COLUMNS, 1048),
        (6, BY_COLUMNS, 1092),
    ],
)
def test_layers_need_the_memory_of_four_loops_at_most(count: int, weights: dict[str, str], needed: int) -> None:
    """`needed` are the MiB that XLA of jaxlib 0.10.2 needs for TPU v5e."""
    peak = view(sdyopt.parse(program(count, weights, "")), profile=Compiler.TPU).peak
    assert peak is not None
    assert peak.bytes / 2**20 == pytest.approx(needed, rel=0.02)


@pytest.mark.parametrize(
    ("count", "weights", "backward", "needed"),
    [
        (2, BY_ROWS, "kept", 1824),
        (4, BY_ROWS, "kept", 3200),
        (4, BY_COLUMNS, "kept", 3200),
        (4, BY_ROWS, "checkpointed", 1728),
    ],
)
def test_gradients_of_weights_read_transposed_copies(
    count: int, weights: dict[str, str], backward: str, needed: int
) -> None:
    """XLA runs the elementwise part of these in an order of its own."""
    peak = view(sdyopt.parse(program(count, weights, backward)), profile=Compiler.TPU).peak
    assert peak is not None
    assert peak.bytes / 2**20 == pytest.approx(needed, rel=0.1)
    assert "transposed for dot_general" in peak.estimated
