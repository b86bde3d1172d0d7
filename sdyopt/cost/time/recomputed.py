"""How many kernels compute an operation: XLA for CPUs computes cheap ones again in each kernel that reads them."""

from __future__ import annotations

from collections.abc import Mapping

from sdyopt.cost.time.operations import (
    FUSED,
    EqualOps,
    each_work,
    elements,
    is_function_of_operands,
    numbers_of,
    role_of,
)
from sdyopt.dialects.stablehlo.ops import elementwise, reductions, shapes
from sdyopt.ir.attributes import RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.value import Value

_MAX_EMITTED = 15
"""XLA fuses nothing whose code would be more often in one kernel (`FusionNodeIndexingEvaluation`)."""
_BROADCASTS = frozenset((shapes.BROADCAST, shapes.BROADCAST_IN_DIM))
_EMITTED_ONCE = frozenset((shapes.CONCATENATE, shapes.DYNAMIC_UPDATE_SLICE, shapes.PAD, reductions.REDUCE))
"""The operations whose code is at most once in a kernel."""
_ALSO_FUSED = frozenset((shapes.RESHAPE, shapes.DYNAMIC_UPDATE_SLICE, reductions.REDUCE))

Emitted = Mapping[Operation | None, int]
"""How often each operation is emitted in a kernel from whose places those of a value follow; None is its end."""


class Recomputed:
    """The kernels of a block, by the operations that end them."""

    def __init__(self, block: Block) -> None:
        """Looks for the values that are written, then for the kernels, from the last operation on."""
        self.counts: dict[Operation, int] = {}
        """How many kernels compute an operation; 0 for one that is equal to an earlier one."""
        self._block = block
        self._makers: dict[Value, Operation] = {}
        self._readers: dict[Operation, list[Operation]] = {}
        self._written: set[Operation] = set()
        """The operations that no kernel computes again."""
        self._read_outside: set[Operation] = set()
        self._kernels: dict[Operation, dict[Operation, Emitted]] = {}
        self._read()
        for op in reversed(self._readers):
            self._kernels[op] = self._kernels_of(op)
            self.counts[op] = len(self._kernels[op])

    def _read(self) -> None:
        """Finds what is written: XLA computes an operation of several operands again only if all that reads it can.

        That is on all paths, so that all readers are in kernels of its own depth.
        """
        equal = EqualOps()
        depths: dict[Operation, int] = {}
        for op in self._block.ops:
            first = op if op.regions or not is_function_of_operands(op.signature.definition) else equal.first(op)
            self._makers.update(dict.fromkeys(op.results, first))
            if any(user.parent is not self._block for value in op.results for user, _ in value.use_pairs):
                self._read_outside.add(first)
            if first is not op:
                self.counts[op] = 0
                continue
            self._readers[op] = []
            fused: dict[Operation, bool] = {}
            depths[op] = 0
            for value in op.operands:
                maker = self._makers.get(value)
                if maker is not None and maker not in fused:
                    fused[maker] = self._is_fused(maker, op)
                    depths[op] = max(depths[op], depths[maker] + (maker in self._written or not fused[maker]))
            for maker, is_fused in fused.items():
                self._readers[maker].append(op)
                if not (is_fused and depths[op] == depths[maker]) and sum(map(self._is_read, maker.operands)) > 1:
                    self._written.add(maker)

    def _is_read(self, value: Value) -> bool:
        """Whether to compute an operation again reads more of memory, for this operand."""
        maker = self._makers.get(value)
        kind = None if maker is None else maker.signature.definition
        return kind not in _BROADCASTS and kind not in (shapes.CONSTANT, shapes.IOTA) and elements(_shape(value)) != 1

    def _is_fused(self, op: Operation, reader: Operation) -> bool:
        """Whether XLA can fuse an operation to one that reads it."""
        definition = reader.signature.definition
        if not (_can_be_fused(op) and _can_be_fused(reader)):
            return False
        repeats = definition is shapes.GATHER or (
            definition in _BROADCASTS and elements(_shape(reader.operands[0])) != elements(_shape(reader.results[0]))
        )
        return not (repeats and self._is_dear(op))

    def _is_dear(self, op: Operation) -> bool:
        """Whether XLA computes an operation only once. It divides by what is broadcast with a product."""
        definition = op.signature.definition
        if definition in (elementwise.DIVIDE, elementwise.REMAINDER):
            maker = self._makers.get(op.operands[1])
            return maker is None or maker.signature.definition not in (*_BROADCASTS, shapes.CONSTANT)
        return definition in (reductions.REDUCE, shapes.PAD) or each_work(definition).transcendentals > 0

    def _kernels_of(self, op: Operation) -> dict[Operation, Emitted]:
        """Returns the ends of the kernels that compute an operation."""
        own: dict[Operation, Emitted] = {op: {None: 1}}
        if op in self._written:
            return own
        emitted: dict[Operation, dict[Operation | None, int]] = {}
        is_apart = op in self._read_outside
        definition = op.signature.definition
        for reader in self._readers[op]:
            if not self._is_fused(op, reader):
                is_apart = True
                continue
            is_same = reader.signature.definition is shapes.TRANSPOSE or _shape(reader.results[0]) == _shape(op.results[0])
            for end, places in self._kernels[reader].items():
                emitted.setdefault(end, {}).update(places if is_same else {reader: sum(places.values())})
        found: dict[Operation, Emitted] = {}
        for end, places in emitted.items():
            most = 1 if definition in _EMITTED_ONCE else _MAX_EMITTED
            if definition in _BROADCASTS or sum(places.values()) <= most:
                found[end] = places
            else:
                is_apart = True
        if is_apart or not found:
            found |= own
        return own if len(found) > 1 and self._is_dear(op) else found


def _can_be_fused(op: Operation) -> bool:
    definition = op.signature.definition
    if definition is reductions.REDUCE:  # Those of major dimensions are kernels of their own.
        shape = _shape(op.operands[0])
        return len(op.results) == 1 and shape is not None and len(shape) - 1 in numbers_of(op, "dimensions", 0, 1)
    return definition in _ALSO_FUSED or role_of(definition) == FUSED


def _shape(value: Value) -> tuple[int | None, ...] | None:
    return value.type.shape if isinstance(value.type, RankedTensorType) else None
