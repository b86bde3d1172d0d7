"""Compatible major axes: the axes that all tensors with a factor agree on, or may be extended to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sdyopt.passes.propagation.solve.axis_spans import Spans, is_axis_prefix
from sdyopt.passes.propagation.solve.directions import Direction

FactorAxes = Mapping[int, Spans]
"""The axes that shard each factor of a tensor."""


def compatible_major_axes(factor: int, tensors: Sequence[FactorAxes], operand_count: int, direction: int) -> Spans:
    """Returns the longest axes for `factor` that do not conflict with the axes of any tensor, operands first.

    The tensors against the `direction` may not extend the axes.
    """
    if not direction:
        return ()
    if direction == Direction.BOTH:
        return _combined((), factor, tensors, True)[0]
    operands, results = tensors[:operand_count], tensors[operand_count:]
    sources, targets = (operands, results) if direction == Direction.FORWARD else (results, operands)
    axes, _ = _combined((), factor, sources, True)
    return _combined(axes, factor, targets, False)[0]


def _combined(axes: Spans, factor: int, tensors: Sequence[FactorAxes], may_grow: bool) -> tuple[Spans, bool]:
    for tensor in tensors:
        other = tensor.get(factor)
        if other is None or other == axes:
            continue
        if not axes:
            if may_grow:
                axes = other
        elif other:
            axes, may_grow = combine(axes, other, may_grow)
    return axes, may_grow


def combine(axes: Spans, other: Spans, may_grow: bool) -> tuple[Spans, bool]:
    """Returns the axes that `axes` and `other` agree on, with what follows in the longer one, and whether to grow on.

    Without `may_grow`, nothing of `other` that goes beyond `axes` is added.
    """
    kept = 0
    for mine, theirs in zip(axes, other, strict=False):
        if mine == theirs:
            kept += 1
            continue
        if is_axis_prefix(theirs, mine):
            if len(other) > kept + 1:
                return (*axes[:kept], theirs), False
            kept += 1
            continue
        if is_axis_prefix(mine, theirs):
            if not may_grow or len(axes) > kept + 1:
                return axes[: kept + 1], False
            return (*axes[:kept], theirs, *other[kept + 1 :]), True
        return axes[:kept], False
    if len(axes) > kept:
        return axes, may_grow
    return (axes + other[kept:] if may_grow else axes), may_grow
