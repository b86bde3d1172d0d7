"""The verifier of shardings, TensorShardingAttr, on a type and under a mesh."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sdyopt.dialects.sdy.attributes import ManualAxes, Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, MESH
from sdyopt.dialects.sdy.printing import axes_text
from sdyopt.dialects.sdy.shardings.axes import is_ordered, ordered
from sdyopt.dialects.sdy.verification.axis_lists import check_list, check_sub_axes
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.types import ShapedType, TupleType
from sdyopt.mlir.diagnostics import Hinted, Note, UnknownName, prefixed
from sdyopt.mlir.verify.verification import Verification, module_around
from sdyopt.mlir.write.attributes import text_of
from sdyopt.mlir.write.quoting import symbol_token

NOTHING_MANUAL: Mapping[str, Operation] = {}
NOT_MAXIMAL = "a maximal sharding can only have a sharding with rank 0 and no replicated or unreduced axes."


def mesh_of(op: Operation, sharding: Sharding, context: Verification) -> Mesh | None:
    """The mesh of `sharding` where `op` stands; None if its name means no mesh there."""
    mesh = sharding.mesh if isinstance(sharding.mesh, Mesh) else _mesh_named(sharding.mesh.leaf, op, context)
    return mesh if isinstance(mesh, Mesh) else None


def _mesh_named(name: str, op: Operation, context: Verification) -> Attribute | None:
    """The attribute `mesh` of the mesh operation of that name in the module around `op`; None if there is none."""
    table = context.around(op, module_around)
    symbol = None if table is None else context.symbols_in(table).get(name)
    if table is None or symbol is None or "mesh" in symbol.properties:
        return None if symbol is None else symbol.properties["mesh"]
    # Another symbol has the name as well, which is wrong, but does not keep the mesh from being found.
    named = (op for block in table.regions[0].blocks for op in block.ops if symbol_name(op) == name)
    return next((op.properties["mesh"] for op in named if "mesh" in op.properties), None)


@remembered
def check_sharding(sharding: Sharding, type: Type, mesh: Mesh) -> str | None:
    """What is wrong with `sharding` for values of `type` under `mesh`."""
    if mesh.is_maximal:
        return NOT_MAXIMAL if _has_parts(sharding) else None
    element = type
    if isinstance(type, TupleType):
        if len(type.types) != 1:
            return f"ops can only have a sharding for a tuple of size 1: '{text_of(type)}'"
        (element,) = type.types
    if not isinstance(element, ShapedType):
        if not _has_parts(sharding):
            return None
        return (
            "non-shaped tensors can only have a sharding with rank 0 and no replicated or unreduced axes. "
            f"type: '{text_of(type)}', sharding: {text_of(sharding)}"
        )
    if element.dimensions is None:
        return f"only ranked tensors can have a sharding. type: '{text_of(type)}'"
    if sharding.rank != len(element.dimensions):
        message = f"sharding doesn't match tensor rank: {sharding.rank} != {len(element.dimensions)}"
        return Hinted(message, _rank_hint(len(element.dimensions)))
    return check_axes(sharding, mesh)


def _rank_hint(rank: int) -> str:
    if rank > _MOST_DRAWN:
        return ""
    dimensions = f"[{', '.join(['{…}'] * rank)}]"
    return f"write {dimensions}, with {{}} for a dimension that is not sharded" if rank else "a scalar's sharding is []"


_MOST_DRAWN = 8
"""Dimensions of a type whose sharding a hint shows."""


def _has_parts(sharding: Sharding) -> bool:
    return bool(sharding.dimensions or sharding.replicated or sharding.unreduced)


@remembered
def check_axes(sharding: Sharding, mesh: Mesh) -> str | None:
    """What is wrong with the axes of `sharding`."""
    seen: set[Any] = set()
    for index, dimension in enumerate(sharding.dimensions):
        complaint = check_list(dimension.axes, mesh, seen)
        if complaint is not None:
            return complaint
        if dimension.priority is not None and dimension.is_closed and not dimension.axes:
            return f"dim {index} is empty and closed but has a priority"
    for kind, axes in (("replicated", sharding.replicated), ("unreduced", sharding.unreduced)):
        if not is_ordered(axes, mesh):
            message = f"{kind} axes are not ordered w.r.t. mesh"
            in_order = ordered(axes, mesh)
            return (
                message
                if check_list(in_order, mesh, set(seen))
                else Hinted(message, f"write {kind}={axes_text(in_order)}")
            )
        complaint = check_list(axes, mesh, seen)
        if complaint is not None:
            return complaint
    return check_sub_axes(sharding.used_axes, mesh)


def unknown_mesh(op: Operation, sharding: Sharding, context: Verification) -> str:
    """What is said of the mesh of `sharding`, which is none where `op` stands."""
    name = sharding.mesh_name or ""
    meshes = UnknownName(
        name,
        lambda: context.symbols_like(op, MESH.name),
        symbol_token,
        "the meshes of the module: {}",
        'a mesh is defined as in sdy.mesh @mesh = <["x"=2]>',
    )
    return Hinted(f"unknown mesh: {symbol_token(name)}", meshes)


def verify_sharding(op: Operation, sharding: Sharding, type: Type, context: Verification, subject: str = "") -> None:
    """Reports what is wrong with a sharding of `op`; `subject` says of which value, and ends with ` - `."""
    mesh = mesh_of(op, sharding, context)
    complaint = unknown_mesh(op, sharding, context) if mesh is None else check_sharding(sharding, type, mesh)
    if complaint is not None:
        context.error(op, prefixed(subject, complaint))


def verify_shardings(
    op: Operation,
    shardings: ShardingPerValue,
    types: Sequence[Type],
    what: str,
    context: Verification,
    manual: Mapping[str, Operation] = NOTHING_MANUAL,
) -> None:
    """Reports what is wrong with the shardings of the values of `op` that have `types`.

    They may not use the axes `manual`, which manual computations around `op` have made so.
    """
    given = shardings.shardings
    if not types and len(given) == 1:
        _verify_sharding_of_nothing(op, given[0], what, context)
    elif len(given) != len(types):
        context.error(op, _wrong_count(given, types, what))
    for index, (sharding, type) in enumerate(zip(given, types, strict=False)):
        verify_sharding(op, sharding, type, context, subject(what, index, len(types)))
        verify_free(op, sharding, manual, context, subject(what, index, len(types)))


def subject(what: str, index: int, count: int) -> str:
    """How messages begin that are about one of several values."""
    return f"{what} - " if count == 1 else f"{what} {index} - "


# Axes that are manual around an operation.


def manual_axes_around(op: Operation) -> dict[str, Operation]:
    """The axes that are manual where `op` stands, with the manual computations that make them so."""
    found: dict[str, Operation] = {}
    parent = op.parent_op
    while parent is not None:
        if parent.signature.definition is MANUAL_COMPUTATION:
            axes = parent.properties.get("manual_axes")
            if isinstance(axes, ManualAxes):
                for name in axes.axes:
                    found.setdefault(name, parent)
        parent = parent.parent_op
    return found


def verify_free(
    op: Operation, sharding: Sharding, manual: Mapping[str, Operation], context: Verification, subject: str = ""
) -> None:
    """Reports if `sharding`, of a value of `op`, uses an axis of `manual`."""
    for axis in sharding.used_axes if manual else ():
        if axis.name in manual:
            report_bound_axis(op, axis.name, manual[axis.name], context, subject)


def report_bound_axis(op: Operation, name: str, binder: Operation, context: Verification, subject: str = "") -> None:
    """Reports that `op` uses an axis that `binder`, a manual computation around it, has made manual."""
    message = f'{subject}operates on axis "{name}" which is already bound by a parent {binder.name} op'
    context.error(op, message, [Note("parent bounding this axis as manual", binder.location)])


def verify_own_sharding(op: Operation, context: Verification) -> None:
    """The attribute `sharding` or `out_sharding` of an SDY op, for its result."""
    sharding = own_sharding(op)
    if sharding is not None:
        verify_sharding(op, sharding, op.signature.result_types[0], context)


def verify_own_sharding_free(op: Operation, context: Verification) -> None:
    """The attribute `sharding` or `out_sharding` uses no axis that is manual around the op."""
    sharding = own_sharding(op)
    if sharding is not None:
        verify_free(op, sharding, context.around(op, manual_axes_around), context)


def own_sharding(op: Operation) -> Sharding | None:
    """The sharding that an SDY op gives its result itself."""
    properties = op.signature.properties
    sharding = properties.get("sharding") or properties.get("out_sharding")
    return sharding if isinstance(sharding, Sharding) else None


def _verify_sharding_of_nothing(op: Operation, sharding: Sharding, what: str, context: Verification) -> None:
    """An op without values may have one sharding, if that is maximal or says nothing."""
    mesh = mesh_of(op, sharding, context)
    if any(dimension.axes for dimension in sharding.dimensions) and not (mesh is not None and mesh.is_maximal):
        context.error(op, _wrong_count((sharding,), (), what))
    if mesh is None:
        context.error(op, prefixed(f"{what} 0 - ", unknown_mesh(op, sharding, context)))
    if _has_parts(sharding):
        context.error(op, f"{what} 0 - {NOT_MAXIMAL}")


def _wrong_count(given: Sequence[Sharding], types: Sequence[Type], what: str) -> str:
    return f"{what} shardings don't match number of values: {len(given)} shardings vs {len(types)} values"
