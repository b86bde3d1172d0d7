"""Two programs, or two versions of one, side by side: what became of tensors, collectives and sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter, sub
from typing import Any

from sdyopt.cost.collectives.found import CollectiveView, UnknownBytes, axis_key
from sdyopt.cost.origins.followers import line_text, shown_frame
from sdyopt.display.tables import Column, Table
from sdyopt.ir.collecting import grouped
from sdyopt.ir.records import NamedTuple
from sdyopt.view.columns.collectives import Columns, Forms, RowField, name_text
from sdyopt.view.model import ORDERS, FunctionView, ModuleView, TensorView
from sdyopt.view.render.amounts import UNKNOWN, Sum, peak_sum, short
from sdyopt.view.render.cost_tables import axes_text


class TensorChange(NamedTuple):
    """A tensor whose sharding, bytes or copies have changed."""

    before: TensorView
    after: TensorView


class CollectiveChange(NamedTuple):
    """The collectives of a kind along the same axes at the same line, of which there are more, or fewer, or others."""

    number: int
    """The place in the order of the text, those that are gone before those that are new."""
    kind: str
    axes: str
    source: str
    count_before: int
    count_after: int
    sent_before: int | None
    """By one device in one run of the program; None if that is not known."""
    sent_after: int | None

    @property
    def word(self) -> str:
        """Returns what has become of them."""
        if not self.count_before:
            return "new"
        if not self.count_after:
            return "gone"
        if self.sent_before is None or self.sent_after is None or self.sent_after == self.sent_before:
            return "other"
        return "grown" if self.sent_after > self.sent_before else "shrunk"


class SumChange(NamedTuple):
    """A sum of bytes on a device in both programs; None where there is none."""

    name: str
    before: Sum
    after: Sum
    is_same: bool = False
    """Whether both are the same, and so is what they do not sum up."""


class Comparison(NamedTuple):
    """The differences between two programs."""

    tensors: tuple[TensorChange, ...]
    """The tensors that change most in bytes first, like `collectives`."""
    collectives: tuple[CollectiveChange, ...]
    sums: tuple[SumChange, ...]
    """Those that have changed, and those that have not."""


def compare(before: ModuleView, after: ModuleView) -> Comparison:
    """Returns what differs. Tensors are the same if function, kind and name are, arguments if their label is."""
    tensors = _tensors(before.tensors, after.tensors)
    return Comparison(
        tuple(sorted(tensors, key=lambda each: _by_change(each.before.share.bytes, each.after.share.bytes))),
        tuple(
            sorted(_collectives(before, after), key=lambda change: _by_change(change.sent_before, change.sent_after))
        ),
        tuple(_sums(before, after)),
    )


def in_order(comparison: Comparison, order: str) -> Comparison:
    """Returns a comparison with what has changed in one of ORDERS, tensors and collectives as they are afterwards."""
    return comparison._replace(
        tensors=tuple(sorted(comparison.tensors, key=lambda change: ORDERS[order](change.after))),
        collectives=tuple(sorted(comparison.collectives, key=COLLECTIVE_ORDERS[order])),
    )


def _by_change(before: int | None, after: int | None, of: Callable[[int, int], int] = sub) -> tuple[bool, int]:
    """Orders what has changed by how much a device holds or sends; unknown changes come first."""
    return (False, 0) if before is None or after is None else (True, -abs(of(after, before)))


COLLECTIVE_ORDERS: dict[str, Callable[[CollectiveChange], Any]] = {
    "order": lambda change: change.number,
    "bytes": lambda change: _by_change(change.sent_before, change.sent_after, max),
    "name": lambda change: (change.kind, change.axes),
    "shape": lambda change: change.number,
}
"""How `--sort` orders changed collectives, which have no shape."""


def _tensors(before: Sequence[TensorView], after: Sequence[TensorView]) -> Iterator[TensorChange]:
    old, new = [grouped((_tensor_key(each), each) for each in tensors) for tensors in (before, after)]
    for key, tensors in new.items():
        for a, b in _pairs(old.get(key, ()), tensors):
            if _state(a) != _state(b):
                yield TensorChange(a, b)


def _pairs(before: Sequence[TensorView], after: Sequence[TensorView]) -> Iterator[tuple[TensorView, TensorView]]:
    """Yields which tensors of a name are the same: as many as before in their order, else first those that are equal.

    Values of sibling regions, and those of copies of a call, share a name.
    """
    if len(before) == len(after):
        yield from zip(before, after, strict=True)
        return
    yield from zip(_without(before, after), _without(after, before), strict=False)


def _without(tensors: Iterable[TensorView], others: Iterable[TensorView]) -> Iterator[TensorView]:
    """Yields the tensors without the first ones that are equal to others, as many as there are of these."""
    left = Counter(map(_state, others))
    for tensor in tensors:
        if left[_state(tensor)]:
            left[_state(tensor)] -= 1
        else:
            yield tensor


def _tensor_key(tensor: TensorView) -> tuple[str, ...]:
    if tensor.kind.value == "argument" and tensor.label:
        return tensor.function, "argument", tensor.label
    return tensor.function, tensor.kind.value, tensor.name, tensor.share.type


def _state(tensor: TensorView) -> tuple[object, ...]:
    share = tensor.share
    return share.sharding_text, share.bytes, share.copies if share.shape is not None else None, tensor.is_held


def _collectives(before: ModuleView, after: ModuleView) -> Iterator[CollectiveChange]:
    old, new = [grouped((_key(each, view), each) for each in view.collectives) for view in (before, after)]
    for number, key in enumerate(dict.fromkeys([*old, *new])):
        a, b = old.get(key, []), new.get(key, [])
        if (len(a), _state_of(a)) != (len(b), _state_of(b)):
            yield CollectiveChange(number, *key, len(a), len(b), _sent(a), _sent(b))


def _key(collective: CollectiveView, view: ModuleView) -> tuple[str, str, str]:
    frame = shown_frame(collective.source, view.frames)
    is_of_input = frame is not None and frame.file == view.file  # Two inputs have different names.
    place = f"line {frame.line}" if frame is not None and is_of_input else line_text(collective.source, view.frames)
    return collective.kind, axis_key(collective), place


def _sent(collectives: Sequence[CollectiveView]) -> int | None:
    """Returns what collectives send in one run of the program; None if that is not known."""
    sent = [collective.sent for collective in collectives]
    return None if None in sent else sum([size or 0 for size in sent])


def _state_of(collectives: Sequence[CollectiveView]) -> tuple[object, ...]:
    """Returns what is compared of collectives: what they send, or where that is not known, what one run sends."""
    sent = _sent(collectives)
    return (sent, *[(each.bytes_sent, each.most, each.executions) for each in collectives if sent is None])


_FUNCTION_SUMS: tuple[tuple[str, Callable[[FunctionView], int]], ...] = (
    ("arguments of @{}", lambda function: function.arguments_bytes),
    ("results of @{}", lambda function: function.most.result_bytes if function.most else 0),
    ("after donation in @{}", lambda function: function.after_donation),
)


def _sums(before: ModuleView, after: ModuleView) -> Iterator[SumChange]:
    both = before, after
    unknown = [sorted(map(_left_out, view.totals.unknown)) for view in both]

    def change(name: str, sums: Iterable[Sum]) -> SumChange:
        old, new = sums
        return SumChange(name, old, new, old == new and unknown[0] == unknown[1])

    functions = [{function.name: function for function in reversed(view.functions)} for view in both]
    names = [function.name for view in both for function in view.functions if function.is_public]
    for name in dict.fromkeys(names):
        found = [of_view.get(name) for of_view in functions]
        for text, amount in _FUNCTION_SUMS:
            yield change(text.format(name), [Sum(each and amount(each), bool(each and each.unknown)) for each in found])
    yield change("sent by collectives", [Sum(view.totals.bytes_sent, view.totals.is_lower_bound) for view in both])
    profile = "" if before.peak is None else f" ({before.peak.profile})"
    yield change(f"peak{profile}", [peak_sum(view.peak) for view in both])


def _left_out(unknown: UnknownBytes) -> tuple[str, str, int, int]:
    return unknown.kind, unknown.operation, unknown.number, -1 if unknown.bytes_each is None else unknown.bytes_each


# The columns of `sdy-view BEFORE AFTER --diff`: what became of tensors, collectives and sums.

_Change = RowField[TensorChange, None]
_Collective = RowField[CollectiveChange, None]
_Sum = RowField[SumChange, None]


def _both(before: str, after: str) -> str:
    return after if before == after else f"{before} → {after}"


def _state_of_change(key: str, column: Column, text: Callable[[TensorView], str]) -> _Change:
    """The column of what has changed of a tensor; objects have it before and after."""
    return _Change(
        key, column=column, cell=lambda change, _: _both(text(change.before), text(change.after)), forms=Forms.NONE
    )


def _amount(side: str) -> _Sum:
    """The column of a sum `before` or `after`; objects have its bytes."""
    of = attrgetter(side)
    return _Sum(
        side, lambda change: of(change).bytes, column=Column(side, right=True), cell=lambda change, _: of(change).text
    )


def _of_change(tensor: TensorView) -> dict[str, Any]:
    return {
        "sharding": tensor.share.sharding_text,
        "bytes": tensor.share.bytes,
        "copies": tensor.share.copies if tensor.share.shape is not None else None,
    }


def _difference(change: SumChange) -> str:
    before, after = change.before.bytes, change.after.bytes
    if before is None or after is None:
        return UNKNOWN
    if change.before.is_least or change.after.is_least:
        return "same" if change.is_same else "unknown"
    difference = after - before
    if not difference:
        return "same"
    text = f"{'+' if difference > 0 else '−'}{short(abs(difference))}"
    return f"{text} ({difference / before:+.0%})" if before else text


TENSOR_CHANGE = Columns(
    _Change("function", "after.function", column=Column("function", style="cyan"), text="@{}".format),
    _Change(
        "name",
        "after.name",
        column=Column("name", style="cyan"),
        cell=lambda change, _: name_text(change.after.name, change.after.label),
    ),
    _Change("label", lambda change: change.after.label or None),
    _Change("kind", "after.kind.value", column=Column("kind")),
    _state_of_change("sharding", Column("sharding", below=True), lambda tensor: tensor.share.sharding_text or UNKNOWN),
    _state_of_change("copies", Column("copies", right=True), lambda tensor: f"{tensor.share.copies:,}"),
    _state_of_change(
        "bytes", Column("bytes a device", right=True, style="bold"), lambda tensor: short(tensor.share.bytes)
    ),
    _Change("before", lambda change: _of_change(change.before)),
    _Change("after", lambda change: _of_change(change.after)),
)

COLLECTIVE_CHANGE = Columns(
    _Collective("change", "word", column=Column("collectives", style="cyan")),
    _Collective("kind", column=Column("kind"), cell=lambda change, _: change.kind.replace("-", "_")),
    _Collective("axes"),
    _Collective("source", column=Column("source"), text=lambda source: source or UNKNOWN),
    _Collective("axes", column=Column("axes"), cell=lambda change, _: axes_text(change.axes), forms=Forms.NONE),
    _Collective(
        "count_before",
        column=Column("number", right=True),
        cell=lambda change, _: _both(str(change.count_before), str(change.count_after)),
    ),
    _Collective("count_after"),
    _Collective(
        "sent_before",
        column=Column("sent a device", right=True, style="bold"),
        cell=lambda change, _: _both(
            *["unknown" if sent is None else short(sent) for sent in (change.sent_before, change.sent_after)]
        ),
    ),
    _Collective("sent_after"),
)

SUM_CHANGE = Columns(
    _Sum("name", column=Column("a device")),
    _amount("before"),
    _amount("after"),
    _Sum("change", column=Column("change", right=True), cell=lambda change, _: _difference(change), forms=Forms.NONE),
    _Sum("is_lower_bound", lambda change: change.before.is_least or change.after.is_least),
)


def comparison_tables(comparison: Comparison) -> Iterator[Table]:
    """Yields the tables of all sums, and, unless they are empty, of tensors and collectives that have changed."""
    yield SUM_CHANGE.table(comparison.sums, None)
    if comparison.tensors:
        yield TENSOR_CHANGE.table(comparison.tensors, None)
    if comparison.collectives:
        yield COLLECTIVE_CHANGE.table(comparison.collectives, None)


def comparison_object(comparison: Comparison) -> dict[str, Any]:
    return {
        "tensors": TENSOR_CHANGE.objects(comparison.tensors, None),
        "collectives": COLLECTIVE_CHANGE.objects(comparison.collectives, None),
        "sums": SUM_CHANGE.objects(comparison.sums, None),
    }
