"""What running a program costs, for programs: the part of the object that `sdy-view --json` writes about it."""

from __future__ import annotations

from typing import Any

from sdyopt.cost.collectives.totals import Totals
from sdyopt.cost.held.peak import PeakView
from sdyopt.cost.origins.sources import shown_frame
from sdyopt.cost.sizes.unruled import Unruled
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.view.columns.collectives import axis_text, collective_object
from sdyopt.view.columns.held import HELD, listed
from sdyopt.view.model import ModuleView

Object = dict[str, Any]


def cost_object(view: ModuleView) -> Object:
    """Returns collectives, their sums, and the peak."""
    return {
        "collectives": [collective_object(collective) for collective in view.collectives],
        "totals": totals_object(view.totals),
        "without_rule": [_unruled(operation) for operation in view.unruled],
        "peak": None if view.peak is None else _peak(view.peak, view.frames),
    }


def _unruled(operation: Unruled) -> Object:
    """Returns an operation without a sharding rule, with what a device holds whole because of it."""
    return {
        "operation": operation.operation,
        "function": operation.function,
        "source": [frame._asdict() for frame in operation.source],
        "axes": [axis_text(axis) for axis in operation.axes],
        "bytes": operation.bytes,
        "also_in_xla": operation.also_in_xla,
    }


def totals_object(totals: Totals) -> Object:
    """Returns the sums of collectives, executions multiplied in."""
    return {
        "bytes_sent": totals.bytes_sent,
        "by_kind": dict(totals.by_kind),
        "by_axis": dict(totals.by_axis),
        "unknown_executions": totals.unknown_executions,
        "estimated_bytes": totals.estimated_bytes,
        "unestimated": totals.unestimated,
        "is_lower_bound": totals.is_lower_bound,
        "unknown": [
            {
                "kind": each.kind,
                "source": [frame._asdict() for frame in each.source],
                "operation": each.operation,
                "bytes_each": each.bytes_each,
                "most": each.most,
                "reason": each.reason,
                "count": each.number,
                "loop": [frame._asdict() for frame in each.loop],
            }
            for each in totals.unknown
        ],
    }


def _peak(peak: PeakView, choice: FrameChoice) -> Object:
    frame = shown_frame(peak.source, choice)
    return {
        "bytes": peak.bytes,
        "profile": peak.profile.value,
        "most": peak.most,
        "estimated": list(peak.estimated),
        "line": None if frame is None else frame.line,
        "source": [frame._asdict() for frame in peak.source],
        "live": [HELD.object(each) for each in listed(peak, choice)],
    }
