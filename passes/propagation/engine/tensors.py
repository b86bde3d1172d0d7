"""The shardings of a program while they are propagated.

They are kept beside the program, where a visit finds them without looking into attributes, and written to the
operations when the pass ends or somebody is to see them. Each tensor has a key: the value that it belongs to, that
which stands for all values that have their sharding in the same place, or the function and the number of a function's
result.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import ManualAxes, Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION
from sdyopt.dialects.sdy.shardings.data_flow import DATA_FLOW_OPS, edge_on, edge_owner
from sdyopt.dialects.sdy.shardings.manual_axes import with_manual_prefix, without_manual_axes
from sdyopt.dialects.sdy.shardings.slots import (
    Slot,
    fully_open,
    function_result_slot,
    function_type,
    result_sharding,
    slot_of,
    slots_of,
    with_shardings,
)
from sdyopt.dialects.stablehlo.ops.control_flow import ASYNC_START
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.declare.sharding_slots import (
    IN_SHARDINGS,
    PER_VALUE,
    RESULT_SHARDINGS,
    SINGLE,
    ShardingRole,
    ShardingSlots,
)
from sdyopt.rewriting.rewriter import Rewriter

FunctionResult = tuple[Operation, int]
"""A function and the number of a result."""

Key = Value | FunctionResult


class TensorKey:
    """Where the sharding of a tensor belongs, if it is not the only result of an operation.

    Without a slot, as for most block arguments, a tensor has no sharding, and what is stored is dropped.
    """

    __slots__ = ("has_changed", "slot")

    def __init__(self, slot: Slot | None) -> None:
        self.slot = slot
        self.has_changed = False


class ArgumentTensor(TensorKey):
    """An argument of a manual computation: its sharding inside is without the manual axes, that `outside` has them.

    What is stored changes neither the manual axes outside nor the replicated and unreduced ones.
    """

    __slots__ = ("manual_axes", "outside")

    def __init__(self, slot: Slot) -> None:
        super().__init__(slot)
        self.manual_axes = cast(ManualAxes, slot.op.properties["manual_axes"])
        self.outside = cast(ShardingPerValue, slot.op.properties["in_shardings"]).shardings[slot.number]


class Tensors:
    """The shardings of the tensors of a program, by their keys.

    The operations `ops` are those of the program. Only results have shardings from the start; other tensors get them
    when their keys are needed.
    """

    def __init__(self, ops: Iterable[Operation]) -> None:
        self.shardings: dict[Key, Sharding] = {}
        self.others: dict[Key, TensorKey] = {}
        """The tensors that are not the only results of operations."""
        self._keys: dict[Value, Value | None] = {}
        """The keys of values that are not the only results of operations; None where they have not been asked for."""
        self._meshes: dict[tuple[Operation, ShardingSlots], SymbolRefAttr | Mesh] = {}
        """The meshes of attributes that are not in the program yet."""
        for op in ops:
            signature = op.signature
            sharding = _only_result_sharding(signature)
            if sharding is not None:
                self.shardings[op.results[0]] = sharding
            elif not is_only_result(signature):
                self._keys.update(dict.fromkeys(op.results))
                if signature.definition is FUNC:
                    for block in op.regions[0].blocks:
                        self._keys.update(dict.fromkeys(block.arguments))

    def key_of(self, value: Value) -> Value:
        """Returns the key of the tensor that holds the sharding of `value`."""
        known = self._keys.get(value)
        if known is None:
            if isinstance(value, OpResult) and is_only_result(value.owner.signature):
                return value
            known = self._keys[value] = representative_of(value)
            is_other = not (isinstance(known, OpResult) and is_only_result(known.owner.signature))
            if is_other and known not in self.others:
                self._add(known, slot_of(known))
        return known

    def are_keys(self, values: Iterable[Value]) -> bool:
        """Whether all of these values, in the blocks of a function, are the only results of operations."""
        return self._keys.keys().isdisjoint(values)

    def key_of_function_result(self, function: Operation, number: int) -> FunctionResult:
        """Returns the key of the tensor that holds the sharding of a function's result.

        What is beyond the last result has none.
        """
        key = function, number
        if key not in self.others:
            is_result = number < len(function_type(function.signature).results)
            self._add(key, function_result_slot(function, number) if is_result else None)
        return key

    def _add(self, key: Key, slot: Slot | None) -> None:
        is_argument = slot is not None and slot.slots is IN_SHARDINGS
        if is_argument and slot is not None and slot.op.signature.definition is MANUAL_COMPUTATION:
            self.others[key] = ArgumentTensor(slot)
        else:
            self.others[key] = TensorKey(slot)
        sharding = None if slot is None else slot.sharding
        if sharding is not None:
            self.shardings[key] = sharding

    # Storing.

    def store(self, key: Key, sharding: Sharding) -> Sequence[Value]:
        """Makes `sharding` the sharding of a tensor.

        If it is the first one in its attribute, the other values whose shardings belong there become fully open; the
        keys of those are returned.
        """
        tensor = self.others.get(key)
        if tensor is None:
            self.shardings[key] = sharding
            return ()
        if isinstance(tensor, ArgumentTensor):
            sharding = with_manual_prefix(sharding, tensor.manual_axes, tensor.outside)
        return self._store(key, tensor, sharding)

    def written(self, key: Key) -> Sharding | None:
        """Returns the sharding of a tensor as it is to stand in the program: that of an argument as it is outside."""
        tensor = self.others.get(key)
        return tensor.outside if isinstance(tensor, ArgumentTensor) else self.shardings.get(key)

    def store_written(self, key: Key, sharding: Sharding) -> Sequence[Value]:
        """Makes `sharding` the sharding of a tensor as it is to stand in the program; else like `store`."""
        tensor = self.others.get(key)
        if tensor is None:
            self.shardings[key] = sharding
            return ()
        return self._store(key, tensor, sharding)

    def _store(self, key: Key, tensor: TensorKey, sharding: Sharding) -> Sequence[Value]:
        """Makes `sharding`, for an argument of a manual computation that outside, the sharding of `tensor`."""
        slot = tensor.slot
        if slot is None:
            return ()
        if isinstance(tensor, ArgumentTensor):
            tensor.outside = sharding
            sharding = without_manual_axes(sharding, tensor.manual_axes)
        others: Sequence[Value] = ()
        if key not in self.shardings and (slot.slots is not RESULT_SHARDINGS or len(slot.op.results) > 1):
            others = self._create_attribute(key, slot, sharding.mesh)
        self.shardings[key] = sharding
        tensor.has_changed = True
        return others

    def _create_attribute(self, key: Key, slot: Slot, mesh: SymbolRefAttr | Mesh) -> Sequence[Value]:
        """Makes the tensors fully open whose shardings belong to the same attribute as that of `key`."""
        op = slot.op
        if slot.slots.form != PER_VALUE:
            return ()
        self._meshes[op, slot.slots] = mesh
        values: Iterable[Value] = op.results
        if slot.slots.role is ShardingRole.OPERAND:
            values = op.regions[0].block.arguments
        others = []
        for value in values:
            other = self.key_of(value)
            tensor = self.others.get(other)
            if tensor is None or tensor.slot is None or tensor.slot.op is not op:
                continue
            if other is not key and other not in self.shardings:
                self.shardings[other] = fully_open(mesh, value.type)
                tensor.has_changed = True
                others.append(other)
        return others

    # Writing.

    def write(self, rewriter: Rewriter) -> None:
        """Writes the shardings that have changed to the attributes of the operations that are still there."""
        tensors = self.others
        for key, sharding in self.shardings.items():
            if key in tensors:
                continue
            op = cast(OpResult, key).owner
            signature = op.signature
            written = _with_only_result_sharding(signature, sharding)
            if written is not signature and op.parent is not None:
                rewriter.set_signature(op, written)
        beside_others: dict[tuple[Operation, ShardingSlots], dict[int, Sharding]] = {}
        for key, tensor in tensors.items():
            slot, stored = tensor.slot, self.written(key)
            if tensor.has_changed and slot is not None and stored is not None:
                tensor.has_changed = False
                if slot.op.parent is not None:
                    beside_others.setdefault((slot.op, slot.slots), {})[slot.number] = stored
        for place, shardings in beside_others.items():
            op, slots = place
            rewriter.set_signature(op, with_shardings(op.signature, slots, shardings, self._meshes.get(place)))
        self._meshes.clear()


@remembered
def is_only_result(signature: Signature) -> bool:
    """Whether operations have one result, whose sharding is nothing else's, and no sharding of anything else."""
    definition = signature.definition
    if len(signature.result_types) != 1 or definition in DATA_FLOW_OPS:
        return False
    slots = slots_of(definition)[-1]
    return slots is RESULT_SHARDINGS or slots.form == SINGLE


@remembered
def _only_result_sharding(signature: Signature) -> Sharding | None:
    return result_sharding(signature, 0) if is_only_result(signature) else None


@remembered
def _with_only_result_sharding(signature: Signature, sharding: Sharding) -> Signature:
    return with_shardings(signature, slots_of(signature.definition)[-1], {0: sharding})


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
