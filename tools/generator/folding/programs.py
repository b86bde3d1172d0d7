"""Functions with operations of several families that call each other.

Some arguments are constants, some calls are indirect or in a region that relies on a witness, and casts undo each
other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

from tools.generator.builder import Block
from tools.generator.functions import returning
from tools.generator.operations import Value, names_of, signature, types_of
from tools.generator.program import Function, Program
from tools.generator.value_types import Type

WITNESS = "!shape.witness"


def constant(random: Random, type: str) -> str | None:
    """Returns a constant of a type, if it is one of those that have a short form."""
    if type == "i1":
        return f"arith.constant {random.choice(('true', 'false'))}"
    if type == "index" or re.fullmatch(r"i\d+", type):
        return f"arith.constant {random.choice((0, 1, 1, 2))} : {type}"
    if re.fullmatch(r"b?f(16|32|64)", type):
        return f"arith.constant {random.choice(('0.0', '1.0', '-2.5'))} : {type}"
    if re.fullmatch(r"(tensor|vector)<[\dx]*x(i\d+|index)>", type):
        return f"arith.constant dense<{random.choice((0, 1))}> : {type}"
    if type == "!shape.size":
        return f"shape.const_size {random.choice((0, 1, 4))}"
    if type == WITNESS:
        return f"shape.const_witness {random.choice(('true', 'false'))}"
    return f"shape.const_shape {random.choice(('[]', '[2, 3]'))} : {type}" if type == "!shape.shape" else None


def value(block: Block, type: Type) -> Value:
    """Returns a value of a type, or a constant."""
    text = constant(block.random, str(type))
    if text is not None and block.chance():
        return block.made(text, type)
    found = block.value(type)
    if block.chance(0.15):
        other = block.random.choice((type, "i3"))
        cast = block.made(f"builtin.unrealized_conversion_cast {found.name} : {type} to {other}", other)
        return block.made(f"builtin.unrealized_conversion_cast {cast.name} : {other} to {type}", type)
    return found


def call(block: Block, callee: Function) -> None:
    """Writes a call, or one in a region."""
    operands = [value(block, type) for type in callee.inputs]
    types = signature(operands, callee.results)
    kind = block.random.random()
    if kind < 0.15:
        function = block.made(f"func.constant {callee.name} : {types}", types)
        block.several(f"func.call_indirect {function.name}({names_of(operands)}) : {types}", callee.results)
    elif kind < 0.3:
        witness, inner = value(block, WITNESS), block.child(())
        results = inner.several(f"func.call {callee.name}({names_of(operands)}) : {types}", callee.results)
        inner.leave(results, "shape.assuming_yield")
        shown = f" -> ({types_of(results)})" if results else ""
        block.several(f"shape.assuming {witness.name}{shown} {inner.text(labelled=False)}", callee.results)
    else:
        block.several(f"func.call {callee.name}({names_of(operands)}) : {types}", callee.results)


def write(program: Program, families: Sequence[Callable[[Block], None]]) -> list[str]:
    """Returns functions of several families, and some that call them."""
    random = program.random
    parts = []
    for number in range(random.choice((1, 2, 3))):
        block = Block(program)
        random.choice(families)(block)
        parts.append(returning(block, f"@f{number}", random.choice(("", "private ", "private "))))
    for name in ("g", "main")[random.choice((0, 1)) :]:
        block = Block(program)
        for _ in range(random.choice((1, 2, 3))):
            call(block, random.choice(program.functions))
        parts.append(returning(block, f"@{name}", "private " if name == "g" and random.random() < 0.7 else ""))
    return parts
