"""Another mesh for manual computations: their types are local to some axes, and collectives in them number devices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import cast

from sdyopt.cost.collective_kinds import is_ragged, kind_of
from sdyopt.cost.program.asynchronous import make_synchronous
from sdyopt.cost.program.enclosing_scope import EnclosingScope
from sdyopt.dialects.sdy.attributes import ManualAxes, Mesh
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION
from sdyopt.dialects.stablehlo.ops.communication import PARTITION_ID
from sdyopt.ir.attributes import I64, DenseElementsAttr, DictionaryAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import RankedTensorType
from sdyopt.mlir.literals.attributes import dense_elements, elements_of
from sdyopt.view.variants.specs import SpecError, mesh_text

_DEVICES = ("replica_groups", "source_target_pairs")
"""The attributes of collectives that are matrices of devices."""


def fit_to_mesh(module: Operation, old: Mesh, new: Mesh, place: Callable[[Operation], str]) -> None:
    """Numbers devices in manual computations, which are over the mesh `old`, as on the mesh `new`.

    `place` returns the prefix of messages about an operation. Raises SpecError where `new` has not as many
    devices along a manual axis, and for collectives that are not alike on all devices along other axes.
    """
    make_synchronous(module)
    scope = EnclosingScope(module)
    for op in list(module.walk()):
        if op.signature.definition is MANUAL_COMPUTATION:
            for axis in cast(ManualAxes, op.properties["manual_axes"]).axes:
                size = old.axis_sizes.get(axis)
                if size != new.axis_sizes.get(axis):
                    raise SpecError(
                        f"{place(op)}--mesh: a manual computation has the types of what one of {size} devices along "
                        f"'{axis}' holds: {mesh_text(new)} must keep {axis}={size}, or lower the program again"
                    )
        axes = scope.manual(op).axes
        if axes and (op.signature.definition is PARTITION_ID or kind_of(op.signature) is not None):
            _renumber(op, Renumbering(old, new, axes), place)


def _renumber(op: Operation, renumbering: Renumbering, place: Callable[[Operation], str]) -> None:
    if op.signature.definition is PARTITION_ID:
        if renumbering.strides(renumbering.old) != renumbering.strides(renumbering.new):
            raise SpecError(f"{place(op)}--mesh: the program computes with the number of a device, which changes")
        return
    config = op.properties.get("backend_config")
    holder = config if is_ragged(op.signature) and isinstance(config, DictionaryAttr) else op.properties
    for name in _DEVICES:
        given = holder.get(name)
        if not isinstance(given, DenseElementsAttr) or not elements_of(given):
            continue
        rows = renumbering.rows(_rows(given), is_sorted=name == "replica_groups")
        if rows is None:
            raise SpecError(f"{place(op)}--mesh: the devices of '{op.name}' are not alike along the axes that change")
        found = dense_elements(str(rows), RankedTensorType((len(rows), len(rows[0])), I64))
        if holder is op.properties:
            op.set_property(name, found)
        else:
            op.set_property("backend_config", holder.with_entry(name, found))


def _rows(attribute: DenseElementsAttr) -> list[list[int]]:
    numbers = elements_of(attribute)
    width = attribute.shape[-1]
    numbers *= 1 if len(numbers) > 1 else attribute.shape[0] * width
    return [numbers[start : start + width] for start in range(0, len(numbers), width)]


class Renumbering:
    """The numbers of devices on another mesh, which has the same `manual` axes."""

    def __init__(self, old: Mesh, new: Mesh, manual: Sequence[str]) -> None:
        self.old = old
        self.new = new
        self._manual = frozenset(manual)

    def strides(self, mesh: Mesh) -> dict[str, tuple[int, int]]:
        """Returns how far devices that are neighbours along a manual axis are apart, and how many there are."""
        found: dict[str, tuple[int, int]] = {}
        stride = 1
        for axis in reversed(mesh.axes):
            if axis.name in self._manual:
                found[axis.name] = stride, axis.size
            stride *= axis.size
        return found

    def rows(self, rows: Sequence[Sequence[int]], is_sorted: bool) -> list[list[int]] | None:
        """Returns rows of devices on the new mesh; None if they differ along the axes that are not manual."""
        strides = self.strides(self.old)
        patterns: dict[int, list[list[tuple[int, ...]]]] = {}
        """The rows by what other axes add to the numbers of their devices."""
        for row in rows:
            places = [tuple([device // stride % size for stride, size in strides.values()]) for device in row]
            bases = {
                device - sum([at * stride for at, (stride, _) in zip(place, strides.values(), strict=True)])
                for device, place in zip(row, places, strict=True)
            }
            if len(bases) != 1 or min(row) < 0:
                return None
            patterns.setdefault(bases.pop(), []).append(places)
        others = self.old.device_count // max(1, _count(strides))
        pattern, *rest = patterns.values()
        if len(patterns) != others or any(sorted(each) != sorted(pattern) for each in rest):
            return None
        new_strides = self.strides(self.new)
        order = [new_strides[name][0] for name in strides]
        found = [
            [base + sum([at * stride for at, stride in zip(place, order, strict=True)]) for place in row]
            for base in self._bases()
            for row in pattern
        ]
        return sorted(found) if is_sorted else found

    def _bases(self) -> list[int]:
        """Returns what axes that are not manual add to the numbers of devices on the new mesh."""
        stride = 1
        added: list[range] = []
        for axis in reversed(self.new.axes):
            if axis.name not in self._manual:
                added.append(range(0, axis.size * stride, stride))
            stride *= axis.size
        return [sum(each) for each in product(*reversed(added))]


def _count(strides: dict[str, tuple[int, int]]) -> int:
    count = 1
    for _, size in strides.values():
        count *= size
    return count
