"""The order of a sharding's devices as digits: device = sum of digit * stride, as in a mixed-radix number.

`{devices=[2,4]<=[8]}` cuts dimension 0 by the digit of size 2 and stride 4, and dimension 1 by that of size 4 and
stride 1. The axes of a row-major mesh are such digits, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.sharding.gspmd.model import Form, HloSharding, Iota


class Digit(NamedTuple):
    """A digit of device numbers: `device // stride % size`."""

    size: int
    stride: int


Digits = tuple[tuple[Digit, ...], ...]
"""The digits of each dimension of a sharding's tiles, major to minor."""


def digits_of(sharding: HloSharding, places: Sequence[int] | None = None) -> Digits | None:
    """Returns the digits that each dimension of a tiled sharding is cut by; None if its order has none.

    Digits are those of device numbers, or of the place that `places` gives to each device.
    """
    if isinstance(sharding.devices, Iota) and places is None:
        return _split(sharding.tiles, _digits_of_iota(sharding.devices))
    listed = list(devices_of(sharding))
    if places is not None:
        listed = [places[device] for device in listed]
    return _found(sharding.tiles, _with_sorted_copies(sharding, listed))


def devices_of(sharding: HloSharding) -> Sequence[int]:
    """Returns the devices of a tiled sharding in the row-major order of its tiles."""
    if not isinstance(sharding.devices, Iota):
        return sharding.devices
    digits = _digits_of_iota(sharding.devices)
    ranges = [range(0, digit.size * digit.stride, digit.stride) for digit in digits]
    return [sum(parts) for parts in product(*ranges)]


def _digits_of_iota(iota: Iota) -> list[Digit]:
    return [Digit(iota.shape[number], prod(iota.shape[number + 1 :])) for number in iota.order]


def _split(tiles: Sequence[int], digits: Sequence[Digit]) -> Digits | None:
    """Returns the digits of each dimension; None if a dimension would have a part of a digit that is not a digit."""
    pending = [digit for digit in reversed(digits) if digit.size > 1]
    found = []
    for left in tiles:
        own = []
        while left > 1:
            size, stride = pending.pop()
            if left % size == 0:
                own.append(Digit(size, stride))
                left //= size
            elif size % left == 0:
                rest = size // left
                own.append(Digit(left, stride * rest))
                pending.append(Digit(rest, stride))
                left = 1
            else:
                return None
        found.append(tuple(own))
    return tuple(found)


def _with_sorted_copies(sharding: HloSharding, places: list[int]) -> list[int]:
    """Returns the places with those of devices that hold the same part in ascending order.

    Their order has no meaning, and XLA does not keep it.
    """
    if sharding.subgroups[-1:] != (Form.REPLICATED,):
        return places
    size = sharding.tiles[-1]
    return [place for start in range(0, len(places), size) for place in sorted(places[start : start + size])]


def _found(tiles: Sequence[int], places: Sequence[int]) -> Digits | None:
    """Returns the digits of places that are listed in the row-major order of tiles."""
    if places[0] != 0:
        return None
    found = []
    for number, size in enumerate(tiles):
        step = prod(tiles[number + 1 :])
        digits = _digits_along([places[index * step] for index in range(size)])
        if digits is None:
            return None
        found.append(digits)
    ranges = [range(0, digit.size * digit.stride, digit.stride) for digits in found for digit in digits]
    return tuple(found) if [sum(parts) for parts in product(*ranges)] == list(places) else None


def _digits_along(places: Sequence[int]) -> tuple[Digit, ...] | None:
    """Returns the digits of the places along one dimension; the first place is 0."""
    digits: list[Digit] = []
    while len(places) > 1:
        stride = places[1]
        size = next((index for index, place in enumerate(places) if place != index * stride), len(places))
        if stride <= 0 or len(places) % size:
            return None
        digits.append(Digit(size, stride))
        places = places[::size]
    return tuple(reversed(digits))
