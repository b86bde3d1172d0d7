"""What running a program costs, for programs: the part of the object that `sdy-view --json` writes about it."""

from __future__ import annotations

from typing import Any

from sdyopt.cost.collectives.collectives import BufferView, CollectiveView
from sdyopt.cost.collectives.totals import Totals
from sdyopt.cost.held.peak import HeldView, LiveView, PeakView
from sdyopt.cost.origins.sources import shown_frame
from sdyopt.cost.sizes.unruled import Unruled
from sdyopt.dialects.sdy.attributes import AxisRef
from sdyopt.driver.diagnostics.frames import FrameChoice
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


def collective_object(collective: CollectiveView) -> Object:
    """Returns a collective; `bytes_sent` is what one device sends in one execution."""
    return {
        "kind": collective.kind,
        "function": collective.function,
        "axes": [axis_text(axis) for axis in collective.axes],
        "group_size": collective.group_size,
        "groups": collective.groups,
        "operand": _buffer(collective.operand),
        "result": _buffer(collective.result),
        "bytes_sent": collective.bytes_sent,
        "executions": collective.executions,
        "assumed": collective.runs.is_assumed,
        "sent": collective.sent,
        "source": [frame._asdict() for frame in collective.source],
        "cause": collective.cause,
        "estimated": bool(collective.estimated),
        **({"rule": collective.estimated, "most": collective.most} if collective.estimated else {}),
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
                "count": each.number,
                "loop": [frame._asdict() for frame in each.loop],
            }
            for each in totals.unknown
        ],
    }


def _buffer(buffer: BufferView) -> Object:
    return {"type": buffer.type, "bytes": buffer.bytes}


def axis_text(axis: AxisRef) -> str:
    """`model`; of a sub-axis `model:(1)2`."""
    part = axis.sub_axis
    return axis.name if part is None else f"{axis.name}:({part.pre_size}){part.size}"


def _peak(peak: PeakView, choice: FrameChoice) -> Object:
    frame = shown_frame(peak.source, choice)
    return {
        "bytes": peak.bytes,
        "profile": peak.profile.value,
        "low": peak.low,
        "high": peak.high,
        "by_order": {order.value: size for order, size in peak.by_order},
        "estimated": list(peak.estimated),
        "line": None if frame is None else frame.line,
        "source": [frame._asdict() for frame in peak.source],
        "live": [_live(value, held, choice) for value, held in zip(peak.live, peak.held, strict=True)],
    }


def _live(value: LiveView, held: HeldView, choice: FrameChoice) -> Object:
    frame = shown_frame(held.source, choice)
    return {
        "function": value.function,
        "name": value.name,
        "bytes": value.bytes,
        "type": held.type,
        "sharding": held.sharding,
        "line": None if frame is None else frame.line,
        "source": [frame._asdict() for frame in held.source],
        "reason": held.reason,
    }
