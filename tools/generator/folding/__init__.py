"""Random modules of MLIR's own dialects with much to fold: for each family of operations one `module(seed)`."""

from collections.abc import Callable

from tools.generator.folding import branches, floats, integers, shapes

GENERATORS: tuple[Callable[[int], str], ...] = (branches.module, floats.module, integers.module, shapes.module)
"""Those of all families."""
