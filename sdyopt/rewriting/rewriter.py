"""The rewriter, with which passes change programs. A run without passes loads nothing of this."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sdyopt.dialects.sdy.attributes import Sharding
from sdyopt.dialects.sdy.shardings.slots import set_argument_shardings, set_sharding, slot_of
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import Value
from sdyopt.mlir.rewrite.rewriter import BaseRewriter
from sdyopt.sharding.uses import rewrite_shardings


class Rewriter(BaseRewriter):
    """The object with which a pass changes a program: see `BaseRewriter`."""

    def set_sharding(self, value: Value, sharding: Sharding) -> None:
        """Gives `value` this sharding, and all other targets of its edge. Raises ValueError if it can have none."""
        slot = slot_of(value)
        before = None if slot is None else slot.op.signature
        set_sharding(value, sharding)
        if slot is not None and slot.op.signature is not before:
            self.has_changed = True
            self.on_modified(slot.op)

    def set_argument_shardings(self, function: Operation, shardings: Mapping[int, Sharding]) -> None:
        """Sets the shardings of the arguments of `function` with these numbers, all at once."""
        before = function.signature
        set_argument_shardings(function, shardings)
        self.has_changed = self.has_changed or function.signature is not before

    def rewrite_shardings(
        self,
        module: Operation,
        rewrite: Callable[[Sharding], Sharding],
        on_change: Callable[[Operation, Signature], None] | None = None,
    ) -> None:
        """Puts `rewrite(sharding)` in place of every sharding in `module`; see `sdyopt.sharding.uses`."""
        if rewrite_shardings(self.listing(module), rewrite, on_change):
            self.has_changed = True
