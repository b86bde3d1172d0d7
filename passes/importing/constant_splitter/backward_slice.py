"""Backward slices: the operations that a value is computed from."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import cast

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
