"""Random modules with arithmetic on integers to fold: `module(seed)`."""

from __future__ import annotations

from random import Random

from sdyopt.dialects import REGISTRY

TYPES = ("i1", "i8", "i32", "i32", "i64", "index", "tensor<4xi32>", "vector<2xi8>", "tensor<2x0xi32>", "i7", "i128")
NUMBERS = (0, 0, 1, 1, -1, 2, 3, 7, -128, 127)
BINARY = [
    op.name.removeprefix("arith.")
    for op in REGISTRY.all_operations().values()
    if op.dialect == "arith"
    and op.name.endswith("i")
    and op.name != "arith.cmpi"
    and len(op.operands) == 2
    and len(op.results) == 1
]
"""The operations on two integers of one type whose results have that type."""


def number(random: Random, type: str) -> str:
    """Returns a constant of a type, mostly a small one."""
    width = 1 if type == "i1" else 7
    value = str(random.choice(NUMBERS) % (1 << width))
    if width == 1:
        value = "true" if value == "1" else "false"
    return f"dense<{value}>" if "<" in type else value


def module(seed: int) -> str:
    """Returns a function of operations on values of one type, half of which are constants."""
    random = Random(f"folding integers {seed}")
    type = random.choice(TYPES)
    values = ["%a", "%b"]
    lines = []
    for index in range(random.choice((2, 4, 8, 12))):
        name = f"%{index}"
        if random.random() < 0.4:
            suffix = "" if type == "i1" else f" : {type}"
            lines.append(f"  {name} = arith.constant {number(random, type)}{suffix}")
        else:
            operands = ", ".join(random.choices(values, k=2))
            lines.append(f"  {name} = arith.{random.choice(BINARY)} {operands} : {type}")
        values.append(name)
    returned = random.sample(values, random.choice((1, 2, 3)))
    types = ", ".join([type] * len(returned))
    body = "\n".join(lines)
    return (
        f"func.func @f(%a: {type}, %b: {type}) -> ({types}) {{\n{body}\n  return {', '.join(returned)} : {types}\n}}\n"
    )
