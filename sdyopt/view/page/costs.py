"""What a page shows of collectives and of memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sdyopt.cost.collectives.collectives import CollectiveView
from sdyopt.cost.collectives.totals import axis_key
from sdyopt.cost.held.peak import STATEMENT, LiveView
from sdyopt.cost.origins.causes import listed
from sdyopt.cost.origins.sources import Frames, line_text, shown_frame
from sdyopt.ir.frames import Frame
from sdyopt.view.model import ModuleView
from sdyopt.view.page.lines import TextLines
from sdyopt.view.render.cost_tables import estimated_text, unknown_text
from sdyopt.view.render.memory_curve import MemoryCurve, MemoryPoint

Object = dict[str, Any]


def collectives_object(view: ModuleView, collectives: Sequence[CollectiveView], lines: TextLines) -> Object:
    """Returns `collectives`, those of `view` that are listed, and the sums of all."""
    totals = view.totals
    return {
        "rows": [_collective(each, view, lines) for each in collectives],
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


def _collective(collective: CollectiveView, view: ModuleView, lines: TextLines) -> Object:
    citation = view.frames.cited(collective.source) if collective.source else None
    return {
        "kind": f"{collective.kind} (estimated)" if collective.estimated else collective.kind,
        "function": collective.function,
        "source": "" if citation is None else str(citation),
        "text_line": None if citation is None else _text_line(citation.frame, view, lines),
        "axes": listed(collective.axes),
        "axis_key": axis_key(collective),
        "group_size": collective.group_size,
        "groups": collective.groups,
        "operand": collective.operand.type,
        "operand_bytes": collective.operand.bytes,
        "bytes_sent": collective.bytes_sent,
        "most": collective.most,
        "executions": collective.executions,
        "runs": collective.runs.text,
        "sent": collective.sent,
        "cause": collective.cause,
    }


def source_line(source: Frames, view: ModuleView, lines: TextLines) -> int | None:
    """Returns the line of the program that a source is; None if it is in another file."""
    frame = shown_frame(source, view.frames)
    return None if frame is None else _text_line(frame, view, lines)


def _text_line(frame: Frame, view: ModuleView, lines: TextLines) -> int | None:
    return frame.line if frame.file == view.file and lines.are_of_input else None


def curve_object(curve: MemoryCurve | None, view: ModuleView, lines: TextLines) -> Object | None:
    """Returns the points of a curve; the values that are alive there are numbers of a list."""
    if curve is None:
        return None
    numbers: dict[LiveView, int] = {}
    points = [_point(point, view, lines, numbers) for point in curve.points]
    return {
        "function": curve.function,
        "statement": STATEMENT,
        "steps": curve.steps,
        "points": points,
        "values": [
            [value.function, value.name, value.label, value.bytes, lines.of_name(value.function, value.name)]
            for value in numbers
        ],
    }


def _point(point: MemoryPoint, view: ModuleView, lines: TextLines, numbers: dict[LiveView, int]) -> list[Any]:
    """Bytes, function, operation, source, line, the number of live values, and the numbers of the largest ones."""
    live = [numbers.setdefault(value, len(numbers)) for value in point.live]
    source = line_text(point.source, view.frames)
    line = source_line(point.source, view, lines)
    return [point.bytes, point.function, point.operation, source, line, point.count, live]
