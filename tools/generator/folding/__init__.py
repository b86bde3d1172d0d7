"""Random modules of MLIR's own dialects with much to fold: for each family of operations one `module(seed)`."""

from collections.abc import Callable
from functools import partial
from random import Random

from tools.generator import control_flow
from tools.generator.builder import Block
from tools.generator.folding import complex_numbers, floats, integers, programs, regions, shapes, tensors
from tools.generator.functions import returning
from tools.generator.program import Program

FAMILIES: dict[str, Callable[[Block], None]] = {
    "complex numbers": complex_numbers.fill,
    "floats": floats.fill,
    "integers": integers.fill,
    "shapes": shapes.fill,
    "tensors": tensors.fill,
    "regions": regions.fill,
}
"""What writes operations of each family into a function."""


def module(seed: int, family: str) -> str:
    """Returns a function of a family, or with the name `programs` several functions that call each other."""
    random = Random(f"folding {family} {seed}")
    program = Program(random, {})
    program.has_fancy_names, program.reuse, program.argument_share = False, 0.95, 1
    if family == "programs":
        return "\n".join([*programs.write(program, [*FAMILIES.values()]), ""])
    block = Block(program)
    for _ in range(random.choice((1, 2, 3)) if family == "regions" else 1):
        FAMILIES[family](block)
    library = ""
    if family == "regions" and random.random() < 0.15:
        library = regions.LIBRARY.replace("VISIBILITY", random.choice(("", "private ")))
    return f"{library}{returning(block, '@f')}\n"


GENERATORS: tuple[Callable[[int], str], ...] = (
    *[partial(module, family=name) for name in (*FAMILIES, "programs")],
    control_flow.folding,
)
"""Those of all families, and of programs with several of them."""
