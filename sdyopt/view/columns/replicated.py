"""The columns of `sdy-view --replicated`: values that are whole on several devices, and where axes ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sdyopt.cost.origins.sources import source_text
from sdyopt.dialects.sdy.printing import axis_ref
from sdyopt.display.tables import Column, Table
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.view.columns.collectives import axis_text
from sdyopt.view.columns.schema import Columns, Forms, RowField
from sdyopt.view.model import TensorKind
from sdyopt.view.render.amounts import UNKNOWN, short
from sdyopt.view.why.replicated import EndView, ReplicatedView
from sdyopt.view.why.why_forms import stop_object, stop_text

_NOWHERE = "nothing that it is computed from has it"
_GIVEN = "its own sharding does not have it"


class ReplicatedListing(NamedTuple):
    """What a table of values depends on."""

    frames: FrameChoice
    has_functions: bool
    """Whether functions are named, because there are several."""


class ListedEnd(NamedTuple):
    """An axis along which a value is whole."""

    value: ReplicatedView
    end: EndView

    def where(self, choice: FrameChoice) -> str:
        """`dim 0: from %3 dim 1 over dot model.py:13: dimension 0 of %down is closed`."""
        value, end = self
        if end.stop is not None:
            return f"dim {end.dimension}: {stop_text(end.stop, choice)}"
        is_shared = value.kind in (TensorKind.ARGUMENT, TensorKind.CONSTRAINT) and value.share.sharding is not None
        return _GIVEN if is_shared else _NOWHERE


_Value = RowField[ReplicatedView, ReplicatedListing, None]
_End = RowField[ListedEnd, ReplicatedListing, None]


def _name(value: ReplicatedView) -> str:
    is_named = value.label and value.kind in (TensorKind.ARGUMENT, TensorKind.RESULT)
    return f"{value.name} {value.label}" if is_named else value.name


END = Columns(
    _End(
        "axis",
        lambda each: axis_text(each.end.axis),
        Forms.JSON,
        column=Column("without", style="yellow"),
        cell=lambda each, _: axis_ref(each.end.axis),
    ),
    _End("dimension", lambda each: each.end.dimension, Forms.JSON),
    _End("stop", lambda each: None if each.end.stop is None else stop_object(each.end.stop), Forms.JSON),
    _End("bytes", lambda each: each.end.bytes, Forms.JSON, column=Column("would be", right=True), text=short),
    _End(
        "where",
        column=Column("where it ended", below=True, style="yellow"),
        cell=lambda each, listing: each.where(listing.frames),
    ),
)

REPLICATED = Columns(
    _Value(
        "function",
        forms=Forms.JSON,
        column=lambda listing: Column("function", style="cyan") if listing.has_functions else None,
        text="@{}".format,
    ),
    _Value("name", forms=Forms.JSON, column=Column("name", style="cyan"), cell=lambda value, _: _name(value)),
    _Value("label", lambda value: value.label or None, Forms.JSON),
    _Value("kind", lambda value: value.kind.value, Forms.JSON),
    _Value(
        "source",
        lambda value: [frame._asdict() for frame in value.source],
        Forms.JSON,
        column=Column("source", below=True),
        cell=lambda value, listing: source_text(value.source, listing.frames) or UNKNOWN,
    ),
    _Value(
        "type",
        lambda value: value.share.type,
        Forms.JSON,
        column=Column("type", below=True),
        text=lambda type: str(type).removeprefix("tensor<").removesuffix(">"),
    ),
    _Value("sharding", lambda value: value.share.sharding_text, Forms.JSON),
    _Value("alike", forms=Forms.JSON, column=Column("alike", right=True), text="{:,}".format),
    _Value(
        "copies", lambda value: value.share.copies, Forms.JSON, column=Column("copies", right=True), text="{:,}".format
    ),
    _Value("bytes", lambda value: value.share.bytes, Forms.JSON, column=Column("a device", right=True), text=short),
    _Value("bytes_of_copies", forms=Forms.JSON, column=Column("all copies", right=True, style="bold"), text=short),
    _Value("ends", lambda value: [END.object(ListedEnd(value, end)) for end in value.ends], Forms.JSON),
)


def replicated_table(values: Sequence[ReplicatedView], choice: FrameChoice) -> Table:
    """Returns a line for each axis along which a value is whole; the value itself is named in the first."""
    listing = ReplicatedListing(choice, len({value.function for value in values}) > 1)
    ends = END.table([ListedEnd(value, end) for value in values for end in value.ends], listing)
    named = REPLICATED.table(values, listing)
    blank = [""] * len(named.columns)
    firsts = [
        row if number == 0 else blank
        for value, row in zip(values, named.rows, strict=True)
        for number in range(len(value.ends))
    ]
    return Table(
        [*named.columns, *ends.columns], [[*first, *end] for first, end in zip(firsts, ends.rows, strict=True)]
    )


def replicated_object(values: Sequence[ReplicatedView]) -> list[dict[str, Any]]:
    """Returns the values for programs."""
    return [REPLICATED.object(value) for value in values]
