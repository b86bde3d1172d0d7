"""A plan as a page: memory against time, where a point opens its plan. It needs no script and no network."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import isinf

from sdyopt.planning.records import FrontPlan, PlanRecord, Spec, spec_text
from sdyopt.planning.render.printing import details, heading, names_text
from sdyopt.view.render.amounts import short, time

_WIDTH, _HEIGHT, _EDGE = 640, 320, 60
_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #222 }
h1 { overflow-wrap: anywhere } svg { max-width: 100%; height: auto }
section { overflow-x: auto } table { border-collapse: collapse }
th, td { text-align: left; padding: .15rem .8rem .15rem 0; vertical-align: top }
td { font-family: ui-monospace, monospace; font-size: 13px } th { border-bottom: 1px solid #999 }
svg text { font-size: 12px; fill: #555 } circle { fill: #36c } a:hover circle, a:focus circle { fill: #c33 }
circle.chosen { fill: #283 } line, polyline { stroke: #999; fill: none } line.limit { stroke: #c33 }
section.point { display: none } section.point:target { display: block }
body:not(:has(section.point:target)) section.chosen { display: block }
@media (prefers-color-scheme: dark) { body { background: #181818; color: #ddd } svg text { fill: #aaa } }
"""


def page(plan: PlanRecord) -> str:
    """Returns the HTML of a plan."""
    chosen = _chosen(plan)
    sections = [_section(plan, number, point, number == chosen) for number, point in enumerate(plan.front)]
    notes = "".join([f"<li>{escape(line)}</li>" for line in details(plan)])
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(plan.file)}</title><style>{_STYLE}</style></head><body><main>\n"
        f"<h1>{escape(plan.file)}</h1>\n<p>{escape(heading(plan))}</p>\n<h2>Memory against time</h2>\n"
        f"{_chart(plan, chosen)}\n{''.join(sections)}<ul>{notes}</ul>\n</main></body></html>\n"
    )


def _chosen(plan: PlanRecord) -> int | None:
    """Returns the number of the point of the front that is the plan; None if it is not there."""
    own = tuple([each.spec for each in plan.classes])
    return next((number for number, point in enumerate(plan.front) if point.classes == own), None)


def _chart(plan: PlanRecord, chosen: int | None) -> str:
    """Returns the drawing of the front, with the limit if it is inside."""
    points = plan.front
    if not points or isinf(points[0].seconds):
        return "<p>No plan can be partitioned.</p>"
    memory, seconds = [point.peak_bytes for point in points], [point.seconds for point in points]
    spots = [
        (_place(point.peak_bytes, memory, _WIDTH), _HEIGHT - _place(point.seconds, seconds, _HEIGHT))
        for point in points
    ]
    parts = [f'<polyline points="{" ".join([f"{x:.1f},{y:.1f}" for x, y in spots])}"/>']
    if min(memory) <= plan.limit_bytes <= max(memory):
        x = _place(plan.limit_bytes, memory, _WIDTH)
        parts.append(f'<line class="limit" x1="{x:.1f}" x2="{x:.1f}" y1="{_EDGE // 2}" y2="{_HEIGHT - _EDGE}"/>')
        parts.append(_label(x, _EDGE // 2, "limit"))
    for number, (point, (x, y)) in enumerate(zip(points, spots, strict=True)):
        kind = ' class="chosen"' if number == chosen else ""
        title = f"<title>{short(int(point.peak_bytes))}, {time(point.seconds)}</title>"
        parts.append(f'<a href="#plan{number}"><circle{kind} cx="{x:.1f}" cy="{y:.1f}" r="6">{title}</circle></a>')
    parts += [_label(_WIDTH / 2, _HEIGHT - 4, f"peak of a device ({plan.profile})", "middle"), _label(4, 16, "a step")]
    for peak in sorted({min(memory), max(memory)}):
        parts.append(_label(_place(peak, memory, _WIDTH), _HEIGHT - 24, short(int(peak)), "middle"))
    for taken in sorted({min(seconds), max(seconds)}):
        parts.append(_label(4, _HEIGHT - _place(taken, seconds, _HEIGHT), time(taken)))
    size = f'viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}"'
    return f'<svg {size} role="group" aria-label="Plans by memory and time">{"".join(parts)}</svg>'


def _label(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{text}</text>'


def _place(value: float, values: Sequence[float], length: int) -> float:
    """Returns where a value is between the edges of the chart, from the side of the least."""
    least, most = min(values), max(values)
    return _EDGE + (length - 2 * _EDGE) * ((value - least) / (most - least) if most > least else 0.5)


def _section(plan: PlanRecord, number: int, point: FrontPlan, is_chosen: bool) -> str:
    rows = "".join(
        [
            f"<tr><td>{escape(names_text(each))}</td><td>{len(each.names)}</td><td>{escape(each.type)}</td>"
            f"<td>{_spec(spec.storage)}</td><td>{_spec(spec.at_use)}</td></tr>"
            for each, spec in zip(plan.classes, point.classes, strict=True)
        ]
    )
    kind = "point chosen" if is_chosen else "point"
    title = f"{short(int(point.peak_bytes))}, {time(point.seconds)}{': the plan' if is_chosen else ''}"
    return (
        f'<section class="{kind}" id="plan{number}"><h2>{title}</h2>\n<table><tr><th>argument</th><th>×</th>'
        f"<th>type</th><th>stored</th><th>at use</th></tr>{rows}</table></section>\n"
    )


def _spec(spec: Spec | None) -> str:
    return "" if spec is None else escape(spec_text(spec))
