"""The worklist: a stack on which each operation stands at most once, as in MLIR's greedy rewrite driver."""

from __future__ import annotations

from collections.abc import Iterable

from sdyopt.analysis.memory_effects import would_be_dead
from sdyopt.dialects.func.ops import FUNC
from sdyopt.ir.operation import Operation
from sdyopt.rewriting.propagation.visits import Visit


class Node:
    """An operation on the worklist, and what is known of visits to it."""

    __slots__ = ("around", "can_die", "is_erased", "is_prepared", "is_queued", "only_result", "op", "visit")

    def __init__(self, op: Operation, around: tuple[Node, ...]) -> None:
        self.op = op
        self.around = around
        """The nodes of the operations around it, innermost first, functions and what is around them excepted."""
        self.can_die = would_be_dead(op)
        """Whether it is dead when nothing uses its results."""
        self.only_result = op.results[0] if len(op.results) == 1 else None
        self.is_erased = False
        self.is_queued = False
        self.is_prepared = False
        """Whether `visit` has been set."""
        self.visit: Visit | None = None

    @property
    def is_dead(self) -> bool:
        """Whether the operation can be erased now."""
        return self.can_die and not any(result.is_used for result in self.op.results)


class Worklist:
    """The operations of a module, in the order of the text, and a stack of those that are still to be visited.

    Operations outside of functions are never visited, nor are functions themselves.
    """

    def __init__(self, module: Operation) -> None:
        self.nodes: dict[Operation, Node] = {}
        self.stack: list[Node] = []
        for op in module.walk():
            if op is not module and op.signature.definition is not FUNC:
                parent = self.nodes.get(op.parent_op)  # type: ignore[arg-type]
                self.nodes[op] = Node(op, () if parent is None else (parent, *parent.around))

    def fill(self) -> None:
        """Puts all operations on the stack, the first one on top."""
        self.stack = [node for node in reversed(self.nodes.values()) if not node.is_erased]
        for node in self.stack:
            node.is_queued = True

    def push(self, nodes: Iterable[Node], current: Node | None = None) -> None:
        """Puts nodes on the stack that are not on it, each with those around it; but not `current`."""
        stack = self.stack
        for node in nodes:
            if node is current or node.is_erased:
                continue
            if not node.is_queued:
                node.is_queued = True
                stack.append(node)
            for other in node.around:
                if not other.is_queued:
                    other.is_queued = True
                    stack.append(other)
