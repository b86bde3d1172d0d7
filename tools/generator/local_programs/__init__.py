"""Random sharded programs whose operations have local forms, most of them: `module(seed)`.

program       a program that is being written: meshes, parts of axes, values and their shardings
collectives   chains of SDY's collectives
operations    operations that stay, or become others
indexing      gathers and scatters
windows       convolutions, and operations with windows
structure     computations with bodies, loops, branches and calls
"""

from __future__ import annotations

from random import Random

from tools.generator.local_programs import collectives, indexing, operations, structure, windows
from tools.generator.local_programs.program import Body, Program
from tools.generator.local_programs.structure import GRAPH

__all__ = ["GRAPH", "module", "passes"]

PASS = "sdy-convert-global-to-local"

OPTIONS = ("per-dim-all-gather=true", "combine-multi-dimension-reduce-scatter=true", "enable-rgv3=true")

KINDS = (
    *[collectives.chain] * 4,
    *operations.KINDS,
    *operations.KINDS,
    *[indexing.gather] * 3,
    *[indexing.scatter] * 3,
    *[windows.convolution] * 2,
    windows.reduce_window,
    windows.select_and_scatter,
    *structure.KINDS,
)
"""What may come next."""

ILLEGAL = (*operations.ILLEGAL, *structure.ILLEGAL)
"""What has no local form, and comes seldom."""


def write(body: Body, count: int) -> None:
    """Writes so many operations."""
    for _ in range(count):
        random = body.program.random
        random.choice(ILLEGAL if body.program.chance(body.program.share_of_illegal) else KINDS)(body)


def module(seed: int) -> str:
    """The text of a module, the same for the same seed."""
    program = Program(seed)
    program.write = write
    random = program.random
    for number in range(random.choice((1, 1, 1, 2, 3))):
        program.function(f"f{number}", random.choice((1, 1, 2, 3, 5, 8)))
    return program.text()


def passes(random: Random) -> tuple[str, ...]:
    """The pass with random options."""
    chosen = [option for option in OPTIONS if random.random() < 0.3]
    options = f"{{{' '.join(chosen)}}}" if chosen else ""
    return (PASS + options,)
