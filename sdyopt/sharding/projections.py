"""Projections: the shardings of tensors by the factors of a sharding rule, as plain numbers, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntFlag
from math import gcd

from sdyopt.dialects.sdy.attributes import (
    AxisRef,
    DimensionSharding,
    Mesh,
    OpShardingRule,
    Sharding,
    SubAxis,
    TensorMapping,
)
from sdyopt.dialects.sdy.shardings.spans import AxisSpan, Spans, append_merging, sharded_size
from sdyopt.ir.attribute import remembered
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.records import NamedTuple
from sdyopt.sharding.uses import fully_closed_on


class MeshAxes:
    """The axes of a mesh by number, and the conversion of axis references from and to spans."""

    __slots__ = ("_numbers", "_refs", "_spans", "names", "sizes")

    def __init__(self, mesh: Mesh) -> None:
        self.names = tuple(axis.name for axis in mesh.axes)
        self.sizes = tuple(axis.size for axis in mesh.axes)
        self._numbers = mesh.axis_places
        self._spans: dict[AxisRef, AxisSpan] = {}
        self._refs: dict[AxisSpan, AxisRef] = {}

    @staticmethod
    @remembered
    def of(mesh: Mesh) -> MeshAxes:
        """Returns the axes of `mesh`, always the same object for the same mesh."""
        return MeshAxes(mesh)

    def span(self, axis: AxisRef) -> AxisSpan:
        known = self._spans.get(axis)
        if known is None:
            number = self._numbers[axis.name]
            part = axis.sub_axis
            known = (
                (number, 1, self.sizes[number]) if part is None else (number, part.pre_size, part.pre_size * part.size)
            )
            self._spans[axis] = known
        return known

    def spans(self, axes: Iterable[AxisRef]) -> Spans:
        return tuple([self.span(axis) for axis in axes])

    def ref(self, span: AxisSpan) -> AxisRef:
        """Returns the axis reference with this span."""
        known = self._refs.get(span)
        if known is None:
            number, start, stop = span
            name = self.names[number]
            is_whole = start == 1 and stop == self.sizes[number]
            known = AxisRef(name) if is_whole else AxisRef(name, SubAxis(start, stop // start))
            self._refs[span] = known
        return known

    def refs(self, spans: Iterable[AxisSpan]) -> tuple[AxisRef, ...]:
        """Returns the axis references with these spans."""
        return tuple([self.ref(span) for span in spans])

    def is_whole(self, span: AxisSpan) -> bool:
        return span[1] == 1 and span[2] == self.sizes[span[0]]


# The sharding of a tensor seen by factors of a sharding rule, and back.

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


def project(sharding: Sharding | None, mapping: TensorMapping, factor_sizes: tuple[int, ...], mesh: Mesh) -> Projection:
    """Returns the projection of `sharding`, which is open and empty if it is None. It must not be modified."""
    return _projection(sharding, mapping, factor_sizes if sole_factors(mapping) is None else (), mesh)


@remembered
def sole_factors(mapping: TensorMapping) -> list[int] | None:
    """Returns the factors of a tensor, whose sizes do not count; None if a dimension has several, so that they do."""
    return None if any(len(dimension.factors) > 1 for dimension in mapping.dimensions) else factors_of(mapping)


@remembered
def _projection(
    sharding: Sharding | None, mapping: TensorMapping, factor_sizes: tuple[int, ...], mesh: Mesh
) -> Projection:
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
        frozenset([dimension.factors[-1] for dimension in mapping.dimensions if dimension.factors]),
        overflow or NO_OVERFLOW,
        () if sharding is None else mesh_axes.spans(_axes_of(mesh, sharding.replicated)),
        () if sharding is None else mesh_axes.spans(_axes_of(mesh, sharding.unreduced)),
    )


def _axes_of(mesh: Mesh, axes: tuple[AxisRef, ...]) -> tuple[AxisRef, ...]:
    """Returns those of `axes` that the mesh has.

    Others come from the in-sharding of a manual computation if the edge on the argument is sharded over another mesh.
    """
    return tuple([axis for axis in axes if axis.name in mesh.axis_sizes])


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
            if (overflow := projection.overflow.get(factor)) is not None:
                spans = append_merging(spans, overflow)
                break
            if sharded_size(of_factor) < factor_sizes[factor]:
                break
        dimensions.append(DimensionSharding(refs(spans), is_closed))
    if old is None:
        return Sharding(mesh_name, tuple(dimensions))
    return old.replace(mesh=mesh_name, dimensions=tuple(dimensions))


# Directions in which a factor may be propagated (the enum PropagationDirection).


class Direction(IntFlag):
    """A direction; the union of several directions is their bitwise or."""

    NONE = 0
    FORWARD = 1
    BACKWARD = 2
    BOTH = 3


Directions = tuple[int, ...]
"""The direction of each factor of a rule."""


def uniform(direction: int, rule: OpShardingRule) -> Directions:
    """Returns `direction` for every factor of `rule` that is not blocked, and NONE for the others."""
    blocked = rule.blocked_propagation
    return tuple([0 if factor in blocked else direction for factor in range(len(rule.factor_sizes))])


@remembered
def all_factor_sizes(rule: OpShardingRule) -> tuple[int, ...]:
    """Returns the sizes of the factors of a rule; 1 for those that tensors have and the rule itself has not.

    There are such where a rule is made for the first of several operands, and another one has more dimensions. As in
    the reference tensors are not resharded along these, but their axes keep others from coming.
    """
    last = max(map(last_factor, rule.mappings), default=-1)
    return rule.factor_sizes + (1,) * (last + 1 - len(rule.factor_sizes))


NamedMesh = tuple[SymbolRefAttr | Mesh, Mesh]
"""A mesh after the name that shardings have for it."""


class FactorTensors(NamedTuple):
    """The shardings of the operands, then of the results, in the order of the mappings of `rule`.

    New ones are on `mesh`, by the name `mesh_name`.
    """

    rule: OpShardingRule
    shardings: tuple[Sharding | None, ...]
    mesh: Mesh
    mesh_name: SymbolRefAttr | Mesh

    def projections(self) -> tuple[Projection, ...]:
        """Returns the projection of each tensor; one without a sharding counts as closed and without axes."""
        sizes, found = all_factor_sizes(self.rule), []
        for sharding, mapping in zip(self.shardings, self.rule.mappings, strict=True):
            present = sharding or fully_closed_on(self.mesh_name, len(mapping.dimensions))
            found.append(project(present, mapping, sizes, self.mesh))
        return tuple(found)

    def unprojected(self, index: int, projection: Projection) -> Sharding:
        """Returns the sharding that a projection of the tensor with that number makes."""
        mapping = self.rule.mappings[index]
        # Factors after one that overflowed have no axes; the reference crashes on them.
        axes = {
            factor: projection.axes.get(factor, ()) for dimension in mapping.dimensions for factor in dimension.factors
        }
        old = self.shardings[index]
        return unproject(axes, projection, old, mapping, all_factor_sizes(self.rule), self.mesh, self.mesh_name)


def common_mesh(shardings: Iterable[tuple[Sharding, Mesh]]) -> NamedMesh | None:
    """Returns the mesh that stands for those of an operation's tensors.

    Of several with the same axes it is the last one with devices in the usual order, or else the first. None if there
    is no sharding, if two meshes have different axes, or if all is on one device.
    """
    found: NamedMesh | None = None
    for sharding, mesh in shardings:
        if found is None or found[1].is_empty:
            found = sharding.mesh, mesh
        elif not mesh.is_empty:
            if mesh.axes != found[1].axes or mesh.is_maximal != found[1].is_maximal:
                return None
            if not mesh.device_ids:
                found = sharding.mesh, mesh
    return None if found is None or found[1].is_maximal else found


def on_other_devices(shardings: Iterable[tuple[Sharding, Mesh] | None], mesh: Mesh) -> frozenset[int]:
    """Returns the numbers of the sharded tensors that are on devices in another order than those of `mesh`."""
    return frozenset(
        [
            index
            for index, present in enumerate(shardings)
            if present is not None and present[0].is_sharded and present[1].device_ids != mesh.device_ids
        ]
    )


Shardings = tuple[Sharding | None, ...]


def factors_of(mapping: TensorMapping) -> list[int]:
    """Returns the factors of a tensor in the order of its dimensions."""
    return [factor for dimension in mapping.dimensions for factor in dimension.factors]


@remembered
def last_factor(mapping: TensorMapping) -> int:
    """Returns the largest factor of a tensor; -1 if it has none."""
    return max(factors_of(mapping), default=-1)
