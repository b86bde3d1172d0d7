"""Arguments whose memory results take: donated and aliased ones."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.ir.named_tuple import NamedTuple


class Donation(NamedTuple):
    """How an argument is donated."""

    bytes: int | None
    result: int | None
    """The number of the result that takes its place (`tf.aliasing_output`); None if XLA is to find one."""


def shared_bytes(donations: Sequence[Donation], results: Sequence[int | None]) -> int:
    """Returns the bytes that donated arguments and `results`, given by their bytes, have in common.

    As in XLA, an argument for which the program names no result gives its place to one of the same size. Numbers of
    results that there are not are ignored.
    """
    free: list[int | None] = list(results)
    shared = 0
    for donation in donations:
        number = donation.result
        if number is not None and 0 <= number < len(free) and donation.bytes is not None:
            shared += min(donation.bytes, free[number] or 0)
            free[number] = None
    for donation in donations:
        if donation.result is None and donation.bytes and donation.bytes in free:
            free[free.index(donation.bytes)] = None
            shared += donation.bytes
    return shared
