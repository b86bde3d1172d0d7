"""The sub-computations that compute values from constants, and from scalars that are broadcast."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import TypeAlias, cast

from sdyopt.dialects.sdy.ops import SHARDING_GROUP
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import OpResult, Value


def backward_slice(root: OpResult, inner: Set[Value]) -> Sequence[OpResult]:
    """Returns what `root` is computed from through values in `inner`, in post-order, and `root` at the end.

    Of each operation that is the result met first. Operands come before the operations that use them.
    """
    if inner.isdisjoint(root.owner.operands):
        return (root,)
    found: list[OpResult] = []
    seen = {root.owner}
    path = [(root, iter(root.owner.operands))]
    while path:
        result, operands = path[-1]
        for operand in operands:
            if operand in inner and (op := cast(OpResult, operand).owner) not in seen:
                seen.add(op)
                path.append((cast(OpResult, operand), iter(op.operands)))
                break
        else:
            path.pop()
            found.append(result)
    return found


Part: TypeAlias = tuple[Operation, Sequence[Operation]]
"""An op of a sub-computation, and the group memberships that go with its copies."""


class ConstantSubComputations:
    """The sub-computations of the values in `inner`; `grouped` are the members of sharding groups.

    Each is found once: what computes a value may afterwards be copied, but not changed.
    """

    def __init__(self, grouped: Set[Value]) -> None:
        self.inner: set[Value] = set()
        self._grouped = grouped
        self._parts: dict[Value, list[Part]] = {}
        self._memberships: dict[Value, list[Operation]] = {}

    def parts(self, value: Value) -> list[Part]:
        """Returns the ops that compute `value` from scalars and from nothing, operands first."""
        parts = self._parts.get(value)
        if parts is None:
            results = backward_slice(cast(OpResult, value), self.inner)
            parts = self._parts[value] = [(result.owner, self._memberships_of(result)) for result in results]
        return parts

    def _memberships_of(self, value: Value) -> Sequence[Operation]:
        """The ops that make `value` a member of groups, in the reference's order: that with the newest use first."""
        if value not in self._grouped:
            return ()
        found = self._memberships.get(value)
        if found is None:
            found = [use.owner for use in value.uses if use.owner.signature.definition is SHARDING_GROUP]
            self._memberships[value] = found
        return found

    def is_used_once(self, value: Value) -> bool:
        """Returns whether one op alone uses `value` and, outside the sub-computation, nothing else what computes it.

        Then a copy would only take the place of the original.
        """
        if value.only_user is None:
            return False
        parts = self.parts(value)
        if len(parts) == len(parts[0][0].results) == 1:
            return True
        ops = {op for op, _ in parts}
        inner = [result for op in ops for result in op.results if result is not value]
        return all(ops.issuperset(result.users) for result in inner)
