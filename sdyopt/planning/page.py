"""A plan as a page of HTML: what was found, all plans by memory and time, and costs by line, before and after."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from sdyopt.api.module import Module
from sdyopt.cost.origins.followers import shown_frame
from sdyopt.cost.time.machine import Machine
from sdyopt.display.tables import Column, Table
from sdyopt.planning import render
from sdyopt.planning.records import PlanRecord
from sdyopt.view import view
from sdyopt.view.page.static import ChartPoint, chart, section, static_page, table_html, text
from sdyopt.view.stacks import Metric, metric_text, samples_of, text_of_named

_MAX_LINES = 60
"""Source lines that are shown, those that cost most."""


def page_of(plan: PlanRecord, machine: Machine | None = None) -> str:
    """Returns the page of a plan; of one that was read, without costs by source line and the plans of the search.

    The machine is by default the device of the plan.
    """
    parts = [section(name, table_html(table, name)) for name, table in render.titled_tables(plan)]
    points = [ChartPoint(name, cost.peak_bytes, cost.seconds) for name, cost in render.baseline_rows(plan)]
    points.append(ChartPoint("the plan", plan.cost.peak_bytes, plan.cost.seconds, is_marked=True))
    front = [(each.peak_bytes, each.seconds) for each in plan.front]
    drawn = chart(points, plan.profile, plan.points, front, plan.limit_bytes)
    parts.insert(1, section("All plans, by memory and time", drawn))
    lines = _line_table(plan, machine or Machine.of(plan.device))
    name = "Source lines, before and after"
    parts += [section(name, table_html(lines, name))] if lines is not None else []
    notes = [f"<p>{text(line)}</p>" for line in render.details(plan)]
    parts.append(section("Notes" if plan.verification else "Notes: not verified", "\n".join(notes)))
    parts.insert(0, f'<p class="faint">{text(render.heading(plan))}</p>')
    return static_page(f"{plan.file}: a plan", "sdy-plan", render.answers(plan), parts)


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
    files = {file for file, _ in shown}
    texts = {file: dict(enumerate((text_of_named(file) or "").split("\n"), 1)) for file in files}
    for place in shown:
        file, line = place
        cells = [(metric, each.get((place, metric))) for metric in metrics for each in (before, after)]
        amounts = ["" if amount is None else metric_text(metric, amount) for metric, amount in cells]
        rows.append([f"{PurePath(file).name}:{line}", *amounts, texts[file].get(line, "").strip()])
    heads = [f"{metric.value}, {when}" for metric in metrics for when in ("before", "after")]
    columns = [Column("line"), *[Column(head, right=True) for head in heads], Column("source")]
    return Table(columns, rows) if rows else None


_Place = tuple[str, int]


def _lines(module: Module, plan: PlanRecord, machine: Machine) -> Iterator[tuple[tuple[_Place, Metric], float]]:
    """Yields what each source line costs."""
    sums: dict[tuple[_Place, Metric], float] = {}
    for sample in samples_of(view(module, machine=machine, profile=plan.profile, most=0)):
        if (frame := shown_frame(sample.frames)) is not None:
            key = (frame.file, frame.line), sample.metric
            sums[key] = sums.get(key, 0.0) + sample.amount
    yield from sums.items()
