"""What `sdy-view` prints of collectives and of memory: tables, with their sums."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sdyopt.cost.collectives.axis_keys import NO_AXES, axes_of_key
from sdyopt.cost.collectives.collectives import CollectiveView
from sdyopt.cost.collectives.totals import Totals, seconds
from sdyopt.cost.held.peak import STATEMENT, PeakView
from sdyopt.cost.origins.sources import line_text
from sdyopt.display.wording import counted
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.view.columns.collectives import Communicating
from sdyopt.view.render.amounts import UNKNOWN, short, time

_MOST_PARTS = 8
"""Of a sum."""

_MOST_LOOPS = 3
"""Loops of unknown length that a sum names."""


def listed_collectives(
    collectives: Sequence[CollectiveView], most: int | None, order: str = "order"
) -> list[CollectiveView]:
    """Returns the collectives that send most in one of COLLECTIVE_ORDERS."""
    by_bytes = COLLECTIVE_ORDERS["bytes"]
    numbers = list(range(len(collectives)))
    if most is not None and len(collectives) > most:
        numbers = sorted(sorted(numbers, key=lambda number: by_bytes(collectives[number]))[:most])
    return sorted([collectives[number] for number in numbers], key=COLLECTIVE_ORDERS[order])


def _most_sent(collective: CollectiveView) -> tuple[bool, int]:
    """Orders collectives by what they send in one run of the program; unknown amounts come first."""
    return (False, 0) if collective.sent is None else (True, -collective.sent)


COLLECTIVE_ORDERS: dict[str, Callable[[CollectiveView], Any]] = {
    "order": lambda _: 0,
    "bytes": _most_sent,
    "name": lambda collective: collective.kind,
    "shape": lambda collective: -(collective.operand.bytes or 0),
}
"""How `--sort` orders collectives: by what they are, and by what a device has of their operands."""


def collective_notes(view: Communicating, bandwidths: Mapping[str, float], are_all: bool = True) -> Iterator[str]:
    """Yields the sums of all collectives, and what is not in them; if not all are listed, that they are of all."""
    totals = view.totals
    if not view.collectives and not totals.is_lower_bound:
        yield "no collectives"
        yield from _left_out(view)
        return
    yield f"sent a device{'' if are_all else ' in all functions'}: {sent_text(view)}"
    sending = sum([bool(collective.sent) for collective in view.collectives])
    kinds = [(kind.replace("-", "_"), size) for kind, size in totals.by_kind]
    for name, parts in (("kind", kinds), ("line", list(totals.by_line))):
        if 1 < len(parts) < sending:
            yield f"by {name}: {_parts(parts)}"
    if bandwidths:
        yield _time_text(view, bandwidths)
    yield from _left_out(view)


def sent_text(view: Communicating) -> str:
    """`56 KiB, all over "expert"`; with unknowns `at least 56 KiB, all over "expert", and 1.0 KiB each time …`."""
    totals = view.totals
    known = _known_text(totals) + estimated_text(totals)
    unknown = unknown_text(totals, view.frames)
    assumed = {each.runs.loop: None for each in view.collectives if each.runs.is_assumed}
    if assumed:
        known += f", with an assumed number of iterations of {counted(len(assumed), 'loop')}"
    if not unknown:
        return known
    return f"at least {known}, and {unknown}" if totals.bytes_with_estimates else f"unknown: {unknown}"


def unknown_text(totals: Totals, choice: FrameChoice) -> str:
    """`198 KiB in each iteration of the loop model.py:39 (18 collectives)`; empty if everything is known."""
    numbers = {
        kind: sum([each.number for each in totals.unknown if each.kind == kind]) for kind in ("bytes", "sharding")
    }
    parts = list(_loop_texts(totals, choice))
    if numbers["bytes"]:
        bounds = [each.most for each in totals.unknown if each.kind == "bytes"]
        most = "" if None in bounds else f", at most {short(sum([bound or 0 for bound in bounds]))}"
        parts.append(f"{counted(numbers['bytes'], 'collective')} of unknown bytes{most}")
    if totals.reshards:
        parts.append(f"{counted(totals.reshards, 'reshard')} of unknown bytes")
    if numbers["sharding"]:
        parts.append(f"what XLA does at {counted(numbers['sharding'], 'operation')} without a sharding rule")
    return " and ".join(parts)


def unknown_reasons(totals: Totals, choice: FrameChoice) -> str:
    """`model.py:7: perhaps gathered by XLA's partitioner for gather`, of those that may send most, or nothing."""
    found = sorted([each for each in totals.unknown if each.reason], key=lambda each: -(each.most or 0))
    texts = [f"{line_text(each.source, choice)}: {each.reason}" for each in found]
    return ", ".join([*texts[:_MOST_LOOPS], *(["…"] if len(texts) > _MOST_LOOPS else [])])


def _loop_texts(totals: Totals, choice: FrameChoice) -> Iterator[str]:
    """Yields what an iteration of each loop of unknown length sends, the most first."""
    loops: dict[str, tuple[int, int]] = {}
    for each in totals.unknown:
        if each.kind == "runs":
            place = line_text(each.loop, choice)
            sent, number = loops.get(place, (0, 0))
            loops[place] = sent + (each.bytes_each or 0), number + each.number
    ordered = sorted(loops.items(), key=lambda loop: -loop[1][0])
    for place, (sent, number) in ordered[:_MOST_LOOPS]:
        count = counted(number, "collective")
        if place:
            yield f"{short(sent)} in each iteration of the loop {place} ({count})"
        else:
            yield f"{short(sent)} each time that {count} of unknown runs {'runs' if number == 1 else 'run'}"
    if len(ordered) > _MOST_LOOPS:
        rest = sum([sent for _, (sent, _) in ordered[_MOST_LOOPS:]])
        yield f"{short(rest)} in iterations of {counted(len(ordered) - _MOST_LOOPS, 'other loop')}"


def assumption_hint(totals: Totals, choice: FrameChoice) -> str:
    """`--assume-runs=model.py:39=N`, the options that say how often loops run; empty if no runs are unknown."""
    unknown = [line_text(each.loop, choice) for each in totals.unknown if each.kind == "runs"]
    places = list(dict.fromkeys(filter(None, unknown)))
    if not unknown:
        return ""
    if len(places) > _MOST_LOOPS or not all(unknown):
        return "--assume-runs=N"
    return " ".join([f"--assume-runs={place}=N" for place in places])


def estimated_text(totals: Totals) -> str:
    """`, and about 6 MiB more that XLA sends (4 estimated rows)`; empty if there are none."""
    if not totals.estimated:
        return ""
    rows = counted(totals.estimated, "estimated row")
    return f", and about {short(totals.estimated_bytes)} more that XLA sends ({rows})"


def _known_text(totals: Totals) -> str:
    axes = [(axes_text(key), size) for key, size in totals.by_axis]
    if not totals.bytes_sent:
        return short(totals.bytes_sent)
    if totals.by_axis[0][0] == NO_AXES and len(axes) == 1:
        return short(totals.bytes_sent)
    if len(axes) == 1:
        return f"{short(totals.bytes_sent)}, all over {axes[0][0]}"
    return f"{short(totals.bytes_sent)}: {', '.join([f'{short(size)} over {key}' for key, size in axes])}"


def axes_text(key: str) -> str:
    """`"data", "model"`, from the key of a sum."""
    if key == NO_AXES:
        return "no axes"
    return ", ".join([f'"{name}"' for name in axes_of_key(key)])


def _parts(parts: Sequence[tuple[str, int]]) -> str:
    texts = [f"{name or UNKNOWN} {short(size)}" for name, size in parts[:_MOST_PARTS]]
    return ", ".join(texts) + (f", … {len(parts) - _MOST_PARTS:,} more" if len(parts) > _MOST_PARTS else "")


def _time_text(view: Communicating, bandwidths: Mapping[str, float]) -> str:
    times = [seconds(collective, bandwidths) for collective in view.collectives]
    known = [each for each in times if each is not None]
    rates = ", ".join([f'"{axis}" at {rate:g} GB/s' for axis, rate in bandwidths.items()])
    text = f"at least {time(sum(known))} with {rates}"
    unknown = len(times) - len(known)
    return f"{text}; not counted: {counted(unknown, 'collective')} of unknown time" if unknown else text


def _left_out(view: Communicating) -> Iterator[str]:
    totals = view.totals
    if totals.unknown_executions:
        count = counted(totals.unknown_executions, "collective")
        hint = assumption_hint(totals, view.frames)
        yield f"not summed: {count} in loops whose number of runs is unknown ({hint})"
    if totals.unknown_sizes:
        yield f"not summed: {counted(totals.unknown_sizes, 'collective')} of unknown size"
    if totals.reshards:
        yield f"not summed: {counted(totals.reshards, 'reshard')} without collectives"
    for collective in view.collectives:
        if collective.estimated and collective.sent is None and collective.bytes_sent is None:
            place = line_text(collective.source, view.frames) or UNKNOWN
            most = "" if collective.most is None else f", at most {short(collective.most)}"
            each = "" if collective.executions == 1 or not most else " in each run of it"
            yield f"not summed: what is {collective.estimated} at {place}{most}{each}"


def peak_notes(peak: PeakView, choice: FrameChoice) -> Iterator[str]:
    """Yields what the peak is, and where."""
    place = line_text(peak.source, choice)
    at = f"{peak.operation} {place}".strip() if peak.operation else "the beginning"
    yield f"peak a device: about {short(peak.bytes)} (profile {peak.profile}) in @{peak.function}, at {at}"
    if peak.most is not None and peak.most > peak.bytes:
        yield f"at most {short(peak.most)} if XLA gathers what it may (see the collectives of unknown bytes)"
    yield f"This is {STATEMENT}."
