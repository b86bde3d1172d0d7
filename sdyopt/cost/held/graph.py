"""A function as the model of memory sees it: blocks of nodes, each with the items that it reads and makes."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value


class HeldItem:
    """A value on one device."""

    __slots__ = ("block", "bytes", "is_free", "needs", "node", "number", "reason", "value")

    def __init__(self, number: int, bytes: int, value: Value | None, block: HeldBlock, node: HeldNode | None) -> None:
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


_NOTHING: dict[HeldItem, None] = {}
"""What nodes without blocks capture."""


class HeldNode:
    """Something that runs: an operation of the program, or something that XLA inserts."""

    __slots__ = (
        "blocks",
        "captures",
        "computes",
        "copies",
        "is_again",
        "is_held",
        "is_read",
        "is_summed",
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

    def __init__(self, number: int, kind: int, op: Operation, operands: list[HeldItem]) -> None:
        self.number = number
        """Its place among the nodes of the graph."""
        self.kind = kind
        """Marks of `kinds`."""
        self.op = op
        """The operation that it is, or for which it is inserted."""
        self.operands = operands
        self.results: list[HeldItem] = []
        self.blocks: Sequence[HeldBlock] = ()
        """Those that it runs: condition and body of a loop, or branches."""
        self.captures = _NOTHING
        """What its blocks read of what is around."""
        self.scratch: HeldItem | None = None
        """Memory that it needs while it runs."""
        self.readers = 0
        self.copies = 0
        """How many of them are copies for operations that run in place."""
        self.parts = 0
        """The bytes that slices take of its results together; -1 if something else reads them."""
        self.unfused = 0
        """How many of its readers need its result in memory."""
        self.is_summed = False
        """Whether a library that takes sums reads it."""
        self.computes = False
        """Whether it computes what it reads, where that is not in memory."""
        self.is_again = False
        """Whether its results are in memory, and those readers compute it again that can."""
        self.is_read = False
        """Whether what it makes is needed, or it has effects."""
        self.is_held = False
        """Whether its results are in memory."""

    @property
    def is_loop(self) -> bool:
        return self.op.name == "stablehlo.while" and bool(self.blocks)


class HeldBlock:
    """Nodes that run one after the other."""

    __slots__ = ("arguments", "around", "nodes", "owner", "returned")

    def __init__(self, owner: HeldNode | None, around: HeldBlock | None) -> None:
        self.owner = owner
        self.around = around
        """The block that the owner is in."""
        self.arguments: list[HeldItem] = []
        """Of a loop those that it changes; what it does not change is an item from outside."""
        self.nodes: list[HeldNode] = []
        self.returned: list[HeldItem] = []


class Graph:
    """A function."""

    def __init__(self, function: Operation) -> None:
        self.function = function
        self.items: list[HeldItem] = []
        self.nodes: list[HeldNode] = []
        self.body = HeldBlock(None, None)
        self.blocks = [self.body]
        """All blocks, outer ones before inner ones."""
        self.kept: dict[HeldItem, None] = {}
        """The arguments whose memory nothing else may take."""
        self.callees: dict[HeldNode, Operation] = {}
        """The functions of calls."""
