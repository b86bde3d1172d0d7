"""Stretches of a sequence that repeat, as those of unrolled layers do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence

from sdyopt.ir.named_tuple import NamedTuple

_LOOKED_AT = 6
"""Entries in a row by which places that may be alike are found."""
_PERIODS = 16
"""The most frequent distances of such places that are looked at."""


class Stretch(NamedTuple):
    """The entries from `start` on, before `stop`, of which each equals the one that is a period later."""

    start: int
    stop: int
    period: int

    @property
    def repeats(self) -> int:
        """How often the period is there as a whole."""
        return (self.stop - self.start) // self.period


def stretches(entries: Sequence[Hashable], least: int) -> list[Stretch]:
    """Returns stretches, none in another, in which a period is there at least so often; the longest are taken first."""
    codes: dict[Hashable, int] = {}
    sequence = [codes.setdefault(entry, len(codes)) for entry in entries]
    periods = {*_distances(sequence, 1), *_distances(sequence, _LOOKED_AT)}
    found = [each for period in sorted(periods) for each in _of_period(sequence, period) if each.repeats >= least]
    found.sort(key=lambda each: (each.start - each.stop, each.period, each.start))
    taken: list[Stretch] = []
    for each in found:
        if all(each.stop <= other.start or other.stop <= each.start for other in taken):
            taken.append(each)
    return sorted(taken)


def _distances(sequence: Sequence[int], width: int) -> list[int]:
    """Returns the most frequent distances from one place to the next where entries in a row are alike."""
    last: dict[tuple[int, ...], int] = {}
    found: Counter[int] = Counter()
    for place in range(len(sequence) - width + 1):
        key = tuple(sequence[place : place + width])
        if key in last:
            found[place - last[key]] += 1
        last[key] = place
    return [distance for distance, _ in found.most_common(_PERIODS)]


def _of_period(sequence: Sequence[int], period: int) -> Iterator[Stretch]:
    start = 0
    for place in range(len(sequence) - period + 1):
        if place == len(sequence) - period or sequence[place] != sequence[place + period]:
            if place > start:
                yield Stretch(start, place + period, period)
            start = place + 1
