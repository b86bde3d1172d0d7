"""Projections: the sharding of a tensor seen by factors of a sharding rule, and back.

A dimension is made of factors, major to minor. The axes of the dimension are handed out to its factors in this order;
where a factor cannot be cut along the next axis, the rest of the axes overflow it, and the factors after it can have
none.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd

from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, Mesh, Sharding, TensorMapping
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.remembering import remembered
from sdyopt.passes.propagation.solve.axis_spans import MeshAxes, Spans, append_merging, sharded_size

NO_OVERFLOW: Mapping[int, Spans] = {}


class Projection(NamedTuple):
    """The sharding of one tensor by factors. A factor without an entry in `axes` is not in the tensor.

    `overflow` are the axes that did not fit in a factor, and `minor_most` the factors that are last in a dimension.
    """

    axes: dict[int, Spans]
    closed: frozenset[int]
    minor_most: frozenset[int]
    overflow: Mapping[int, Spans]
    replicated: Spans
    unreduced: Spans


@remembered
def project(sharding: Sharding | None, mapping: TensorMapping, factor_sizes: tuple[int, ...], mesh: Mesh) -> Projection:
    """Returns the projection of `sharding`, which is open and empty if it is None. It must not be modified."""
    mesh_axes = MeshAxes.of(mesh)
    axes: dict[int, Spans] = {}
    overflow: dict[int, Spans] = {}
    closed: set[int] = set()
    for number, dimension in enumerate(mapping.dimensions):
        factors = dimension.factors
        is_closed = False
        spans: Spans = ()
        if sharding is not None and number < len(sharding.dimensions):
            dimension_sharding = sharding.dimensions[number]
            is_closed, spans = dimension_sharding.is_closed, mesh_axes.spans(dimension_sharding.axes)
        if is_closed:
            closed.update(factors)
        if not spans or len(factors) == 1:
            for factor in factors:
                axes[factor] = ()
            if spans:
                axes[factors[0]] = spans
        else:
            _split_dimension(factors, factor_sizes, spans, axes, overflow, closed)
    return Projection(
        axes,
        frozenset(closed),
        _minor_most_factors(mapping),
        overflow or NO_OVERFLOW,
        () if sharding is None else mesh_axes.spans(_axes_of(mesh, sharding.replicated)),
        () if sharding is None else mesh_axes.spans(_axes_of(mesh, sharding.unreduced)),
    )


def _axes_of(mesh: Mesh, axes: tuple[AxisRef, ...]) -> tuple[AxisRef, ...]:
    """Returns those of `axes` that the mesh has.

    Others come from the in-sharding of a manual computation if the edge on the argument is sharded over another mesh.
    """
    return tuple([axis for axis in axes if axis.name in mesh.axis_sizes])


@remembered
def _minor_most_factors(mapping: TensorMapping) -> frozenset[int]:
    return frozenset([dimension.factors[-1] for dimension in mapping.dimensions if dimension.factors])


def _split_dimension(
    factors: tuple[int, ...],
    factor_sizes: tuple[int, ...],
    spans: Spans,
    axes: dict[int, Spans],
    overflow: dict[int, Spans],
    closed: set[int],
) -> None:
    """Hands out the axes of a dimension to its factors, of which there are several."""
    remaining = list(reversed(spans))
    for factor in factors[:-1]:
        taken: Spans = ()
        size = factor_sizes[factor]
        while remaining:
            number, start, stop = remaining[-1]
            axis_size = stop // start
            common = gcd(size, axis_size)
            if axis_size != 1 and common == 1:
                break
            remaining.pop()
            if axis_size > common:
                remaining.append((number, start * common, stop))
            taken = (*taken, (number, start, start * common))
            size //= common
        axes[factor] = taken
        if size > 1 and remaining:
            overflow[factor] = tuple(reversed(remaining))
            following = factors[factors.index(factor) + 1]
            axes[following] = ()
            closed.add(following)
            return
    axes[factors[-1]] = tuple(reversed(remaining))


def unproject(
    axes: Mapping[int, Spans],
    projection: Projection,
    old: Sharding | None,
    mapping: TensorMapping,
    factor_sizes: tuple[int, ...],
    mesh: Mesh,
    mesh_name: SymbolRefAttr | Mesh,
) -> Sharding:
    """Returns the sharding of a tensor whose factors are sharded by `axes`, all else being as in `projection`.

    Replicated and unreduced axes are those of the `old` sharding; priorities are dropped.
    """
    refs = MeshAxes.of(mesh).refs
    dimensions = []
    for dimension in mapping.dimensions:
        spans: Spans = ()
        is_closed = False
        for factor in dimension.factors:
            is_closed = is_closed or factor in projection.closed
            of_factor = axes[factor]
            if of_factor:
                spans = append_merging(spans, of_factor)
            overflow = projection.overflow.get(factor)
            if overflow is not None:
                spans = append_merging(spans, overflow)
                break
            if sharded_size(of_factor) < factor_sizes[factor]:
                break
        dimensions.append(DimensionSharding(refs(spans), is_closed))
    if old is None:
        return Sharding(mesh_name, tuple(dimensions))
    return old.replace(mesh=mesh_name, dimensions=tuple(dimensions))
