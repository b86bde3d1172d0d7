"""What is shown of a collective."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from sdyopt.cost.collectives.found import BufferView, CollectiveView
from sdyopt.cost.collectives.totals import Totals, seconds
from sdyopt.cost.origins.followers import listed, source_text
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.dialects.sdy.attributes import AxisRef
from sdyopt.display.tables import Column, Table
from sdyopt.ir.records import NamedTuple
from sdyopt.view.columns.tensors import Columns, Forms, RowField
from sdyopt.view.render.amounts import UNKNOWN, exact, short, time


class Communicating(Protocol):
    """The view of a program that has collectives."""

    @property
    def collectives(self) -> tuple[CollectiveView, ...]: ...

    @property
    def totals(self) -> Totals: ...

    @property
    def frames(self) -> FrameChoice: ...


class CollectiveListing(NamedTuple):
    """What a table of collectives depends on."""

    frames: FrameChoice
    has_functions: bool
    """Whether functions are named, because there are several."""
    bandwidths: Mapping[str, float]
    """Those of axes, in gigabytes a second."""


_Field = RowField[CollectiveView, CollectiveListing]


def sent_once(collective: CollectiveView) -> str:
    """`56 KiB`; of an estimate without a formula `at most 56 KiB`."""
    if collective.bytes_sent is None and collective.most is not None:
        return f"at most {short(collective.most)}"
    return short(collective.bytes_sent)


def shown_type(text: str) -> str:
    """Returns the text of a type without layouts, and of a tuple no more than three elements: JSON has all of it."""
    plain = _PLACEMENT.sub("", text)
    elements = plain.split(", ")
    if len(elements) <= _MAX_ELEMENTS or plain.startswith("(("):
        return plain
    return f"{', '.join(elements[: _MAX_ELEMENTS - 1])}, … {len(elements) - _MAX_ELEMENTS + 1} more)"


_PLACEMENT = re.compile(r"\{[^{}]*\}|/\*.*?\*/")
_MAX_ELEMENTS = 3


def axis_text(axis: AxisRef) -> str:
    """`model`; of a sub-axis `model:(1)2`."""
    part = axis.sub_axis
    return axis.name if part is None else f"{axis.name}:({part.pre_size}){part.size}"


def _buffer(buffer: BufferView) -> dict[str, Any]:
    return {"type": buffer.type, "bytes": buffer.bytes}


COLLECTIVE = Columns(
    _Field(
        "function",
        column=lambda listing: Column("function", style="cyan") if listing.has_functions else None,
        cell=lambda each, _: f"@{each.function}",
    ),
    _Field(
        "kind",
        forms=Forms.JSON,
        column=Column("kind", style="cyan"),
        cell=lambda each, _: each.kind.replace("-", "_"),
    ),
    _Field("function", forms=Forms.JSON),
    _Field(
        "source",
        column=Column("source", below=True),
        cell=lambda each, listing: source_text(each.source, listing.frames) or UNKNOWN,
    ),
    _Field("axes", lambda each: [axis_text(axis) for axis in each.axes], Forms.JSON),
    _Field(
        "axes",
        lambda each: listed(each.axes),
        column=Column("axes"),
        cell=lambda each, _: listed(each.axes) or UNKNOWN,
        label="axes",
        text=lambda axes: axes or UNKNOWN,
    ),
    _Field("group_size", forms=Forms.JSON, column=Column("of", right=True), label="group size"),
    _Field("groups", forms=Forms.JSON),
    _Field(
        "operand",
        lambda each: _buffer(each.operand),
        Forms.JSON,
        column=Column("operand a device", below=True),
        cell=lambda each, _: shown_type(each.operand.type),
    ),
    _Field("result", lambda each: _buffer(each.result), Forms.JSON),
    _Field(
        "bytes_sent",
        forms=Forms.JSON,
        column=Column("sent a device", right=True),
        cell=lambda each, _: sent_once(each),
        label="sent a device",
        text=exact,
    ),
    _Field("executions", forms=Forms.JSON),
    _Field("runs", lambda each: each.runs.text, column=Column("runs", right=True), label="executions"),
    _Field("assumed", lambda each: each.runs.is_assumed, Forms.JSON),
    _Field(
        "sent",
        forms=Forms.JSON,
        column=Column("in all", right=True, style="bold"),
        cell=lambda each, _: "unknown" if each.sent is None else short(each.sent),
        label="sent in all",
        text=exact,
    ),
    _Field(
        "seconds",
        column=lambda listing: Column("at least", right=True) if listing.bandwidths else None,
        cell=lambda each, listing: time(seconds(each, listing.bandwidths)),
    ),
    _Field("source", lambda each: [frame._asdict() for frame in each.source], Forms.JSON),
    _Field("cause", forms=Forms.JSON, column=Column("why", below=True, style="yellow"), label="why"),
    amount="sent",
)


def collective_listing(view: Communicating, bandwidths: Mapping[str, float]) -> CollectiveListing:
    """Returns what the table of the collectives of a program depends on."""
    several = len({collective.function for collective in view.collectives}) > 1
    return CollectiveListing(view.frames, several, bandwidths)


def collective_table(
    view: Communicating, collectives: Sequence[CollectiveView], bandwidths: Mapping[str, float]
) -> Table:
    """Returns a line for each of `collectives`."""
    return COLLECTIVE.table(collectives, collective_listing(view, bandwidths))


def totals_object(totals: Totals) -> dict[str, Any]:
    """Returns the sums of collectives, executions multiplied in."""
    return {
        "bytes_sent": totals.bytes_sent,
        "by_kind": dict(totals.by_kind),
        "by_axis": dict(totals.by_axis),
        "unknown_executions": totals.unknown_executions,
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


def collective_object(collective: CollectiveView) -> dict[str, Any]:
    """Returns a collective; `bytes_sent` is what one device sends in one execution."""
    bound = {"most": collective.most} if collective.most is not None else {}
    return {**COLLECTIVE.object(collective), **bound}
