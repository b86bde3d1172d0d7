"""The columns of `sdy-view --time`: what operations, and lines of the source, take of a step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sdyopt.cost.collectives.axis_keys import axes_of_key
from sdyopt.cost.origins.sources import line_text, source_text
from sdyopt.display.tables import Column
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.view.columns.schema import Columns, Forms, RowField
from sdyopt.view.render.amounts import UNKNOWN, short, time
from sdyopt.view.timing.time_view import TimeRow, TimeView

_SCALES = ((1e15, "PFLOP"), (1e12, "TFLOP"), (1e9, "GFLOP"), (1e6, "MFLOP"), (1e3, "kFLOP"), (1.0, "FLOP"))


def flops_text(flops: float) -> str:
    """`7.05 TFLOP`."""
    scale, unit = next((pair for pair in _SCALES if flops >= pair[0]), _SCALES[-1])
    return f"{flops / scale:.3g} {unit}"


def percent(share: float) -> str:
    """`12.5 %`."""
    return f"{100 * share:.1f} %"


class ListedTime(NamedTuple):
    """A row, and what it is listed in."""

    row: TimeRow
    frames: FrameChoice
    whole: float
    """Seconds of all operations, one after the other."""


def listed(found: TimeView, rows: Sequence[TimeRow], frames: FrameChoice) -> list[ListedTime]:
    """Returns rows of OPERATION or LINE."""
    return [ListedTime(row, frames, found.cost.serial_seconds) for row in rows]


_Time = RowField[ListedTime, None, None]


def _amount(key: str, of: Callable[[TimeRow], Any], name: str, text: Callable[[Any], str]) -> _Time:
    """The field of an amount, which tables leave out where it is 0."""
    return _Time(
        key,
        lambda each: of(each.row),
        Forms.JSON,
        column=Column(name, right=True),
        cell=lambda each, _: text(of(each.row)) if of(each.row) else UNKNOWN,
    )


def _count(key: str, of: Callable[[TimeRow], int], is_shown: bool) -> _Time:
    column = Column(key, right=True) if is_shown else None
    return _Time(key, lambda each: of(each.row), Forms.JSON, column=column, text="{:,}".format)


def _columns(of_lines: bool, *first: _Time) -> Columns[ListedTime, None, None]:
    return Columns(
        *first,
        _Time(
            "line",
            lambda each: line_text(each.row.source, each.frames) or None,
            Forms.JSON,
            column=Column("line", style="cyan") if of_lines else None,
        ),
        _Time("source", lambda each: [frame._asdict() for frame in each.row.source], Forms.JSON),
        _count("operations", lambda row: row.operations, of_lines),
        _count("runs", lambda row: row.runs, not of_lines),
        _Time(
            "seconds",
            lambda each: each.row.seconds,
            Forms.JSON,
            column=Column("time", right=True, style="bold"),
            text=time,
        ),
        _Time(
            "share",
            lambda each: each.row.seconds / each.whole if each.whole else None,
            column=Column("share", right=True),
            text=percent,
        ),
        _amount("flops", lambda row: row.flops, "FLOPs", flops_text),
        _amount("bytes", lambda row: row.bytes, "memory traffic", short),
        _amount("bytes_sent", lambda row: row.sent, "sent", short),
        _Time(
            "bound",
            lambda each: each.row.bound.value,
            Forms.JSON,
            column=Column("bound by"),
            cell=lambda each, _: each.row.bound.value if each.row.seconds else UNKNOWN,
        ),
    )


OPERATION = _columns(
    False,
    _Time("operation", lambda each: each.row.operation, Forms.JSON, column=Column("operation", style="cyan")),
    _Time("place", lambda each: source_text(each.row.source, each.frames) or None, column=Column("source", below=True)),
    _Time(
        "axes",
        lambda each: list(axes_of_key(each.row.axes)),
        Forms.JSON,
        column=Column("axes"),
        cell=lambda each, _: each.row.axes or UNKNOWN,
    ),
)
"""Operations on lines of the source."""

LINE = _columns(True)
"""Lines of the source."""
