"""Random modules whose functions pass each other constants: `module(seed)`.

Few constants of few types, as arguments and results, through casts, branches and recursion; functions of each
visibility, some of which nothing calls, or that are named in attributes; constants of each dialect.
"""

from __future__ import annotations

from random import Random

from tools.generator.builder import Block
from tools.generator.functions import declaration, write
from tools.generator.operations import Op, OpPlan, Value, names_of, signature
from tools.generator.program import Function, Program, Recipe
from tools.generator.value_types import Tensor

TYPE = Tensor((2,), "i32")


def value(block: Block) -> Value:
    """Returns any value, or a constant if there is none."""
    return block.random.choice(block.values) if block.values else constant(block)


def constant(block: Block) -> Value:
    dialect = block.random.choice(("stablehlo", "stablehlo", "stablehlo", "chlo", "sdy"))
    number, note = block.random.choice((0, 0, 0, 1)), block.random.choice(("", "", " {d.note}"))
    if dialect == "chlo":  # Where equal constants of two dialects meet, the reference takes any of them.
        return block.made(f'"chlo.constant"() <{{value = dense<{number + 2}> : {TYPE}}}> : () -> {TYPE}', TYPE)
    return block.made(f"{dialect}.constant{note} dense<{number}> : {TYPE}", TYPE)


def call(block: Block) -> None:
    """Writes a call of any function, with any values."""
    function = block.random.choice(block.program.functions)
    operands = [value(block) for _ in function.inputs]
    text = f"func.call {function.name}({names_of(operands)}) : {signature(operands, function.results)}"
    block.several(text, function.results)


def constant_like(block: Block) -> None:
    op = Op("chlo.constant_like", [value(block)], [TYPE], {"value": "2 : i32"})
    block.add(op, OpPlan())


def cast(block: Block) -> None:
    """Writes a cast to another type and back."""
    other, name = Tensor((None,), "i32"), value(block).name
    between = block.made(f"builtin.unrealized_conversion_cast {name} : {TYPE} to {other}", other)
    block.made(f"builtin.unrealized_conversion_cast {between.name} : {other} to {TYPE}", TYPE)
    block.forget([between])


def add(block: Block) -> None:
    op = Op("chlo.broadcast_add", [value(block), value(block)], [TYPE])
    block.add(op.in_form(op.uses), OpPlan())


def case(block: Block) -> None:
    """Writes a case, whose index is a constant."""
    index, branches = Tensor((), "i32"), [block.child(()), block.child(())]
    for branch in branches:
        finish(branch, 2, 1, "stablehlo.return")
    selector = block.made(f"stablehlo.constant dense<0> : {index}", index)
    block.forget([selector])
    regions = [branch.text(labelled=False) for branch in branches]
    block.add(Op("stablehlo.case", [selector], [TYPE], regions=regions), OpPlan())


def named_computation(block: Block) -> None:
    operand, inner = value(block), block.child([TYPE], isolated=True)
    finish(inner, 2, 1, "sdy.return")
    head = f'sdy.named_computation<"n">({operand.name}) ({inner.parameters}) {inner.text(labelled=False)}'
    block.made(f"{head} : ({TYPE}) -> {TYPE}", TYPE)


STEPS: dict[Recipe, float] = {constant: 2, call: 3, constant_like: 1, cast: 1, add: 1, case: 1, named_computation: 1}
"""What may come next in a block, and how often."""


def finish(block: Block, most: int, results: int, name: str) -> None:
    """Writes operations, and the end of the block."""
    if block.depth <= 3:
        block.fill(block.random.randint(0, most))
    block.leave([value(block) for _ in range(results)], name)


def function_text(program: Program, function: Function, most: int, visibility: str) -> str:
    """Returns a function, which may be named in an attribute of another one."""
    block = Block(program)
    for type in function.inputs:
        block.argument(type)
    block.fill(program.random.randint(0, most))
    other = program.random.choice(program.functions).name
    note = f" attributes {{d.note = {other}}}" if visibility and program.chance(0.1) else ""
    return write(block, function.name, [value(block) for _ in function.results], visibility, note)


def module(seed: int) -> str:
    """Returns a module, which is valid; the same for the same seed."""
    random = Random(f"constant calls {seed}")
    program = Program(random, STEPS)
    program.has_fancy_names = False
    for number in range(random.randint(1, 5)):
        program.functions.append(Function(f"@f{number}", [TYPE] * random.randint(0, 3), [TYPE] * random.randint(0, 2)))
    parts = []
    for function in program.functions:
        visibility = random.choice(("", "private ", "private ", "private ", "nested "))
        is_declared = visibility == "private " and random.random() < 0.1
        parts.append(declaration(program, function) if is_declared else function_text(program, function, 5, visibility))
    parts.append(function_text(program, Function("@main", [], []), 6, ""))
    random.shuffle(parts)
    if random.random() < 0.15:
        parts = ["module @inner {", *parts, "}"]
    return "\n".join([*parts, ""])
