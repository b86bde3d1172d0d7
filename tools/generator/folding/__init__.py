"""Random modules of MLIR's own dialects with much to fold: for each family of operations one `module(seed)`."""

from collections.abc import Callable

from tools.generator.folding import branches, complex_numbers, floats, integers, programs, regions, shapes, tensors

FAMILIES: tuple[Callable[[int], str], ...] = (
    branches.module,
    complex_numbers.module,
    floats.module,
    integers.module,
    shapes.module,
    tensors.module,
)
"""Those of all families: each makes a function `@f`."""

GENERATORS: tuple[Callable[[int], str], ...] = (*FAMILIES, programs.module, regions.module)
"""Those of all families, and of programs with several of them or with regions."""
