"""A function as the model of memory sees it: blocks of nodes, each with the items that it reads and makes."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value


class Item:
    """A value on one device."""

    __slots__ = ("block", "bytes", "is_free", "needs", "node", "number", "reason", "value")

    def __init__(self, number: int, bytes: int, value: Value | None, block: Block, node: Node | None) -> None:
        self.number = number
        """Its place among the items of the graph."""
        self.bytes = bytes
        self.value = value
        """The value of the program that it is, or is made of."""
        self.block = block
        self.node = node
        """What makes it; None for an argument of a block."""
        self.reason = ""
        """Why it is there, if it is not a value of the program."""
        self.is_free = False
        """Whether it takes no memory unless something that cannot compute it needs it."""
        self.needs = 0
        """The groups of all-reduces on which it depends, a bit for each."""


_NOTHING: dict[Item, None] = {}
"""What nodes without blocks capture."""


class Node:
    """Something that runs: an operation of the program, or something that XLA inserts."""

    __slots__ = (
        "blocks",
        "captures",
        "copies",
        "is_held",
        "is_read",
        "kind",
        "number",
        "op",
        "operands",
        "parts",
        "readers",
        "results",
        "scratch",
        "unfused",
    )

    def __init__(self, number: int, kind: int, op: Operation, operands: list[Item]) -> None:
        self.number = number
        """Its place among the nodes of the graph."""
        self.kind = kind
        """Marks of `kinds`."""
        self.op = op
        """The operation that it is, or for which it is inserted."""
        self.operands = operands
        self.results: list[Item] = []
        self.blocks: Sequence[Block] = ()
        """Those that it runs: condition and body of a loop, or branches."""
        self.captures = _NOTHING
        """What its blocks read of what is around."""
        self.scratch: Item | None = None
        """Memory that it needs while it runs."""
        self.readers = 0
        self.copies = 0
        """How many of them are copies for operations that run in place."""
        self.parts = 0
        """The bytes that slices take of its results together; -1 if something else reads them."""
        self.unfused = 0
        """How many of its readers need its result in memory."""
        self.is_read = False
        """Whether what it makes is needed, or it has effects."""
        self.is_held = False
        """Whether its results are in memory."""

    @property
    def is_loop(self) -> bool:
        return self.op.name == "stablehlo.while" and bool(self.blocks)


class Block:
    """Nodes that run one after the other."""

    __slots__ = ("arguments", "around", "nodes", "owner", "returned")

    def __init__(self, owner: Node | None, around: Block | None) -> None:
        self.owner = owner
        self.around = around
        """The block that the owner is in."""
        self.arguments: list[Item] = []
        """Of a loop those that it changes; what it does not change is an item from outside."""
        self.nodes: list[Node] = []
        self.returned: list[Item] = []


class Graph:
    """A function."""

    def __init__(self, function: Operation) -> None:
        self.function = function
        self.items: list[Item] = []
        self.nodes: list[Node] = []
        self.body = Block(None, None)
        self.blocks = [self.body]
        """All blocks, outer ones before inner ones."""
        self.kept: dict[Item, None] = {}
        """The arguments whose memory nothing else may take."""
        self.callees: dict[Node, Operation] = {}
        """The functions of calls."""
