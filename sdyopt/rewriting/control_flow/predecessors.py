"""Predecessors: from which blocks control comes to a block."""

from __future__ import annotations

from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region


class Predecessors:
    """The branches to each block of the regions that have been asked about.

    Who inserts or erases operations with successors, or moves them to another block, must say so.
    """

    def __init__(self) -> None:
        self._known: dict[Region, dict[Block, list[Operation]]] = {}

    def branches_to(self, block: Block) -> list[Operation]:
        """Returns the operations that branch to `block`; one that has it as several successors as often as it does."""
        region = block.parent
        assert region is not None
        found = self._known.get(region)
        if found is None:
            found = self._known[region] = {}
            for other in region.blocks:
                if other.last is not None:
                    for successor in other.last.successors:
                        found.setdefault(successor, []).append(other.last)
        return found.get(block, [])

    def single(self, block: Block) -> Block | None:
        """Returns the block from which control comes to `block`, if there is only one way from there."""
        branches = self.branches_to(block)
        return branches[0].parent if len(branches) == 1 else None

    def unique(self, block: Block) -> Block | None:
        """Returns the only block from which control comes to `block`, in one way or more."""
        branches = self.branches_to(block)
        return branches[0].parent if branches and all(one is branches[0] for one in branches) else None

    def add(self, branch: Operation) -> None:
        """Notes that `branch` has come into a block."""
        found = self._of(branch)
        if found is not None:
            for successor in branch.successors:
                found.setdefault(successor, []).append(branch)

    def remove(self, branch: Operation) -> None:
        """Notes that `branch` is about to leave its block."""
        found = self._of(branch)
        if found is not None:
            for successor in branch.successors:
                found[successor].remove(branch)

    def clear(self) -> None:
        """Forgets everything, after changes that were not noted one by one."""
        self._known.clear()

    def _of(self, branch: Operation) -> dict[Block, list[Operation]] | None:
        block = branch.parent
        return None if block is None or block.parent is None else self._known.get(block.parent)
