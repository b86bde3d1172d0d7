"""Operations of StableHLO that are frequent among those of SDY."""

from __future__ import annotations

from collections.abc import Mapping

from tools.generator.builder import Block
from tools.generator.program import Recipe
from tools.generator.stablehlo import RECIPES

Steps = Mapping[Recipe, float]
"""The recipes that may come next in a block, and how often."""

UNARY = ("negate", "tanh", "exponential", "abs", "sine", "sqrt", "sign", "cosine", "floor", "not", "popcnt")
BINARY = ("add", "multiply", "subtract", "maximum", "minimum", "divide", "power", "and", "or", "xor")


def of_stablehlo(**shares: float) -> dict[Recipe, float]:
    """Returns recipes of StableHLO by their names, and how often they come."""
    return {RECIPES[f"stablehlo.{name}"]: share for name, share in shares.items()}


def unary(block: Block) -> None:
    """Writes an operation of one operand."""
    RECIPES[f"stablehlo.{block.random.choice(UNARY)}"](block)


def binary(block: Block) -> None:
    """Writes an operation of two operands."""
    RECIPES[f"stablehlo.{block.random.choice(BINARY)}"](block)


STEPS: Steps = {
    unary: 6,
    binary: 9,
    **of_stablehlo(clamp=1, compare=1.5, select=1.5, convert=1, reshape=2, transpose=2, slice=1.5, broadcast_in_dim=4),
    **of_stablehlo(dot=1, dot_general=3, reduce=1.5, concatenate=1, custom_call=3, tuple=0.5, get_tuple_element=0.3),
    **of_stablehlo(create_token=0.5, after_all=0.3, all_gather=0.7, all_to_all=0.2),
}
FLOWS: Steps = of_stablehlo(**{"while": 2, "case": 1.5, "optimization_barrier": 2})
