"""What XLA's partitioner sends for operations that Shardy's partitioner leaves as they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sdyopt.cost.collective_kinds import (
    ALL_GATHER,
)
from sdyopt.cost.collectives.conflicts import Conflicts
from sdyopt.cost.collectives.estimate_rules import RULES
from sdyopt.cost.collectives.movement import Estimate, Movement
from sdyopt.cost.program.enclosing_scope import EnclosingScope
from sdyopt.cost.sizes.local_sizes import LocalSizes
from sdyopt.dialects.chlo.ops import TOP_K
from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.dialects.stablehlo.ops import linear_algebra
from sdyopt.ir.collecting import collect
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import Value
from sdyopt.sharding.rules import sharding_rule_of

GATHERED_WHOLE = frozenset((linear_algebra.FFT, linear_algebra.TRIANGULAR_SOLVE, TOP_K))
"""Operations whose operands XLA gathers along all axes, also where that sends no more than Shardy's collectives."""


class Estimates(Movement):
    """The estimates for the operations of a partitioned program on `whole`, the mesh of all devices."""

    def __init__(
        self, enclosing_scope: EnclosingScope, sizes: LocalSizes, whole: Mesh, is_at_most: bool = False
    ) -> None:
        super().__init__(enclosing_scope, sizes, whole)
        self.is_at_most = is_at_most
        """Whether what is not known counts as its upper bound, in bytes and in memory."""
        self._conflicts = Conflicts(enclosing_scope.module, self)
        self._permuted: dict[Signature, frozenset[int]] = {}
        self._known: dict[Operation, tuple[Estimate, ...]] = {}
        self._still: set[Signature] = set()
        """Those of operations that have no estimates, however their operands are split."""
        self.moved: set[Operation] = set()
        """The operations that have estimates, of those that have been looked at."""

    def of(self, op: Operation) -> Sequence[Estimate]:
        """Returns the estimates for `op`; none if nothing that it needs is split, or Shardy's collectives are all."""
        signature = op.signature
        is_near = op in self._conflicts.near
        if signature in self._still and not is_near:
            return ()
        known = self._known.get(op)
        if known is None:
            rule = RULES.get(signature.definition)
            found = rule(self, op) if rule is not None else self.unknown(op) if self._moves(op) else ()
            known = tuple(found) or (tuple(self._conflicts.of(op)) if is_near else ())
            self._known[op] = known
            if known:
                self.moved.add(op)
            elif rule is None and not self._permuted[signature]:
                self._still.add(signature)
        return known

    @property
    def has_unknown(self) -> bool:
        """Whether something has an upper bound only, of what has been looked at."""
        return any(each.bytes is None for op in self.moved for each in self._known[op])

    def of_all(self, module: Operation) -> None:
        """Makes the estimates of all operations in a module."""
        for op in collect(module, lambda signature: signature not in self._still):
            self.of(op)
        for op in self._conflicts.near:
            self.of(op)

    def gathered(self, op: Operation) -> Iterator[tuple[int, Value, int]]:
        """Yields the numbers of the operands of `op` that XLA gathers, with the values that it gathers, which may
        be those before Shardy's collectives, and the bytes of what is gathered.
        """
        estimates = self.of(op)
        found = [(each.operand, each.axes) for each in estimates if each.kind == ALL_GATHER and each.bytes]
        may_be_whole = self.is_at_most and any(each.bytes is None for each in estimates)
        if may_be_whole or op.signature.definition in GATHERED_WHOLE:
            splits = [self.split(self.before(operand)[0]) for operand in op.operands]
            found = [(number, split.axes) for number, split in enumerate(splits) if split is not None]
        for number, axes in found:
            value, _ = self.before(op.operands[number])
            split = self.split(value)
            if split is not None and axes:
                yield number, value, split.bytes * sharded_size(axes, split.mesh)

    def _moves(self, op: Operation) -> bool:
        """Whether a dimension of an operand is split that the rule of `op` permutes."""
        signature = op.signature
        permuted = self._permuted.get(signature)
        rule = None
        if permuted is None:
            rule = sharding_rule_of(op)
            permuted = self._permuted[signature] = frozenset(() if rule is None else rule.permutation)
        if not permuted:
            return False
        rule = rule or sharding_rule_of(op)
        assert rule is not None
        for value, mapping in zip(op.operands, rule.operand_mappings, strict=False):
            sharding = sharding_of(value)
            if sharding is not None:
                for dimension, factors in zip(sharding.dimensions, mapping.dimensions, strict=False):
                    if dimension.axes and permuted.intersection(factors.factors):
                        return True
        return False
