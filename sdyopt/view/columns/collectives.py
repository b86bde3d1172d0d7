"""The columns of collectives, and of tensors: their bytes on a device, in all and at the peak."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from enum import Flag, auto
from itertools import repeat
from operator import attrgetter
from typing import Any, Generic, Protocol, TypeVar

from sdyopt.cost.collectives.found import CollectiveView, Totals
from sdyopt.cost.memory_model.peak import LiveView, PeakView
from sdyopt.cost.origins.followers import line_text, shown_frame, source_text
from sdyopt.cost.origins.followers import listed as listed_axes
from sdyopt.cost.sizes.local_sizes import Share, Sizes
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.dialects.sdy.attributes import AxisRef
from sdyopt.dialects.sdy.shardings.axes import Axes, span
from sdyopt.display.tables import Column, Table
from sdyopt.display.wording import counted, share_text
from sdyopt.ir.collecting import grouped
from sdyopt.ir.records import NamedTuple, Record
from sdyopt.view.model import ModuleView, TensorView, layer_pattern, short_label
from sdyopt.view.render.amounts import UNKNOWN, exact, short

# What is shown of a tensor, of what a device holds of it, and of what it holds at the peak.

# Why a tensor takes as much as it does on each device, in words.


def reasons(tensor: TensorView) -> str:
    """`replicated over "x", "y": 512 copies; 12.5% padding`; nothing if each device holds a block of its own.

    Of tensors with the same name and place, it begins with the number: `1 of 2 of this name`.
    """
    copy = "" if tensor.copy is None else f"{tensor.copy[0]:,} of {tensor.copy[1]:,} of this name"
    return "; ".join(filter(None, (copy if tensor.is_held else "", _common_reasons(tensor))))


def _common_reasons(tensor: TensorView) -> str:
    """Returns the reasons that tensors which differ in their names alone have in common."""
    if not tensor.is_held:
        return "not held: the partitioner has removed the reshard"
    return "; ".join(filter(None, (share_reasons(tensor.share), "donated" if tensor.donated else "")))


def share_reasons(share: Share) -> str:
    """Returns why a device holds as much as it does, without what is known of arguments alone."""
    return "; ".join(_reasons(share))


def _reasons(share: Share) -> Iterator[str]:
    if share.shape is None:
        yield "rank not known" if share.type.startswith("tensor<") else "no tensor"
        return
    yield from _distribution(share)
    if share.manual_axes and not share.is_local:
        yield f"local along manual {listed_axes(share.manual_axes)}"
    if share.unreduced_axes:
        yield f"unreduced over {listed_axes(share.unreduced_axes)}"
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
        yield f"replicated over {listed_axes(share.replicated_axes)}: {copies}"


# A column is declared once, and shown in tables and as JSON. Pages show tables.

Row = TypeVar("Row")
Whole = TypeVar("Whole")
Listing = TypeVar("Listing")
"""The values on which the headings and the cells of a table depend besides a row."""


class Forms(Flag):
    """Where values are written, each under the key of its field."""

    NONE = 0
    """Only in tables."""
    JSON = auto()
    ROWS = auto()
    """The plain dictionaries of the library."""
    ALL = JSON | ROWS


class RowField(Generic[Row, Listing], Record):
    """A field of rows; each form lists its fields in the order of their declarations."""

    key: str
    value: Any = ""
    """The value in the `forms`, None if it is not known: a function of the row, or the path of an attribute, by default
    the one that is called like the key.
    """
    forms: Forms = Forms.JSON
    column: Column | Callable[[Listing], Column | None] | None = None
    """The column of a table, None for those without it."""
    cell: Callable[[Row, Listing], str] | None = None
    """The text in the column, if that is not the text of the value."""
    alike: Callable[[Row], str] | None = None
    """The common text of folded rows in the column, if that is not its text."""
    text: Callable[[Any], str] = str
    """The text of a value that is known."""

    def __post_init__(self) -> None:
        if isinstance(self.value, str):
            self.value = attrgetter(self.value or self.key)

    def written(self, row: Row, _: Listing | None = None) -> str:
        value = self.value(row)
        return UNKNOWN if value is None else self.text(value)

    def cells(self, rows: Sequence[Row], listing: Listing) -> Iterator[str]:
        """Returns the texts in the column, one for each row."""
        return map(self.cell or self.written, rows, repeat(listing))

    def of(self, part: Callable[[Whole], Row]) -> RowField[Whole, Listing]:
        """Returns the field of a row that shows this part of what it has."""
        value, cell = self.value, self.cell
        return RowField(
            self.key,
            lambda row: value(part(row)),
            self.forms,
            column=self.column,
            cell=None if cell is None else lambda row, listing: cell(part(row), listing),
            text=self.text,
        )


_PLAIN = frozenset((str, int, float, bool, type(None)))


def plain(value: Any) -> Any:
    """Returns a value for programs: named tuples as objects by their fields, axes as texts."""
    if isinstance(value, AxisRef):
        return axis_text(value)
    if (fields := getattr(value, "_fields", None)) is not None:
        return {field: plain(each) for field, each in zip(fields, value, strict=True)}
    if isinstance(value, tuple) and value and value[0].__class__ not in _PLAIN:
        return list(map(plain, value))
    return value


class Columns(Generic[Row, Listing]):
    """The fields of one kind of rows."""

    def __init__(self, *fields: RowField[Row, Listing], amount: str = "") -> None:
        """The field with the key `amount` is summed where rows are folded."""
        self.fields = fields
        self._amount = amount
        self._written = {form: [each for each in fields if form in each.forms] for form in (Forms.JSON, Forms.ROWS)}

    def object(self, row: Row, form: Forms = Forms.JSON) -> dict[str, Any]:
        """Returns a row for programs: JSON, or a plain dictionary."""
        found = {field.key: field.value(row) for field in self._written[form]}
        return {key: value if value.__class__ in _PLAIN else plain(value) for key, value in found.items()}

    def _shown(self, listing: Listing) -> Iterator[tuple[Column, RowField[Row, Listing]]]:
        for field in self.fields:
            column = field.column(listing) if callable(field.column) else field.column
            if column is not None:
                yield column, field

    def folded(self, rows: Sequence[Row], listing: Listing, is_wanted: bool = True) -> list[list[Row]]:
        """Returns rows in groups of those that differ in their names, or in the layer, alone; if not wanted, of one.

        Groups are in the order of their first rows, or of their sums if rows are in that of their amounts.
        """
        if not is_wanted:
            return [[row] for row in rows]
        fields = [field for _, field in self._shown(listing)]
        texts = [map(each.alike, rows) if each.alike else each.cells(rows, listing) for each in fields]
        groups = grouped((tuple(common), row) for row, *common in zip(rows, *texts, strict=True))
        found, amounts = list(groups.values()), list(map(self.amount, rows))
        if sorted(amounts, reverse=True) == amounts:
            found.sort(key=lambda group: -sum(map(self.amount, group)))
        return found

    def amount(self, row: Row) -> float:
        """Returns what is summed of a row; 0 if that is not known."""
        value = next((field.value(row) for field in self.fields if field.key == self._amount), None)
        return value if isinstance(value, (int, float)) else 0

    def table(self, rows: Sequence[Row], listing: Listing) -> Table:
        return self.folded_table([[row] for row in rows], listing)

    def folded_table(self, groups: Sequence[Sequence[Row]], listing: Listing, has_sums: bool = False) -> Table:
        """Returns a table with a line for each group, which shows its first row, how many there are, and their sum.

        The last two are left out where all groups are of one row, unless it is to have them.
        """
        shown = list(self._shown(listing))
        columns = [column for column, _ in shown]
        firsts = [group[0] for group in groups]
        rows = list(map(list, zip(*[field.cells(firsts, listing) for _, field in shown], strict=True)))
        for cells, group in zip(rows, groups, strict=True):
            for number, (_, field) in enumerate(shown if len(group) > 1 else ()):
                if field.alike is not None:
                    cells[number] = _of_several(cells[number], field.alike(group[0]))
        at = next((number for number, (_, field) in enumerate(shown, 1) if field.key == self._amount), 0)
        if at and (has_sums or any(len(group) > 1 for group in groups)):
            amount = shown[at - 1][1]
            columns[at:at] = [Column("×", right=True), Column("together", right=True, style="bold")]
            for cells, group in zip(rows, groups, strict=True):
                values = [amount.value(row) for row in group]
                total = None if None in values else sum(values)
                cells[at:at] = [str(len(group)) if len(group) > 1 else "", UNKNOWN if total is None else short(total)]
        return Table(columns, rows)


def _of_several(first: str, alike: str) -> str:
    """Returns `%42 … exp`: the name of the first of several rows, with what JAX calls all of them."""
    name = first.partition(" ")[0]
    return f"{name} … {alike}" if name != first and name.startswith("%") else alike or first


def name_text(name: str, label: str) -> str:
    """Returns `%arg0 p['w1']`; the name alone if JAX calls it nothing else, or the only result."""
    return name if label in ("", _ONLY_RESULT) else f"{name} {short_label(label)}"


def name_pattern(name: str, label: str) -> str:
    """Returns what the names of tensors have in common that differ in the layer alone; their name if JAX gives none."""
    return name if label in ("", _ONLY_RESULT) else layer_pattern(short_label(label))


_ONLY_RESULT = "result"
"""The name in JAX of the result of a program that has one."""

_LONGEST_SHARDING = 200
"""Characters of a sharding that are shown: an inlined mesh may list thousands of devices."""


class TensorListing(NamedTuple):
    """The view whose tensors, or values at the peak, a table lists."""

    view: ModuleView
    has_functions: bool
    """Whether functions are named, because there are several."""
    has_stacks: bool = False
    """Whether some of the tensors come from call stacks."""


class PlacesListing(NamedTuple):
    """The call stacks, and the functions, of a table of what is not listed with its view."""

    frames: FrameChoice
    has_functions: bool


def function_column(listing: TensorListing | PlacesListing) -> Column | None:
    """Returns the column of functions, if there are several."""
    return Column("function", style="cyan") if listing.has_functions else None


_Tensor = RowField[TensorView, TensorListing]
_Share = RowField[Share, TensorListing]


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
    spans = [(axis.name, *span(axis, share.mesh)) for axis in axes]
    return [{"axis": name, "pre_size": start, "size": stop // start} for name, start, stop in spans]


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
    if place.file == view.file and not listing.has_stacks:
        return str(place.line)
    return source_text(tensor.source, view.frames)


_BEGINNING: tuple[RowField[TensorView, TensorListing], ...] = (
    _Tensor(
        "function",
        forms=Forms.ALL,
        column=function_column,
        cell=lambda tensor, _: f"@{tensor.function}" if tensor.function else UNKNOWN,
    ),
    _Tensor(
        "name",
        forms=Forms.ALL,
        column=Column("name", style="cyan"),
        cell=lambda tensor, _: name_text(tensor.name, tensor.label),
        alike=lambda tensor: name_pattern(f"{tensor.name}{tensor.copy or ''}", tensor.label),
    ),
    _Tensor("label", lambda tensor: tensor.label or None),
    _Tensor("label", forms=Forms.ROWS),
    _Tensor("kind", "kind.value", Forms.ALL, column=Column("kind")),
    _Tensor("place"),
    _Tensor("file", lambda tensor: None if tensor.place is None else tensor.place.file, Forms.ROWS),
    _Tensor("line", lambda tensor: None if tensor.place is None else tensor.place.line, Forms.ROWS),
    _Tensor(
        "source",
        column=lambda listing: Column("source", below=True) if listing.has_stacks else Column("line", right=True),
        cell=_source,
    ),
)

_SHARE: tuple[_Share, ...] = (
    _Share("type", forms=Forms.ALL, column=Column("type", below=True), cell=_type),
    _Share("element_type"),
    _Share("element_bits"),
    _Share("shape"),
    _Share("bounds"),
    _Share("sharding", "sharding_text", Forms.ALL, column=Column("sharding", below=True), cell=_sharding),
    _Share("shape", forms=Forms.ROWS),
    _Share("local_shape", forms=Forms.ALL, column=Column("local shape"), text=_sizes),
    _Share("shards_per_dimension", _of_tensor("partition.counts")),
    _count("shards"),
    _Share("devices", _of_tensor("devices")),
    _Share("devices_per_shard", _of_tensor("partition.holders")),
    _count("copies"),
    _Share("only_device"),
    _Share("replicated_axes", lambda share: _axes(share.replicated_axes, share) if share.is_decided else None),
    _Share("unreduced_axes", lambda share: _axes(share.unreduced_axes, share)),
    _Share("manual_axes", lambda share: _axes(share.manual_axes, share)),
    _Share("padding"),
    _Share("padding_share"),
    _Share("bytes", forms=Forms.ALL, column=Column("bytes a device", right=True, style="bold"), text=exact),
)

_END: tuple[RowField[TensorView, TensorListing], ...] = (
    _Tensor("donated", forms=Forms.JSON | Forms.ROWS),
    _Tensor("held", "is_held"),
    _Tensor("why", reasons, Forms.ALL, column=Column("why", below=True, style="yellow"), alike=_common_reasons),
)

TENSOR = Columns(*_BEGINNING, *[field.of(lambda tensor: tensor.share) for field in _SHARE], *_END, amount="bytes")
"""A tensor with its share."""


def tensor_listing(view: ModuleView, tensors: Sequence[TensorView]) -> TensorListing:
    several = len({tensor.function for tensor in view.tensors}) > 1
    return TensorListing(view, several, any(frame.function for tensor in tensors for frame in tensor.source))


# The columns of `sdy-view --peak`: values that are in memory at the peak.


class ListedHeld(NamedTuple):
    """A value, and how its place is written."""

    value: LiveView
    frames: FrameChoice

    @property
    def line(self) -> int | None:
        frame = shown_frame(self.value.source, self.frames)
        return None if frame is None else frame.line


def listed(peak: PeakView, frames: FrameChoice) -> list[ListedHeld]:
    """Returns rows of HELD."""
    return [ListedHeld(value, frames) for value in peak.live]


_Held = RowField[ListedHeld, TensorListing]

HELD = Columns(
    _Held("function", "value.function", column=function_column, text="@{}".format),
    _Held(
        "name",
        "value.name",
        column=Column("alive then", style="cyan"),
        cell=lambda each, _: name_text(each.value.name, each.value.label),
        alike=lambda each: name_pattern(each.value.name, each.value.label),
    ),
    _Held("bytes", "value.bytes", column=Column("bytes a device", right=True, style="bold"), text=short),
    _Held(
        "type", "value.type", column=Column("type"), text=lambda text: text.removeprefix("tensor<").removesuffix(">")
    ),
    _Held(
        "sharding",
        "value.sharding",
        column=Column("sharding"),
        cell=lambda each, listing: listing.view.short_sharding(each.value.sharding or ""),
    ),
    _Held("line", column=Column("source"), cell=lambda each, _: line_text(each.value.source, each.frames)),
    _Held("source", "value.source"),
    _Held("reason", "value.reason", column=Column("why", style="yellow")),
    amount="bytes",
)


class Communicating(Protocol):
    """The view of a program that has collectives."""

    @property
    def collectives(self) -> tuple[CollectiveView, ...]: ...

    @property
    def totals(self) -> Totals: ...

    @property
    def frames(self) -> FrameChoice: ...


_Field = RowField[CollectiveView, PlacesListing]


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


COLLECTIVE = Columns(
    _Field("function", column=function_column, cell=lambda each, _: f"@{each.function}", forms=Forms.NONE),
    _Field("kind", column=Column("kind", style="cyan"), cell=lambda each, _: each.kind.replace("-", "_")),
    _Field("function"),
    _Field(
        "source",
        column=Column("source", below=True),
        cell=lambda each, listing: source_text(each.source, listing.frames) or UNKNOWN,
        forms=Forms.NONE,
    ),
    _Field("axes"),
    _Field(
        "axes",
        lambda each: listed_axes(each.axes),
        column=Column("axes"),
        cell=lambda each, _: listed_axes(each.axes) or UNKNOWN,
        forms=Forms.NONE,
    ),
    _Field("group_size", column=Column("of", right=True)),
    _Field("groups"),
    _Field(
        "operand", column=Column("operand a device", below=True), cell=lambda each, _: shown_type(each.operand.type)
    ),
    _Field("result"),
    _Field("bytes_sent", column=Column("sent a device", right=True), cell=lambda each, _: sent_once(each)),
    _Field("executions"),
    _Field("runs", "runs.text", column=Column("runs", right=True), forms=Forms.NONE),
    _Field("assumed", "runs.is_assumed"),
    _Field(
        "sent",
        column=Column("in all", right=True, style="bold"),
        cell=lambda each, _: "unknown" if each.sent is None else short(each.sent),
    ),
    _Field("source"),
    _Field("cause", column=Column("why", below=True, style="yellow")),
    amount="sent",
)


def collective_listing(view: Communicating) -> PlacesListing:
    several = len({collective.function for collective in view.collectives}) > 1
    return PlacesListing(view.frames, several)


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
                "source": plain(each.source),
                "operation": each.operation,
                "bytes_each": each.bytes_each,
                "most": each.most,
                "reason": each.reason,
                "count": each.number,
                "loop": plain(each.loop),
            }
            for each in totals.unknown
        ],
    }


def collective_object(collective: CollectiveView) -> dict[str, Any]:
    """Returns a collective; `bytes_sent` is what one device sends in one execution."""
    bound = {"most": collective.most} if collective.most is not None else {}
    return {**COLLECTIVE.object(collective), **bound}
