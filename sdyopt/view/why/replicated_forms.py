"""What `sdy-view --replicated` writes: a table for people, and objects for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sdyopt.cost.origins.sources import source_text
from sdyopt.dialects.sdy.printing import axis_ref
from sdyopt.display.tables import Column, Table
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.view.columns.collectives import axis_text
from sdyopt.view.model import TensorKind
from sdyopt.view.render.amounts import UNKNOWN, short
from sdyopt.view.why.replicated import EndView, ReplicatedView
from sdyopt.view.why.why_forms import stop_object, stop_text

Object = dict[str, Any]

_NOWHERE = "nothing that it is computed from has it"
_GIVEN = "its own sharding does not have it"


def replicated_table(rows: Sequence[ReplicatedView], choice: FrameChoice) -> Table:
    """Returns a line for each axis along which a value is whole; the value itself is named in the first."""
    several = len({row.function for row in rows}) > 1
    columns = [Column("function", style="cyan")] if several else []
    columns += [
        Column("name", style="cyan"),
        Column("source", below=True),
        Column("type", below=True),
        Column("alike", right=True),
        Column("copies", right=True),
        Column("a device", right=True),
        Column("all copies", right=True, style="bold"),
        Column("without", style="yellow"),
        Column("would be", right=True),
        Column("where it ended", below=True, style="yellow"),
    ]
    return Table(columns, [line for row in rows for line in _lines(row, several, choice)])


def _lines(row: ReplicatedView, with_function: bool, choice: FrameChoice) -> Iterator[list[str]]:
    is_named = row.label and row.kind in (TensorKind.ARGUMENT, TensorKind.RESULT)
    name = f"{row.name} {row.label}" if is_named else row.name
    type = row.share.type.removeprefix("tensor<").removesuffix(">")
    sizes = [f"{row.alike:,}", f"{row.share.copies:,}", short(row.share.bytes), short(row.bytes_of_copies)]
    value = [f"@{row.function}"] * with_function + [name, source_text(row.source, choice) or UNKNOWN, type, *sizes]
    for end in row.ends:
        yield [*value, axis_ref(end.axis), short(end.bytes), _end_text(row, end, choice)]
        value = [""] * len(value)


def _end_text(row: ReplicatedView, end: EndView, choice: FrameChoice) -> str:
    """Returns where an axis ended: `dim 0: from %3 dim 1 over dot model.py:13: dimension 0 of %down is closed`."""
    if end.stop is not None:
        return f"dim {end.dimension}: {stop_text(end.stop, choice)}"
    return (
        _GIVEN
        if row.kind in (TensorKind.ARGUMENT, TensorKind.CONSTRAINT) and row.share.sharding is not None
        else _NOWHERE
    )


def replicated_object(rows: Sequence[ReplicatedView]) -> list[Object]:
    """Returns the values for programs."""
    return [
        {
            "function": row.function,
            "name": row.name,
            "label": row.label or None,
            "kind": row.kind.value,
            "source": [frame._asdict() for frame in row.source],
            "type": row.share.type,
            "sharding": row.share.sharding_text,
            "alike": row.alike,
            "copies": row.share.copies,
            "bytes": row.share.bytes,
            "bytes_of_copies": row.bytes_of_copies,
            "ends": [
                {
                    "axis": axis_text(end.axis),
                    "dimension": end.dimension,
                    "stop": None if end.stop is None else stop_object(end.stop),
                    "bytes": end.bytes,
                }
                for end in row.ends
            ],
        }
        for row in rows
    ]
