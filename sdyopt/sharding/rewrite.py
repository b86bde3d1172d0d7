"""Changing every sharding of a module."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from sdyopt.dialects.sdy.attributes import Sharding
from sdyopt.dialects.sdy.shardings.slots import map_shardings
from sdyopt.ir.collecting import collect
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature

SignatureChange = Callable[[Operation, Signature], None]
"""Called with an operation, which still has its old signature, and the new one."""


def rewrite_shardings(
    module: Operation, rewrite: Callable[[Sharding], Sharding], on_change: SignatureChange | None = None
) -> bool:
    """Puts `rewrite(sharding)` in place of every sharding in `module`, on `module` itself too.

    Returns whether that changed any; `on_change` is called for each operation whose shardings change.

    `rewrite` is called once for each sharding, in the order in which the program first has them: an operation before
    what is in its regions, a function's arguments before its results, in_shardings before out_shardings. Shardings
    under other names or within other attributes are not touched.
    """
    rewrite = cache(rewrite)
    rewritten = cache(lambda signature: map_shardings(signature, rewrite))
    changed = collect(module, lambda signature: rewritten(signature) is not signature)
    for op in changed:
        signature = rewritten(op.signature)
        if on_change is not None:
            on_change(op, signature)
        op.signature = signature
    return bool(changed)
