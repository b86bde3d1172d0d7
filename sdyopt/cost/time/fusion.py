"""Which values a fusing compiler writes to memory, and the bytes that its kernels read and write.

Element-wise operations, and those that only move elements, become part of the kernel that reads their result; a value
is written if something else reads it, or if several kernels do and it is dear to compute again. Kernels read each
value that they need once. This is what XLA's fusion does in outline; which operations it fuses differs by backend.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum, StrEnum, auto
from functools import cache

from sdyopt.cost.held.kinds import KINDS, UNIQUE
from sdyopt.cost.time.operations import is_elementwise
from sdyopt.dialects.chlo import ops as chlo
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.stablehlo.ops import (
    communication,
    control_flow,
    elementwise,
    indexing,
    linear_algebra,
    reductions,
    shapes,
)
from sdyopt.ir.attributes import DenseElementsAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import Value


class Fusion(StrEnum):
    """How much of the traffic of element-wise operations is counted."""

    KERNELS = "kernels"
    """That of kernels that they are fused to."""
    FULL = "full"
    """None: they are part of the operations that make or read their values. A lower bound."""


class KernelRole(Enum):
    """What an operation is to kernels."""

    FREE = auto()
    """Another name of its operand, or a constant: nothing runs."""
    FUSED = auto()
    """Part of the kernel that reads its result."""
    ENDING = auto()
    """The end of a kernel: it reads through fused operations, and its result is written."""
    APART = auto()
    """A kernel of its own, whose operands are in memory."""


_FREE = frozenset(
    (
        chlo.CONSTANT,
        communication.PARTITION_ID,
        communication.REPLICA_ID,
        control_flow.AFTER_ALL,
        control_flow.CREATE_TOKEN,
        control_flow.GET_TUPLE_ELEMENT,
        control_flow.OPTIMIZATION_BARRIER,
        control_flow.TUPLE,
        sdy.CONSTANT,
        sdy.PROPAGATION_BARRIER,
        sdy.REPLICATED_TO_UNREDUCED,
        sdy.SHARDED_TO_UNREDUCED,
        sdy.SHARDING_CONSTRAINT,
        sdy.SHARDING_GROUP,
        shapes.CONSTANT,
        shapes.GET_DIMENSION_SIZE,
        shapes.RESHAPE,
    )
)
_MOVING = frozenset(
    (
        indexing.GATHER,
        reductions.MAP,
        sdy.ALL_SLICE,
        shapes.BROADCAST,
        shapes.BROADCAST_IN_DIM,
        shapes.CONCATENATE,
        shapes.DYNAMIC_SLICE,
        shapes.IOTA,
        shapes.PAD,
        shapes.REVERSE,
        shapes.SLICE,
        shapes.TRANSPOSE,
    )
)
_ENDING = frozenset((indexing.SCATTER, reductions.REDUCE, reductions.REDUCE_WINDOW, shapes.DYNAMIC_UPDATE_SLICE))
_PICKING = frozenset((indexing.GATHER, sdy.ALL_SLICE, shapes.DYNAMIC_SLICE, shapes.SLICE))
"""The operations that read only what they return."""
_IN_PLACE = frozenset((indexing.SCATTER, shapes.DYNAMIC_UPDATE_SLICE))
"""The operations that change their first operand where it is."""
_READ_BY_PRODUCTS = frozenset((elementwise.CONVERT, shapes.DYNAMIC_SLICE, shapes.SLICE, shapes.TRANSPOSE))
"""The operations whose operand products read in place of their result."""
_PRODUCTS = frozenset((linear_algebra.DOT, linear_algebra.DOT_GENERAL))

_DEAR_NAMES = (
    "atan2 cbrt cosine divide exponential exponential_minus_one log log_plus_one logistic power remainder "
    "rsqrt sine sqrt tan tanh"
)
_DEAR = frozenset([f"stablehlo.{name}" for name in _DEAR_NAMES.split()])
"""The element-wise operations that are not computed again for each reader."""


@cache
def role_of(definition: OpDefinition) -> KernelRole:
    """Returns what operations of a kind are to kernels."""
    if definition in _FREE:
        return KernelRole.FREE
    if definition in _MOVING or is_elementwise(definition):
        return KernelRole.FUSED
    return KernelRole.ENDING if definition in _ENDING else KernelRole.APART


class Kernels:
    """The kernels of a block, operation by operation in its order; `size` returns the bytes of a value on a device."""

    def __init__(self, size: Callable[[Value], int]) -> None:
        self._size = size
        self._read: dict[Value, Mapping[Value, int]] = {}
        """What is read from memory for values that are not there themselves."""
        self._same: dict[Value, Value] = {}
        """The values that others are further names of."""

    def traffic(self, op: Operation) -> int | None:
        """Returns the bytes that the kernel reads and writes that ends with `op`; None if none does."""
        definition = op.signature.definition
        role = role_of(definition)
        if role is KernelRole.FREE:
            self._rename(op)
            return None
        if role is KernelRole.APART:
            return self.moved(op.operands, op.results)
        result = op.results[0]
        read = self._reads(op, definition)
        if role is KernelRole.FUSED:
            if not self._is_written(op, read):
                self._read[result] = read
                return None
            return sum(read.values()) + self._size(result)
        if definition in _IN_PLACE:
            update = self._size(op.operands[-1 if definition is indexing.SCATTER else 1])
            written = 2 * update if definition is indexing.SCATTER else update
            return sum(read.values()) + written
        return sum(read.values()) + sum(map(self._size, op.results))

    def moved(self, operands: Sequence[Value], results: Sequence[Value]) -> int:
        """Returns the bytes of operands, each counted once, and results."""
        read: dict[Value, int] = {}
        for operand in operands:
            self._add(read, operand)
        return sum(read.values()) + sum(map(self._size, results))

    def repeat(self, op: Operation, first: Operation) -> None:
        """Notes that the results of `op` are those of `first`."""
        for result, known in zip(op.results, first.results, strict=True):
            self._same[result] = self._same.get(known, known)

    def _rename(self, op: Operation) -> None:
        if not op.operands:
            for result in op.results:
                self._read[result] = {} if is_constant(op.signature) else {result: self._size(result)}
            return
        for result, operand in zip(op.results, op.operands, strict=False):
            if operand in self._read:
                self._read[result] = self._read[operand]
            self._same[result] = self._same.get(operand, operand)

    def _reads(self, op: Operation, definition: OpDefinition) -> Mapping[Value, int]:
        """Returns what is read from memory to compute the result of `op`."""
        operands: Sequence[Value] = op.operands[1:] if definition in _IN_PLACE else op.operands
        if definition in _PICKING:
            first, rest = operands[0], operands[1:]
            if first not in self._read:
                read = {self._same.get(first, first): self._size(op.results[0])}
                for operand in rest:
                    self._add(read, operand)
                return read
        if len(operands) == 1 and operands[0] in self._read:
            return self._read[operands[0]]
        read = {}
        for operand in operands:
            self._add(read, operand)
        return read

    def _add(self, read: dict[Value, int], operand: Value) -> None:
        known = self._read.get(operand)
        if known is None:
            known = {self._same.get(operand, operand): self._size(operand)}
        for value, size in known.items():
            if size >= read.get(value, 0):
                read[value] = size

    def _is_written(self, op: Operation, read: Mapping[Value, int]) -> bool:
        """Whether the result of a fused operation is written to memory."""
        result = op.results[0]
        definition, block = op.signature.definition, op.parent
        readers = 0
        pending: list[Value] = [result]
        while pending:
            for user, index in pending.pop().use_pairs:
                if user.parent is not block:
                    return True
                reader = user.signature.definition
                role = role_of(reader)
                if role is KernelRole.FREE:
                    pending += user.results
                    continue
                if role is KernelRole.APART:
                    if not (definition in _READ_BY_PRODUCTS and reader in _PRODUCTS):
                        return True
                elif role is KernelRole.ENDING and index == 0 and reader in _IN_PLACE:
                    return True
                readers += 1
        if readers <= 1:
            return False
        return definition.name in _DEAR or sum(read.values()) > self._size(result)


@remembered
def is_constant(signature: Signature) -> bool:
    """Whether operations are constants all of whose elements are equal, which are part of what reads them."""
    value = signature.properties.get("value")
    return not isinstance(value, DenseElementsAttr) or not value.text.lstrip().startswith(("[", '"'))


class EqualOps:
    """Which operations of a block compute what an earlier one does: XLA keeps one of them."""

    def __init__(self) -> None:
        self._first: dict[tuple[object, ...], Operation] = {}
        self._same: dict[Value, Value] = {}
        """The results of those that are first, by those of the others."""

    def first(self, op: Operation) -> Operation:
        """Returns the first operation that is equal; `op` itself if that is new, or equal ones differ."""
        if op.regions or not _is_function_of_operands(op.signature.definition):
            return op
        same = self._same
        operands = [same.get(operand, operand) for operand in op.operands] if same else op.operands
        first = self._first.setdefault((op.signature, *operands), op)
        if first is not op:
            same.update(zip(op.results, first.results, strict=True))
        return first


@cache
def _is_function_of_operands(definition: OpDefinition) -> bool:
    return "Pure" in definition.traits or bool(KINDS.get(definition, UNIQUE) & ~UNIQUE)
