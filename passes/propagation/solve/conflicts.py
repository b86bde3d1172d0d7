"""Conflicts: how far a tensor can be sharded by axes that come to one of its factors."""

from __future__ import annotations

from math import gcd

from sdyopt.passes.propagation.solve.axis_spans import (
    AxisSpan,
    Spans,
    contains,
    is_axis_prefix,
    prefix_without_overlaps,
)
from sdyopt.passes.propagation.solve.compatible_axes import FactorAxes
from sdyopt.passes.propagation.solve.projection import Projection


def prefix_within_factor(
    axis: AxisSpan, size_before: int, factor: int, factor_size: int, factor_axes: Spans, projection: Projection
) -> AxisSpan | None:
    """Returns the longest prefix of `axis` that can shard the `factor` of a tensor after axes of `size_before`.

    `factor_axes` shard the factor now. The replicated and unreduced axes of the tensor are in the way, and so is a
    factor that is closed, overflows, or cannot be divided further.
    """
    found = prefix_without_overlaps(axis, projection.replicated)
    if found is not None:
        found = prefix_without_overlaps(found, projection.unreduced)
    if found is None:
        return None
    for present in factor_axes:
        if contains(present, found):
            return found
    if factor not in projection.closed and factor not in projection.overflow:
        if factor in projection.minor_most:
            return found
        if factor_size % size_before == 0:
            number, start, stop = found
            common = gcd(factor_size // size_before, stop // start)
            if common == stop // start:
                return found
            if common != 1:
                return number, start, start * common
    if factor_axes and is_axis_prefix(factor_axes[-1], found):
        return factor_axes[-1]
    return None


def prefix_across_factors(axis: AxisSpan, factor: int, axes: FactorAxes, projection: Projection) -> AxisSpan | None:
    """Returns the longest prefix of `axis` that shards no factor of a tensor but `factor`.

    `axes` shard the factors now; axes that overflow other factors are in the way as well.
    """
    found: AxisSpan | None = axis
    number = axis[0]
    overflow = projection.overflow
    for other, other_axes in axes.items():
        if other == factor:
            continue
        if overflow and other in overflow:
            found = prefix_without_overlaps(found, overflow[other])  # type: ignore[arg-type]
            if found is None:
                return None
        for removed in other_axes:
            if removed[0] == number:
                found = prefix_without_overlaps(found, other_axes)  # type: ignore[arg-type]
                if found is None:
                    return None
                break
    return found
