"""What moves between the tiles of a dimension when each device needs other rows of it than it holds."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from sdyopt.cost.collective_kinds import COLLECTIVE_PERMUTE
from sdyopt.cost.partitioner.shards import HeldValue
from sdyopt.cost.partitioner.tilings import groups_along
from sdyopt.ir.records import NamedTuple

Window = tuple[int, int]
"""The first row that a tile needs, and the one after the last."""


class LackedRows(NamedTuple):
    """Rows that one tile has and another one needs."""

    offset: int
    """Where they begin in the tile that needs them."""
    target: int
    source: int
    rows: Window
    """Where they are in the tile that has them."""


def pieces(size: int, held: int, wanted: Sequence[Window]) -> list[LackedRows]:
    """Returns what tiles of `held` rows of a dimension lack of the rows that they need, by where it begins in these."""
    found = []
    for target, (start, stop) in enumerate(wanted):
        start, end = max(0, start), min(stop, size)
        for source in range(start // held, -(-end // held)) if end > start else ():
            if source != target:
                low, high = max(start, source * held), min(end, (source + 1) * held)
                rows = low - source * held, high - source * held
                found.append(LackedRows(low - wanted[target][0], target, source, rows))
    return sorted(found)


def moved(value: HeldValue, dimension: int, local: Sequence[int], wanted: Sequence[Window]) -> HeldValue:
    """Returns a value after tiles, which are as large as `local` for now, have got what they lack of a dimension.

    What is lacking goes in rounds: in each a tile sends once, and gets once. A round is a collective-permute of all
    rows that it sends of any tile. What is padded in a tile that has something else counts as that.
    """
    tiling, held = value.tiling, local[dimension]
    size = -(-value.shape[dimension] // held) * held
    row = value.item * prod([each for number, each in enumerate(local) if number != dimension])
    left = pieces(size, held, wanted)
    groups = groups_along(tiling, [(dimension, 1, tiling.counts[dimension])])
    while left:
        senders, receivers, these, later = set(), set(), [], []
        for piece in left:
            if piece.source in senders or piece.target in receivers:
                later.append(piece)
            else:
                senders.add(piece.source)
                receivers.add(piece.target)
                these.append(piece)
        rows = max([piece.rows[1] for piece in these]) - min([piece.rows[0] for piece in these])
        pairs = tuple([(group[piece.source], group[piece.target]) for group in groups for piece in these])
        value = value.sent(COLLECTIVE_PERMUTE, pairs, rows * row, rows * row, tiling, "rows", dimension, tuple(these))
        left = later
    return value


def even(count: int, rows: int) -> list[Window]:
    """Returns the windows of `count` tiles of as many rows."""
    return [(number * rows, (number + 1) * rows) for number in range(count)]
