"""What `sdy-view BEFORE AFTER --diff` prints, and writes as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sdyopt.display.tables import Column, Table
from sdyopt.view.comparison import CollectiveChange, Comparison, SumChange, TensorChange
from sdyopt.view.model import TensorView
from sdyopt.view.render.amounts import UNKNOWN, short
from sdyopt.view.render.cost_tables import axes_text

Object = dict[str, Any]

_ARROW = " → "


def comparison_tables(comparison: Comparison) -> Iterator[Table]:
    """Yields the tables of all sums, and, unless they are empty, of tensors and collectives that have changed."""
    columns = [Column("a device"), *[Column(name, right=True) for name in ("before", "after", "change")]]
    yield Table(columns, [_sum_row(change) for change in comparison.sums])
    if comparison.tensors:
        yield _tensor_table(comparison)
    if comparison.collectives:
        yield _collective_table(comparison)


def _tensor_table(comparison: Comparison) -> Table:
    columns = [
        Column("function", style="cyan"),
        Column("name", style="cyan"),
        Column("kind"),
        Column("sharding", below=True),
        Column("copies", right=True),
        Column("bytes a device", right=True, style="bold"),
    ]
    return Table(columns, [list(_tensor_row(change)) for change in comparison.tensors])


def _tensor_row(change: TensorChange) -> Iterator[str]:
    before, after = change.before, change.after
    yield f"@{after.function}"
    yield f"{after.name} {after.label}".strip()
    yield after.kind.value
    yield _both(before.share.sharding_text or UNKNOWN, after.share.sharding_text or UNKNOWN)
    yield _both(f"{before.share.copies:,}", f"{after.share.copies:,}")
    yield _both(short(before.share.bytes), short(after.share.bytes))


def _both(before: str, after: str) -> str:
    return after if before == after else f"{before}{_ARROW}{after}"


def _collective_table(comparison: Comparison) -> Table:
    columns = [
        Column("collectives", style="cyan"),
        Column("kind"),
        Column("source"),
        Column("axes"),
        Column("number", right=True),
        Column("sent a device", right=True, style="bold"),
    ]
    rows = [
        [
            change.word,
            ("~" if change.estimated else "") + change.kind.replace("-", "_"),
            change.source or UNKNOWN,
            axes_text(change.axes),
            _both(str(change.count_before), str(change.count_after)),
            _both(_sent_text(change.sent_before), _sent_text(change.sent_after)),
        ]
        for change in comparison.collectives
    ]
    return Table(columns, rows)


def _sent_text(sent: int | None) -> str:
    return "unknown" if sent is None else short(sent)


def _sum_row(change: SumChange) -> list[str]:
    return [change.name, change.before.text, change.after.text, _difference(change)]


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


def comparison_object(comparison: Comparison) -> Object:
    """Returns a comparison for programs."""
    return {
        "tensors": [
            {
                "function": change.after.function,
                "name": change.after.name,
                "label": change.after.label or None,
                "kind": change.after.kind.value,
                "before": _tensor(change.before),
                "after": _tensor(change.after),
            }
            for change in comparison.tensors
        ],
        "collectives": [_collective(change) for change in comparison.collectives],
        "sums": [_sum(change) for change in comparison.sums],
    }


def _sum(change: SumChange) -> Object:
    return {
        "name": change.name,
        "before": change.before.bytes,
        "after": change.after.bytes,
        "is_lower_bound": change.before.is_least or change.after.is_least,
    }


def _collective(change: CollectiveChange) -> Object:
    fields = change._asdict()
    del fields["number"]
    return {"change": change.word, **fields}


def _tensor(tensor: TensorView) -> Object:
    return {
        "sharding": tensor.share.sharding_text,
        "bytes": tensor.share.bytes,
        "copies": tensor.share.copies if tensor.share.shape is not None else None,
    }
