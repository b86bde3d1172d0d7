"""Functions and modules of random programs as text."""

from __future__ import annotations

from collections.abc import Sequence

import sdyopt
from sdyopt.dialects.sdy import syntax as printing
from sdyopt.dialects.sdy.attributes import Sharding
from tools.generator import attributes
from tools.generator.builder import Block
from tools.generator.operations import Op, OpPlan, Type, Value, function_type, types_of
from tools.generator.policy import MESH
from tools.generator.program import Function, Program

ATTRIBUTES = ("mhlo.layout_mode", "jax.arg_info", "tf.aliasing_output", "stablehlo.note")
"""Attributes of arguments and results."""
NUMBERS = "mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32"


def parsed(text: str, allow_unregistered: bool = False) -> sdyopt.Module | None:
    """Returns the module of a text; None if it is not valid."""
    try:
        return sdyopt.parse(text, allow_unregistered_dialect=allow_unregistered)
    except sdyopt.Error:
        return None


def function(block: Block, symbol: str, results: Sequence[Value]) -> str:
    """Returns a function whose body is the block and which returns the results, in any form.

    Later operations may call it.
    """
    program = block.program
    program.functions.append(Function(symbol, [value.type for value in block.arguments], [v.type for v in results]))
    if not program.all_generic:
        more = program.dictionary()
        visibility = program.random.choice(("", "", "public ", "private "))
        return write(block, symbol, results, visibility, f" attributes {{{more}}}" if more else "")
    block.add(Op("func.return", results), OpPlan())
    name = symbol[1:] if symbol[1] == '"' else f'"{symbol[1:]}"'
    kind = function_type([value.type for value in block.arguments], [value.type for value in results])
    return (
        f'"func.func"() <{{function_type = {kind}, sym_name = {name}}}> ({block.text()}) : () -> (){program.location()}'
    )


def write(
    block: Block, symbol: str, results: Sequence[Value], visibility: str = "", suffix: str = "", ends: bool = True
) -> str:
    """Returns a function whose body is the block, which gets a return operation at its end if it `ends`."""
    program = block.program
    if ends:
        op = Op("func.return", results, alias=program.random.choice(("return", "func.return")))
        types = types_of(results)
        op.own = lambda entries: f"{entries} {op.uses}{f' : {types}' if results else ''}".rstrip()
        op.is_always_own = not program.has_fancy_names
        block.add(op, OpPlan())
    arguments = [
        f"{value.name}: {value.type}{head(program, value.sharding)}{program.location()}" for value in block.arguments
    ]
    body = f"{{\n{block.body}}}"
    return (
        f"func.func {visibility}{symbol}({', '.join(arguments)})"
        f"{results_text(program, [(value.type, program.policy.of_result(value)) for value in results])}"
        f"{suffix} {body}{program.location()}"
    )


def returning(block: Block, symbol: str, visibility: str = "") -> str:
    """Returns a function that returns some of the values which its operations make; later operations may call it."""
    program = block.program
    made = [value for value in block.own_values if value not in block.arguments] or block.own_values
    results = program.random.sample(made, min(len(made), program.random.choice((1, 2, 3, 5))))
    program.functions.append(Function(symbol, [value.type for value in block.arguments], [v.type for v in results]))
    return write(block, symbol, results, visibility)


def declaration(program: Program, function: Function) -> str:
    """Returns a function without a body."""
    block, policy = Block(program), program.policy
    inputs = [f"{type}{head(program, policy.of_argument(block, type))}" for type in function.inputs]
    results = results_text(program, [(type, policy.of_argument(block, type)) for type in function.results])
    return f"func.func private {function.name}({', '.join(inputs)}){results}{program.location()}"


def head(program: Program, sharding: Sharding | None) -> str:
    """Returns the attributes of an argument or result of a function, which must be those of a dialect."""
    random = program.random
    entries = [] if sharding is None else [f"sdy.sharding = #sdy.sharding{printing.sharding(sharding)}"]
    entries += [f"{name} = {value}" for name, value in program.policy.notes().items()]
    if program.decorated and program.chance(program.decorated):
        entries.append(f"jax.note = {attributes.attribute(random, 2)}")
    return f" {{{', '.join(entries)}}}" if entries else ""


def results_text(program: Program, results: Sequence[tuple[Type, Sharding | None]]) -> str:
    """Returns the result types of a function, after an arrow, with their attributes."""
    if not results:
        return program.random.choice(("", "", " -> ()"))
    texts = [f"{type}{head(program, sharding)}" for type, sharding in results]
    is_plain = len(texts) == 1 and "{" not in texts[0] and not texts[0].startswith("(") and program.chance(0.8)
    listed = ", ".join(texts)
    return f" -> {listed if is_plain else f'({listed})'}"


def module_text(program: Program, items: Sequence[str]) -> str:
    """Returns a module of these items, after the aliases that they use; the operation itself may be there or not."""
    texts = [*items, *program.aliases]
    is_named = any(f"mesh = {MESH}," in text for text in texts)
    if is_named and not any(f"sdy.mesh {MESH} =" in text or f" {MESH}(" in text for text in texts):
        items = [f'sdy.mesh {MESH} = <["x"=2, "y"=4]>', *items]
    body = "\n".join(items)
    if program.chance(0.4):
        name = program.random.choice(("", " @m", ' @"a module"'))
        is_other = program.decorated and program.chance(0.5)
        uses = f"jax.uses = {attributes.attribute(program.random, 2)}" if is_other else NUMBERS
        more = f" attributes {{{uses}}}" if program.chance(0.6) else ""
        body = f"module{name}{more} {{\n{body}\n}}{program.location()}"
    return "\n".join([*program.aliases, body, *program.locations.definitions()]) + "\n"
