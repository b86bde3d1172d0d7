"""The columns of variants: what each costs, in a table, as `--json` writes them, and on their page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sdyopt.cost.memory_model.peak import HeldView, LiveView, PeakView
from sdyopt.cost.memory_model.profiles import Profile
from sdyopt.cost.origins.followers import line_text, shown_frame
from sdyopt.cost.time.machine import Machine
from sdyopt.cost.time.operations import StepCost
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.display.tables import Column, Table
from sdyopt.display.wording import counted
from sdyopt.ir.records import NamedTuple
from sdyopt.view.columns.tensors import Columns, Forms, RowField
from sdyopt.view.model import ModuleView
from sdyopt.view.render.amounts import UNKNOWN, short, time
from sdyopt.view.variants.measuring import VariantView, axes_of

# The columns of `sdy-view --peak`: values that are in memory at the peak.


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


Object = dict[str, Any]

AS_GIVEN = "as given"


def changes_text(changes: Sequence[str]) -> str:
    """Returns what differs from the program as it is given: `mesh x=4; tokens=P('x')`."""
    return "; ".join(changes) or AS_GIVEN


_Variant = RowField[VariantView, bool, None]
"""A table names files, or not."""


def _of_cost(key: str, column: Column | None = None, **shown: Any) -> _Variant:
    """The field of an amount of a variant that is not refused."""
    return _Variant(
        key, lambda each: None if each.cost is None else getattr(each.cost, key), Forms.JSON, column=column, **shown
    )


def _is_least(each: VariantView) -> bool:
    return each.cost is not None and bool(each.cost.unknown_runs or each.cost.unknown_work)


def _at_least(each: VariantView, of: Callable[[StepCost], str]) -> str:
    """The text of an amount, `≥ 1.2 ms` if some of it is not known."""
    return UNKNOWN if each.cost is None else f"{'≥ ' if _is_least(each) else ''}{of(each.cost)}"


def _sent_over(axes: str) -> _Variant:
    return _Variant(
        "sent",
        column=Column(f"sent over {axes or 'other'}", right=True),
        cell=lambda each, _: _at_least(each, lambda cost: short(cost.bytes_by_axes.get(axes, 0))),
    )


def _largest(largest: tuple[str, int]) -> str:
    name, size = largest
    return f"{name}, {short(size)}"


def _outcome(each: VariantView) -> str:
    if each.cost is None:
        return f"refused: {each.error}"
    return UNKNOWN if each.largest is None else _largest(each.largest)


_BEGINNING = (
    _Variant("number", forms=Forms.JSON, column=Column("", right=True)),
    _Variant(
        "file", forms=Forms.JSON, column=lambda several: Column("file", style="cyan") if several else None, label="file"
    ),
    _Variant(
        "changes",
        lambda each: list(each.changes),
        Forms.JSON,
        column=Column("changes", style="cyan", below=True),
        text=changes_text,
    ),
    _Variant("devices", lambda each: each.devices or None, Forms.JSON, label="devices", text="{:,}".format),
    _Variant("error", lambda each: each.error or None, Forms.JSON),
    _Variant("peak_bytes", forms=Forms.JSON, column=Column("peak", right=True, style="bold"), label="peak", text=short),
)

_END = (
    _Variant("largest", label="largest value", text=_largest),
    _of_cost("bytes_sent"),
    _Variant("by_axis", lambda each: {} if each.cost is None else each.cost.bytes_by_axes, Forms.JSON),
    _of_cost(
        "seconds",
        Column("time", right=True, style="bold"),
        cell=lambda each, _: _at_least(each, lambda cost: time(cost.seconds)),
    ),
    _of_cost("compute_seconds", label="compute", text=time),
    _of_cost("memory_seconds", label="memory", text=time),
    _of_cost("network_seconds", label="network", text=time),
    _Variant("is_lower_bound", _is_least, Forms.JSON),
    _of_cost("bound", Column("bound by"), label="bound by"),
    _of_cost("utilization"),
    _Variant(
        "largest",
        lambda each: None if each.largest is None else {"name": each.largest[0], "bytes": each.largest[1]},
        Forms.JSON,
        column=Column("largest value", below=True),
        cell=lambda each, _: _outcome(each),
    ),
)

VARIANT = Columns(*_BEGINNING, *_END)
"""A table has what is sent over each of its axes besides."""


def variant_table(found: Sequence[VariantView]) -> Table:
    """A row for each variant."""
    several = sum([not each.changes for each in found]) > 1
    return Columns(*_BEGINNING, *map(_sent_over, axes_of(found)), *_END).table(found, several)


def variant_notes(found: Sequence[VariantView], machine: Machine, profile: Profile) -> Iterator[str]:
    """Yields what the numbers are, and which variant is best."""
    known = [each for each in found if each.cost is not None]
    if len(known) > 1:
        least = min(known, key=lambda each: (each.peak_bytes or 0, each.number))
        fastest = min(known, key=lambda each: (0.0 if each.cost is None else each.cost.seconds, each.number))
        yield f"least memory: {least.number} ({short(least.peak_bytes)}, profile {profile}); fastest: {fastest.number}"
    refused = len(found) - len(known)
    if refused:
        yield f"{counted(refused, 'variant')} cannot be made or partitioned"
    yield (
        f"a device of {machine.device.name}, in one step; times and peaks (profile {profile}) are estimates (--time, "
        "--peak)"
    )


def variants_object(found: Sequence[VariantView], machine: Machine, profile: Profile) -> Object:
    """Returns the variants; bytes and seconds are of one device in one step."""
    rows = [VARIANT.object(each) for each in found]
    return {"device": machine.device.name, "profile": profile.value, "estimate": True, "variants": rows}
