"""What the arguments and results of a function take together on each device."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from sdyopt.cost.sizes.share import Share
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.view.model import DeviceSum, TensorKind

_ARGUMENTS, _RESULTS, _DONATED, _UNDECIDED, _TILED_ARGUMENTS, _TILED_RESULTS = range(_KINDS := 6)


class Summand(NamedTuple):
    """A tensor that is summed."""

    kind: TensorKind
    share: Share
    donated: bool = False


def sums_of(tensors: Iterable[Summand], devices: int, tiled: bool) -> tuple[DeviceSum, ...]:
    """The sums of those `tensors` that are arguments or results, for `devices` of them at least.

    A mesh of n devices has those from 0 to n - 1, in whatever order; a maximal mesh has one of any number.
    """
    changes: dict[int, list[int]] = {0: [0] * _KINDS, devices: [0] * _KINDS}
    for tensor in tensors:
        share = tensor.share
        if tensor.kind not in (TensorKind.ARGUMENT, TensorKind.RESULT) or share.bytes is None:
            continue
        amounts = [0] * _KINDS
        is_argument = tensor.kind is TensorKind.ARGUMENT
        amounts[_ARGUMENTS if is_argument else _RESULTS] = share.bytes
        amounts[_TILED_ARGUMENTS if is_argument else _TILED_RESULTS] = share.tiled_bytes or 0
        amounts[_DONATED] = share.bytes if tensor.donated else 0
        amounts[_UNDECIDED] = share.bytes if not share.is_decided else 0
        first = 0 if share.only_device is None else share.only_device
        for place, sign in ((first, 1), (first + share.devices, -1)):
            change = changes.setdefault(place, [0] * _KINDS)
            for index, amount in enumerate(amounts):
                change[index] += sign * amount
    return _runs(changes, tiled)


def _runs(changes: dict[int, list[int]], tiled: bool) -> tuple[DeviceSum, ...]:
    """The devices between the places of `changes`, each of which is added to all after it."""
    found: list[DeviceSum] = []
    sums = [0] * _KINDS
    for first, end in pairwise(sorted(changes)):
        if found and not any(changes[first]):
            start = found.pop().first
        else:
            start = first
            sums = [a + b for a, b in zip(sums, changes[first], strict=True)]
        found.append(
            DeviceSum(
                start,
                end - 1,
                sums[_ARGUMENTS],
                sums[_RESULTS],
                sums[_DONATED],
                sums[_UNDECIDED],
                sums[_TILED_ARGUMENTS] if tiled else None,
                sums[_TILED_RESULTS] if tiled else None,
            )
        )
    return tuple(found)
