"""Two dimensions of a tensor for a picture; of the others one block each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sdyopt.cost.program.errors import GridError
from sdyopt.cost.sizes.partition import Block
from sdyopt.cost.sizes.share import Share
from sdyopt.display.wording import counted
from sdyopt.ir.named_tuple import NamedTuple

MAX_DEVICES = 1 << 20
"""Of a tensor whose blocks are listed one by one."""


def check_devices(name: str, share: Share) -> None:
    """Raises GridError for a tensor on too many devices."""
    if share.devices > MAX_DEVICES:
        raise GridError(f"'{name}' is on {share.devices:,} devices: blocks are shown for at most {MAX_DEVICES:,}")


class DrawnSlice(NamedTuple):
    """What of a tensor is drawn: the dimensions that go down and to the right, of the others one block each.

    `block` is the block in the upper left corner; `place` is that on the manual axes.
    """

    rows: int | None
    columns: int | None
    block: Block
    place: Block

    @classmethod
    def of(cls, share: Share, dimensions: Sequence[int] | None, at: Mapping[str, int]) -> DrawnSlice:
        """The slice along `dimensions`: rows and columns, or columns alone. By default those cut in most blocks.

        `at` chooses blocks of the others by the dimension's number, and places on manual axes by their name; where it
        says nothing it is the first. Raises GridError.
        """
        counts = share.partition.counts
        if dimensions is None:
            by_count = sorted(range(len(counts)), key=lambda dimension: -counts[dimension])
            dimensions = sorted(by_count[:2])
        for dimension in dimensions:
            if dimension >= len(counts):
                raise GridError(f"there is no dimension {dimension}: the tensor has {len(counts)}")
        axes = [axis.name for axis in share.partition.manual]
        block, place = [0] * len(counts), [0] * len(axes)
        for name, number in at.items():
            if name in axes:
                of_axis = axes.index(name)
                _check(number, share.mesh.axis_sizes[name], f'the manual axis "{name}" has', "place")
                place[of_axis] = number
                continue
            dimension = int(name) if name.isascii() and name.isdigit() else len(counts)
            if dimension >= len(counts):
                raise GridError(f"'{name}' is neither one of the tensor's {len(counts)} dimensions nor a manual axis")
            if dimension in dimensions:
                raise GridError(f"all blocks of dimension {name} are drawn: no one can be chosen")
            _check(number, counts[dimension], f"dimension {name} has", "block")
            block[dimension] = number
        rows, columns = [None, None, *dimensions][-2:]
        return cls(rows, columns, tuple(block), tuple(place))

    def at(self, row: int, column: int) -> Block:
        """The block that is drawn there."""
        block = list(self.block)
        for dimension, number in ((self.rows, row), (self.columns, column)):
            if dimension is not None:
                block[dimension] = number
        return tuple(block)


def _check(number: int, count: int, what: str, noun: str) -> None:
    if number >= count:
        raise GridError(f"{what} {counted(count, noun)}, numbered from 0: there is no {number}")
