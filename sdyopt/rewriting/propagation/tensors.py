"""The shardings of a program while they are propagated.

They are kept beside the program, where a visit finds them without looking into attributes, and written to the
operations when the pass ends or somebody is to see them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from sdyopt.dialects.sdy.attributes import ManualAxes, Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION
from sdyopt.dialects.stablehlo.ops.control_flow import ASYNC_START
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.ods.sharding_slots import IN_SHARDINGS, PER_VALUE, RESULT_SHARDINGS, ShardingRole, ShardingSlots
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.data_flow import DATA_FLOW_OPS, edge_on, edge_owner
from sdyopt.sharding.manual_axes import with_manual_prefix, without_manual_axes
from sdyopt.sharding.slots import Slot, fully_open, function_result_slot, result_slot, slot_of, with_shardings


class Tensor:
    """The sharding of one value, or of all targets of a data-flow edge.

    Without a slot, as for most block arguments, a tensor has no sharding, and what is stored is dropped.
    """

    __slots__ = ("_tensors", "has_changed", "sharding", "slot", "value")

    def __init__(self, value: Value | None, slot: Slot | None, tensors: Tensors) -> None:
        self.value = value
        """The value that stands for all: the result of the edge operation, the owner of the edge, or the only value."""
        self.slot = slot
        self.sharding: Sharding | None = None if slot is None else slot.sharding
        self.has_changed = False
        self._tensors = tensors

    def store(self, sharding: Sharding) -> None:
        """Makes `sharding` the sharding of this tensor.

        If it is the first one in its attribute, the other values whose shardings belong there become fully open.
        """
        slot = self.slot
        if slot is None:
            return
        if self.sharding is None and (slot.slots is not RESULT_SHARDINGS or len(slot.op.results) > 1):
            self._tensors.create_attribute(slot, sharding.mesh)
        self.sharding = sharding
        self.has_changed = True


class ArgumentTensor(Tensor):
    """The sharding of an argument of a manual computation: inside without the manual axes, and as it is `outside`.

    What is stored changes neither the manual axes outside nor the replicated and unreduced ones.
    """

    __slots__ = ("manual_axes", "outside")

    def __init__(self, value: Value, slot: Slot, tensors: Tensors) -> None:
        super().__init__(value, slot, tensors)
        self.manual_axes = cast(ManualAxes, slot.op.properties["manual_axes"])
        self.outside = cast(ShardingPerValue, slot.op.properties["in_shardings"]).shardings[slot.number]

    def store(self, sharding: Sharding) -> None:
        self.store_outside(with_manual_prefix(sharding, self.manual_axes, self.outside))

    def store_outside(self, sharding: Sharding) -> None:
        """Makes `sharding` the sharding outside."""
        self.outside = sharding
        super().store(without_manual_axes(sharding, self.manual_axes))


class Tensors:
    """The tensors of a program by their values."""

    def __init__(self) -> None:
        self._of_values: dict[Value, Tensor] = {}
        self._of_results: dict[tuple[Operation, int], Tensor] = {}
        self._meshes: dict[tuple[Operation, ShardingSlots], SymbolRefAttr | Mesh] = {}
        """The meshes of attributes that are not in the program yet."""

    def of(self, value: Value) -> Tensor:
        """Returns the tensor that holds the sharding of `value`."""
        known = self._of_values.get(value)
        if known is None:
            if isinstance(value, OpResult) and value.owner.signature.definition not in DATA_FLOW_OPS:
                known = self._of_values[value] = Tensor(value, result_slot(value), self)
                return known
            representative = representative_of(value)
            known = self._of_values.get(representative)
            if known is None:
                known = self._of_values[representative] = self._new(representative)
            self._of_values[value] = known
        return known

    def _new(self, value: Value) -> Tensor:
        slot = slot_of(value)
        is_argument = slot is not None and slot.slots is IN_SHARDINGS
        if is_argument and slot is not None and slot.op.signature.definition is MANUAL_COMPUTATION:
            return ArgumentTensor(value, slot, self)
        return Tensor(value, slot, self)

    def of_function_result(self, function: Operation, number: int) -> Tensor:
        """Returns the tensor that holds the sharding of a function's result."""
        key = function, number
        known = self._of_results.get(key)
        if known is None:
            known = self._of_results[key] = Tensor(None, function_result_slot(function, number), self)
        return known

    def create_attribute(self, slot: Slot, mesh: SymbolRefAttr | Mesh) -> None:
        """Makes the tensors fully open whose shardings belong to the same attribute as that of `slot`."""
        op = slot.op
        if slot.slots.form != PER_VALUE:
            return
        self._meshes[op, slot.slots] = mesh
        values: Iterable[Value] = op.results
        if slot.slots.role is ShardingRole.OPERAND:
            values = op.regions[0].block.arguments
        for value in values:
            tensor = self.of(value)
            if tensor.slot is not None and tensor.slot.op is op and tensor.sharding is None:
                tensor.sharding = fully_open(mesh, value.type)
                tensor.has_changed = True

    def write(self, rewriter: Rewriter) -> None:
        """Writes the shardings that have changed to the attributes of the operations that are still there."""
        beside_others: dict[tuple[Operation, ShardingSlots], dict[int, Sharding]] = {}
        for tensor in (*self._of_values.values(), *self._of_results.values()):
            slot = tensor.slot
            if not tensor.has_changed or slot is None or tensor.sharding is None:
                continue
            tensor.has_changed = False
            op, slots, number = slot
            if op.parent is None:
                continue
            sharding = tensor.outside if isinstance(tensor, ArgumentTensor) else tensor.sharding
            if slots is RESULT_SHARDINGS and len(op.results) == 1:
                rewriter.set_signature(op, with_shardings(op.signature, slots, {number: sharding}))
            else:
                beside_others.setdefault((op, slots), {})[number] = sharding
        for key, shardings in beside_others.items():
            op, slots = key
            rewriter.set_signature(op, with_shardings(op.signature, slots, shardings, self._meshes.get(key)))
        self._meshes.clear()


def representative_of(value: Value) -> Value:
    """Returns the value that stands for all those that have their sharding in the same place as `value`."""
    owner = edge_owner(value)
    if owner is not None:
        edge = edge_on(owner)
        return owner if edge is None else edge.results[0]
    if isinstance(value, BlockArgument):
        block = value.owner
        op = cast(Operation, block.parent_op)
        if op.signature.definition is ASYNC_START:
            return representative_of(op.operands[value.index])
        entry = op.regions[0].blocks[0]
        if block is not entry and value.index < len(entry.arguments) and slot_of(value) is not None:
            return entry.arguments[value.index]
    return value
