"""What is shown of a tensor, and of what a device holds of it."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from sdyopt.cost.origins.sources import source_text
from sdyopt.cost.sizes.share import Share, Sizes
from sdyopt.dialects.sdy.shardings.axes import Axes, span
from sdyopt.display.tables import Column, Table
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.view.columns.schema import Columns, Forms, RowField
from sdyopt.view.model import ModuleView, TensorView
from sdyopt.view.render.amounts import UNKNOWN, exact
from sdyopt.view.why.reasons import reasons

if TYPE_CHECKING:
    from sdyopt.view.page.data import PageShares

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
