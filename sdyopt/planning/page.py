"""A plan as a page of HTML: what was found, all plans by memory and time, and costs by line, before and after."""

from __future__ import annotations

from pathlib import PurePath

from sdyopt.cost.time.machine import Machine
from sdyopt.diagnostics.rendering import USER_FRAMES
from sdyopt.display.tables import Column, Table
from sdyopt.planning import render
from sdyopt.planning.records import PlanRecord
from sdyopt.view import view
from sdyopt.view.page.static import ChartPoint, chart, section, static_page, table_html, text
from sdyopt.view.stacks import Metric, metric_text, samples_of, source_files

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
    views = [view(each, machine=machine, profile=plan.profile, most=0) for each in (plan.module_before, plan.module)]
    files = {each.file: each for each in source_files(list(map(samples_of, views)), USER_FRAMES, {})}
    places = [(file, line) for file, each in files.items() for line in each.costs]
    costs = {(file, line): files[file].costs[line] for file, line in places}
    weight = {place: max(each.get(Metric.TIME, 0.0) for each in costs[place]) for place in places}
    shown = sorted(sorted(places, key=lambda place: -weight[place])[:_MAX_LINES])
    metrics = [metric for metric in Metric if any(metric in each for place in places for each in costs[place])]
    rows = []
    for file, line in shown:
        cells = [(metric, each.get(metric)) for metric in metrics for each in costs[file, line]]
        source = "".join(files[file].texts[line - 1 : line]).strip()
        rows.append([f"{PurePath(file).name}:{line}", *[metric_text(*cell) for cell in cells], source])
    heads = [f"{metric.value}, {when}" for metric in metrics for when in ("before", "after")]
    columns = [Column("line"), *[Column(head, right=True) for head in heads], Column("source")]
    return Table(columns, rows) if rows else None
