"""What one propagation over an operation depends on, in the form that the strategies take."""

from __future__ import annotations

from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.passes.propagation.solve.directions import Directions
from sdyopt.passes.propagation.solve.projection import Projection


class PropagationProblem(NamedTuple):
    """The tensors of an operation, operands first, and how their factors may be propagated."""

    projections: tuple[Projection, ...]
    operand_count: int
    factor_sizes: tuple[int, ...]
    directions: Directions
    is_elementwise: bool
    whole_sizes: tuple[int, ...] | None
    """The sizes of the axes of the mesh if sub-axes are not propagated; else None."""
