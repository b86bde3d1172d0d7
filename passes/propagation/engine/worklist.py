"""The worklist: a stack on which each operation stands at most once, as in MLIR's greedy rewrite driver."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sdyopt.dialects.func.ops import FUNC
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.signature import Signature
from sdyopt.passes.propagation.engine.nodes import ERASED, Node, NodeKind


class Worklist:
    """The operations of a module, in the order of the text, and a stack of those that are still to be visited.

    Operations outside of functions are never visited, nor are functions themselves.

    A run begins with all operations on the stack, the first one on top. These are not really put there: `stack` has
    only those that came later, and an operation whose position is not yet reached counts as being below them.
    """

    def __init__(self, module: Operation, ops: Iterable[Operation]) -> None:
        self.nodes: dict[Operation, Node] = {}
        self.stack: list[Node] = []
        self.position = 0
        """That of the operation that the run has reached."""
        self._order: list[Node] = []
        self.has_run = False
        """Whether there has been a run."""
        kinds: dict[Signature, NodeKind] = {}
        around: tuple[Node, ...] = ()
        nodes, order = self.nodes, self._order
        of_blocks: dict[Block | None, tuple[Node, ...]] = {}
        block: Block | None = None
        for position, op in enumerate(ops):
            signature = op.signature
            kind = kinds.get(signature)
            if kind is None:
                kind = kinds[signature] = NodeKind.of(op)
            if op is module or signature.definition is FUNC:
                continue
            if op.parent is not block:
                block = op.parent
                known = of_blocks.get(block)
                if known is None:
                    parent = nodes.get(op.parent_op)  # type: ignore[arg-type]
                    known = of_blocks[block] = () if parent is None else (parent, *parent.around)
                around = known
            node = nodes[op] = Node(op, kind, around, position)
            order.append(node)

    def nodes_of_run(self, number: int) -> Iterator[Node]:
        """Yields the nodes that the run of a stage begins with and for which there may be something to do.

        In the first run these are all.
        """
        if not self.has_run:
            self.has_run = True
            for node in self._order:
                self.position = node.position
                yield node
            self._order = [node for node in self._order if any(node.kind.stale)]
            return
        for node in self._order:
            if node.state[number]:
                self.position = node.position
                yield node

    def push(self, nodes: Iterable[Node], current: Node | None = None) -> None:
        """Puts nodes on the stack that are not on it, each with those around it; but not `current`."""
        stack, position = self.stack, self.position
        for node in nodes:
            around = node.around
            if node.position <= position:
                if node is current or node.kind is ERASED:
                    continue
                if not node.is_queued:
                    node.is_queued = True
                    stack.append(node)
            elif around and (node is current or node.kind is ERASED):
                continue
            for other in around:
                if not other.is_queued and other.position <= position:
                    other.is_queued = True
                    stack.append(other)
