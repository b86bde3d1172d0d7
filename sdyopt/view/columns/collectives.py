"""The columns of collectives, and of tensors: their bytes on a device, in all and at the peak."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Flag, auto
from itertools import repeat
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sdyopt.cost.collectives.found import CollectiveView, Totals
from sdyopt.cost.memory_model.peak import LiveView
from sdyopt.cost.origins.followers import line_text, shown_frame, source_text
from sdyopt.cost.origins.followers import listed as listed_axes
from sdyopt.cost.sizes.local_sizes import Share, Sizes
from sdyopt.dialects.sdy.attributes import AxisRef
from sdyopt.dialects.sdy.shardings.axes import span
from sdyopt.display.tables import Column, Table
from sdyopt.display.wording import counted, share_text
from sdyopt.ir.collecting import grouped
from sdyopt.ir.records import NamedTuple, Record
from sdyopt.view.model import ModuleView, TensorView, layer_pattern, short_label
from sdyopt.view.render.amounts import UNKNOWN, exact, short

if TYPE_CHECKING:
    from sdyopt.view.xla import XlaView

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
    listed: Callable[[Row, Listing], Any] | None = None
    """The value, if it depends on what the row is listed in."""

    def __post_init__(self) -> None:
        if isinstance(self.value, str):
            self.value = attrgetter(self.value or self.key)

    def written(self, row: Row, listing: Listing) -> str:
        value = self.value(row) if self.listed is None else self.listed(row, listing)
        return UNKNOWN if value is None else self.text(value)

    def cells(self, rows: Sequence[Row], listing: Listing) -> Iterator[str]:
        """Returns the texts in the column, one for each row."""
        return map(self.cell or self.written, rows, repeat(listing))


_PLAIN = frozenset((str, int, float, bool, type(None)))


def plain(value: Any) -> Any:
    """Returns a value for programs: named tuples as objects by their fields, axes as texts."""
    if value.__class__ in _PLAIN:
        return value
    if isinstance(value, AxisRef):
        return axis_text(value)
    if (fields := getattr(value, "_fields", None)) is not None:
        return {field: plain(each) for field, each in zip(fields, value, strict=True)}
    if isinstance(value, tuple) and value and value[0].__class__ not in _PLAIN:
        return list(map(plain, value))
    return value


def described(value: Any, names: str) -> dict[str, Any]:
    """Returns attributes for programs under their names, or others, `key=attribute`: `name place public=is_public`."""
    pairs = [name.partition("=")[::2] for name in names.split()]
    return {key: plain(attrgetter(path or key)(value)) for key, path in pairs}


class Columns(Generic[Row, Listing]):
    """The fields of one kind of rows."""

    def __init__(self, *fields: RowField[Row, Listing], amount: str = "") -> None:
        """The field with the key `amount` is summed where rows are folded."""
        self.fields = fields
        self._amount = amount
        self._written = {form: [each for each in fields if form in each.forms] for form in (Forms.JSON, Forms.ROWS)}

    def objects(self, rows: Iterable[Row], listing: Listing, form: Forms = Forms.JSON) -> list[dict[str, Any]]:
        """Returns rows for programs: JSON, or plain dictionaries."""
        fields = [(each.key, each.value, each.listed) for each in self._written[form]]
        return [
            {key: plain(value(row) if listed is None else listed(row, listing)) for key, value, listed in fields}
            for row in rows
        ]

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


class ViewListing(NamedTuple):
    """The view whose tensors, collectives, values or times a table lists."""

    view: ModuleView | XlaView
    has_functions: bool = False
    """Whether functions are named, because there are several."""
    has_stacks: bool = False
    """Whether some of the tensors come from call stacks."""

    def short_sharding(self, text: str) -> str:
        """Returns the text of a sharding, without the name of a mesh if there is only one."""
        return self.view.short_sharding(text) if isinstance(self.view, ModuleView) else text


def listing_of(view: ModuleView | XlaView, functions: Iterable[str], has_stacks: bool = False) -> ViewListing:
    """Returns the listing of what is of these functions."""
    return ViewListing(view, len(set(functions)) > 1, has_stacks)


def function_column(listing: ViewListing) -> Column | None:
    """Returns the column of functions, if there are several."""
    return Column("function", style="cyan") if listing.has_functions else None


_Tensor = RowField[TensorView, ViewListing]


def _of_share(key: str, path: str = "", **shown: Any) -> _Tensor:
    """The field of an attribute of a tensor's share."""
    return _Tensor(key, f"share.{path or key}", **shown)


def _of_partition(key: str, path: str = "", **shown: Any) -> _Tensor:
    """The field of an attribute of a share, None if that is not of a tensor of known rank."""
    value = attrgetter(f"share.{path or key}")
    return _Tensor(key, lambda tensor: None if tensor.share.shape is None else value(tensor), **shown)


def _count(key: str) -> _Tensor:
    return _of_partition(key, forms=Forms.ALL, column=Column(key, right=True), text="{:,}".format)


def _sizes(sizes: Sizes) -> str:
    return "x".join(["?" if size is None else str(size) for size in sizes]) or "scalar"


def _axes(key: str) -> _Tensor:
    """The field of axes and sub-axes; of a whole axis, the pre-size is 1 and the size that of the axis."""

    def objects(tensor: TensorView) -> list[dict[str, Any]] | None:
        share = tensor.share
        if key == "replicated_axes" and not share.is_decided:
            return None
        spans = [(axis.name, *span(axis, share.mesh)) for axis in getattr(share, key)]
        return [{"axis": name, "pre_size": start, "size": stop // start} for name, start, stop in spans]

    return _Tensor(key, objects)


def bare_type(text: str) -> str:
    """Returns `8x4xf32` for `tensor<8x4xf32>`."""
    return text.removeprefix("tensor<").removesuffix(">")


def _sharding(tensor: TensorView, listing: ViewListing) -> str:
    text = listing.short_sharding(tensor.share.sharding_text or UNKNOWN)
    return text if len(text) <= _LONGEST_SHARDING else f"{text[: _LONGEST_SHARDING - 1]}…"


def _source(tensor: TensorView, listing: ViewListing) -> str:
    """The line of the input, or the place in the source with the way to it."""
    place, view = tensor.place, listing.view
    if place is None:
        return UNKNOWN
    if place.file == view.file and not listing.has_stacks:
        return str(place.line)
    return source_text(tensor.source, view.frames)


TENSOR = Columns(
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
    _of_share(
        "type",
        forms=Forms.ALL,
        column=Column("type", below=True),
        cell=lambda tensor, _: tensor.share.type if tensor.share.shape is None else bare_type(tensor.share.type),
    ),
    _of_share("element_type"),
    _of_share("element_bits"),
    _of_share("shape"),
    _of_share("bounds"),
    _of_share("sharding", "sharding_text", forms=Forms.ALL, column=Column("sharding", below=True), cell=_sharding),
    _of_share("shape", forms=Forms.ROWS),
    _of_share("local_shape", forms=Forms.ALL, column=Column("local shape"), text=_sizes),
    _of_partition("shards_per_dimension", "partition.counts"),
    _count("shards"),
    _of_partition("devices"),
    _of_partition("devices_per_shard", "partition.holders"),
    _count("copies"),
    _of_share("only_device"),
    _axes("replicated_axes"),
    _axes("unreduced_axes"),
    _axes("manual_axes"),
    _of_share("padding"),
    _of_share("padding_share"),
    _of_share("bytes", forms=Forms.ALL, column=Column("bytes a device", right=True, style="bold"), text=exact),
    _Tensor("donated", forms=Forms.JSON | Forms.ROWS),
    _Tensor("held", "is_held"),
    _Tensor("why", reasons, Forms.ALL, column=Column("why", below=True, style="yellow"), alike=_common_reasons),
    amount="bytes",
)
"""A tensor with its share."""


def tensor_listing(view: ModuleView, tensors: Sequence[TensorView]) -> ViewListing:
    has_stacks = any(frame.function for tensor in tensors for frame in tensor.source)
    return listing_of(view, [tensor.function for tensor in view.tensors], has_stacks)


# The columns of `sdy-view --peak`: values that are in memory at the peak.


_Held = RowField[LiveView, ViewListing]


def _line(value: LiveView, listing: ViewListing) -> int | None:
    frame = shown_frame(value.source, listing.view.frames)
    return None if frame is None else frame.line


HELD = Columns(
    _Held("function", column=function_column, text="@{}".format),
    _Held(
        "name",
        column=Column("alive then", style="cyan"),
        cell=lambda each, _: name_text(each.name, each.label),
        alike=lambda each: name_pattern(each.name, each.label),
    ),
    _Held("bytes", column=Column("bytes a device", right=True, style="bold"), text=short),
    _Held("type", column=Column("type"), text=bare_type),
    _Held(
        "sharding", column=Column("sharding"), cell=lambda each, listing: listing.short_sharding(each.sharding or "")
    ),
    _Held(
        "line",
        listed=_line,
        column=Column("source"),
        cell=lambda each, listing: line_text(each.source, listing.view.frames),
    ),
    _Held("source"),
    _Held("reason", column=Column("why", style="yellow")),
    amount="bytes",
)


_Field = RowField[CollectiveView, ViewListing]


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
        cell=lambda each, listing: source_text(each.source, listing.view.frames) or UNKNOWN,
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


def totals_object(totals: Totals) -> dict[str, Any]:
    """Returns the sums of collectives, executions multiplied in."""
    return {
        "bytes_sent": totals.bytes_sent,
        "by_kind": dict(totals.by_kind),
        "by_axis": dict(totals.by_axis),
        "unknown_executions": totals.unknown_executions,
        "is_lower_bound": totals.is_lower_bound,
        "unknown": [
            described(each, "kind source operation bytes_each most reason count=number loop") for each in totals.unknown
        ],
    }


def collective_objects(view: ModuleView | XlaView) -> list[dict[str, Any]]:
    """Returns the collectives; `bytes_sent` is what one device sends in one execution."""
    objects = COLLECTIVE.objects(view.collectives, ViewListing(view))
    for found, collective in zip(objects, view.collectives, strict=True):
        found.update({"most": collective.most} if collective.most is not None else {})
    return objects
