"""The collectives that XLA's partitioner inserts into a propagated program, as views, times and peaks count them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sdyopt.cost.collective_kinds import ALL_GATHER, ALL_REDUCE, ALL_TO_ALL, COLLECTIVE_PERMUTE, REDUCE_SCATTER
from sdyopt.cost.collectives.estimates import Estimates
from sdyopt.cost.collectives.found import BufferView, CollectiveView, runs_of
from sdyopt.cost.collectives.movement import ON_CPUS, Estimate, InsertedCollectives
from sdyopt.cost.origins.followers import Cause, frames_at, moved_cause, reduction_cause
from sdyopt.cost.partitioner.answers import axes_of
from sdyopt.cost.partitioner.programs import Insertion, PartitionedProgram
from sdyopt.cost.program.executions import EnclosingScope
from sdyopt.cost.program.stages import Program, Stage
from sdyopt.cost.sizes.local_sizes import LocalSizes
from sdyopt.cost.sizes.partition import array_text
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import Value

_VERBS = {
    ALL_GATHER: "is gathered over",
    ALL_REDUCE: "is summed with zeros over",
    ALL_TO_ALL: "is exchanged over",
    COLLECTIVE_PERMUTE: "goes to other devices",
}
"""What is done to an operand, or to a result."""
_FULL = "is gathered whole (involuntary full rematerialization) over"


class XlaCollectives(InsertedCollectives):
    """What XLA sends for the operations of a propagated program on `whole`, the mesh of all devices."""

    is_all = True

    def __init__(
        self, scope: EnclosingScope, sizes: LocalSizes, whole: Mesh, is_at_most: bool = False, is_for_cpus: bool = False
    ) -> None:
        super().__init__(scope, sizes, whole, is_at_most)
        self._is_for_cpus = is_for_cpus
        self.program = PartitionedProgram(scope, whole)
        self.moved = frozenset((*self.program.inserted, *self.program.unknown))

    def of_all(self, module: Operation) -> None:
        """Does nothing: all operations have been looked at."""

    def of(self, op: Operation) -> Sequence[Estimate]:
        """Returns what is sent for an operation first."""
        if op not in self.moved:
            return ()
        if op in self.program.unknown:
            return tuple(self.unknown(op, "perhaps gathered by XLA's partitioner for"))
        return tuple([self._estimate(op, each) for each in self.program.inserted[op] if each.is_first])

    def _estimate(self, op: Operation, inserted: Insertion) -> Estimate:
        each = inserted.collective
        is_scattered = each.is_sliced and not self._is_for_cpus
        sent = each.sent_scattering if is_scattered else each.sent
        kind = REDUCE_SCATTER if is_scattered else each.kind
        axes = () if each.kind == COLLECTIVE_PERMUTE else axes_of(each.groups, self._mesh(op)) or ()
        rule = f"{_VERBS[each.kind]} for {op.short_name}"
        return Estimate(rule, kind, axes, inserted.operand or 0, round(sent), inserted=inserted)

    def _mesh(self, op: Operation) -> Mesh:
        """Returns the mesh of the devices that are not manual where an operation is."""
        manual = self.manual_axes(op)
        mesh = self._whole
        return Mesh(tuple([axis for axis in mesh.axes if axis.name not in manual])) if manual else mesh

    @property
    def has_unknown(self) -> bool:
        """Whether something has an upper bound only."""
        return bool(self.program.unknown)

    def gathered(self, op: Operation) -> Iterator[tuple[int, Value, int]]:
        """Yields the numbers of the operands of `op` that are larger when they have been moved, with their values, and
        the bytes that they are then.
        """
        if self.is_at_most and op in self.program.unknown:
            splits = [(number, self.split(value)) for number, value in enumerate(op.operands)]
            yield from [
                (number, op.operands[number], split.bytes * sharded_size(split.axes, split.mesh))
                for number, split in splits
                if split is not None
            ]
        found: dict[int, int] = {}
        for each, number, _ in self.program.inserted.get(op, ()):
            if number is not None and each.kind != ALL_TO_ALL:
                found[number] = max(found.get(number, 0), each.result)
        for number, size in found.items():
            yield number, op.operands[number], size

    def computed(self, op: Operation) -> int:
        """Returns the bytes of the result of `op` before devices take their parts of it; 0 if it sends nothing."""
        inserted = self.program.inserted.get(op, ())
        return max([max(each.operand, each.result) for each, number, _ in inserted if number is None], default=0)


def inserted_in(
    stage: Stage,
    scope: EnclosingScope,
    sizes: LocalSizes,
    whole: Mesh,
    is_at_most: bool = False,
    is_for_cpus: bool = False,
) -> InsertedCollectives | None:
    """Returns what XLA sends beside the collectives of a program at a stage; None for one that is not propagated."""
    if stage is Stage.PARTITIONED_BY_XLA:
        return XlaCollectives(scope, sizes, whole, is_at_most, is_for_cpus)
    return Estimates(scope, sizes, whole, is_at_most) if stage is Stage.PROPAGATED else None


def rows_of(
    program: Program,
    inserted: InsertedCollectives,
    sizes: LocalSizes,
    whole: Mesh,
    choice: FrameChoice,
    is_for_cpus: bool,
) -> Iterator[CollectiveView]:
    """Yields what is inserted into a propagated program on `whole`, the mesh of all devices, in the order of the text.

    Of what XLA sends beside Shardy's collectives, what it sends on CPUs only is yielded if the program `is_for_cpus`.
    """
    for op in program.operation.walk():
        for estimate in inserted.of(op):
            if estimate.rule != ON_CPUS or is_for_cpus:
                yield _row(op, estimate, program, sizes, whole, choice)


def _row(
    op: Operation, estimate: Estimate, program: Program, sizes: LocalSizes, whole: Mesh, choice: FrameChoice
) -> CollectiveView:
    function = program.enclosing_scope.function(op)
    at = program.inlined_at(op.results[0]) if op.results else None
    inserted, axes = estimate.inserted, estimate.axes
    source = frames_at(op.location, program.source)
    if not source and op.operands:  # What returns or carries values has no place of its own.
        source = frames_at(op.operands[estimate.operand].definition_location, program.source)
    operand = _buffer(op.operands[estimate.operand], sizes) if op.operands else BufferView("", None)
    result = _buffer(op.results[0], sizes) if op.results else operand
    if inserted is None:
        size = sharded_size(axes, _mesh_of(op, program, whole))
        cause = f"estimated: {estimate.rule}"
    else:
        collective, number = inserted.collective, inserted.operand
        size = len(collective.groups[0])
        cause = _cause(op, inserted, estimate).text(axes, program.source, choice)
        value = op.results[0] if number is None and op.results else op.operands[number or 0]
        operand = BufferView(array_text(value.type, collective.shape) if collective.shape else "", collective.operand)
        result = BufferView("", collective.result)
    return CollectiveView(
        kind=estimate.kind,
        function=at.function if at is not None else "" if function is None else symbol_name(function) or "",
        source=source,
        axes=axes,
        group_size=size,
        groups=max(1, whole.device_count // max(1, size)),
        operand=operand,
        result=result,
        bytes_sent=estimate.bytes,
        runs=runs_of(op, program),
        cause=cause,
        estimated=estimate.rule if inserted is None else "",
        most=estimate.most,
    )


def _cause(op: Operation, inserted: Insertion, estimate: Estimate) -> Cause:
    """Returns why XLA inserts a collective."""
    kind, axes = inserted.collective.kind, estimate.axes
    if kind == ALL_REDUCE and inserted.operand is None:
        return reduction_cause(op, axes)
    verb = _FULL if inserted.collective.is_full else _VERBS[kind]
    return moved_cause(op, inserted.operand, verb, axes)


def _mesh_of(op: Operation, program: Program, whole: Mesh) -> Mesh:
    """Returns the mesh that the values of an operation are split over, which need not have all devices."""
    for value in (*op.operands, *op.results):
        sharding = sharding_of(value)
        mesh = None if sharding is None else program.enclosing_scope.mesh(sharding, op)
        if mesh is not None and mesh.axes:
            return mesh
    return whole


def _buffer(value: Value, sizes: LocalSizes) -> BufferView:
    share = sizes.of_value(value)
    return BufferView(array_text(value.type, share.local_shape), share.bytes)
