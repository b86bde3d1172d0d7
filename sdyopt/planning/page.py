"""A plan as a page of HTML: what was found, all plans by memory and time, and costs by line, before and after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files
from linecache import getline
from math import inf, log10

from sdyopt.api.module import Module
from sdyopt.cost.origins.followers import shown_frame
from sdyopt.cost.time.machine import Machine
from sdyopt.display.tables import Column, Table
from sdyopt.display.wording import printable
from sdyopt.planning import render
from sdyopt.planning.records import PlanRecord
from sdyopt.view import view
from sdyopt.view.render.amounts import short, time
from sdyopt.view.stacks import Metric, samples_of

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title} – sdy-plan</title>
<style>
{style}
.listing td {{ overflow-wrap: anywhere; }}
#chart text {{ font-size: 12px; fill: var(--ink); }}
</style>
</head>
<body>
<header>
<h1>{title}</h1>
<p>{heading}</p>
</header>
<main>
{sections}
</main>
</body>
</html>
"""

_WIDTH, _HEIGHT = 900, 380
_LEFT, _RIGHT, _TOP, _BOTTOM = 80, 170, 20, 40
_MAX_LINES = 60
"""Source lines that are shown, those that cost most."""


def page_of(plan: PlanRecord, machine: Machine | None = None) -> str:
    """Returns the page of a plan; of one that was read, without costs by source line and the plans of the search.

    The machine is by default the device of the plan.
    """
    tables = [("A step, before and after", render.cost_table(plan)), ("Shardings", render.class_table(plan))]
    tables += [("Shapes of meshes", render.mesh_table(plan))] if plan.meshes else []
    tables += [("Other choices", render.alternative_table(plan))] if plan.alternatives else []
    verified = "What XLA makes of it"
    tables += [(verified, render.verification_table(plan))] if plan.verification is not None else []
    parts = [_section(name, _table(table)) for name, table in tables]
    parts.insert(1, _section("All plans, by memory and time", _chart(plan)))
    lines = _line_table(plan, machine or Machine.of(plan.device))
    parts += [_section("Source lines, before and after", _table(lines))] if lines is not None else []
    notes = [f"<p>{_text(line)}</p>" for line in render.details(plan)]
    parts.append(_section("Notes" if plan.verification else "Notes: not verified", "\n".join(notes)))
    style = files("sdyopt.view.page").joinpath("page.css").read_text(encoding="utf-8")
    heading, title = _text(render.heading(plan)), _text(f"{plan.file}: a plan")
    return _PAGE.format(title=title, style=style, heading=heading, sections="\n".join(parts))


def _text(text: str) -> str:
    return escape(printable(text))


def _section(name: str, content: str) -> str:
    return f"<section>\n<h2>{_text(name)}</h2>\n{content}\n</section>"


def _table(table: Table) -> str:
    def row(tag: str, cells: Iterable[str]) -> str:
        classes = [' class="right"' if column.right else "" for column in table.columns]
        pairs = zip(classes, cells, strict=True)
        return f"<tr>{''.join([f'<{tag}{name}>{_text(cell)}</{tag}>' for name, cell in pairs])}</tr>"

    head = row("th", [column.name for column in table.columns])
    body = "\n".join([row("td", cells) for cells in table.rows])
    return f'<div class="scroll"><table class="listing"><thead>{head}</thead>\n<tbody>\n{body}\n</tbody></table></div>'


# The chart: a point for each plan that was evaluated, with the limit; both axes are logarithmic.


def _chart(plan: PlanRecord) -> str:
    named = [*render.baseline_rows(plan), ("the plan", plan.cost)]
    rows = [(name, cost.peak_bytes, cost.seconds) for name, cost in named]
    front = [(each.peak_bytes, each.seconds) for each in plan.front]
    every = [*plan.points, *front, *[(peak, seconds) for _, peak, seconds in rows]]
    known = [(peak, seconds) for peak, seconds in every if 0 < peak < inf and 0 < seconds < inf]
    if not known:
        return "<p>No plan can be partitioned.</p>"
    peaks, times = [peak for peak, _ in known], [seconds for _, seconds in known]
    across, down = _Scale(peaks, _LEFT, _WIDTH - _RIGHT), _Scale(times, _HEIGHT - _BOTTOM, _TOP)
    parts = [_circle(across.at(peak), down.at(seconds), 2, "var(--faint)") for peak, seconds in dict.fromkeys(known)]
    steps = [f"{across.at(peak):.1f},{down.at(seconds):.1f}" for peak, seconds in front]
    parts.append(f'<polyline points="{" ".join(steps)}" fill="none" stroke="var(--accent)"/>')
    if across.least <= plan.limit_bytes <= across.most:
        limit, low = across.at(plan.limit_bytes), _HEIGHT - _BOTTOM
        parts.append(f'<path d="M{limit:.1f} {_TOP}V{low}" stroke="var(--warm)" stroke-dasharray="4"/>')
        parts.append(_label(limit + 4, _TOP + 10, f"limit {short(int(plan.limit_bytes))}"))
    places: dict[tuple[float, float], list[str]] = {}
    for name, peak, seconds in rows:
        if 0 < peak < inf and 0 < seconds < inf:
            places.setdefault((round(across.at(peak), 1), round(down.at(seconds), 1)), []).append(name)
    last = -inf
    for (x, y), names in sorted(places.items(), key=lambda each: each[0][1]):
        last = max(y, last + 14)
        parts += [_circle(x, y, 5, "var(--warm)" if "the plan" in names else "var(--accent)")]
        parts += [
            f'<path d="M{x} {y}L{x + 12} {last}" stroke="var(--rule)"/>',
            _label(x + 14, last + 4, ", ".join(names)),
        ]
    for peak in (across.least, across.most):
        parts.append(_label(across.at(peak) - 20, _HEIGHT - 20, short(int(peak))))
    for seconds in (down.least, down.most):
        parts.append(_label(4, down.at(seconds) + 4, time(seconds)))
    parts.append(_label(_LEFT, _HEIGHT - 4, f"peak ({plan.profile}) against the time of a step, both logarithmic"))
    box = f'viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="Plans by memory and time"'
    return f'<svg id="chart" {box}>\n{"".join(parts)}\n</svg>'


class _Scale:
    """Places of numbers between two ends of a picture, by their logarithms."""

    def __init__(self, numbers: Sequence[float], first: float, last: float) -> None:
        self.least, self.most = min(numbers), max(numbers)
        self._first, self._last = first, last

    def at(self, number: float) -> float:
        """Returns the place of a number; the middle if all are the same."""
        span = log10(self.most / self.least)
        share = log10(number / self.least) / span if span else 0.5
        return self._first + share * (self._last - self._first)


def _circle(x: float, y: float, radius: int, colour: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{colour}"/>'


def _label(x: float, y: float, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}">{_text(text)}</text>'


# Costs by source line.


def _line_table(plan: PlanRecord, machine: Machine) -> Table | None:
    """Returns a row for each source line that costs something; None without programs or locations."""
    if plan.module is None or plan.module_before is None:
        return None
    before, after = [dict(_lines(module, plan, machine)) for module in (plan.module_before, plan.module)]
    places = dict.fromkeys([place for place, _ in (*before, *after)])
    weight = {place: max(each.get((place, Metric.TIME), 0.0) for each in (before, after)) for place in places}
    shown = sorted(sorted(places, key=lambda place: -weight[place])[:_MAX_LINES])
    metrics = [metric for metric in Metric if any(metric is each for _, each in (*before, *after))]
    rows = []
    for place in shown:
        cells = [(each.get((place, metric)), metric) for metric in metrics for each in (before, after)]
        amounts = [_amount(amount, metric) for amount, metric in cells]
        rows.append([f"{place[0]}:{place[1]}", *amounts, getline(*place).strip()])
    heads = [f"{metric.value}, {when}" for metric in metrics for when in ("before", "after")]
    columns = [Column("line"), *[Column(head, right=True) for head in heads], Column("source")]
    return Table(columns, rows) if rows else None


def _amount(amount: float | None, metric: Metric) -> str:
    if amount is None:
        return ""
    return time(amount) if metric is Metric.TIME else short(int(amount))


_Place = tuple[str, int]


def _lines(module: Module, plan: PlanRecord, machine: Machine) -> Iterator[tuple[tuple[_Place, Metric], float]]:
    """Yields what each source line costs."""
    sums: dict[tuple[_Place, Metric], float] = {}
    for sample in samples_of(view(module, machine=machine, profile=plan.profile, most=0)):
        frame = shown_frame(sample.frames)
        if frame is not None:
            key = (frame.file, frame.line), sample.metric
            sums[key] = sums.get(key, 0.0) + sample.amount
    yield from sums.items()
