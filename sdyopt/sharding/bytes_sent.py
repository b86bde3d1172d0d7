"""What a collective makes one device send. A ring and a direct exchange send the same."""

from __future__ import annotations

from collections.abc import Callable

_SENT: dict[str, Callable[[int], tuple[int, int]]] = {
    "all-gather": lambda n: (n - 1, 1),
    "all-reduce": lambda n: (2 * (n - 1), n),
    "all-to-all": lambda n: (n - 1, n),
    "collective-broadcast": lambda n: (min(1, n - 1), 1),
    "collective-permute": lambda n: (min(1, n - 1), 1),
    "ragged-all-to-all": lambda n: (n - 1, n),
    "reduce-scatter": lambda n: (n - 1, n),
}
"""By the size of a group: what part of its operand a device sends, as a fraction."""

KINDS = tuple(_SENT)
"""The collectives, in XLA's spelling."""


def bytes_sent(kind: str, operand_bytes: int, group_size: int) -> int:
    """Returns what one device of a group sends, rounded up. `operand_bytes` is the size of its operand, in any unit.

    What a ragged all-to-all sends depends on its data: the result is what it is if all devices send the same.
    """
    numerator, denominator = _SENT[kind](max(1, group_size))
    return -(-operand_bytes * numerator // denominator)


def part_sent(kind: str, operand_bytes: float, group_size: int) -> float:
    """Returns the same, not rounded."""
    numerator, denominator = _SENT[kind](group_size)
    return operand_bytes * numerator / denominator
