"""The rows that devices lack along one split dimension: what XLA's partitioner moves between neighbours."""

from __future__ import annotations

from sdyopt.ir.named_tuple import NamedTuple

MOST_DEVICES = 1024
"""Along a dimension, for which exchanges between devices that are not neighbours are counted one by one."""


class Window(NamedTuple):
    """Which rows of the operand each row of the result is made of: those from `start + row * stride` on, `size` many.

    The rows of the operand stand `spread` apart, with padding between them and outside.
    """

    start: int
    stride: int = 1
    size: int = 1
    spread: int = 1


class Along(NamedTuple):
    """A dimension that is split over `devices`, by the sizes of operand and result, with a window between them."""

    operand: int
    result: int
    devices: int
    window: Window

    @property
    def block(self) -> int:
        """The rows of the operand that each device has, padding included."""
        return -(-self.operand // self.devices)

    def needed(self, device: int) -> tuple[int, int] | None:
        """Returns the first row of the operand that `device` needs, and the one after the last; None for none."""
        rows = -(-self.result // self.devices)
        first, end = device * rows, min((device + 1) * rows, self.result)
        if first >= end:
            return None
        start, stride, size, spread = self.window
        low = max(0, -(-(start + first * stride) // spread))
        high = min(self.operand, (start + (end - 1) * stride + size - 1) // spread + 1)
        return (low, high) if low < high else None

    def lacked(self) -> tuple[int, int]:
        """Returns how far before its own block a device needs rows, and how far after it: the most for any device."""
        left = right = 0
        rows = max(1, -(-self.result // self.devices))
        last = min(self.devices - 1, max(0, -(-self.result // rows) - 1))
        for device in {0, 1, last // 2, last - 1, last}:
            needed = self.needed(device) if 0 <= device < self.devices else None
            if needed is not None:
                left = max(left, device * self.block - needed[0])
                right = max(right, needed[1] - min((device + 1) * self.block, self.operand))
        return left, right

    def rows_sent(self) -> int | None:
        """Returns the rows that a device sends: to its neighbours, or by permutations in which each device sends and
        receives at most once, if neighbours are not enough or more rows would be sent. None if there are too many
        devices to count these.
        """
        left, right = self.lacked()
        of_neighbours = left + right if max(left, right) <= self.block else None
        if of_neighbours == 0 or self.devices > MOST_DEVICES:
            return of_neighbours
        permuted = self._permuted()
        return permuted if of_neighbours is None else min(permuted, of_neighbours)

    def _permuted(self) -> int:
        rounds: list[tuple[set[int], set[int], int, int]] = []
        for target in range(self.devices):
            needed = self.needed(target)
            if needed is None:
                continue
            for source in range(needed[0] // self.block, -(-needed[1] // self.block)):
                if source == target:
                    continue
                low = max(needed[0] - source * self.block, 0)
                high = min(needed[1] - source * self.block, self.block)
                for number, (sources, targets, first, end) in enumerate(rounds):
                    if source not in sources and target not in targets:
                        sources.add(source)
                        targets.add(target)
                        rounds[number] = sources, targets, min(first, low), max(end, high)
                        break
                else:
                    rounds.append(({source}, {target}, low, high))
        return sum([end - first for _, _, first, end in rounds])
