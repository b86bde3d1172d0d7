"""Which operations and arguments of a module those of a later state of it correspond to.

What still exists corresponds to itself. Between two operations that a pass has left in their order, a new operation
corresponds to one that is gone: to one of the same kind with the same symbol name and types, else to one with the same
types, else to one of the same kind. New blocks and arguments of operations that correspond do so in their order.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TypeAlias

from sdyopt.driver.instruments.diff.matching import Match, matches
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import BlockArgument

Named: TypeAlias = Operation | BlockArgument
"""What may have names: an operation, for its results, or an argument."""


class BlockContents(NamedTuple):
    """The arguments and operations of a block at some time."""

    arguments: tuple[BlockArgument, ...]
    ops: tuple[Operation, ...]


class Contents:
    """Everything inside an operation at some time."""

    def __init__(self, root: Operation) -> None:
        self.regions: dict[Operation, list[list[Block]]] = {}
        self.blocks: dict[Block, BlockContents] = {}
        self.named: set[Named] = {root}
        work = [root]
        while work:
            op = work.pop()
            self.regions[op] = [list(region.blocks) for region in op.regions]
            for region in op.regions:
                for block in region.blocks:
                    held = self.blocks[block] = BlockContents(tuple(block.arguments), tuple(block.ops))
                    self.named.update(held.arguments)
                    self.named.update(held.ops)
                    work += [inner for inner in held.ops if inner.regions]


class Correspondence:
    """What operations and arguments were in the state before."""

    def __init__(self, before: Contents, after: Contents) -> None:
        self._before = before
        self._after = after
        self._former: dict[Named, Named] = {}
        """The counterparts of what is new."""
        work = [(block, block) for block in after.blocks if block in before.blocks]
        while work:
            for old, new in self._pair_contents(*work.pop()):
                self._former[new] = old
                for old_blocks, new_blocks in zip(
                    before.regions.get(old, ()), after.regions.get(new, ()), strict=False
                ):
                    gone = [block for block in old_blocks if block not in after.blocks]
                    work += zip(gone, [block for block in new_blocks if block not in before.blocks], strict=False)

    def former(self, named: Named) -> Named | None:
        """Returns what an operation or argument was in the state before, if it corresponds to anything."""
        return named if named in self._before.named else self._former.get(named)

    def _pair_contents(self, before: Block, after: Block) -> list[tuple[Operation, Operation]]:
        """Pairs new arguments with those that are gone, and returns such pairs of operations."""
        old, new = self._before.blocks[before], self._after.blocks[after]
        if old.arguments != new.arguments:
            gone = [argument for argument in old.arguments if argument not in self._after.named]
            added = [argument for argument in new.arguments if argument not in self._before.named]
            self._former.update(zip(added, gone, strict=False))
        if old.ops == new.ops:
            return []
        return [
            pair
            for gap_before, gap_after in _gaps(old.ops, new.ops, matches(old.ops, new.ops))
            for pair in _replacements(
                [op for op in gap_before if op not in self._after.named],
                [op for op in gap_after if op not in self._before.named],
                _KEYS,
            )
        ]


def _replacements(
    gone: Sequence[Operation], added: Sequence[Operation], keys: Sequence[Callable[[Operation], Hashable]]
) -> Iterator[tuple[Operation, Operation]]:
    """Yields the operations with equal keys, in their order; between these, those with equal further keys."""
    if not (gone and added and keys):
        return
    found = matches([keys[0](op) for op in gone], [keys[0](op) for op in added])
    for match in found:
        for place in range(match.length):
            yield gone[match.before + place], added[match.after + place]
    for gap_before, gap_after in _gaps(gone, added, found):
        yield from _replacements(gap_before, gap_after, keys[1:])


def _gaps(
    before: Sequence[Operation], after: Sequence[Operation], found: Sequence[Match]
) -> Iterator[tuple[Sequence[Operation], Sequence[Operation]]]:
    """Yields the operations of both sides between matches, where both have any."""
    x = y = 0
    for match in (*found, Match(len(before), len(after), 0)):
        if x < match.before and y < match.after:
            yield before[x : match.before], after[y : match.after]
        x, y = match.before + match.length, match.after + match.length


def _types(op: Operation) -> Hashable:
    return tuple([result.type for result in op.results])


_KEYS: Sequence[Callable[[Operation], Hashable]] = (
    lambda op: (op.name, symbol_name(op), _types(op)),
    lambda op: _types(op) or op.name,
    lambda op: op.name,
)
