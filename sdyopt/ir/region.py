"""Regions and blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sdyopt.ir.attribute import Location, Type, checked, shown
from sdyopt.ir.locations import UNKNOWN
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import BlockArgument, OpResult, Value


class Block:
    """A list of operations, linked through `Operation.next`, with arguments."""

    __slots__ = ("arguments", "first", "last", "parent")

    def __init__(self) -> None:
        self.arguments: list[BlockArgument] = []
        self.first: Operation | None = None
        self.last: Operation | None = None
        self.parent: Region | None = None

    def __str__(self) -> str:
        """Returns the label, the arguments and the operations, with the names in the text of the whole program."""
        return shown(Block, self)

    def __repr__(self) -> str:
        return f"<Block: {len(self.arguments)} arguments, {sum(1 for _ in self.ops)} operations>"

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a block is part of a program and cannot be pickled or copied alone: use its Module")

    @property
    def parent_op(self) -> Operation | None:
        """The operation whose region contains this block."""
        return None if self.parent is None else self.parent.parent

    @property
    def ops(self) -> Iterator[Operation]:
        """Yields the operations in order; the one just yielded may be erased or moved."""
        op = self.first
        while op is not None:
            following = op.next
            yield op
            op = following

    @property
    def terminator(self) -> Operation:
        """The last operation. Raises ValueError if the block is empty."""
        if self.last is None:
            raise ValueError("an empty block has no terminator")
        return self.last

    def add_argument(self, type: Type, location: Location | int = UNKNOWN) -> BlockArgument:
        """Adds an argument at the end, and returns it."""
        argument = BlockArgument(type, self, len(self.arguments), location)
        self.arguments.append(argument)
        return argument

    def erase_argument(self, index: int) -> None:
        """Erases the argument number `index`, which has no uses."""
        del self.arguments[index]
        for number in range(index, len(self.arguments)):
            self.arguments[number].index = number

    def reorder(self, ops: Iterable[Operation]) -> None:
        """Puts the operations, all that are in this block, into another order."""
        previous: Operation | None = None
        self.first = None
        for op in ops:
            op.parent, op.previous = self, previous
            if previous is None:
                self.first = op
            else:
                previous.next = op
            previous = op
        if previous is not None:
            previous.next = None
        self.last = previous

    def append(self, op: Operation) -> None:
        """Inserts `op`, which is not in a block, at the end."""
        op.parent = self
        last = op.previous = self.last
        if last is None:
            self.first = op
        else:
            last.next = op
        self.last = op

    def prepend(self, op: Operation) -> None:
        """Inserts `op`, which is not in a block, at the beginning."""
        if self.first is None:
            self.append(op)
        else:
            op.insert_before(self.first)


class Region:
    """The blocks of an operation; the first is the entry block."""

    __slots__ = ("blocks", "content", "parent")  # `content` is that of CopiedRegion, which becomes a Region

    def __init__(self, blocks: list[Block] | None = None) -> None:
        self.blocks: list[Block] = [] if blocks is None else blocks
        self.parent: Operation | None = None
        for block in self.blocks:
            block.parent = self

    def __str__(self) -> str:
        """Returns the blocks."""
        return shown(Region, self)

    def __repr__(self) -> str:
        return f"<Region: {len(self.blocks)} blocks>"

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a region is part of a program and cannot be pickled or copied alone: use its Module")

    @property
    def block(self) -> Block:
        """The only block."""
        (block,) = self.blocks
        return block

    def add_block(self) -> Block:
        """Adds a block at the end, and returns it."""
        block = Block()
        block.parent = self
        self.blocks.append(block)
        return block


# Places in blocks.


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
        return cls.start_of(checked(Block, value.block))

    @classmethod
    def after(cls, place: Operation | Value) -> InsertionPoint:
        """Returns the place after an operation, or after the definition of a value."""
        return cls.after_op(place) if isinstance(place, Operation) else cls.after_value(place)

    def insert(self, op: Operation) -> None:
        """Inserts `op`, which is not in a block, here."""
        if self.before is None:
            self.block.append(op)
        else:
            op.insert_before(self.before)
