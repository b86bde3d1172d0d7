"""What a page shows of collectives and of memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sdyopt.cost.collectives.collectives import CollectiveView
from sdyopt.cost.held.peak import STATEMENT, LiveView
from sdyopt.cost.origins.sources import line_text
from sdyopt.view.columns.collectives import COLLECTIVE
from sdyopt.view.model import ModuleView
from sdyopt.view.page.lines import TextLines
from sdyopt.view.render.cost_tables import estimated_text, unknown_text
from sdyopt.view.render.memory_curve import MemoryCurve, MemoryPoint

Object = dict[str, Any]


def collectives_object(view: ModuleView, collectives: Sequence[CollectiveView], lines: TextLines) -> Object:
    """Returns `collectives`, those of `view` that are listed, and the sums of all."""
    totals = view.totals
    return {
        "rows": [COLLECTIVE.on_page(each, lines) for each in collectives],
        "left_out": len(view.collectives) - len(collectives),
        "sent": totals.bytes_sent,
        "sums": [["axis", totals.by_axis], ["kind", totals.by_kind], ["source line", totals.by_line]],
        "unknown_executions": totals.unknown_executions,
        "unknown_sizes": totals.unknown_sizes,
        "reshards": totals.reshards,
        "estimated": estimated_text(totals),
        "unknown": unknown_text(totals, view.frames),
        "unestimated": totals.unestimated,
    }


def curve_object(curve: MemoryCurve | None, lines: TextLines) -> Object | None:
    """Returns the points of a curve; the values that are alive there are numbers of a list."""
    if curve is None:
        return None
    numbers: dict[LiveView, int] = {}
    points = [_point(point, lines, numbers) for point in curve.points]
    return {
        "function": curve.function,
        "profile": curve.profile.value,
        "statement": STATEMENT,
        "steps": curve.steps,
        "points": points,
        "values": [
            [value.function, value.name, value.label, value.bytes, lines.of_name(value.function, value.name)]
            for value in numbers
        ],
    }


def _point(point: MemoryPoint, lines: TextLines, numbers: dict[LiveView, int]) -> list[Any]:
    """Bytes, function, operation, source, line, the number of live values, and the numbers of the largest ones."""
    live = [numbers.setdefault(value, len(numbers)) for value in point.live]
    source = line_text(point.source, lines.frames)
    line = lines.of_source(point.source)
    return [point.bytes, point.function, point.operation, source, line, point.count, live]
