"""The columns of `sdy-view BEFORE AFTER --diff`: what became of tensors, collectives and sums."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any

from sdyopt.display.tables import Column, Table
from sdyopt.view.columns.schema import Columns, Forms, RowField
from sdyopt.view.comparison import CollectiveChange, Comparison, SumChange, TensorChange
from sdyopt.view.model import TensorView
from sdyopt.view.render.amounts import UNKNOWN, short
from sdyopt.view.render.cost_tables import axes_text

_Tensor = RowField[TensorChange, None, None]
_Collective = RowField[CollectiveChange, None, None]
_Sum = RowField[SumChange, None, None]


def _both(before: str, after: str) -> str:
    return after if before == after else f"{before} → {after}"


def _state(key: str, column: Column, text: Callable[[TensorView], str]) -> _Tensor:
    """The column of what has changed of a tensor; objects have it before and after."""
    return _Tensor(key, column=column, cell=lambda change, _: _both(text(change.before), text(change.after)))


def _amount(side: str) -> _Sum:
    """The column of a sum `before` or `after`; objects have its bytes."""
    of = attrgetter(side)
    return _Sum(
        side,
        lambda change: of(change).bytes,
        Forms.JSON,
        column=Column(side, right=True),
        cell=lambda change, _: of(change).text,
    )


def _of_tensor(tensor: TensorView) -> dict[str, Any]:
    return {
        "sharding": tensor.share.sharding_text,
        "bytes": tensor.share.bytes,
        "copies": tensor.share.copies if tensor.share.shape is not None else None,
    }


def _sent(sent: int | None) -> str:
    return "unknown" if sent is None else short(sent)


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
    _Tensor(
        "function",
        lambda change: change.after.function,
        Forms.JSON,
        column=Column("function", style="cyan"),
        text="@{}".format,
    ),
    _Tensor(
        "name",
        lambda change: change.after.name,
        Forms.JSON,
        column=Column("name", style="cyan"),
        cell=lambda change, _: f"{change.after.name} {change.after.label}".strip(),
    ),
    _Tensor("label", lambda change: change.after.label or None, Forms.JSON),
    _Tensor("kind", lambda change: change.after.kind.value, Forms.JSON, column=Column("kind")),
    _state("sharding", Column("sharding", below=True), lambda tensor: tensor.share.sharding_text or UNKNOWN),
    _state("copies", Column("copies", right=True), lambda tensor: f"{tensor.share.copies:,}"),
    _state("bytes", Column("bytes a device", right=True, style="bold"), lambda tensor: short(tensor.share.bytes)),
    _Tensor("before", lambda change: _of_tensor(change.before), Forms.JSON),
    _Tensor("after", lambda change: _of_tensor(change.after), Forms.JSON),
)

COLLECTIVE_CHANGE = Columns(
    _Collective("change", lambda change: change.word, Forms.JSON, column=Column("collectives", style="cyan")),
    _Collective(
        "kind",
        forms=Forms.JSON,
        column=Column("kind"),
        cell=lambda change, _: ("~" if change.estimated else "") + change.kind.replace("-", "_"),
    ),
    _Collective("axes", forms=Forms.JSON),
    _Collective("source", forms=Forms.JSON, column=Column("source"), text=lambda source: source or UNKNOWN),
    _Collective("estimated", forms=Forms.JSON),
    _Collective("axes", column=Column("axes"), cell=lambda change, _: axes_text(change.axes)),
    _Collective(
        "count_before",
        forms=Forms.JSON,
        column=Column("number", right=True),
        cell=lambda change, _: _both(str(change.count_before), str(change.count_after)),
    ),
    _Collective("count_after", forms=Forms.JSON),
    _Collective(
        "sent_before",
        forms=Forms.JSON,
        column=Column("sent a device", right=True, style="bold"),
        cell=lambda change, _: _both(_sent(change.sent_before), _sent(change.sent_after)),
    ),
    _Collective("sent_after", forms=Forms.JSON),
)

SUM_CHANGE = Columns(
    _Sum("name", forms=Forms.JSON, column=Column("a device")),
    _amount("before"),
    _amount("after"),
    _Sum("change", column=Column("change", right=True), cell=lambda change, _: _difference(change)),
    _Sum("is_lower_bound", lambda change: change.before.is_least or change.after.is_least, Forms.JSON),
)


def comparison_tables(comparison: Comparison) -> Iterator[Table]:
    """Yields the tables of all sums, and, unless they are empty, of tensors and collectives that have changed."""
    yield SUM_CHANGE.table(comparison.sums, None)
    if comparison.tensors:
        yield TENSOR_CHANGE.table(comparison.tensors, None)
    if comparison.collectives:
        yield COLLECTIVE_CHANGE.table(comparison.collectives, None)


def comparison_object(comparison: Comparison) -> dict[str, Any]:
    """Returns a comparison for programs."""
    return {
        "tensors": [TENSOR_CHANGE.object(change) for change in comparison.tensors],
        "collectives": [COLLECTIVE_CHANGE.object(change) for change in comparison.collectives],
        "sums": [SUM_CHANGE.object(change) for change in comparison.sums],
    }
