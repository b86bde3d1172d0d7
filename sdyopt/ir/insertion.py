"""Places in blocks."""

from __future__ import annotations

from typing import cast

from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.value import BlockArgument, OpResult, Value


class InsertionPoint:
    """A place in a block: before the operation `before`, or at the end."""

    __slots__ = ("before", "block")

    def __init__(self, block: Block, before: Operation | None = None) -> None:
        self.block = block
        self.before = before

    @classmethod
    def before_op(cls, op: Operation) -> InsertionPoint:
        """Returns the place before an operation."""
        assert op.parent is not None
        return cls(op.parent, op)

    @classmethod
    def after_op(cls, op: Operation) -> InsertionPoint:
        """Returns the place after an operation."""
        assert op.parent is not None
        return cls(op.parent, op.next)

    @classmethod
    def start_of(cls, block: Block) -> InsertionPoint:
        """Returns the place at the start of a block."""
        return cls(block, block.first)

    @classmethod
    def end_of(cls, block: Block) -> InsertionPoint:
        """Returns the place at the end of a block."""
        return cls(block)

    @classmethod
    def after_value(cls, value: Value) -> InsertionPoint:
        """Returns the place after the definition of `value`: after its operation, or at the start of its block."""
        if isinstance(value, OpResult):
            return cls.after_op(value.owner)
        return cls.start_of(cast(BlockArgument, value).owner)

    def insert(self, op: Operation) -> None:
        """Inserts `op`, which is not in a block, here."""
        if self.before is None:
            self.block.append(op)
        else:
            op.insert_before(self.before)
