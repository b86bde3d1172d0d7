"""-xla-sdy-round-trip-dedup-meshes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sdyopt.dialects.sdy.attributes import AxisRef, ManualAxes, Mesh, Sharding
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION
from sdyopt.dialects.sdy.shardings.axes import Axes, axis_part, merged, span
from sdyopt.dialects.sdy.shardings.slots import mesh_of, mesh_ops
from sdyopt.dialects.stablehlo.attributes import ReplicaGroupMeshAxes
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.collecting import collect, collect_kind
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.symbols import symbol_name
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter

_FAKE = "_"
"""The names of axes that nobody has given begin so."""


@register_pass("xla-sdy-round-trip-dedup-meshes")
class DedupMeshes(Pass):
    """Leaves one mesh of those over the same devices, and writes shardings over the others with its axes.

    Meshes whose axes have names that somebody has given come before others, then those with more axes. A mesh stays
    whose axes are no parts of the axes of that mesh.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        classes: dict[tuple[int, tuple[int, ...]], list[Operation]] = {}
        for op in mesh_ops(module):
            mesh = mesh_of(op)
            classes.setdefault((mesh.device_count if mesh.axes else -1, mesh.device_ids), []).append(op)
        overlaid: dict[SymbolRefAttr, _Overlay] = {}
        for ops in classes.values():
            main = min(ops, key=lambda op: _rank(mesh_of(op)))
            for op in ops:
                parts = None if op is main else _parts(mesh_of(op), mesh_of(main))
                if parts is not None:
                    overlaid[_symbol(op)] = _Overlay(mesh_of(op), _symbol(main), mesh_of(main), parts)
        if not overlaid:
            return
        _rewrite_manual_axes(module, overlaid, rewriter)
        rewriter.rewrite_shardings(module, lambda sharding: _overlaid(sharding, overlaid))
        _rewrite_replica_groups(module, overlaid, rewriter)
        for op in list(mesh_ops(module)):
            if _symbol(op) in overlaid:
                rewriter.report(mesh_overlaid, op, overlaid[_symbol(op)].name)
                rewriter.erase(op)


def mesh_overlaid(op: Operation, name: SymbolRefAttr) -> Explanation:
    """The axes of a mesh are parts of another one over the same devices."""
    text = "mesh {mesh} is over the devices of {name}, whose axes take its place"
    return explained("mesh-overlaid", text, op, mesh=_symbol(op), name=name)


class _Overlay(NamedTuple):
    """A mesh that goes, and the one whose axes its axes are parts of."""

    mesh: Mesh
    name: SymbolRefAttr
    main: Mesh
    parts: Mapping[str, Axes]
    """The parts of axes of the main mesh that each axis is, major to minor."""

    def axes(self, axes: Sequence[AxisRef]) -> Axes:
        """Returns axes of the mesh as axes of the main one."""
        found = [part for axis in axes for part in self._within(axis)]
        return merged(found, self.main)

    def _within(self, axis: AxisRef) -> list[AxisRef]:
        """Returns the parts of axes of the main mesh that an axis, or a part of one, is."""
        start, stop = span(axis, self.mesh)
        found, before = [], 1
        for part in self.parts[axis.name]:
            low, high = span(part, self.main)
            after = before * (high // low)
            first, last = max(start, before), min(stop, after)
            if first < last:
                found.append(axis_part(part.name, low * first // before, low * last // before, self.main))
            before = after
        return found


def _symbol(op: Operation) -> SymbolRefAttr:
    return SymbolRefAttr((symbol_name(op) or "",))


def _rank(mesh: Mesh) -> tuple[bool, int]:
    """Returns what meshes over the same devices are ordered by: the lowest stays."""
    is_fake = bool(mesh.axes) and mesh.axes[0].name.startswith(_FAKE)
    return is_fake, -sum(axis.size > 1 for axis in mesh.axes)


def _parts(mesh: Mesh, main: Mesh) -> dict[str, Axes] | None:
    """Returns the parts of axes of the main mesh that the axes of a mesh are; None if they are none."""
    found: dict[str, list[AxisRef]] = {axis.name: [] for axis in mesh.axes}
    own = [axis for axis in mesh.axes if axis.size > 1]
    others = [axis for axis in main.axes if axis.size > 1]
    left_own, left_other, done = 1, 1, 1
    while True:
        if left_own == 1:
            if not own:
                return {name: tuple(parts) for name, parts in found.items()}
            axis, own = own[0], own[1:]
            left_own = axis.size
        if left_other == 1:
            other, others = others[0], others[1:]
            left_other, done = other.size, 1
        step = min(left_own, left_other)
        if left_own % step or left_other % step:
            return None
        found[axis.name].append(axis_part(other.name, done, done * step, main))
        done *= step
        left_own //= step
        left_other //= step


def _overlaid(sharding: Sharding, overlaid: Mapping[SymbolRefAttr, _Overlay]) -> Sharding:
    overlay = overlaid.get(sharding.mesh) if isinstance(sharding.mesh, SymbolRefAttr) else None
    return sharding if overlay is None else sharding.with_axes(overlay.axes).replace(mesh=overlay.name)


def _rewrite_manual_axes(module: Operation, overlaid: Mapping[SymbolRefAttr, _Overlay], rewriter: Rewriter) -> None:
    """Names the manual axes of computations as the main mesh does."""
    for op in collect_kind(module, MANUAL_COMPUTATION):
        meshes = [each.mesh for name in ("in_shardings", "out_shardings") for each in op.properties[name].shardings]  # type: ignore[attr-defined]
        overlay = next((overlaid[mesh] for mesh in meshes if mesh in overlaid), None)
        axes = op.properties["manual_axes"]
        if overlay is not None and isinstance(axes, ManualAxes):
            found = overlay.axes([AxisRef(name) for name in axes.axes])
            rewriter.set_property(op, "manual_axes", ManualAxes(tuple([axis.name for axis in found])))


def _rewrite_replica_groups(module: Operation, overlaid: Mapping[SymbolRefAttr, _Overlay], rewriter: Rewriter) -> None:
    """Lets replica groups along axes of an equal mesh name the main one."""
    for op in collect(module, lambda signature: "replica_groups" in signature.properties):
        groups = op.properties["replica_groups"]
        if isinstance(groups, ReplicaGroupMeshAxes) and isinstance(groups.mesh, SymbolRefAttr):
            overlay = overlaid.get(groups.mesh)
            if overlay is not None and overlay.mesh is overlay.main:
                rewriter.set_property(op, "replica_groups", ReplicaGroupMeshAxes(overlay.name, groups.axes))
