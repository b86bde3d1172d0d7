"""Flame graphs of costs by call stack, for the page: outermost calls at the top, what costs at the bottom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sdyopt.view.render.amounts import short, time
from sdyopt.view.stacks.samples import UNKNOWN_PLACE, Metric, Sample, frame_name, of_metric

_LEAST_SHARE = 0.001
"""Of the whole, what a part must be to be drawn."""

_DEEPEST = 60
"""Frames of a stack, from the outermost on."""


class _Node:
    """A frame with all that is called from it."""

    def __init__(self) -> None:
        self.amount = 0.0
        self.children: dict[str, _Node] = {}

    def add(self, path: Sequence[str], amount: float) -> None:
        node = self
        node.amount += amount
        for name in path:
            node = node.children.setdefault(name, _Node())
            node.amount += amount


def flame_graphs(samples: Sequence[Sample]) -> list[dict[str, Any]]:
    """Returns the graph of each metric that has samples: a title, and parts.

    A part is its name, its amount, where it starts and its share of the whole, both from 0 to 1, and its depth.
    """
    found = []
    for metric in Metric:
        root = _Node()
        for sample in of_metric(samples, metric):
            frames = [frame_name(frame.file, frame.line, frame.short_function) for frame in sample.frames[::-1]]
            root.add([*(frames or [UNKNOWN_PLACE])[:_DEEPEST], sample.name], sample.amount)
        if root.amount:
            parts = list(_parts(root, metric))
            found.append({"title": f"{metric.value}: {_amount(metric, root.amount)}", "parts": parts})
    return found


def _parts(root: _Node, metric: Metric) -> Iterator[list[Any]]:
    pending: list[tuple[str, _Node, float, int]] = [("all", root, 0.0, 0)]
    while pending:
        name, node, start, depth = pending.pop()
        share = node.amount / root.amount
        yield [name, _amount(metric, node.amount), round(start, 6), round(share, 6), depth]
        for child, inner in sorted(node.children.items(), key=lambda pair: -pair[1].amount):
            if inner.amount >= _LEAST_SHARE * root.amount:
                pending.append((child, inner, start, depth + 1))
            start += inner.amount / root.amount


def _amount(metric: Metric, amount: float) -> str:
    return time(amount) if metric is Metric.TIME else short(int(amount))
