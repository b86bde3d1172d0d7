"""Random valid modules over all operations of StableHLO and CHLO, and of func and builtin around them.

`module` makes a small one in all ways of writing that there are, `long_module` a long one in which nearly every line
has a shape of its own. The same seed makes the same text.
"""

from __future__ import annotations

from collections.abc import Sequence

from tools.generator.literals import listed
from tools.generator.stablehlo import attributes, chlo, computations, control, devices, elementwise, products, shapes
from tools.generator.stablehlo.elementwise import Recipe
from tools.generator.stablehlo.values import MESH, Block, Program, Value, function_type

RECIPES: dict[str, Recipe] = {
    **chlo.RECIPES,
    **computations.RECIPES,
    **control.RECIPES,
    **devices.RECIPES,
    **elementwise.RECIPES,
    **products.RECIPES,
    **shapes.RECIPES,
}
"""What writes each operation, by its name."""

IMPLIED = frozenset(("builtin.module", "func.constant", "func.func", "func.return", "stablehlo.return"))
"""Operations that others bring with them."""

MOST_OPERATIONS = 8
"""Of a function of a small module, those in regions not counted."""


class RandomProgram(Program):
    """A program that knows all operations."""

    def operation(self, block: Block) -> None:
        """Writes an operation of any kind into a block."""
        RECIPES[self.chance.choice(_NAMES)](block)


_NAMES = sorted(RECIPES)
_LINES = sorted(
    chlo.RECIPES.keys() - {"chlo.scan"} | elementwise.RECIPES.keys() | products.RECIPES.keys() | shapes.RECIPES.keys()
)
"""Operations without regions that may have any shapes."""


def module(seed: int) -> str:
    """A small module."""
    program = RandomProgram(seed)
    chance = program.chance
    program.locations = chance.random() < 0.4
    program.decorated = chance.choice([0, 0.1, 0.5])
    program.all_generic = chance.random() < 0.05
    functions = [_function(program) for _ in range(chance.choice([1, 1, 1, 2]))]
    return _file(program, functions)


def covering(names: Sequence[str], seed: int) -> str:
    """A module with these operations."""
    program = RandomProgram(seed)
    program.decorated = 0
    return _file(program, [_function(program, names)])


def long_module(seed: int, ops: int) -> str:
    """A function of that many operations (or a few more) without regions, nearly all of different sizes."""
    program = RandomProgram(seed, decorated=0)
    program.sizes = range(2, 2000)
    program.has_constants = True
    block = Block(program, depth=1)
    block.makes_arguments = False
    while len(block.lines) < ops:
        RECIPES[program.chance.choice(_LINES)](block)
    block.lines.append("return")
    return f"func.func @main() {block.text(labelled=False)}\n"


def _function(program: RandomProgram, names: Sequence[str] = ()) -> str:
    """A function with a few operations, or with those of these names."""
    chance = program.chance
    program.names = 0
    block = Block(program, depth=1)
    for name in names or chance.choices(_NAMES, k=chance.randint(1, MOST_OPERATIONS)):
        RECIPES[name](block)
    results = chance.sample(block.values, min(len(block.values), chance.choice([0, 0, 1, 2])))
    block.lines.append(_return(program, results))
    symbol = program.symbol("f")
    if program.all_generic:
        return _generic_function(program, symbol, block, results)
    arguments = ", ".join(
        [f"{name}: {type}{_decoration(program)}{program.location()}" for name, type in block.arguments]
    )
    visibility = chance.choice(["", "", "public ", "private "])
    more = program.dictionary()
    text = block.text(labelled=False)
    return (
        f"func.func {visibility}{symbol}({arguments}){_results(program, results)}"
        f"{f' attributes {{{more}}}' if more else ''} {text}{program.location()}"
    )


def _decoration(program: RandomProgram) -> str:
    """Attributes of an argument or a result, which must be those of a dialect."""
    if program.chance.random() >= program.decorated:
        return ""
    return f" {{jax.note = {attributes.attribute(program.chance, 2)}}}"


def _results(program: RandomProgram, values: Sequence[Value]) -> str:
    if not values:
        return program.chance.choice(["", "", " -> ()"])
    decorated = [f"{value.type}{_decoration(program)}" for value in values]
    plain = len(values) == 1 and "{" not in decorated[0] and program.chance.random() < 0.8
    return f" -> {listed(decorated) if plain or len(decorated) > 1 else f'({decorated[0]})'}"


def _return(program: RandomProgram, values: Sequence[Value]) -> str:
    names = ", ".join([value.name for value in values])
    types = ", ".join([str(value.type) for value in values])
    if program.chance.random() < 0.1:
        return f'"func.return"({names}) : ({types}) -> (){program.location()}'
    text = f" {names} : {types}" if values else ""
    word = "func.return" if program.all_generic else program.chance.choice(["return", "func.return"])
    return f"{word}{text}{program.location()}"


def _generic_function(program: RandomProgram, symbol: str, block: Block, results: Sequence[Value]) -> str:
    name = symbol[1:] if symbol[1] == '"' else f'"{symbol[1:]}"'
    kind = function_type([value.type for value in block.arguments], [value.type for value in results])
    return (
        f'"func.func"() <{{function_type = {kind}, sym_name = {name}}}> ({block.text()}) : () -> (){program.location()}'
    )


def _file(program: RandomProgram, functions: Sequence[str]) -> str:
    """The functions, those that they call, and the text around them."""
    chance = program.chance
    items = [*functions, *program.declarations]
    chance.shuffle(items)
    if any(f"mesh = {MESH}," in text for text in [*items, *program.aliases]):
        items.insert(0, f'sdy.mesh {MESH} = <["x"=2, "y"=4]>')
    body = "\n".join(items)
    if chance.random() < 0.4:
        name = chance.choice(["", " @m", ' @"a module"'])
        more = f" attributes {{jax.uses = {attributes.attribute(chance, 2)}}}" if chance.random() < 0.4 else ""
        body = f"module{name}{more} {{\n{body}\n}}{program.location()}"
    return "\n".join([*program.aliases, body]) + "\n"
