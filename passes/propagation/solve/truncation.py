"""Cutting lists of axes short at the first one that a tensor cannot take as it is."""

from __future__ import annotations

from collections.abc import Callable

from sdyopt.passes.propagation.solve.axis_spans import AxisSpan, Spans

Limit = Callable[[AxisSpan, int], AxisSpan | None]
"""Returns the prefix of an axis that may shard a factor after axes of a size, None if it may not at all."""


def truncated(axes: Spans, limit: Limit, whole_sizes: tuple[int, ...] | None) -> Spans:
    """Returns `axes` up to the first one that `limit` shortens, which is the last, or rejects.

    With `whole_sizes`, the sizes of all axes of the mesh, axes end before the first sub-axis as well.
    """
    size = 1
    for index, axis in enumerate(axes):
        found = limit(axis, size)
        if found is None or (whole_sizes is not None and not (found[1] == 1 and found[2] == whole_sizes[found[0]])):
            return axes[:index]
        if found != axis:
            return (*axes[:index], found)
        size *= axis[2] // axis[1]
    return axes
