"""What is shown of a tensor, of what a device holds of it, and of what it holds at the peak."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Flag, auto
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sdyopt.cost.memory_model.peak import HeldView, LiveView, PeakView
from sdyopt.cost.origins.followers import line_text, shown_frame, source_text
from sdyopt.cost.sizes.local_sizes import Share, Sizes
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.dialects.sdy.shardings.axes import Axes, span
from sdyopt.dialects.sdy.syntax import axis_ref
from sdyopt.display.tables import Column, Table
from sdyopt.display.wording import counted, share_text
from sdyopt.ir.records import NamedTuple, Record
from sdyopt.view.model import ModuleView, TensorView
from sdyopt.view.render.amounts import UNKNOWN, exact, short

if TYPE_CHECKING:
    from sdyopt.view.page.data import PageShares


# Why a tensor takes as much as it does on each device, in words.


def reasons(tensor: TensorView) -> str:
    """`replicated over "x", "y": 512 copies; 12.5% padding`; nothing if each device holds a block of its own.

    Of tensors with the same name and place, it begins with the number: `1 of 2 of this name`.
    """
    if not tensor.is_held:
        return "not held: the partitioner has removed the reshard"
    copy = "" if tensor.copy is None else f"{tensor.copy[0]:,} of {tensor.copy[1]:,} of this name"
    return "; ".join(filter(None, (copy, share_reasons(tensor.share), "donated" if tensor.donated else "")))


def share_reasons(share: Share) -> str:
    """Returns why a device holds as much as it does, without what is known of arguments alone."""
    return "; ".join(_reasons(share))


def _reasons(share: Share) -> Iterator[str]:
    if share.shape is None:
        yield "rank not known" if share.type.startswith("tensor<") else "no tensor"
        return
    yield from _distribution(share)
    if share.manual_axes and not share.is_local:
        yield f"local along manual {_listed(share.manual_axes)}"
    if share.unreduced_axes:
        yield f"unreduced over {_listed(share.unreduced_axes)}"
    if share.padding_share:
        yield f"{share_text(share.padding_share)} padding"
    if share.bytes is None:
        yield _unknown(share)
    elif share.bounds != share.shape:
        yield "counted at its bounds"


def _unknown(share: Share) -> str:
    """Why it is not known how many bytes there are."""
    dynamic = [str(number) for number, size in enumerate(share.bounds or ()) if size is None]
    if dynamic:
        return f"size of dimension {', '.join(dynamic)} not known"
    if share.element_bits is None:
        return f"size of element type {share.element_type} not known"
    return "exceeds 64-bit integers"


def _distribution(share: Share) -> Iterator[str]:
    """On how many devices the same is, and why."""
    copies = counted(share.copies, "copy", "copies") if share.copies > 1 else ""
    if share.only_device is not None:
        yield f"all on device {share.only_device}"
    elif not share.is_decided:
        what = "no sharding" if share.sharding is None else "empty mesh"
        yield f"{what}: {copies}" if copies else what
    elif copies:
        yield f"replicated over {_listed(share.replicated_axes)}: {copies}"


def _listed(axes: Axes) -> str:
    return ", ".join(map(axis_ref, axes))


# A column is declared once, and shown in tables, as JSON, on pages and in graphs.

Row = TypeVar("Row")
Whole = TypeVar("Whole")
Listing = TypeVar("Listing")
"""What the headings and the cells of a table depend on besides a row."""
Page = TypeVar("Page")
"""What a page knows besides a row."""


class Forms(Flag):
    """Where values are written, each under the key of its field."""

    JSON = auto()
    PAGE = auto()
    ROWS = auto()
    """The plain dictionaries of the library."""
    BOTH = JSON | PAGE
    ALL = JSON | PAGE | ROWS


_ATTRIBUTE: Callable[[Any], Any] = attrgetter("key")
"""Stands for the function that returns the attribute with the name of the key."""


class RowField(Generic[Row, Listing, Page], Record):
    """What is shown of a row; each form lists its fields in the order of their declarations."""

    key: str
    value: Callable[[Row], Any] = _ATTRIBUTE
    """What the `forms` write, None if it is not known; by default the attribute that is called like the key."""
    forms: Forms = Forms(0)
    page: Callable[[Row, Page], Any] | None = None
    """What a page has under the key, if that is not the value."""
    column: Column | Callable[[Listing], Column | None] | None = None
    """The column of a table, None for those without it."""
    cell: Callable[[Row, Listing], str] | None = None
    """The text in the column, if that is not the text of the value."""
    label: str = ""
    """What the attribute of a graph is called; empty for graphs without it."""
    text: Callable[[Any], str] = str
    """The text of a value that is known."""

    def __post_init__(self) -> None:
        if self.value is _ATTRIBUTE:
            self.value = attrgetter(self.key)

    def written(self, row: Row, _: Listing | None = None) -> str:
        """Returns the text of the value."""
        value = self.value(row)
        return UNKNOWN if value is None else self.text(value)

    def of(self, part: Callable[[Whole], Row]) -> RowField[Whole, Listing, Page]:
        """Returns the field of a row that has such a part, which pages and graphs do not repeat."""
        value, cell = self.value, self.cell
        return RowField(
            self.key,
            lambda row: value(part(row)),
            self.forms & ~Forms.PAGE,
            column=self.column,
            cell=None if cell is None else lambda row, listing: cell(part(row), listing),
            text=self.text,
        )


class Columns(Generic[Row, Listing, Page]):
    """The fields of one kind of rows."""

    def __init__(self, *fields: RowField[Row, Listing, Page]) -> None:
        self.fields = fields
        self._written = {form: [each for each in fields if form in each.forms] for form in (Forms.JSON, Forms.ROWS)}

    def object(self, row: Row, form: Forms = Forms.JSON) -> dict[str, Any]:
        """Returns a row for programs: JSON, or a plain dictionary."""
        return {field.key: field.value(row) for field in self._written[form]}

    def on_page(self, row: Row, page: Page) -> dict[str, Any]:
        """Returns a row for the scripts of a page."""
        return {
            field.key: field.value(row) if field.page is None else field.page(row, page)
            for field in self.fields
            if Forms.PAGE in field.forms or field.page is not None
        }

    def attributes(self, row: Row) -> dict[str, str]:
        """Returns the attributes that a node of a graph has."""
        return {field.label: field.written(row) for field in self.fields if field.label}

    def table(self, rows: Sequence[Row], listing: Listing) -> Table:
        """Returns a table with a line for each row."""
        columns, cells = [], []
        for field in self.fields:
            column = field.column(listing) if callable(field.column) else field.column
            if column is not None:
                columns.append(column)
                cells.append(field.cell or field.written)
        return Table(columns, [[cell(row, listing) for cell in cells] for row in rows])


_ONLY_RESULT = "result"
"""What JAX calls the result of a program that has one."""

_LONGEST_SHARDING = 200
"""Characters of a sharding that are shown: an inlined mesh may list thousands of devices."""


class TensorListing(NamedTuple):
    """The view whose tensors a table lists."""

    view: ModuleView
    has_functions: bool
    """Whether functions are named, because there are several."""
    has_stacks: bool
    """Whether some of the tensors come from call stacks."""


_Tensor = RowField[TensorView, TensorListing, "PageShares"]
_Share = RowField[Share, TensorListing, "PageShares"]


def _count(key: str) -> _Share:
    return _Share(key, _of_tensor(key), Forms.ALL, column=Column(key, right=True), text="{:,}".format)


def _of_tensor(name: str) -> Any:
    """Returns the function for an attribute of a share, None if that is not of a tensor of known rank."""
    value = attrgetter(name)
    return lambda share: None if share.shape is None else value(share)


def _sizes(sizes: Sizes) -> str:
    return "x".join(["?" if size is None else str(size) for size in sizes]) or "scalar"


def _axes(axes: Axes, share: Share) -> list[dict[str, Any]]:
    """Axes and sub-axes; of a whole axis, the pre-size is 1 and the size that of the axis."""
    found = []
    for axis in axes:
        start, stop = span(axis, share.mesh)
        found.append({"axis": axis.name, "pre_size": start, "size": stop // start})
    return found


def _type(share: Share, _: TensorListing) -> str:
    return share.type if share.shape is None else share.type.removeprefix("tensor<").removesuffix(">")


def _sharding(share: Share, listing: TensorListing) -> str:
    """A sharding as it is written, but without the name of a mesh if there is only one."""
    text = listing.view.short_sharding(share.sharding_text or UNKNOWN)
    return text if len(text) <= _LONGEST_SHARDING else f"{text[: _LONGEST_SHARDING - 1]}…"


def _source(tensor: TensorView, listing: TensorListing) -> str:
    """The line of the input, or the place in the source with the way to it."""
    place, view = tensor.place, listing.view
    if place is None:
        return UNKNOWN
    if place.file == view.file:
        return f"line {place.line}" if listing.has_stacks else str(place.line)
    return source_text(tensor.source, view.frames)


def _tiles(listing: TensorListing) -> Column | None:
    return Column(f"in {listing.view.tiles}", right=True, style="bold") if listing.view.tiles else None


_BEGINNING: tuple[RowField[TensorView, TensorListing, PageShares], ...] = (
    _Tensor(
        "function",
        forms=Forms.ALL,
        column=lambda listing: Column("function", style="cyan") if listing.has_functions else None,
        cell=lambda tensor, _: f"@{tensor.function}" if tensor.function else UNKNOWN,
    ),
    _Tensor(
        "name",
        forms=Forms.ALL,
        column=Column("name", style="cyan"),
        cell=lambda tensor, _: tensor.name if tensor.label in ("", _ONLY_RESULT) else f"{tensor.name} {tensor.label}",
    ),
    _Tensor("label", lambda tensor: tensor.label or None, Forms.BOTH),
    _Tensor("label", forms=Forms.ROWS),
    _Tensor("kind", lambda tensor: tensor.kind.value, Forms.ALL, column=Column("kind")),
    _Tensor("place", lambda tensor: None if tensor.place is None else tensor.place._asdict(), Forms.BOTH),
    _Tensor("file", lambda tensor: None if tensor.place is None else tensor.place.file, Forms.ROWS),
    _Tensor("line", lambda tensor: None if tensor.place is None else tensor.place.line, Forms.ROWS),
    _Tensor("text_line", page=lambda tensor, page: page.lines.of_tensor(tensor)),
    _Tensor("share", page=lambda tensor, page: page.number(tensor.share)),
    _Tensor(
        "source",
        lambda tensor: [frame._asdict() for frame in tensor.source],
        Forms.JSON,
        column=lambda listing: Column("source", below=True) if listing.has_stacks else Column("line", right=True),
        cell=_source,
    ),
)

SHARE = Columns(
    _Share("type", forms=Forms.ALL, column=Column("type", below=True), cell=_type, label="type"),
    _Share("element_type", forms=Forms.JSON),
    _Share("element_bits", forms=Forms.JSON),
    _Share("shape", forms=Forms.BOTH),
    _Share("bounds", forms=Forms.BOTH),
    _Share(
        "sharding",
        lambda share: share.sharding_text,
        Forms.ALL,
        column=Column("sharding", below=True),
        cell=_sharding,
        label="sharding",
    ),
    _Share("shape", forms=Forms.ROWS),
    _Share("sharding_number", page=lambda share, page: page.sharding_number(share.sharding_text)),
    _Share("local_shape", forms=Forms.ALL, column=Column("local shape"), text=_sizes),
    _Share("shards_per_dimension", _of_tensor("partition.counts"), Forms.JSON),
    _count("shards"),
    _Share("devices", _of_tensor("devices"), Forms.BOTH),
    _Share("devices_per_shard", _of_tensor("partition.holders"), Forms.BOTH),
    _Share("only_device", forms=Forms.PAGE),
    _count("copies"),
    _Share("only_device", forms=Forms.JSON),
    _Share(
        "replicated_axes", lambda share: _axes(share.replicated_axes, share) if share.is_decided else None, Forms.JSON
    ),
    _Share("unreduced_axes", lambda share: _axes(share.unreduced_axes, share), Forms.JSON),
    _Share("manual_axes", lambda share: _axes(share.manual_axes, share), Forms.JSON),
    _Share("padding", forms=Forms.JSON),
    _Share("padding_share", forms=Forms.JSON),
    _Share(
        "bytes",
        forms=Forms.ALL,
        column=Column("bytes a device", right=True, style="bold"),
        label="bytes a device",
        text=exact,
    ),
    _Share("tiled_bytes", forms=Forms.ALL, column=_tiles, text=exact),
    _Share("partition", page=lambda share, page: page.partition(share)),
)

_END: tuple[RowField[TensorView, TensorListing, PageShares], ...] = (
    _Tensor("donated", forms=Forms.JSON | Forms.ROWS),
    _Tensor("held", lambda tensor: tensor.is_held, Forms.JSON),
    _Tensor("why", reasons, Forms.ALL, column=Column("why", below=True, style="yellow")),
)

TENSOR = Columns(*_BEGINNING, *[field.of(lambda tensor: tensor.share) for field in SHARE.fields], *_END)
"""A tensor with its share; a page has that beside it, since many tensors have the same."""


def tensor_table(view: ModuleView, tensors: Sequence[TensorView]) -> Table:
    """Returns a line for each of `tensors`."""
    several = len({tensor.function for tensor in view.tensors}) > 1
    has_stacks = any(frame.function for tensor in tensors for frame in tensor.source)
    return TENSOR.table(tensors, TensorListing(view, several, has_stacks))


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
