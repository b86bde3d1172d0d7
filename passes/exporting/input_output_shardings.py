"""Passes that shorten the shardings of inputs and outputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from math import gcd

from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, ManualAxes, Mesh, Sharding, SubAxis
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION
from sdyopt.dialects.sdy.shardings.axes import sharded_size, size, span
from sdyopt.dialects.sdy.shardings.slots import (
    map_shardings,
    meshes_by_name,
    sharding_mesh,
    shardings_in,
    type_at,
    with_manual_prefix,
    without_manual_axes,
)
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import ShapedType, SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.mlir.declare.definition import ShardingRole
from sdyopt.mlir.rewrite.remarks import Decision, Remarks
from sdyopt.rewriting.functions import Functions
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-update-non-divisible-input-output-shardings")
class UpdateNonDivisibleInputOutputShardings(Pass):
    """Shrinks shardings of inputs and outputs whose axes do not divide the dimensions.

    These are the shardings of functions, of the results of calls, and of manual computations; those of the arguments
    of their bodies are seen from inside. A dimension keeps as many leading axes as divide it, and of the next one a
    leading sub-axis, if any does; it loses its priority.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        meshes = meshes_by_name(module)
        for op in rewriter.listing(module).collect_kind(CALL, MANUAL_COMPUTATION, FUNC):
            if op.signature.definition is not FUNC or op.parent_op is module:
                before = op.signature
                rewriter.set_signature(op, with_divisible_shardings(op, meshes))
                if op.signature is not before:
                    rewriter.report(Shrunk, op, before)


def with_divisible_shardings(op: Operation, meshes: Mapping[str, Mesh]) -> Signature:
    """Returns the signature of `op` with shardings that divide the values."""
    signature = op.signature
    entries = iter(shardings_in(signature))

    def divisible(sharding: Sharding) -> Sharding:
        _, role, number = next(entries)
        if (mesh := sharding_mesh(sharding, meshes)) is None:
            return sharding
        if role is not ShardingRole.OPERAND:
            return divisible_sharding(sharding, type_at(signature, role, number), mesh)
        manual_axes = signature.properties.find(ManualAxes, "manual_axes")
        inside = without_manual_axes(sharding, manual_axes)
        type = op.regions[0].block.arguments[number].type
        return with_manual_prefix(divisible_sharding(inside, type, mesh), manual_axes, sharding)

    return map_shardings(signature, divisible)


def divisible_sharding(sharding: Sharding, type: Type, mesh: Mesh) -> Sharding:
    """Returns `sharding` with dimensions whose axes divide those of `type`, if that has a static shape."""
    if not (sharding.is_sharded and isinstance(type, ShapedType) and type.has_static_shape):
        return sharding
    pairs = zip(sharding.dimensions, type.dimensions or (), strict=False)
    dimensions = [divisible_dimension(dimension, length, mesh) for dimension, length in pairs]
    return sharding.replace(dimensions=tuple(dimensions))


def divisible_dimension(dimension: DimensionSharding, length: int, mesh: Mesh) -> DimensionSharding:
    """Returns `dimension`, or, if its axes do not divide `length`, the part of it that does, without a priority."""
    if length % sharded_size(dimension.axes, mesh) == 0:
        return dimension
    return DimensionSharding(divisible_axes(dimension.axes, length, mesh), dimension.is_closed)


def divisible_axes(axes: Sequence[AxisRef], length: int, mesh: Mesh) -> tuple[AxisRef, ...]:
    """Returns the leading axes that divide `length`, and the leading sub-axis of the next one that does."""
    kept: list[AxisRef] = []
    for axis in axes:
        whole = size(axis, mesh)
        common = gcd(whole, length)
        if common == 1:  # As in the reference, an axis of size one ends the list, too.
            break
        if common < whole:
            kept.append(AxisRef(axis.name, SubAxis(span(axis, mesh)[0], common)))
            break
        kept.append(axis)
        length //= whole
    return tuple(kept)


class Shrunk(Decision):
    """The operation, which had the signature `before`, has smaller shardings."""

    op: Operation
    before: Signature

    def explain(self, remarks: Remarks) -> None:
        from sdyopt.sharding.uses import sharding_uses_of

        uses = zip(sharding_uses_of(self.op, self.before), sharding_uses_of(self.op, self.op.signature), strict=True)
        for use, after in uses:
            for number, old in enumerate(use.sharding.dimensions):
                if (new := after.sharding.dimensions[number]) is not old:
                    text = "dimension {dimension} of {of} sharded along {axes} does not divide {type}: {kept} is left"
                    remarks.tell(
                        "dimension-shrunk",
                        text,
                        use.place,
                        dimension=number,
                        of=use.subject,
                        axes=old.axes,
                        type=use.type,
                        kept=new.axes or "nothing",
                    )
                    if old.priority is not None:
                        text = "priority {priority} dropped from dimension {dimension} of {of}"
                        remarks.tell(
                            "priority-dropped", text, use.place, priority=old.priority, dimension=number, of=use.subject
                        )


@register_pass("sdy-remove-sub-axes-in-input-output-shardings")
class RemoveSubAxesInInputOutputShardings(Pass):
    """Removes sub-axes from open dimensions of the main function's arguments and results.

    In each such dimension the axes from the first sub-axis on are removed. If there is just one function it is the
    main one, whatever its name; otherwise that is `@main`.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        functions = Functions(module)
        main = functions.find_main()
        for name, function in functions.by_name.items():
            if function is not main:
                text = "shardings of {name} stay as they are: it is not the main function"
                rewriter.tell("function-skipped", text, function, name=SymbolRefAttr((name,)))
        before = main.signature
        rewriter.set_signature(main, map_shardings(before, without_sub_axes))
        rewriter.report(SubAxesRemoved, main, before)


def without_sub_axes(sharding: Sharding) -> Sharding:
    """Returns `sharding` without the axes of open dimensions from the first sub-axis on."""
    dimensions = [
        dimension if dimension.is_closed else dimension.replace(axes=leading_full_axes(dimension.axes))
        for dimension in sharding.dimensions
    ]
    return sharding.replace(dimensions=tuple(dimensions))


def leading_full_axes(axes: tuple[AxisRef, ...]) -> tuple[AxisRef, ...]:
    """Returns the axes before the first sub-axis."""
    return tuple(takewhile(lambda axis: axis.sub_axis is None, axes))


class SubAxesRemoved(Decision):
    """The main function, which had the signature `before`, may have lost axes."""

    function: Operation
    before: Signature

    def explain(self, remarks: Remarks) -> None:
        from sdyopt.sharding.uses import sharding_uses_of

        for use in sharding_uses_of(self.function, self.before):
            for number, axes in sub_axes_on(use.sharding):
                kind, text = "sub-axes-kept", "{axes} stays in dimension {dimension} of {of}, which is closed"
                if not use.sharding.dimensions[number].is_closed:
                    kind, text = "axes-removed", "{axes} removed from dimension {dimension} of {of}"
                remarks.tell(kind, text, use.place, axes=axes, dimension=number, of=use.subject)


def sub_axes_on(sharding: Sharding) -> Iterator[tuple[int, tuple[AxisRef, ...]]]:
    """Yields the number of each dimension with a sub-axis, and its axes from the first one on."""
    for number, dimension in enumerate(sharding.dimensions):
        if axes := dimension.axes[len(leading_full_axes(dimension.axes)) :]:
            yield number, axes
