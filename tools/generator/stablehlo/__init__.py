"""Random valid modules over all operations of StableHLO and CHLO, and of func and builtin around them.

`module` makes a small one in all forms, `long_module` a long one in which nearly every line has a shape of its own. The
same seed makes the same text.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tools.generator.builder import Block
from tools.generator.functions import function, module_text, write
from tools.generator.operations import RandomLocations
from tools.generator.program import Program, Recipe
from tools.generator.stablehlo import chlo, computations, control, devices, elementwise, products, shapes

RECIPES: dict[str, Recipe] = {
    **chlo.RECIPES,
    **computations.RECIPES,
    **control.RECIPES,
    **devices.RECIPES,
    **elementwise.RECIPES,
    **products.RECIPES,
    **shapes.RECIPES,
}
"""The functions that write each operation, by its name."""

STEPS = dict.fromkeys([RECIPES[name] for name in sorted(RECIPES)], 1.0)
"""All of them, as often as each other."""

IMPLIED = frozenset(("builtin.module", "func.constant", "func.func", "func.return", "stablehlo.return"))
"""Operations that others bring with them."""

MAX_OPERATIONS = 8
"""Of a function of a small module, those in regions not counted."""

_LINES = sorted(
    chlo.RECIPES.keys() - {"chlo.scan"} | elementwise.RECIPES.keys() | products.RECIPES.keys() | shapes.RECIPES.keys()
)
"""Operations without regions that may have any shapes."""


def module(seed: int) -> str:
    """Returns a small module."""
    random = Random(seed)
    program = Program(random, STEPS, locations=RandomLocations(random, random.choice((0, 0, 0, 0.7, 0.7)), 0))
    program.decorated = random.choice([0, 0.1, 0.5])
    program.all_generic = random.random() < 0.05
    return _file(program, [_function(program, ()) for _ in range(random.choice([1, 1, 1, 2]))])


def covering(names: Sequence[str], seed: int) -> str:
    """Returns a module with these operations."""
    program = Program(Random(seed), STEPS)
    return _file(program, [_function(program, names)])


def long_module(seed: int, ops: int) -> str:
    """Returns a function of that many operations (or a few more) without regions, nearly all of different sizes."""
    program = Program(Random(seed), {})
    program.sizes = range(2, 2000)
    program.has_constants = True
    block = Block(program)
    block.makes_arguments = False
    while len(block.lines) < ops:
        RECIPES[program.random.choice(_LINES)](block)
    return write(block, "@main", ())


def _function(program: Program, names: Sequence[str]) -> str:
    """Returns a function with a few operations, or with those of these names."""
    random = program.random
    program.names = 0
    block = Block(program)
    for name in names:
        RECIPES[name](block)
    if not names:
        block.fill(random.randint(1, MAX_OPERATIONS))
    results = random.sample(block.values, min(len(block.values), random.choice([0, 0, 1, 2])))
    return function(block, program.symbol("f"), results)


def _file(program: Program, functions: Sequence[str]) -> str:
    """Returns the functions, those that they call, and what is around them."""
    items = [*functions, *program.declarations]
    program.random.shuffle(items)
    return module_text(program, items)
