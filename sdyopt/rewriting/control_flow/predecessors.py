"""Predecessors: from which blocks control comes to a block."""

from __future__ import annotations

from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region


class Predecessors:
    """The branches to each block of the regions that have been asked about, until `clear`."""

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

    def clear(self) -> None:
        """Forgets everything, after changes."""
        self._known.clear()
