"""How the values around an operation are split, and what moving them sends: what the rules of `estimate_rules` ask."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence, Set

from sdyopt.cost.collective_kinds import (
    ALL_GATHER,
    COLLECTIVE_PERMUTE,
    SDY_COLLECTIVES,
    bytes_sent,
    kind_of,
)
from sdyopt.cost.collectives.found import axis_groups
from sdyopt.cost.partitioner.programs import Insertion
from sdyopt.cost.program.executions import EnclosingScope
from sdyopt.cost.sizes.local_sizes import LocalSizes
from sdyopt.cost.sizes.partition import Along, Window
from sdyopt.dialects.sdy.attributes import Mesh, TensorMapping
from sdyopt.dialects.sdy.shardings.axes import Axes, sharded_size
from sdyopt.dialects.sdy.shardings.slots import DATA_FLOW_OPS, sharding_of
from sdyopt.ir.attributes import DYNAMIC, ShapedType
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import BlockArgument, OpResult, Value

_MAX_AROUND = 8
"""Collectives that are followed from an operation."""


ON_CPUS = "all-reduce for reduce-scatter on CPUs"
"""The rule of what only XLA for CPUs sends: for other devices it has reduce-scatters."""


class Estimate(NamedTuple):
    """What one device sends in one execution of an operation, beside the collectives that are in the program."""

    rule: str
    kind: str
    axes: Axes
    operand: int
    """The number of the operand that is moved."""
    bytes: int | None
    """None if there is no formula."""
    most: int | None = None
    """An upper bound where there is no formula; None if sizes are not known."""
    inserted: Insertion | None = None
    """The collective that XLA inserts, where it is known."""


class Split(NamedTuple):
    """How a value is split: the axes of each dimension, on a mesh, and what one device holds."""

    shape: tuple[int, ...]
    dimensions: tuple[Axes, ...]
    mesh: Mesh
    bytes: int

    @property
    def axes(self) -> Axes:
        """The axes of all dimensions."""
        return self.along(range(len(self.dimensions)))

    def along(self, dimensions: Sequence[int]) -> Axes:
        """Returns the axes of certain dimensions."""
        return tuple([axis for dimension in dimensions for axis in self.dimensions[dimension]])

    def devices(self, dimension: int) -> int:
        """Returns over how many devices a dimension is split."""
        return sharded_size(self.dimensions[dimension], self.mesh)

    def gathered(self, axes: Axes) -> int:
        """Returns the bytes that a device sends when the value is gathered along `axes`."""
        return self.bytes * (sharded_size(axes, self.mesh) - 1)

    def row(self, dimension: int) -> int:
        """Returns the bytes of one row of a dimension on a device."""
        return self.bytes // max(1, -(-self.shape[dimension] // self.devices(dimension)))


class Movement:
    """The splits of the values of a partitioned program on `whole`, the mesh of all devices."""

    def __init__(self, enclosing_scope: EnclosingScope, sizes: LocalSizes, whole: Mesh) -> None:
        self._enclosing_scope = enclosing_scope
        self._sizes = sizes
        self._whole = whole
        self._splits: dict[Value | tuple[Signature, int, Block | None], Split | None] = {}
        """Of operations of a signature, those of each result in each block; of arguments and data flow, their own."""

    def split(self, value: Value) -> Split | None:
        """Returns how a value is split; None if it is not, or if its size is not known."""
        key: Value | tuple[Signature, int, Block | None] = value
        if isinstance(value, OpResult) and value.owner.signature.definition not in DATA_FLOW_OPS:
            key = (value.owner.signature, value.index, value.owner.parent)
        if key not in self._splits:
            self._splits[key] = self._split(value)
        return self._splits[key]

    def _split(self, value: Value) -> Split | None:
        sharding = sharding_of(value)
        type = value.type
        if sharding is None or not isinstance(type, ShapedType) or not any(each.axes for each in sharding.dimensions):
            return None
        assert isinstance(value, (OpResult, BlockArgument))
        around = value.owner.parent_op
        mesh = self._enclosing_scope.mesh(sharding, around)
        size = self._sizes.of_value(value).bytes
        shape = type.dimensions
        if mesh is None or size is None or shape is None or DYNAMIC in shape:
            return None
        return Split(tuple(shape), tuple([each.axes for each in sharding.dimensions]), mesh, size)

    def manual_axes(self, op: Operation) -> frozenset[str]:
        """Returns the axes of the manual computations that an operation is in."""
        return frozenset(self._enclosing_scope.manual(op).axes)

    def whole_bytes(self, value: Value) -> int | None:
        """Returns the bytes of a value on all devices together that hold parts of it, with padding."""
        size, split = self._sizes.of_value(value).bytes, self.split(value)
        return size if size is None or split is None else size * sharded_size(split.axes, split.mesh)

    def before(self, value: Value) -> tuple[Value, int]:
        """Returns the value that Shardy's collectives make `value` of for one use, and the bytes that they send."""
        sent = 0
        for _ in range(_MAX_AROUND):
            if not isinstance(value, OpResult) or value.owner.signature.definition not in SDY_COLLECTIVES:
                break
            if len(value.uses) != 1:
                break
            sent += self.sent(value.owner)
            value = value.owner.operands[0]
        return value, sent

    def sent_after(self, op: Operation) -> int:
        """Returns the bytes that Shardy's collectives send which move the results of `op`."""
        pending, sent = list(op.results), 0
        for _ in range(_MAX_AROUND):
            if not pending:
                break
            for use in pending.pop().uses:
                if use.owner.signature.definition in SDY_COLLECTIVES:
                    sent += self.sent(use.owner)
                    pending += use.owner.results
        return sent

    def sent(self, op: Operation) -> int:
        """Returns the bytes that one of Shardy's collectives sends; 0 if sizes are not known."""
        groups = axis_groups(op, self._enclosing_scope, self._whole.device_count)
        size = self._sizes.of_value(op.operands[0]).bytes
        kind = kind_of(op.signature)
        return bytes_sent(kind, size, groups.size) if groups.communicate and kind is not None and size else 0

    def gathers(self, op: Operation, number: int, dimensions: Sequence[int] | None = None) -> Iterator[Estimate]:
        """Yields that an operand is gathered along the axes of certain dimensions, or of all of them."""
        value, before = self.before(op.operands[number])
        split = self.split(value)
        axes = () if split is None else split.axes if dimensions is None else split.along(dimensions)
        if split is not None and axes:
            size = split.gathered(axes) - before - self.sent_after(op)
            if size > 0:
                yield Estimate(f"gathered for {op.short_name}", ALL_GATHER, axes, number, size)

    def unknown(self, op: Operation, reason: str = "moved by") -> Iterator[Estimate]:
        """Yields that split operands may be moved, at most each whole to each device."""
        splits = [(number, self.split(value)) for number, value in enumerate(op.operands)]
        found = [(number, split) for number, split in splits if split is not None]
        if found:
            most = sum([split.gathered(split.axes) for _, split in found])
            axes = tuple(dict.fromkeys(axis for _, split in found for axis in split.axes))
            yield Estimate(f"{reason} {op.short_name}", ALL_GATHER, axes, found[0][0], None, most)

    def halos(
        self, op: Operation, windows: Mapping[int, tuple[int, Window]], value: Value | None = None
    ) -> Iterator[Estimate]:
        """Yields the rows of `value`, or of operand 0, that devices lack: `windows` by its dimensions, each with the
        dimension of the result.
        """
        split = self.split(value or op.operands[0])
        if split is None:
            return
        result = self.split(op.results[0])
        shape = op.results[0].type.dimensions if isinstance(op.results[0].type, ShapedType) else None
        for dimension, (target, window) in windows.items():
            axes = split.dimensions[dimension]
            if not axes or shape is None or split.devices(dimension) == 1:
                continue
            rule = f"rows of neighbours for {op.short_name}"
            if result is None or result.dimensions[target] != axes:
                most = split.gathered(axes)
                yield Estimate(rule, COLLECTIVE_PERMUTE, axes, 0, None, most)
                continue
            along = Along(split.shape[dimension], shape[target], split.devices(dimension), window)
            rows = along.rows_sent()
            if rows:
                yield Estimate(rule, COLLECTIVE_PERMUTE, axes, 0, rows * split.row(dimension))
            elif rows is None:
                yield Estimate(rule, COLLECTIVE_PERMUTE, axes, 0, None, 2 * split.bytes)


class InsertedCollectives(Movement, ABC):
    """What XLA's partitioner sends for the operations of a program beside the collectives that are in it."""

    is_all: bool
    """Whether these are all collectives of a partitioned program, not what XLA sends beside Shardy's."""
    moved: Set[Operation]
    """The operations for which something is sent, or is not known, of those that have been looked at."""

    def __init__(
        self, enclosing_scope: EnclosingScope, sizes: LocalSizes, whole: Mesh, is_at_most: bool = False
    ) -> None:
        super().__init__(enclosing_scope, sizes, whole)
        self.is_at_most = is_at_most
        """Whether what is not known counts as its upper bound, in bytes and in memory."""

    @abstractmethod
    def of(self, op: Operation) -> Sequence[Estimate]:
        """Returns what is sent for an operation."""

    @abstractmethod
    def of_all(self, module: Operation) -> None:
        """Looks at all operations in a module."""

    @property
    @abstractmethod
    def has_unknown(self) -> bool:
        """Whether something has an upper bound only, of what has been looked at."""

    @abstractmethod
    def gathered(self, op: Operation) -> Iterator[tuple[int, Value, int]]:
        """Yields the numbers of the operands of `op` that XLA gathers, with the values that it gathers, which may
        be those before Shardy's collectives, and the bytes of what is gathered.
        """

    def computed(self, op: Operation) -> int:
        """Returns the bytes of the result of `op` before devices take their parts of it; 0 if they hold no more."""
        return 0


def axes_of_factors(split: Split | None, mapping: TensorMapping) -> dict[int, Axes]:
    """Returns the axes of the dimensions that are split, by the factors that these are; of several the major one."""
    pairs = zip(mapping.dimensions, () if split is None else split.dimensions, strict=False)
    return {each.factors[0]: axes for each, axes in pairs if axes and each.factors}
