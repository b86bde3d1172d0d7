"""Lists of devices, written short: `0–3, 8, 10`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

LEFT_OUT = "…"

_SHORTEST_RUN = 3
"""Devices in a row that are written as a run."""


def device_list(devices: Sequence[int], width: int | None = None) -> str:
    """Ascending device numbers in at most `width` characters, if the first and the last run have room beside a `…`."""
    runs = _runs(devices)
    text = ",".join(runs)
    if width is None or len(text) <= width or len(runs) == 1:
        return text
    last = runs.pop()
    shown = [runs[0]]
    for run in runs[1:]:
        if len(",".join([*shown, run, LEFT_OUT, last])) > width:
            break
        shown.append(run)
    return ",".join([*shown, LEFT_OUT, last])


def _runs(devices: Sequence[int]) -> list[str]:
    """The numbers, with those that follow each other drawn together."""
    starts = [0, *[at for at, (a, b) in enumerate(pairwise(devices), 1) if b != a + 1]]
    found: list[str] = []
    for start, stop in zip(starts, [*starts[1:], len(devices)], strict=True):
        run = devices[start:stop]
        found += [f"{run[0]}–{run[-1]}"] if len(run) >= _SHORTEST_RUN else map(str, run)
    return found
