"""A view in a notebook: a heading, tables, and the blocks of the tensor that costs most, without scripts."""

from __future__ import annotations

import html
import io
from collections.abc import Collection, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from textwrap import wrap

from sdyopt.cost import GridError
from sdyopt.display.tables import Table
from sdyopt.display.wording import counted
from sdyopt.view.columns.collectives import collective_table
from sdyopt.view.columns.tensors import reasons, tensor_table
from sdyopt.view.model import ModuleView, TensorView, by_bytes
from sdyopt.view.render.cost_tables import (
    collective_notes,
    listed_collectives,
    peak_notes,
    size_note,
    xla_heading,
    xla_peak_note,
)
from sdyopt.view.render.grid import block_labels, device_list
from sdyopt.view.render.printing import ShownTables, function_table, heading, print_compiled, print_view
from sdyopt.view.rows import DrawnSlice, check_devices
from sdyopt.view.xla import XlaView

_MOST_ROWS = 20
"""Of a table."""

_MOST_ACROSS, _MOST_DOWN = 16, 16
"""Blocks of a picture."""

_WIDEST = 90
"""Characters in a row of a table, all columns together, of which every cell is beside the others."""

_DEVICES_WIDTH = 22
"""Characters of the devices of a block."""

_GAUGE = "bytes a device"
"""The column that has bars."""


def notebook(view: ModuleView) -> str:
    """Returns the HTML that shows a view in a notebook."""
    functions = [function for function in view.functions if function.is_public] or list(view.functions)
    names = {function.name for function in functions}
    listed = tuple([tensor for tensor in view.tensors if tensor.function in names]) or view.tensors
    tensors = sorted(listed, key=by_bytes)
    left_out = view.left_out + len(view.tensors) - min(len(listed), _MOST_ROWS)
    view = replace(view, tensors=listed)
    collectives = listed_collectives(view.collectives, _MOST_ROWS)
    parts = [f"<style>{_style()}</style>", f"<p><b>{html.escape(heading(view))}</b></p>"]
    parts += [f"<p>{html.escape(note)}</p>" for note in view.notes]
    if tensors:
        sizes = [tensor.share.bytes for tensor in tensors[:_MOST_ROWS]]
        parts.append(_table("Tensors", tensor_table(view, tensors[:_MOST_ROWS]), sizes))
        parts.append(_more(left_out))
        parts.append("".join(_picture(tensors[0])))
    if functions:
        parts.append(_table("Functions", function_table(view, functions[:_MOST_ROWS])))
    if collectives:
        parts.append(_table("Collectives", collective_table(view, collectives, {})))
        parts.append(_more(len(view.collectives) - len(collectives)))
    notes = [*collective_notes(view, {}), *(() if view.peak is None else peak_notes(view.peak, view.frames))]
    parts += [f"<p>{html.escape(note)}</p>" for note in notes]
    return f'<div class="sdy-view">{"".join(parts)}</div>'


def compiled_notebook(view: XlaView) -> str:
    """Returns the HTML that shows in a notebook what XLA has compiled."""
    collectives = listed_collectives(view.collectives, _MOST_ROWS)
    parts = [f"<style>{_style()}</style>", f"<p><b>{html.escape(xla_heading(view))}</b></p>"]
    if collectives:
        parts.append(_table("Collectives", collective_table(view, collectives, {})))
        parts.append(_more(len(view.collectives) - len(collectives)))
    peak = [] if view.peak is None else [xla_peak_note(view.peak)]
    parts += [f"<p>{html.escape(note)}</p>" for note in (*collective_notes(view, {}), size_note(view), *peak)]
    return f'<div class="sdy-view">{"".join(parts)}</div>'


def notebook_text(view: ModuleView | XlaView) -> str:
    """Returns the text that shows a view where there is no HTML, as IPython in a terminal."""
    shown = ShownTables(False, isinstance(view, XlaView), (), False, _MOST_ROWS, {}, "never")
    output = io.StringIO()
    with redirect_stdout(output):
        if isinstance(view, XlaView):
            print_compiled(view, shown, as_json=False)
        else:
            print_view(view, sorted(view.tensors, key=by_bytes)[:_MOST_ROWS], shown)
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
        bar = _bar((sizes[number] or 0) / most) if sizes else ""
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


def _bar(part: float) -> str:
    return f'<span class="bar" style="width: {100 * part:.1f}%"></span>'


def _more(count: int) -> str:
    return f"<p>… {count:,} more</p>" if count else ""


def _picture(tensor: TensorView) -> Iterator[str]:
    """Yields which devices hold which block of a tensor."""
    share = tensor.share
    try:
        check_devices(tensor.name, share)
    except GridError:
        return
    if share.shape is None:
        return
    part = DrawnSlice.of(share, None, {})
    rows, columns = [1 if axis is None else share.partition.counts[axis] for axis in (part.rows, part.columns)]
    down, across = min(rows, _MOST_DOWN), min(columns, _MOST_ACROSS)
    why = reasons(tensor)
    yield "<table class='blocks'><caption>"
    yield html.escape(f"Blocks of {tensor.name}, with their devices{f' ({why})' if why else ''}") + "</caption>"
    head = [f'<th scope="col">{html.escape(text)}</th>' for text in block_labels(share, part.columns, across)]
    yield f"<thead><tr><td></td>{''.join(head)}</tr></thead><tbody>"
    for row, label in enumerate(block_labels(share, part.rows, down)):
        yield f'<tr><th scope="row">{html.escape(label)}</th>'
        for column in range(across):
            devices = share.partition.devices_of(part.at(row, column), part.place)
            hue = round(210 + 300 * (column / columns if columns > 1 else row / rows)) % 360
            yield f'<td style="--hue: {hue}">{html.escape(device_list(devices, _DEVICES_WIDTH))}</td>'
        yield "</tr>"
    yield "</tbody></table>"
    if down < rows or across < columns:
        yield f"<p>{down * across:,} of {counted(rows * columns, 'block')} are drawn.</p>"
