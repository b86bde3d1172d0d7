"""Variants as a table, and as `--json` writes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sdyopt.cost.time.machine import Machine
from sdyopt.display.tables import Column, Table
from sdyopt.display.wording import counted
from sdyopt.view.render.amounts import UNKNOWN, short, time
from sdyopt.view.variants.measuring import VariantView, axes_of

Object = dict[str, Any]

AS_GIVEN = "as given"


def changes_text(changes: Sequence[str]) -> str:
    """Returns what differs from the program as it is given: `mesh x=4; tokens=P('x')`."""
    return "; ".join(changes) or AS_GIVEN


def variant_table(found: Sequence[VariantView]) -> Table:
    """A row for each variant."""
    axes = axes_of(found)
    several = sum([not each.changes for each in found]) > 1
    columns = [Column("", right=True)]
    columns += [Column("file", style="cyan")] if several else []
    columns += [
        Column("changes", style="cyan", below=True),
        Column("peak", right=True, style="bold"),
        *[Column(f"sent over {name or 'other'}", right=True) for name in axes],
        Column("time", right=True, style="bold"),
        Column("bound by"),
        Column("largest value", below=True),
    ]
    return Table(columns, [list(_row(each, axes, several)) for each in found])


def _row(each: VariantView, axes: Sequence[str], with_file: bool) -> Iterator[str]:
    yield str(each.number)
    if with_file:
        yield each.file
    yield changes_text(each.changes)
    cost = each.cost
    if cost is None:
        yield from [UNKNOWN] * (len(axes) + 3)
        yield f"refused: {each.error}"
        return
    yield short(each.peak_bytes)
    at_least = "≥ " if cost.unknown_runs or cost.unknown_work else ""
    for name in axes:
        yield f"{at_least}{short(cost.bytes_by_axes.get(name, 0))}"
    yield f"{at_least}{time(cost.seconds)}"
    yield cost.bound.value
    yield UNKNOWN if each.largest is None else f"{each.largest[0]}, {short(each.largest[1])}"


def variant_notes(found: Sequence[VariantView], machine: Machine) -> Iterator[str]:
    """Yields what the numbers are, and which variant is best."""
    known = [each for each in found if each.cost is not None]
    if len(known) > 1:
        least = min(known, key=lambda each: (each.peak_bytes or 0, each.number))
        fastest = min(known, key=lambda each: (0.0 if each.cost is None else each.cost.seconds, each.number))
        yield f"least memory: {least.number} ({short(least.peak_bytes)}); fastest: {fastest.number}"
    refused = len(found) - len(known)
    if refused:
        yield f"{counted(refused, 'variant')} cannot be partitioned"
    yield f"a device of {machine.device.name}, in one step; times and peaks are estimates (--time, --peak)"


def variants_object(found: Sequence[VariantView], machine: Machine) -> Object:
    """Returns the variants; bytes and seconds are of one device in one step."""
    return {"device": machine.device.name, "estimate": True, "variants": [_object(each) for each in found]}


def _object(each: VariantView) -> Object:
    cost = each.cost
    return {
        "number": each.number,
        "file": each.file,
        "changes": list(each.changes),
        "devices": each.devices or None,
        "error": each.error or None,
        "peak_bytes": each.peak_bytes,
        "bytes_sent": None if cost is None else cost.bytes_sent,
        "by_axis": {} if cost is None else cost.bytes_by_axes,
        "seconds": None if cost is None else cost.seconds,
        "compute_seconds": None if cost is None else cost.compute_seconds,
        "memory_seconds": None if cost is None else cost.memory_seconds,
        "network_seconds": None if cost is None else cost.network_seconds,
        "is_lower_bound": cost is not None and bool(cost.unknown_runs or cost.unknown_work),
        "bound": None if cost is None else cost.bound.value,
        "utilization": None if cost is None else cost.utilization,
        "largest": None if each.largest is None else {"name": each.largest[0], "bytes": each.largest[1]},
    }
