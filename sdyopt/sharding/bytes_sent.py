"""What a collective makes one device send. A ring and a direct exchange send the same."""

from __future__ import annotations

from collections.abc import Callable

_SENT: dict[str, Callable[[int, int], int]] = {
    "all-gather": lambda size, n: size * (n - 1),
    "all-reduce": lambda size, n: -(-2 * size * (n - 1) // n),
    "all-to-all": lambda size, n: -(-size * (n - 1) // n),
    "collective-broadcast": lambda size, n: size if n > 1 else 0,
    "collective-permute": lambda size, n: size if n > 1 else 0,
    "ragged-all-to-all": lambda size, n: -(-size * (n - 1) // n),
    "reduce-scatter": lambda size, n: -(-size * (n - 1) // n),
}

KINDS = tuple(_SENT)
"""The collectives, in XLA's spelling."""


def bytes_sent(kind: str, operand_bytes: int, group_size: int) -> int:
    """Returns what one device of a group sends, rounded up. `operand_bytes` is the size of its operand, in any unit.

    What a ragged all-to-all sends depends on its data: the result is what it is if all devices send the same.
    """
    return _SENT[kind](operand_bytes, max(1, group_size))
