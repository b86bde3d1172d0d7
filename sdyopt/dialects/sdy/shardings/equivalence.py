"""Whether two shardings cut a tensor in the same way."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import Sharding
from sdyopt.ir.remembering import remembered


@remembered
def is_equivalent(first: Sharding, second: Sharding) -> bool:
    """Whether the axes of dimensions agree, and so does the mesh, unless there are no axes.

    What is open, priorities, replicated and unreduced axes do not count.
    """
    axes = [dimension.axes for dimension in first.dimensions]
    if axes != [dimension.axes for dimension in second.dimensions]:
        return False
    return first.mesh is second.mesh or not any(axes)
