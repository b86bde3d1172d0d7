"""Charts as SVG: lines over a logarithmic axis, each with its name at its end."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

COLOURS = ("#0b6e4f", "#c1440e", "#3a5a98", "#8a6d1d", "#7b2d8b", "#4a4a4a", "#1b998b", "#b5179e")
LEFT, WIDTH, RIGHT = 60, 420, 190
TOP, HEIGHT, BOTTOM = 40, 220, 50
LABEL_HEIGHT = 14
GRID_LINES = 5


class Chart(NamedTuple):
    """Series of (x, y) by their names; x from 1 on, y from 0."""

    title: str
    x_title: str
    series: Mapping[str, Sequence[tuple[float, float]]]


def svg(charts: Sequence[Chart]) -> str:
    """The charts, one below the other."""
    width, height = LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height * len(charts)}" '
        'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for index, chart in enumerate(charts):
        parts += [f'<g transform="translate({LEFT},{index * height + TOP})">', *_drawn(chart), "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _drawn(chart: Chart) -> Iterator[str]:
    points = [point for line in chart.series.values() for point in line]
    first, last = math.log10(min(x for x, _ in points)), math.log10(max(x for x, _ in points))
    step = _round_step(max(y for _, y in points) / GRID_LINES)
    top = step * math.ceil(max(y for _, y in points) / step)

    def place(x: float, y: float) -> tuple[float, float]:
        across = (math.log10(x) - first) / ((last - first) or 1)
        return round(across * WIDTH, 1), round(HEIGHT - y / top * HEIGHT, 1)

    yield f'<text x="0" y="-16" font-size="14" font-weight="bold">{escape(chart.title)}</text>'
    for number in range(round(top / step) + 1):
        _, y = place(10**first, number * step)
        yield f'<line x1="0" x2="{WIDTH}" y1="{y}" y2="{y}" stroke="#ddd"/>'
        yield f'<text x="-8" y="{y + 4}" text-anchor="end">{number * step:g}</text>'
    for power in range(math.ceil(first), math.floor(last) + 1):
        x, _ = place(10**power, 0)
        yield f'<line x1="{x}" x2="{x}" y1="0" y2="{HEIGHT}" stroke="#ddd"/>'
        yield f'<text x="{x}" y="{HEIGHT + 18}" text-anchor="middle">{10**power:,}</text>'
    yield f'<text x="{WIDTH / 2}" y="{HEIGHT + 38}" text-anchor="middle">{escape(chart.x_title)}</text>'
    labels = {}
    for (name, line), colour in zip(chart.series.items(), _colours(len(chart.series)), strict=True):
        places = [place(x, y) for x, y in line]
        corners = " ".join([f"{x},{y}" for x, y in places])
        yield f'<polyline points="{corners}" fill="none" stroke="{colour}" stroke-width="2"/>'
        for x, y in places:
            yield f'<circle cx="{x}" cy="{y}" r="2.5" fill="{colour}"/>'
        labels[name] = (places[-1][1], colour)
    in_order = sorted(labels.items(), key=lambda label: label[1][0])
    for y, (name, (_, colour)) in zip(_spread([y for _, (y, _) in in_order]), in_order, strict=True):
        yield f'<text x="{WIDTH + 10}" y="{y + 4}" fill="{colour}">{escape(name)}</text>'


def _spread(wanted: Sequence[float]) -> list[float]:
    """Places from the top for labels, as near to those `wanted`, in order, as they may be without touching."""
    places: list[float] = []
    for y in wanted:
        places.append(max(y, places[-1] + LABEL_HEIGHT) if places else y)
    lowest = float(HEIGHT)
    for index in reversed(range(len(places))):
        places[index] = min(places[index], lowest)
        lowest = places[index] - LABEL_HEIGHT
    return places


def _colours(count: int) -> list[str]:
    return [COLOURS[index % len(COLOURS)] for index in range(count)]


def _round_step(wanted: float) -> float:
    """The next of 1, 2, 5, 10, 20, … that is not less."""
    if wanted <= 0:
        return 1
    power = 10 ** math.floor(math.log10(wanted))
    return float(next(factor * power for factor in (1, 2, 5, 10) if factor * power >= wanted * (1 - 1e-9)))
