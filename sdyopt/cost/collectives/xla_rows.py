"""The collectives that XLA's partitioner inserts into a propagated program, as views, times and peaks count them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sdyopt.cost.collective_kinds import ALL_GATHER, ALL_REDUCE, ALL_TO_ALL, COLLECTIVE_PERMUTE, REDUCE_SCATTER
from sdyopt.cost.collectives.estimates import Estimates
from sdyopt.cost.collectives.movement import Estimate, InsertedCollectives
from sdyopt.cost.partitioner.answers import axes_of
from sdyopt.cost.partitioner.programs import Insertion, PartitionedProgram
from sdyopt.cost.program.executions import EnclosingScope
from sdyopt.cost.program.stages import Stage
from sdyopt.cost.sizes.local_sizes import LocalSizes
from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value

_VERBS = {
    ALL_GATHER: "gathered",
    ALL_REDUCE: "summed",
    ALL_TO_ALL: "moved",
    COLLECTIVE_PERMUTE: "moved",
    REDUCE_SCATTER: "summed",
}


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
            return tuple(self.unknown(op))
        return tuple([self._estimate(op, each) for each in self.program.inserted[op] if each.is_first])

    def _estimate(self, op: Operation, inserted: Insertion) -> Estimate:
        each = inserted.collective
        is_scattered = each.is_sliced and not self._is_for_cpus
        sent = each.sent_scattering if is_scattered else each.sent
        kind = REDUCE_SCATTER if is_scattered else each.kind
        axes = () if each.kind == COLLECTIVE_PERMUTE else axes_of(each.groups, self._mesh(op)) or ()
        rule = f"{_VERBS[each.kind]} for {op.short_name}"
        if each.is_full:
            rule = f"gathered whole for {op.short_name} (involuntary full rematerialization)"
        return Estimate(rule, kind, axes, inserted.operand or 0, round(sent))

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
        found: dict[int, int] = {}
        for each, number, _ in self.program.inserted.get(op, ()):
            if number is not None and each.kind != ALL_TO_ALL:
                found[number] = max(found.get(number, 0), each.result)
        for number, size in found.items():
            yield number, op.operands[number], size


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
