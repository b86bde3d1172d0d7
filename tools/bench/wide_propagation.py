"""Programs that have very much of one thing when they are propagated."""

from __future__ import annotations

from tools.bench.wide_programs import MESH, SHARDING, TENSOR, Wide

PASSES = ("sdy-user-priority-propagate",)

DIMENSIONS = 12
"""Of the tensors in `axes`."""

SHARDED = 4
"""How many dimensions are sharded of the tensors in `factors`."""

OPS = 1000
"""The operations of `axes` and `factors`."""


def chain(count: int) -> str:
    """A chain of `count` values, the last one with a sharding."""
    lines = [f"  %{number + 1} = stablehlo.tanh %{number} : {TENSOR}\n" for number in range(count - 1)]
    lines.append(f"  %last = sdy.sharding_constraint %{count - 1} {_SHARDING} : {TENSOR}\n")
    return _function(f"%0: {TENSOR}", TENSOR, "".join(lines), "%last")


def shared(count: int) -> str:
    """A value with `count` uses, by operations that make a chain; its sharding comes from the last one."""
    lines = [f"  %{number + 1} = stablehlo.add %{number}, %shared : {TENSOR}\n" for number in range(count)]
    lines.insert(0, f"  %shared = stablehlo.tanh %0 : {TENSOR}\n")
    constraint = f"  %last = sdy.sharding_constraint %{count} {_SHARDING} : {TENSOR}\n"
    return _function(f"%0: {TENSOR}", TENSOR, "".join(lines) + constraint, "%last")


def dead(count: int) -> str:
    """A value with `count` uses by dead operations."""
    lines = [f"  %u{number} = stablehlo.tanh %1 : {TENSOR}\n" for number in range(count)]
    lines.insert(0, f"  %1 = stablehlo.tanh %0 : {TENSOR}\n")
    return _function(f"%0: {TENSOR} {{sdy.sharding = {SHARDING}}}", TENSOR, "".join(lines), "%1")


def axes(count: int) -> str:
    """Operations on a mesh of `count` axes, all of which shard a tensor and move from dimension to dimension."""
    mesh = ", ".join([f'"a{number}"=2' for number in range(count)])
    type = f"tensor<{'4x' * DIMENSIONS}f32>"
    listed = ", ".join([f'{{"a{number}", ?}}' if number < count else "{?}" for number in range(DIMENSIONS)])
    order = ", ".join([str((number + 1) % DIMENSIONS) for number in range(DIMENSIONS)])
    lines = []
    for number in range(0, OPS, 2):
        lines.append(f"  %{number + 1} = stablehlo.transpose %{number}, dims = [{order}] : ({type}) -> {type}\n")
        lines.append(f"  %{number + 2} = stablehlo.add %{number}, %{number + 1} : {type}\n")
    argument = f"%0: {type} {{sdy.sharding = #sdy.sharding<@mesh, [{listed}]>}}"
    return _function(argument, type, "".join(lines), f"%{OPS}", f"sdy.mesh @mesh = <[{mesh}]>\n")


def factors(count: int) -> str:
    """Operations whose rules have `count` factors; some of the dimensions are sharded."""
    type = f"tensor<{'2x' * count}f32>"
    mesh = ", ".join([f'"a{number}"=2' for number in range(SHARDED)])
    listed = ", ".join([f'{{"a{number}", ?}}' if number < SHARDED else "{?}" for number in range(count)])
    lines = [f"  %{number + 1} = stablehlo.add %{number}, %{number} : {type}\n" for number in range(OPS)]
    argument = f"%0: {type} {{sdy.sharding = #sdy.sharding<@mesh, [{listed}]>}}"
    return _function(argument, type, "".join(lines), f"%{OPS}", f"sdy.mesh @mesh = <[{mesh}]>\n")


_SHARDING = SHARDING.removeprefix("#sdy.sharding")


def _function(arguments: str, result: str, body: str, returned: str, mesh: str = MESH) -> str:
    return f"{mesh}func.func @main({arguments}) -> {result} {{\n{body}  return {returned} : {result}\n}}\n"


PROGRAMS = (
    Wide("values in a chain", chain, PASSES),
    Wide("uses of one value", shared, PASSES),
    Wide("dead uses of one value", dead, PASSES),
    Wide("axes of a mesh", axes, PASSES),
    Wide("factors of rules", factors, PASSES),
)
