"""A view in a notebook: a heading, tables, and the blocks of the tensor that costs most, without scripts."""

from __future__ import annotations

import html
import io
from collections.abc import Collection, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from textwrap import wrap
from typing import Any

from sdyopt.cost.sizes.local_sizes import Share
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.diagnostics.rendering import USER_FRAMES
from sdyopt.display.tables import Table
from sdyopt.display.wording import counted
from sdyopt.view.columns.collectives import COLLECTIVE, Communicating, collective_listing
from sdyopt.view.columns.tensors import TENSOR, reasons, tensor_listing
from sdyopt.view.model import ModuleView, TensorView, by_bytes
from sdyopt.view.render.cost_tables import (
    collective_notes,
    listed_collectives,
    peak_notes,
    size_note,
    xla_heading,
    xla_peak_note,
)
from sdyopt.view.render.printing import ShownTables, function_table, heading, print_compiled, print_view
from sdyopt.view.render.verdict import verdict
from sdyopt.view.xla import XlaView, xla_view

_MAX_ROWS = 20
"""Of a table."""

_MAX_ACROSS, _MAX_DOWN = 16, 16
"""Blocks of a picture."""

_WIDEST = 90
"""Characters in a row of a table, all columns together, of which every cell is beside the others."""

_MAX_DEVICES = 1 << 20
"""Of a tensor whose blocks are drawn."""

_DEVICES_WIDTH = 22
"""Characters of the devices of a block."""

_GAUGE = "bytes a device"
"""The column that has bars."""


def notebook(view: ModuleView) -> str:
    """Returns the HTML that shows a view in a notebook."""
    functions = [function for function in view.functions if function.is_public] or list(view.functions)
    names = {function.name for function in functions}
    listed = tuple([tensor for tensor in view.tensors if tensor.function in names]) or view.tensors
    view = replace(view, tensors=listed, left_out=view.left_out + len(view.tensors) - len(listed))
    tensors = sorted(listed, key=by_bytes)
    listing = tensor_listing(view, tensors)
    groups = TENSOR.folded(tensors, listing)[:_MAX_ROWS]
    parts = [f"<style>{_style()}</style>", f"<p><b>{html.escape(heading(view))}</b></p>"]
    parts += [f"<p>{html.escape(note)}</p>" for note in view.notes]
    parts += [f'<p class="answer">{html.escape(answer.text)}</p>' for answer in verdict(view)]
    if tensors:
        sizes = [group[0].share.bytes for group in groups]
        parts.append(_table("Tensors", TENSOR.folded_table(groups, listing), sizes))
        parts.append(_more(view.left_out + len(tensors) - sum(map(len, groups))))
        parts.append("".join(_picture(tensors[0])))
    if functions:
        parts.append(_table("Functions", function_table(view, functions[:_MAX_ROWS])))
    parts += _collectives(view)
    notes = [*collective_notes(view, {}), *(() if view.peak is None else peak_notes(view.peak, view.frames))]
    parts += [f"<p>{html.escape(note)}</p>" for note in notes]
    return f'<div class="sdy-view">{"".join(parts)}</div>'


def compiled_notebook(view: XlaView) -> str:
    """Returns the HTML that shows in a notebook what XLA has compiled."""
    parts = [f"<style>{_style()}</style>", f"<p><b>{html.escape(xla_heading(view))}</b></p>", *_collectives(view)]
    peak = [] if view.peak is None else [xla_peak_note(view.peak, view.compilation)]
    parts += [f"<p>{html.escape(note)}</p>" for note in (*collective_notes(view, {}), size_note(view), *peak)]
    return f'<div class="sdy-view">{"".join(parts)}</div>'


def _collectives(view: Communicating) -> Iterator[str]:
    """Yields the table of the collectives that send most."""
    listing = collective_listing(view, {})
    groups = listed_collectives(COLLECTIVE.folded(view.collectives, listing), _MAX_ROWS)
    if groups:
        yield _table("Collectives", COLLECTIVE.folded_table(groups, listing))
        yield _more(len(view.collectives) - sum(map(len, groups)))


def notebook_text(view: ModuleView | XlaView) -> str:
    """Returns the text that shows a view where there is no HTML, as IPython in a terminal."""
    shown = ShownTables(peak=isinstance(view, XlaView), top=_MAX_ROWS)
    output = io.StringIO()
    with redirect_stdout(output):
        if isinstance(view, XlaView):
            print_compiled(view, shown, as_json=False)
        else:
            print_view(view, sorted(view.tensors, key=by_bytes), shown)
    return output.getvalue().rstrip("\n")


def _style() -> str:
    return (Path(__file__).parent / "notebook.css").read_text(encoding="utf-8")


def _table(caption: str, table: Table, sizes: Sequence[int | None] = ()) -> str:
    """Returns a table, with bars for `sizes` in the column of bytes. In wide ones, some texts are below the others."""
    most = max([size or 0 for size in sizes], default=0) or 1
    heading = [column.name for column in table.columns]
    widths = [max(map(len, texts)) for texts in zip(heading, *table.rows, strict=True)]
    is_wide = sum(widths) > _WIDEST
    below = {number for number, column in enumerate(table.columns) if column.below and is_wide}
    head = _row(table, "th", heading, below)
    rows = []
    for number, row in enumerate(table.rows):
        bar = f'<span class="bar" style="width: {100 * ((sizes[number] or 0) / most):.1f}%"></span>' if sizes else ""
        rows.append(_row(table, "td", row, below, bar))
    return f"<table><caption>{caption}</caption><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>"


def _row(table: Table, tag: str, texts: Sequence[str], below: Collection[int], bar: str = "") -> str:
    """Returns a row of cells; the first one has the texts below it, which are as wide as the row."""
    scope = ' scope="col"' if tag == "th" else ""
    further = " · ".join([text for number, text in enumerate(texts) if number in below and text])
    under = "".join([f'<div class="below">{html.escape(line)}</div>' for line in wrap(further, _WIDEST)])
    cells = [
        f"<{tag}{scope}{_side(column.right)}>{html.escape(text)}{'' if number else under}"
        f"{bar if column.name == _GAUGE else ''}</{tag}>"
        for number, (column, text) in enumerate(zip(table.columns, texts, strict=True))
        if number not in below
    ]
    return f"<tr>{''.join(cells)}</tr>"


def _side(right: bool) -> str:
    return ' class="right"' if right else ""


def _more(count: int) -> str:
    return f"<p>… {count:,} more</p>" if count else ""


def _picture(tensor: TensorView) -> Iterator[str]:
    """Yields which devices hold which block of a tensor, along the two dimensions that are cut in most blocks.

    Of other dimensions it is the first block, and of manual axes the first place.
    """
    share = tensor.share
    if share.shape is None or share.devices > _MAX_DEVICES:
        return
    counts = share.partition.counts
    by_count = sorted(range(len(counts)), key=lambda dimension: -counts[dimension])
    row_dimension, column_dimension = [None, None, *sorted(by_count[:2])][-2:]
    rows, columns = [1 if dimension is None else counts[dimension] for dimension in (row_dimension, column_dimension)]
    down, across = min(rows, _MAX_DOWN), min(columns, _MAX_ACROSS)
    why = reasons(tensor)
    yield "<table class='blocks'><caption>"
    yield html.escape(f"Blocks of {tensor.name}, with their devices{f' ({why})' if why else ''}") + "</caption>"
    head = [f'<th scope="col">{html.escape(text)}</th>' for text in block_labels(share, column_dimension, across)]
    yield f"<thead><tr><td></td>{''.join(head)}</tr></thead><tbody>"
    for row, label in enumerate(block_labels(share, row_dimension, down)):
        yield f'<tr><th scope="row">{html.escape(label)}</th>'
        for column in range(across):
            places = {row_dimension: row, column_dimension: column}
            block = tuple([places.get(dimension, 0) for dimension in range(len(counts))])
            devices = share.partition.devices_of(block, (0,) * len(share.partition.manual))
            hue = round(210 + 300 * (column / columns if columns > 1 else row / rows)) % 360
            yield f'<td style="--hue: {hue}">{html.escape(device_list(devices, _DEVICES_WIDTH))}</td>'
        yield "</tr>"
    yield "</tbody></table>"
    if down < rows or across < columns:
        yield f"<p>{down * across:,} of {counted(rows * columns, 'block')} are drawn.</p>"


def block_labels(share: Share, dimension: int | None, count: int) -> list[str]:
    """Returns the indices of the first `count` blocks along a dimension: `0:256`; of an unknown size `block 0`."""
    if dimension is None:
        return [""]
    size = (share.bounds or ())[dimension]
    if size is None:
        return [f"block {number}" for number in range(count)]
    step = -(-size // share.partition.counts[dimension])
    ranges = [(min(number * step, size), min((number + 1) * step, size)) for number in range(count)]
    return [f"{start}:{stop}" if start < stop or not size else "padding" for start, stop in ranges]


# Lists of devices, written short: `0–3, 8, 10`.

LEFT_OUT = "…"

_SHORTEST_RUN = 3
"""Devices in a row that are written as a run."""


def device_list(devices: Sequence[int], width: int | None = None) -> str:
    """Ascending device numbers in at most `width` characters, if the first and the last run have room beside a `…`."""
    runs = _runs(devices)
    text = ",".join(runs)
    if width is None or len(text) <= width or len(runs) == 1:
        return text
    last = runs.pop()
    shown = [runs[0]]
    for run in runs[1:]:
        if len(",".join([*shown, run, LEFT_OUT, last])) > width:
            break
        shown.append(run)
    return ",".join([*shown, LEFT_OUT, last])


def _runs(devices: Sequence[int]) -> list[str]:
    """The numbers, with those that follow each other drawn together."""
    starts = [0, *[at for at, (a, b) in enumerate(pairwise(devices), 1) if b != a + 1]]
    found: list[str] = []
    for start, stop in zip(starts, [*starts[1:], len(devices)], strict=True):
        run = devices[start:stop]
        found += [f"{run[0]}–{run[-1]}"] if len(run) >= _SHORTEST_RUN else map(str, run)
    return found


class CompiledView(XlaView):
    """What XLA has compiled: its collectives, what it holds, and its peak if it is scheduled."""

    __slots__ = ()

    def __str__(self) -> str:
        """Returns the tables as text."""
        return notebook_text(self)

    def _repr_html_(self) -> str:
        """Returns what notebooks show: tables, without scripts."""
        return compiled_notebook(self)

    def _repr_pretty_(self, printer: Any, is_cyclic: bool) -> None:
        """Writes what IPython shows in a terminal: the tables as text."""
        printer.text(str(self))


def compiled_view(text: str, file: str, frames: FrameChoice = USER_FRAMES) -> CompiledView:
    """Returns the view of HLO text. Raises HloError."""
    found = xla_view(text, file, frames=frames)
    return CompiledView(*(xla_view(text, file, frames=frames, with_peak=True) if found.is_scheduled else found))
