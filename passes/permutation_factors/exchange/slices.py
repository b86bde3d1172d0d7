"""Slices of sharded dimensions."""

from __future__ import annotations

from sdyopt.ir.types import DYNAMIC


def is_communication_free(size: int, result_size: int, start: int, stride: int, count: int) -> bool:
    """Whether a slice of a dimension with `count` blocks leaves each device with the elements that it has.

    So it is if only the padding of the last blocks grows.
    """
    if count <= 1:
        return True
    if start != 0 or stride != 1 or DYNAMIC in (size, result_size):
        return False
    return -(-size // count) == -(-result_size // count)
