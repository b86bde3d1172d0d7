"""The roofline of a program for the page: how fast operations are for the operations that they do on each byte."""

from __future__ import annotations

from typing import Any

from sdyopt.cost.origins.sources import line_text
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.view.timing.time_view import TimeView

_MOST_POINTS = 60


def roofline_object(found: TimeView | None, frames: FrameChoice) -> dict[str, Any] | None:
    """Returns peak and bandwidth of a device, and the operations that take longest; None without times.

    A point is the name and line of an operation, its FLOPs for each byte, its FLOPs a second, and its seconds.
    """
    if found is None:
        return None
    points = [
        [
            f"{row.operation} {line_text(row.source, frames)}".strip(),
            row.flops / row.bytes,
            row.flops / row.seconds,
            row.seconds,
        ]
        for row in found.operations
        if row.flops and row.bytes
    ]
    device = found.machine.device
    return {
        "device": device.name,
        "peak": device.flops("bf16"),
        "bandwidth": device.figure("memory_bandwidth"),
        "points": points[:_MOST_POINTS],
    }
