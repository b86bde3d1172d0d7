"""All-reduces that XLA combines: those over the same axes, by the same operator, that do not depend on each other.

It runs when the last of its operands is there, so that all operands and results are in memory together: data-parallel
gradients are held twice.
"""

from __future__ import annotations

from collections.abc import Iterable

from sdyopt.cost.held.graph import HeldBlock, HeldItem, HeldNode
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.sdy.attributes import AxisRefList, AxisRefLists
from sdyopt.dialects.sdy.shardings.reductions import reduction_operator
from sdyopt.dialects.stablehlo.ops import communication
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition

GROUPED: dict[OpDefinition, str] = {
    sdy.ALL_REDUCE: "reduction_axes",
    sdy.REDUCE_SCATTER: "reduce_scatter_axes",
    communication.ALL_REDUCE: "replica_groups",
}
"""The attribute with what all-reduces of one group have in common: axes, in any order, or groups of devices."""


class Combined:
    """The groups of all-reduces of a function. A set of groups is a number with a bit for each."""

    def __init__(self, reduces_all: bool) -> None:
        self._reduces_all = reduces_all
        """Whether a reduce-scatter is an all-reduce."""
        self._groups: list[HeldNode] = []
        self._before: list[int] = []
        """The groups on which each group depends, however far."""
        self._grown = 0
        """The groups that depend on others since a join."""
        self._open: dict[tuple[object, ...], int] = {}
        """The groups of each kind in a block."""
        self.last: dict[HeldNode, int] = {}
        """The number of the node in front of the last all-reduce of each group of several."""

    def needs(self, items: Iterable[HeldItem]) -> int:
        """Returns the groups on which items depend."""
        found = 0
        if self._groups:
            for item in items:
                found |= item.needs
        return found

    def group(self, op: Operation, operands: list[HeldItem], block: HeldBlock, last: int) -> HeldNode | None:
        """Returns the group that an all-reduce after the node `last` joins; None for another operation, and for the
        first one of a group.
        """
        key = self._key(op, block)
        candidates = 0 if key is None else self._open.get(key, 0)
        if not candidates:
            return None
        needs = self._closed(self.needs(operands))
        candidates &= ~needs
        if not candidates:
            return None
        number = (candidates & -candidates).bit_length() - 1
        node = self._groups[number]
        node.operands += operands
        self.last[node] = last
        if needs & ~self._before[number]:
            for other, before in enumerate(self._before):
                if other == number or before >> number & 1:
                    self._before[other] |= needs
                    self._grown |= 1 << other
        return node

    def note(self, op: Operation, node: HeldNode, block: HeldBlock) -> int:
        """Returns the groups on which the results of a new node depend: itself among them, if it is one."""
        needs = self.needs(node.operands)
        key = self._key(op, block)
        if key is None:
            return needs
        number = len(self._groups)
        self._groups.append(node)
        self._before.append(self._closed(needs))
        self._open[key] = self._open.get(key, 0) | 1 << number
        return needs | 1 << number

    def _closed(self, groups: int) -> int:
        """Returns groups with all that they depend on."""
        done = 0
        while pending := groups & self._grown & ~done:
            number = pending.bit_length() - 1
            done |= 1 << number
            groups |= self._before[number]
        return groups

    def _key(self, op: Operation, block: HeldBlock) -> tuple[object, ...] | None:
        attribute = GROUPED.get(op.signature.definition)
        if attribute is None or len(op.operands) != 1:
            return None
        definition = op.signature.definition
        kind = sdy.ALL_REDUCE if definition is sdy.REDUCE_SCATTER and self._reduces_all else definition
        regions = [inner.signature.definition for region in op.regions for each in region.blocks for inner in each.ops]
        value = op.properties.get(attribute)
        if isinstance(value, (AxisRefList, AxisRefLists)):
            lists = [value] if isinstance(value, AxisRefList) else value.lists
            return (block, kind, reduction_operator(op), frozenset([axis for axes in lists for axis in axes.axes]))
        return (block, kind, value, *regions)
