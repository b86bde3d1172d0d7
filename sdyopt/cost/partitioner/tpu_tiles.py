"""The tiles of a TPU's memory, which decide what its compiler makes of sums over devices."""

from __future__ import annotations

from math import prod

from sdyopt.cost.partitioner.shards import Collective
from sdyopt.cost.partitioner.tilings import Devices

LANES, ROWS = 128, 8
"""The elements of a row of a tile of a TPU's memory, and the rows."""


def is_of_tiles(local: Devices, counts: Devices, parts: int, bits: int) -> bool:
    """Whether a part that is sent has whole tiles of a TPU's memory along a dimension that is cut into `parts`.

    There are `counts` parts of the shape `local` along each dimension. Those that are not interleaved are an even
    number of tiles, one half for each way around a ring; others are as many as fill 32 bits with elements of `bits`.

    The longest dimension lies along the lanes, the next one along the rows of tiles, and others in their order.
    """
    if len(local) < 2:
        return False
    *others, lanes = sorted(range(len(local)), key=lambda number: (local[number], number))
    rows = max(others, key=lambda number: (local[number], counts[number], number))
    others.remove(rows)
    sizes = {lanes: LANES, rows: ROWS}
    tiles = prod([-(-size // sizes.get(number, 1)) for number, size in enumerate(local)])
    outermost = next((number for number in sorted(others) if local[number] * counts[number] > 1), rows)
    cut = [number for number, count in enumerate(counts) if count % parts == 0]
    packed = {number: 1 if number == outermost else max(1, 32 // bits) for number in sizes}
    is_whole = {number: local[number] % (sizes.get(number, 1) * packed.get(number, 1)) == 0 for number in cut}
    if lanes in is_whole and local[rows] < ROWS:
        is_whole[lanes] = False
    return not cut or any(is_whole[number] and (number != outermost or tiles % 2 == 0) for number in cut)


def in_tiles(collective: Collective, local: Devices, counts: Devices) -> Collective:
    """Returns a sum whose parts, `counts` along each dimension, are sent as tiles of rows and lanes.

    Of several matrices, tiles are sent with what fills them. Matrices of fewer rows than a tile are summed whole.
    """
    rows, lanes = local[-2:]
    if len(local) < 3 or lanes < LANES // 2 or any(count > 1 for count in counts[-2:]):
        return collective
    if rows < ROWS:
        return collective._replace(is_sliced=False)
    filled = padded(rows, ROWS) * (padded(lanes, LANES) if lanes > LANES else lanes)
    size = collective.operand // (rows * lanes) * filled
    return collective._replace(operand=size, result=size)


def padded(size: int, unit: int) -> int:
    """Returns a size that is filled up to whole units."""
    return -(-size // unit) * unit
