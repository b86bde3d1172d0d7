"""The columns of `sdy-view --peak`: values that are in memory at the peak."""

from __future__ import annotations

from sdyopt.cost.held.peak import HeldView, LiveView, PeakView
from sdyopt.cost.origins.sources import line_text, shown_frame
from sdyopt.display.tables import Column
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.view.columns.schema import Columns, Forms, RowField
from sdyopt.view.model import ModuleView
from sdyopt.view.render.amounts import short


class ListedHeld(NamedTuple):
    """A value, what holds it, and how its place is written."""

    value: LiveView
    held: HeldView
    frames: FrameChoice

    @property
    def line(self) -> int | None:
        """The line of the source."""
        frame = shown_frame(self.held.source, self.frames)
        return None if frame is None else frame.line

    @property
    def name(self) -> str:
        """`%arg0 p['w1']`."""
        return f"{self.value.name} {self.value.label}" if self.value.label else self.value.name


def listed(peak: PeakView, frames: FrameChoice) -> list[ListedHeld]:
    """Returns rows of HELD."""
    return [ListedHeld(value, held, frames) for value, held in zip(peak.live, peak.held, strict=True)]


class HeldListing(NamedTuple):
    """What a table of such values is of."""

    view: ModuleView
    is_of_several_functions: bool


_Held = RowField[ListedHeld, HeldListing, None]

HELD = Columns(
    _Held(
        "function",
        lambda each: each.value.function,
        Forms.JSON,
        column=lambda listing: Column("function", style="cyan") if listing.is_of_several_functions else None,
        text="@{}".format,
    ),
    _Held(
        "name",
        lambda each: each.value.name,
        Forms.JSON,
        column=Column("alive then", style="cyan"),
        cell=lambda each, _: each.name,
    ),
    _Held(
        "bytes",
        lambda each: each.value.bytes,
        Forms.JSON,
        column=Column("bytes a device", right=True, style="bold"),
        text=short,
    ),
    _Held("type", lambda each: each.held.type, Forms.JSON),
    _Held(
        "sharding",
        lambda each: each.held.sharding,
        Forms.JSON,
        column=Column("sharding"),
        cell=lambda each, listing: listing.view.short_sharding(each.held.sharding or ""),
    ),
    _Held(
        "line", forms=Forms.JSON, column=Column("source"), cell=lambda each, _: line_text(each.held.source, each.frames)
    ),
    _Held("source", lambda each: [frame._asdict() for frame in each.held.source], Forms.JSON),
    _Held("reason", lambda each: each.held.reason, Forms.JSON, column=Column("why", style="yellow")),
)
