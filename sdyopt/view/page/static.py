"""Pages without scripts, in the style of that of a view: tables, and a chart of plans or variants."""

from __future__ import annotations

import html
import io
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from html import escape
from math import inf, log10
from pathlib import Path
from textwrap import wrap
from typing import Any

from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.diagnostics.rendering import USER_FRAMES
from sdyopt.display.tables import Column, Table
from sdyopt.display.wording import printable
from sdyopt.ir.collecting import grouped
from sdyopt.ir.records import NamedTuple
from sdyopt.view.columns.collectives import COLLECTIVE, TENSOR, listing_of, tensor_listing
from sdyopt.view.model import ModuleView, by_bytes
from sdyopt.view.options import ViewOptions
from sdyopt.view.render.amounts import short, time
from sdyopt.view.render.cost_tables import (
    collective_notes,
    listed_collectives,
    peak_notes,
    size_note,
    xla_heading,
    xla_peak_note,
)
from sdyopt.view.render.printing import function_table, heading, print_compiled, print_view
from sdyopt.view.render.verdict import verdict
from sdyopt.view.stacks import costed_lines, samples_of, source_files
from sdyopt.view.xla import XlaView, xla_view

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title} – {command}</title>
<style>
{style}</style>
</head>
<body>
<header>
<h1>{title}</h1>
<ul id="answers">{answers}</ul>
</header>
<main>
{content}
</main>
</body>
</html>
"""


def style(file: str = "page.css") -> str:
    return (Path(__file__).parent / file).read_text(encoding="utf-8")


def static_page(title: str, command: str, answers: Iterable[str], content: Iterable[str]) -> str:
    """Returns a page, which needs no network; the parts of its content are HTML."""
    items = "".join([f"<li>{text(answer)}</li>" for answer in answers])
    return _PAGE.format(title=text(title), command=command, style=style(), answers=items, content="\n".join(content))


def text(text: str) -> str:
    return escape(printable(text))


def section(name: str, content: str) -> str:
    return f"<section>\n<h2>{text(name)}</h2>\n{content}\n</section>"


def table_html(table: Table, name: str, row_ids: Sequence[str] = ()) -> str:
    """Returns a table called `name`, to whose rows links may lead."""

    def row(tag: str, cells: Sequence[str], attributes: str = "") -> str:
        return f"<tr{attributes}>{''.join(map(cell, [tag] * len(cells), table.columns, cells))}</tr>"

    def cell(tag: str, column: Column, content: str) -> str:
        label = f' data-label="{text(column.name)}"' if tag == "td" and content and column.name else ""
        tag = tag if content else "td"
        return f"<{tag}{' class=right' * column.right}{label}>{text(content)}</{tag}>"

    ids = [f' id="{each}"' for each in row_ids] or [""] * len(table.rows)
    body = "\n".join([row("td", cells, attributes) for cells, attributes in zip(table.rows, ids, strict=True)])
    head = row("th", [column.name for column in table.columns])
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{text(name)}"><table class="listing plain">'
        f"<thead>{head}</thead>\n<tbody>\n{body}\n</tbody></table></div>"
    )


# The chart: the peak of a device to the right, the time of a step upwards, both logarithmic.

_WIDTH, _HEIGHT = 900, 380
_LEFT, _RIGHT, _TOP, _BOTTOM = 80, 170, 20, 44
_LINE = 14
"""Pixels between the labels of points."""
_CHARACTER = 7
"""Pixels that a character of a label takes, about."""
_LEAST_SPAN = log10(1.05)
"""The least difference between the ends of a scale, so that equal numbers do not look different."""


class ChartPoint(NamedTuple):
    label: str
    peak: float
    seconds: float
    target: str = ""
    """The `id` of its row."""
    is_marked: bool = False

    @property
    def is_known(self) -> bool:
        return 0 < self.peak < inf and 0 < self.seconds < inf


def chart(
    points: Sequence[ChartPoint],
    profile: str | None,
    others: Sequence[tuple[float, float]] = (),
    front: Sequence[tuple[float, float]] = (),
    limit: float = 0.0,
) -> str:
    """Returns the chart of points with labels, of others without, a line along the best of these, and a limit."""
    named = [point for point in points if point.is_known]
    small = [(peak, seconds) for peak, seconds in (*others, *front) if 0 < peak < inf and 0 < seconds < inf]
    every = [*small, *[(point.peak, point.seconds) for point in named]]
    if not every:
        return "<p>Nothing can be partitioned.</p>"
    across = _Scale([peak for peak, _ in every], _LEFT, _WIDTH - _RIGHT)
    down = _Scale([seconds for _, seconds in every], _HEIGHT - _BOTTOM, _TOP)
    parts = [_circle(across.at(peak), down.at(seconds), 2, "other") for peak, seconds in dict.fromkeys(small)]
    steps = " ".join([f"{across.at(peak):.1f},{down.at(seconds):.1f}" for peak, seconds in front])
    parts.append(f'<polyline points="{steps}"/>' if steps else "")
    if across.least <= limit <= across.most:
        parts.append(f'<path class="limit" d="M{across.at(limit):.1f} {_TOP}V{_HEIGHT - _BOTTOM}"/>')
        parts.append(_label(across.at(limit) + 4, _TOP + 10, f"limit {short(int(limit))}"))
    parts += _named(named, across, down)
    peaks = {short(int(peak)): across.at(peak) for peak in (across.least, across.most)}
    parts += [_label(place - 20, _HEIGHT - 24, peak) for peak, place in peaks.items()]
    lengths = {time(seconds): down.at(seconds) for seconds in (down.least, down.most)}
    parts += [_label(4, place + 4, length) for length, place in lengths.items()]
    parts.append(f'<path d="M{_LEFT - 10} {_TOP}V{_HEIGHT - _BOTTOM + 6}H{_WIDTH - _RIGHT + 40}" fill="none"/>')
    parts.append(_label(_LEFT, _HEIGHT - 4, f"peak ({profile}) against the time of a step, both logarithmic"))
    box = f'viewBox="0 0 {_WIDTH} {_HEIGHT}" role="group" aria-label="time of a step against peak"'
    return f'<svg id="chart" {box}>\n{"".join(parts)}\n</svg>'


def _named(points: Sequence[ChartPoint], across: _Scale, down: _Scale) -> Iterator[str]:
    """Yields points with their labels beside them, those in one place with one circle, and no two on one another."""
    places = grouped(((round(across.at(point.peak), 1), round(down.at(point.seconds), 1)), point) for point in points)
    last = -inf
    for (x, y), here in sorted(places.items(), key=lambda each: each[0][1]):
        last = max(y, last + _LINE)
        yield _circle(x, y, 5, "marked" if any(point.is_marked for point in here) else "point")
        width = sum([_CHARACTER * len(point.label) + _LINE for point in here])
        is_left = x + _LINE + width > _WIDTH
        yield f'<path d="M{x} {y}L{x - 12 if is_left else x + 12} {last}"/>'
        left = x - width if is_left else x + _LINE
        for point in here:
            comma = "" if point is here[-1] else ","
            label = _label(left, last + 4, f"{point.label}{comma}")
            yield f'<a href="#{point.target}">{label}</a>' if point.target else label
            left += _CHARACTER * len(point.label) + _LINE


class _Scale:
    """Places of numbers between two ends of a picture, by their logarithms."""

    def __init__(self, numbers: Sequence[float], first: float, last: float) -> None:
        self.least, self.most = min(numbers), max(numbers)
        self._first, self._last = first, last

    def at(self, number: float) -> float:
        """Returns the place of a number; the middle if all are the same, and near it if they hardly differ."""
        span = log10(self.most / self.least)
        shown = max(span, _LEAST_SPAN)
        share = (log10(number / self.least) + (shown - span) / 2) / shown
        return self._first + share * (self._last - self._first)


def _circle(x: float, y: float, radius: int, kind: str) -> str:
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{radius}"/>'


def _label(x: float, y: float, content: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}">{text(content)}</text>'


# A view in a notebook: the answers, and tables.

_MAX_ROWS = 20
"""Of a table."""

_WIDEST = 90
"""The most characters in a row of a table whose cells are beside each other."""

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
    shown = [f"<style>{style('notebook.css')}</style>", f"<p><b>{html.escape(title)}</b></p>", *parts]
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
    given = ViewOptions.of(peak=isinstance(view, XlaView), top=_MAX_ROWS)
    output = io.StringIO()
    with redirect_stdout(output):
        if isinstance(view, XlaView):
            print_compiled(view, given)
        else:
            print_view(view, sorted(view.tensors, key=by_bytes), given)
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
