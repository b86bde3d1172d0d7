"""-sdy-manual-axes-cleanup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from sdyopt.dialects.sdy.attributes import AxisRef, ManualAxes, Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION
from sdyopt.dialects.sdy.shardings.axes import axis_part, merged, ordered, span
from sdyopt.dialects.sdy.shardings.slots import boundary_shardings, meshes_by_name, sharding_mesh
from sdyopt.ir.attribute import Type, remembered
from sdyopt.ir.attributes import ShapedType, SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.mlir.declare.definition import ShardingRole
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter

if TYPE_CHECKING:
    from sdyopt.sharding.uses import ShardingUse


NOT_ALLOWED = (
    "op has manual_axes when there are no in/out shardings and the body is not empty. "
    "This isn't allowed at this stage, please contact the Shardy team or file a bug."
)


@register_pass("sdy-manual-axes-cleanup")
class ManualAxesCleanup(Pass):
    """Sorts manual axes and has every in- and out-sharding mention them all.

    They are sorted in mesh order. Afterwards each in- and out-sharding of a shaped value has every manual axis: those
    that it did not mention are replicated.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        meshes = meshes_by_name(module)
        cleaned = cache(lambda signature: cleaned_signature(signature, meshes))
        failures: list[Diagnostic] = []
        for op in rewriter.listing(module).collect_kind_post(MANUAL_COMPUTATION):
            if boundary_shardings(op):
                before = op.signature
                rewriter.set_signature(op, cleaned(before))
                rewriter.report(shardings_completed, op, before, common_mesh(before, meshes) is not None)
            elif (
                op.signature.properties.find(ManualAxes).axes
                and op.regions[0].block.first is not op.regions[0].block.last
            ):
                failures.append(Diagnostic("error", NOT_ALLOWED, op.location))
            else:
                rewriter.tell("no-shardings", "no in_shardings or out_shardings to complete", op)
        if failures:
            raise CompilationError(failures)


def cleaned_signature(signature: Signature, meshes: Mapping[str, Mesh]) -> Signature:
    """The signature of a manual computation with shardings, with sorted manual axes and complete shardings."""
    if (common := common_mesh(signature, meshes)) is None:
        return signature
    reference, mesh = common
    manual_axes = ManualAxes(
        tuple(sorted(signature.properties.find(ManualAxes).axes, key=mesh.axis_places.__getitem__))
    )

    def completed(name: str, types: Iterable[Type]) -> ShardingPerValue:
        return ShardingPerValue(
            tuple(
                completed_sharding(sharding, manual_axes, reference, mesh) if isinstance(type, ShapedType) else sharding
                for sharding, type in zip(
                    signature.properties.find(ShardingPerValue, name).shardings, types, strict=True
                )
            )
        )

    return signature.with_properties(
        signature.properties.with_entry("manual_axes", manual_axes)
        .with_entry("in_shardings", completed("in_shardings", signature.operand_types))
        .with_entry("out_shardings", completed("out_shardings", signature.result_types))
    )


def common_mesh(signature: Signature, meshes: Mapping[str, Mesh]) -> tuple[SymbolRefAttr | Mesh, Mesh] | None:
    """How the first sharding whose mesh is not empty refers to it, and the mesh; None if all are empty."""
    for sharding in boundary_shardings(signature):
        if (mesh := sharding_mesh(sharding, meshes)) is not None and not mesh.is_empty:
            return sharding.mesh, mesh
    return None


@remembered
def completed_sharding(
    sharding: Sharding, manual_axes: ManualAxes, reference: SymbolRefAttr | Mesh, mesh: Mesh
) -> Sharding:
    """`sharding` with what it lacks of `manual_axes` among the replicated axes, and then on the mesh `reference`."""
    mentioned: dict[str, list[AxisRef]] = {axis: [] for axis in manual_axes.axes}
    for used in sharding.used_axes:
        if used.name in mentioned:
            mentioned[used.name].append(used)
    missing = [part for axis in manual_axes.axes for part in missing_parts(axis, mentioned[axis], mesh)]
    if not missing:
        return sharding
    replicated = merged(ordered((*sharding.replicated, *missing), mesh), mesh)
    return sharding.replace(mesh=reference, replicated=replicated)


def missing_parts(name: str, mentioned: Iterable[AxisRef], mesh: Mesh) -> Iterator[AxisRef]:
    """Returns the parts of the axis `name` that `mentioned` leaves out: all of it, or the gaps between its parts.

    As in the reference, the rest does not count from the first gap on that is not a sub-axis: where one mentioned
    sub-axis ends at 4 and the next begins at 6, say.
    """
    axis = AxisRef(name)
    places = sorted(span(other, mesh) for other in mentioned)
    if not places:
        yield axis
        return
    start, end = span(axis, mesh)
    for next_start, next_end in [*places, (end, end)]:
        if next_start % start:
            return
        if next_start > start:
            yield axis_part(name, start, next_start, mesh)
        start = next_end


def shardings_completed(op: Operation, before: Signature, has_mesh: bool) -> Iterator[Explanation]:
    """A manual computation had the signature `before`; nothing has changed if all its meshes are empty."""
    from sdyopt.sharding.uses import sharding_uses_of

    if not has_mesh:
        yield explained("no-mesh", "manual axes and shardings not looked at: every mesh is empty", op)
        return
    if (axes := op.signature.properties.find(ManualAxes).axes) != before.properties.find(ManualAxes).axes:
        text = "manual axes sorted as in the mesh: {axes}"
        yield explained("manual-axes-sorted", text, op, axes=[AxisRef(axis) for axis in axes])
    for old, new in zip(sharding_uses_of(op, before), sharding_uses_of(op, op.signature), strict=True):
        yield from completion(old.sharding, new)


def completion(old: Sharding, use: ShardingUse) -> Iterator[Explanation]:
    """A sharding of a manual computation mentions every manual axis now, or did before, or need not."""
    op, new = use.op, use.sharding
    of = f"{'in' if use.role is ShardingRole.OPERAND else 'out'}_shardings[{use.number}]"
    if not isinstance(use.type, ShapedType):
        yield explained("not-shaped", "{of} stays as it is: {type} has no shape", op, of=of, type=use.type)
    elif new is old:
        yield explained("nothing-missing", "{of} stays as it is: it mentions every manual axis", op, of=of)
    else:
        text = "{of} did not mention every manual axis: it is replicated along {axes} now"
        yield explained("axes-added", text, op, of=of, axes=new.replicated)
        if new.mesh is not old.mesh:
            yield explained("mesh-bound", "{of} has the mesh {mesh} now", op, of=of, mesh=new.mesh)
