"""Programs that are wide instead of deep, with very many of one thing."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tools.bench import PASSES

MESH = 'sdy.mesh @mesh = <["x"=2, "y"=4]>\n'
SHARDING = '#sdy.sharding<@mesh, [{"x"}, {"y", ?}]>'
TENSOR = "tensor<8x16xf32>"
LOOP_RESULTS = 100
"""How many values each loop of `nested_loops` carries."""


def arguments(count: int) -> str:
    """A function with `count` arguments and results that have shardings."""
    declared = ", ".join([f"%arg{number}: {TENSOR} {{sdy.sharding = {SHARDING}}}" for number in range(count)])
    results = ", ".join([f"{TENSOR} {{sdy.sharding = {SHARDING}}}"] * count)
    lines = [f"  %{number} = stablehlo.tanh %arg{number} : {TENSOR}\n" for number in range(count)]
    return f"{MESH}func.func @main({declared}) -> ({results}) {{\n{''.join(lines)}{_return(count)}}}\n"


def operands(count: int) -> str:
    """An operation with `count` operands and results, another that uses all these, and edges between them."""
    names, types = ", ".join([f"%a{number}" for number in range(count)]), ", ".join([TENSOR] * count)
    results = ", ".join([f"%r#{number}" for number in range(count)])
    return (
        f"func.func @main({', '.join([f'%a{number}: {TENSOR}' for number in range(count)])}) {{\n"
        f"  %r:{count} = stablehlo.custom_call @target({names}) : ({types}) -> ({types})\n"
        f"  %b:{count} = stablehlo.optimization_barrier {results} : {types}\n  return\n}}\n"
    )


def loops(count: int) -> str:
    """`count` loops, one after the other."""
    lines = [
        f"%{number + 1} = stablehlo.while(%x = %{number}) : {TENSOR}\ncond {{\n"
        "  %p = stablehlo.constant dense<true> : tensor<i1>\n  stablehlo.return %p : tensor<i1>\n} do {\n"
        f"  %y = stablehlo.tanh %x : {TENSOR}\n  stablehlo.return %y : {TENSOR}\n}}\n"
        for number in range(count)
    ]
    first = f"%0 = stablehlo.tanh %a : {TENSOR}\n"
    return f"func.func @main(%a: {TENSOR}) {{\n{first}{''.join(lines)}return\n}}\n"


def uses(count: int) -> str:
    """An argument and a constant with `count` uses each."""
    lines = [f"  %{number} = stablehlo.add %arg0, %cst : {TENSOR}\n" for number in range(count)]
    body = f"  %cst = stablehlo.constant dense<1.0> : {TENSOR}\n{''.join(lines)}"
    return (
        f"{MESH}func.func @main(%arg0: {TENSOR} {{sdy.sharding = {SHARDING}}}) -> {TENSOR} {{\n"
        f"{body}  return %0 : {TENSOR}\n}}\n"
    )


def constrained(count: int) -> str:
    """An argument, and the result of an operation, with `count` sharding constraints each, and as many groups."""
    lines = []
    for number in range(count):
        for used in ("%arg0", "%0"):
            lines.append(
                f'  %c{used[1:]}_{number} = sdy.sharding_constraint {used} <@mesh, [{{"x"}}, {{}}]> : {TENSOR}\n'
            )
        lines.append(f"  sdy.sharding_group %carg0_{number} group_id={number} : {TENSOR}\n")
        lines.append(f"  sdy.sharding_group %c0_{number} group_id={number // 2} : {TENSOR}\n")
    return (
        f"{MESH}func.func @main(%arg0: {TENSOR}) -> {TENSOR} {{\n"
        f"  %0 = stablehlo.tanh %arg0 : {TENSOR}\n{''.join(lines)}  return %0 : {TENSOR}\n}}\n"
    )


def functions(count: int) -> str:
    """`count` functions, each called by the one before it."""
    text = [MESH]
    for number in range(count):
        call = f"call @f{number + 1}(%0) : ({TENSOR}) -> {TENSOR}"
        following = call if number + 1 < count else f"stablehlo.tanh %0 : {TENSOR}"
        visibility = "private " if number else ""
        text.append(
            f"func.func {visibility}@f{number}(%arg0: {TENSOR} {{sdy.sharding = {SHARDING}}}) -> {TENSOR} {{\n"
            f"  %cst = stablehlo.constant dense<1.0> : {TENSOR}\n"
            f"  %0 = stablehlo.add %arg0, %cst : {TENSOR}\n  %1 = {following}\n  return %1 : {TENSOR}\n}}\n"
        )
    return "".join(text)


def meshes(count: int) -> str:
    """`count` meshes, half of them equal to another, each the mesh of a constraint by name and of one by itself."""
    text = [f'sdy.mesh @mesh{number} = <["x"={number // 2 + 1}]>\n' for number in range(count)]
    text.append(f"func.func @main(%arg0: {TENSOR}) {{\n")
    for number in range(count):
        inlined = f'mesh<["z"={number + 1}]>'
        text.append(f'  %{number} = sdy.sharding_constraint %arg0 <@mesh{number}, [{{"x"}}, {{}}]> : {TENSOR}\n')
        text.append(f'  %n{number} = sdy.sharding_constraint %arg0 <{inlined}, [{{"z"}}, {{}}]> : {TENSOR}\n')
    return f"{''.join(text)}  return\n}}\n"


def nested_loops(depth: int) -> str:
    """`depth` loops, each inside the one before it, of LOOP_RESULTS values."""
    types = ", ".join(["tensor<i32>"] * LOOP_RESULTS)

    def listed(prefix: str) -> str:
        return ", ".join([f"%{prefix}_{number}" for number in range(LOOP_RESULTS)])

    opened, closed = [], []
    for level in range(depth):
        outer = f"v{level - 1}" if level else "a"
        carried = ", ".join([f"%v{level}_{number} = %{outer}_{number}" for number in range(LOOP_RESULTS)])
        opened.append(
            f"%r{level}:{LOOP_RESULTS} = stablehlo.while({carried}) : {types}\ncond {{\n"
            f"  %p = stablehlo.compare LT, %v{level}_0, %v{level}_1 : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
            "  stablehlo.return %p : tensor<i1>\n} do {\n"
        )
        inner = ", ".join([f"%r{level + 1}#{number}" for number in range(LOOP_RESULTS)])
        closed.append(f"  stablehlo.return {inner if level + 1 < depth else listed(f'v{level}')} : {types}\n}}\n")
    declared = ", ".join([f"%a_{number}: tensor<i32>" for number in range(LOOP_RESULTS)])
    body = "".join([*opened, *reversed(closed)])
    return f"func.func @main({declared}) -> tensor<i32> {{\n{body}return %r0#0 : tensor<i32>\n}}\n"


def constant_computation(users: int) -> str:
    """A constant computation of `users` operations whose result is used `users` times."""
    chain = [f"  %{number + 1} = stablehlo.add %{number}, %{number} : {TENSOR}\n" for number in range(users - 1)]
    last = [f"  %u{number} = stablehlo.multiply %arg0, %{users - 1} : {TENSOR}\n" for number in range(users)]
    return (
        f"{MESH}func.func @main(%arg0: {TENSOR}) {{\n  %0 = stablehlo.constant dense<1.0> : {TENSOR}\n"
        f"{''.join(chain)}{''.join(last)}  return\n}}\n"
    )


def _return(count: int) -> str:
    values = ", ".join([f"%{number}" for number in range(count)])
    return f"  return {values} : {', '.join([TENSOR] * count)}\n"


class Wide(NamedTuple):
    """A program by its size, and the passes that are compared on it."""

    name: str
    make: Callable[[int], str]
    passes: tuple[str, ...] = PASSES


PROGRAMS = (
    Wide("arguments with shardings", arguments),
    Wide("operands and results", operands),
    Wide("uses of one value", uses),
    Wide("constraints of one value", constrained),
    Wide("functions", functions),
    Wide("meshes", meshes),
    Wide("loops in a row", loops),
    Wide("nested loops of 100 results", nested_loops),
    Wide("a constant computation", constant_computation),
)
