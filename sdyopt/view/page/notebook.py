"""A view in a notebook: the answers, and tables, without scripts."""

from __future__ import annotations

import html
import io
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from textwrap import wrap
from typing import Any

from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.diagnostics.rendering import USER_FRAMES
from sdyopt.display.tables import Table
from sdyopt.view.columns.collectives import COLLECTIVE, TENSOR, listing_of, tensor_listing
from sdyopt.view.model import ModuleView, by_bytes
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
from sdyopt.view.stacks import costed_lines, samples_of, source_files
from sdyopt.view.xla import XlaView, xla_view

_MAX_ROWS = 20
"""Of a table."""

_WIDEST = 90
"""Characters in a row of a table, all columns together, of which every cell is beside the others."""

_GAUGES = ("bytes a device", "together")
"""Columns: the last of them has bars."""


def notebook(view: ModuleView) -> str:
    functions = [function for function in view.functions if function.is_public] or list(view.functions)
    names = {function.name for function in functions}
    listed = tuple([tensor for tensor in view.tensors if tensor.function in names]) or view.tensors
    view = replace(view, tensors=listed, left_out=view.left_out + len(view.tensors) - len(listed))
    tensors = sorted(listed, key=by_bytes)
    listing = tensor_listing(view, tensors)
    groups = TENSOR.folded(tensors, listing)[:_MAX_ROWS]
    parts = [f"<p>{html.escape(note)}</p>" for note in view.notes]
    parts += [f'<p class="answer">{html.escape(answer.text)}</p>' for answer in verdict(view)]
    for source in source_files([samples_of(view)], view.frames, {}):
        if source.texts != ("",):
            lines = "\n".join(costed_lines(source, [""]))
            parts.append(f"<pre>{html.escape(lines)}</pre>")
    if tensors:
        sizes = [sum(map(TENSOR.amount, group)) for group in groups]
        parts.append(_table("Tensors", TENSOR.folded_table(groups, listing), sizes))
        parts.append(_more(view.left_out + len(tensors) - sum(map(len, groups))))
    if functions:
        parts.append(_table("Functions", function_table(view, functions[:_MAX_ROWS])))
    parts += _collectives(view)
    notes = [*collective_notes(view), *(() if view.peak is None else peak_notes(view.peak, view.frames))]
    return _notebook(heading(view), parts, notes)


def notebook_html(title: str, tables: Iterable[tuple[str, Table]], notes: Iterable[str]) -> str:
    """Returns the HTML that shows tables, each with its caption, in a notebook."""
    return _notebook(title, [_table(caption, table) for caption, table in tables if table.rows], notes)


def _notebook(title: str, parts: Iterable[str], notes: Iterable[str]) -> str:
    style = (Path(__file__).parent / "notebook.css").read_text(encoding="utf-8")
    shown = [f"<style>{style}</style>", f"<p><b>{html.escape(title)}</b></p>", *parts]
    shown += [f"<p>{html.escape(note)}</p>" for note in notes]
    return f'<div class="sdy-view">{"".join(shown)}</div>'


def _collectives(view: ModuleView | XlaView) -> Iterator[str]:
    """Yields the table of the collectives that send most."""
    listing = listing_of(view, [collective.function for collective in view.collectives])
    if groups := listed_collectives(COLLECTIVE.folded(view.collectives, listing), _MAX_ROWS):
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


def _table(caption: str, table: Table, sizes: Sequence[float] = ()) -> str:
    """Returns a table, with bars for `sizes` in the column of bytes. In wide ones, some texts are below the others."""
    most = max(sizes, default=0) or 1
    heading = [column.name for column in table.columns]
    widths = [max(map(len, texts)) for texts in zip(heading, *table.rows, strict=True)]
    is_wide = sum(widths) > _WIDEST
    below = {number for number, column in enumerate(table.columns) if column.below and is_wide}
    head = _row(table, "th", heading, below)
    rows = []
    for number, row in enumerate(table.rows):
        bar = f'<span class="bar" style="width: {100 * (sizes[number] / most):.1f}%"></span>' if sizes else ""
        rows.append(_row(table, "td", row, below, bar))
    return f"<table><caption>{caption}</caption><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>"


def _row(table: Table, tag: str, texts: Sequence[str], below: Collection[int], bar: str = "") -> str:
    """Returns a row of cells; the first one has the texts below it, which are as wide as the row."""
    scope, right = ' scope="col"' if tag == "th" else "", ' class="right"'
    further = " · ".join([text for number, text in enumerate(texts) if number in below and text])
    under = "".join([f'<div class="below">{html.escape(line)}</div>' for line in wrap(further, _WIDEST)])
    gauge = max([number for number, column in enumerate(table.columns) if column.name in _GAUGES], default=-1)
    cells = [
        f"<{tag}{scope}{right * column.right}>{html.escape(text)}{'' if number else under}"
        f"{bar if number == gauge else ''}</{tag}>"
        for number, (column, text) in enumerate(zip(table.columns, texts, strict=True))
        if number not in below
    ]
    return f"<tr>{''.join(cells)}</tr>"


def _more(count: int) -> str:
    return f"<p>… {count:,} more</p>" if count else ""


class CompiledView(XlaView):
    """A program that XLA has compiled: its collectives, its memory, and its peak if it is scheduled."""

    __slots__ = ()

    def __str__(self) -> str:
        return notebook_text(self)

    def _repr_html_(self) -> str:
        """Returns what notebooks show: tables, without scripts."""
        peak = [] if self.peak is None else [xla_peak_note(self.peak, self.compilation)]
        return _notebook(xla_heading(self), _collectives(self), (*collective_notes(self), size_note(self), *peak))

    def _repr_pretty_(self, printer: Any, is_cyclic: bool) -> None:
        """Writes what IPython shows in a terminal: the tables as text."""
        printer.text(str(self))


def compiled_view(text: str, file: str, frames: FrameChoice = USER_FRAMES) -> CompiledView:
    """Returns the view of HLO text. Raises HloError."""
    found = xla_view(text, file, frames=frames)
    return CompiledView(*(xla_view(text, file, frames=frames, with_peak=True) if found.is_scheduled else found))
