"""Random modules in which all operations of StableHLO and CHLO are used among everything that SDY has: `module(seed)`.

They are modules of the SDY generator with the recipes of the StableHLO generator as further steps, and with attributes,
names and forms of every kind.
"""

from __future__ import annotations

from random import Random

from tools.generator import sdy, stablehlo
from tools.generator.builder import Block
from tools.generator.sdy.tensors import Steps


def recipe(block: Block) -> None:
    """Writes one or two operations of StableHLO or CHLO, of any kind."""
    for _ in range(block.random.choice((1, 1, 2))):
        block.random.choice(list(stablehlo.STEPS))(block)


STEPS: Steps = {recipe: 40}
"""The recipes that may come next in a block besides those of the SDY generator, and how often."""


def module(seed: int) -> str:
    """Returns a module, which is nearly always valid."""
    random = Random(f"mixed {seed}")
    return sdy.module_of(random, (*sdy.STEP_TABLES, STEPS), decorated=random.choice((0.01, 0.05, 0.3)))
