"""Samples as speedscope reads them: https://www.speedscope.app/file-format-schema.json."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sdyopt.view.stacks.samples import UNKNOWN_PLACE, Metric, Sample, of_metric

_SCHEMA = "https://www.speedscope.app/file-format-schema.json"


def speedscope_object(samples: Sequence[Sample], name: str) -> dict[str, Any]:
    """Returns the file for speedscope, with a profile for each metric; `name` is that of the program."""
    frames: dict[tuple[str, str | None, int | None], int] = {}

    def number(key: tuple[str, str | None, int | None]) -> int:
        return frames.setdefault(key, len(frames))

    profiles = []
    for metric in Metric:
        chosen = of_metric(samples, metric)
        stacks = [[number(key) for key in _stack(each)] for each in chosen]
        weights = [each.amount for each in chosen]
        if chosen:
            profiles.append(
                {
                    "type": "sampled",
                    "name": metric.value,
                    "unit": metric.unit,
                    "startValue": 0,
                    "endValue": sum(weights),
                    "samples": stacks,
                    "weights": weights,
                }
            )
    shared = [_frame(*key) for key in frames]
    return {
        "$schema": _SCHEMA,
        "name": name,
        "exporter": "sdy-view",
        "shared": {"frames": shared},
        "profiles": profiles,
    }


def _stack(sample: Sample) -> list[tuple[str, str | None, int | None]]:
    """Returns the frames of a sample, outermost first, with what costs as the last one."""
    places: list[tuple[str, str | None, int | None]] = []
    for frame in reversed(sample.frames):
        places.append((frame.function or f"{frame.file}:{frame.line}", frame.file, frame.line))
    return [*(places or [(UNKNOWN_PLACE, None, None)]), (sample.name, None, None)]


def _frame(name: str, file: str | None, line: int | None) -> dict[str, Any]:
    return {"name": name, **({} if file is None else {"file": file, "line": line})}
