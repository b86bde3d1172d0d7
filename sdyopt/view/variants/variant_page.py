"""A page with the variants of a program: a chart of memory against time, whose points open their variants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from sdyopt.cost.held.profiles import Profile
from sdyopt.cost.time.machine import Machine
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.view.columns.variants import VARIANT, changes_text, variant_notes
from sdyopt.view.render.amounts import short, time
from sdyopt.view.variants.measuring import VariantView

_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _MARGIN = 760, 360, 90, 50, 24

_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #1d2733; }
h1 { overflow-wrap: anywhere; }
svg { width: 100%; height: auto; background: #f7f9fb; border: 1px solid #d9e0e7; }
svg text { font-size: 12px; fill: #4a5866; }
circle { fill: #2b6cb0; stroke: #fff; stroke-width: 1.5; }
a:hover circle, a:focus circle { fill: #c05621; }
.given circle { fill: #4a5866; }
details { border: 1px solid #d9e0e7; margin: .4rem 0; padding: .4rem .8rem; }
details:target { border-color: #c05621; }
summary { cursor: pointer; }
td, th { padding: .1rem 1rem .1rem 0; text-align: left; }
@media (prefers-color-scheme: dark) {
  body { background: #14191f; color: #dde5ec; } svg { background: #1b222a; border-color: #33404d; }
  svg text { fill: #a9b7c4; } details { border-color: #33404d; } circle { stroke: #14191f; }
}
"""

_SCRIPT = """
function openTarget() {
  const found = document.getElementById(location.hash.slice(1));
  if (found instanceof HTMLDetailsElement) { found.open = true; found.scrollIntoView({block: "nearest"}); }
}
addEventListener("hashchange", openTarget);
openTarget();
"""


class _Point(NamedTuple):
    variant: VariantView
    peak: int
    seconds: float


def variant_page(found: Sequence[VariantView], machine: Machine, profile: Profile) -> str:
    """Returns the page, which needs no network."""
    title = f"Variants of {', '.join(dict.fromkeys([each.file for each in found]))}"
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
        f"<main><h1>{escape(title)}</h1>",
        *[f"<p>{escape(note)}</p>" for note in variant_notes(found, machine, profile)],
        *_chart(found, profile),
        *[part for each in found for part in _details(each)],
        f"</main><script>{_SCRIPT}</script></html>",
    ]
    return "\n".join(parts) + "\n"


def _chart(found: Sequence[VariantView], profile: Profile) -> Iterator[str]:
    points = [
        _Point(each, each.peak_bytes, each.cost.seconds)
        for each in found
        if each.cost is not None and each.peak_bytes is not None
    ]
    if not points:
        return
    most = max([point.peak for point in points]) * 1.08 or 1.0
    slowest = max([point.seconds for point in points]) * 1.08 or 1.0
    across, down = _WIDTH - _LEFT - _MARGIN, _HEIGHT - _BOTTOM - _MARGIN
    yield f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="group" aria-label="time of a step against peak memory">'
    for tick in range(5):
        x, y = _LEFT + across * tick / 4, _MARGIN + down * (1 - tick / 4)
        yield f'<line x1="{_LEFT}" x2="{_WIDTH - _MARGIN}" y1="{y:.1f}" y2="{y:.1f}" stroke="#d9e0e7"/>'
        label, below = short(int(most * tick / 4)), _HEIGHT - _BOTTOM + 18
        anchor = "middle" if tick < 4 else "end"
        yield f'<text x="{x:.1f}" y="{below}" text-anchor="{anchor}">{label}</text>'
        yield f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{time(slowest * tick / 4)}</text>'
    yield f'<text x="{_LEFT + across / 2}" y="{_HEIGHT - 10}" text-anchor="middle">peak of a device ({profile})</text>'
    yield f'<text x="{_LEFT}" y="{_MARGIN - 9}" text-anchor="middle">a step</text>'
    for point in points:
        each = point.variant
        x, y = _LEFT + across * point.peak / most, _MARGIN + down * (1 - point.seconds / slowest)
        given = "" if each.changes else ' class="given"'
        tip = f"{each.number}: {changes_text(each.changes)}: {short(point.peak)}, {time(point.seconds)}"
        yield (
            f'<a href="#v{each.number}"{given}><title>{escape(tip)}</title><circle cx="{x:.1f}" cy="{y:.1f}" r="7"/>'
            f'<text x="{x + 10:.1f}" y="{y + 4:.1f}">{each.number}</text></a>'
        )
    yield "</svg>"


def _details(each: VariantView) -> Iterator[str]:
    cost = each.cost
    numbers = f"refused: {each.error}" if cost is None else f"{short(each.peak_bytes)}, {time(cost.seconds)}"
    title = f"{each.number}: {changes_text(each.changes)}: {numbers}"
    yield f'<details id="v{each.number}"><summary>{escape(title)}</summary>'
    if cost is not None:
        sent = [(f"sent over {axes or 'other'}", short(size)) for axes, size in cost.bytes_by_axes.items()]
        rows = [*VARIANT.attributes(each).items(), *sent]
        yield "<table>"
        yield from [f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in rows]
        yield "</table>"
    yield "</details>"
