"""What `--strict` fails on: numbers that are unknown or estimated, and operations at which shardings end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sdyopt.cost.collectives.totals import Totals
from sdyopt.cost.origins.causes import listed
from sdyopt.cost.origins.sources import Frames, line_text
from sdyopt.cost.sizes.unruled import Unruled
from sdyopt.display.wording import counted
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.view.model import ModuleView
from sdyopt.view.render.amounts import short

if TYPE_CHECKING:
    from sdyopt.view.xla import XlaView

_MOST_NAMED = 3
"""Operations without a sharding rule that a note names."""


def unruled_note(view: ModuleView) -> str | None:
    """Returns a sentence about operations without a sharding rule; None if shardings end at no operation.

    `2 operations without a sharding rule (chlo.erf model.py:7, …): shardings do not pass, 4 MiB stay whole`.
    """
    if not view.unruled:
        return None
    names = list(
        dict.fromkeys(f"{each.operation} {line_text(each.source, view.frames)}".strip() for each in view.unruled)
    )
    more = ", …" if len(names) > _MOST_NAMED else ""
    held = [each.bytes for each in view.unruled]
    whole = sum([size or 0 for size in held])
    known = f"{'at least ' if None in held else ''}{short(whole)} a device" if whole else "unknown bytes"
    xla = "; XLA has no rule either, and gathers" if all(each.also_in_xla for each in view.unruled) else ""
    return (
        f"{counted(len(view.unruled), 'operation')} without a sharding rule ({', '.join(names[:_MOST_NAMED])}{more}): "
        f"shardings do not pass, {known} stay whole{xla}"
    )


def doubts(view: ModuleView) -> Iterator[str]:
    """Yields a message for each number of a program that is unknown or estimated, and each operation without a rule."""
    for function in view.functions:
        if function.unknown:
            sizes = counted(function.unknown, "argument or result", "arguments and results")
            yield f"@{function.name}: the bytes of {sizes} are unknown"
    for left in view.calls_left:
        yield f"@{left.function}: {counted(left.calls, 'call')} not inlined, as XLA does: {left.reason.value}"
    for operation in view.unruled:
        yield _unruled(operation, view.frames)
    yield from _unknown(view.totals, view.frames)
    for each in view.collectives:
        if each.estimated and each.bytes_sent is not None:
            sent = short(each.bytes_sent)
            yield _at(each.source, view.frames, f"about {sent} are estimated: {each.estimated}")
    if view.totals.reshards:
        yield f"{counted(view.totals.reshards, 'reshard')} without collectives"


def doubts_of_compiled(view: XlaView) -> Iterator[str]:
    """Yields a message for each number of a compiled program that is unknown."""
    if not view.is_scheduled:
        yield "not scheduled: this is not what runs"
    if view.arguments is None or view.results is None:
        yield "the bytes of arguments and results are unknown"
    yield from _unknown(view.totals, view.frames)


def _unruled(operation: Unruled, choice: FrameChoice) -> str:
    whole = "unknown bytes" if operation.bytes is None else short(operation.bytes)
    text = f"{operation.operation} has no sharding rule: {listed(operation.axes)} does not pass, {whole} stay whole"
    return _at(operation.source, choice, text)


def _unknown(totals: Totals, choice: FrameChoice) -> Iterator[str]:
    for each in totals.unknown:
        number = counted(each.number, each.operation)
        if each.kind == "bytes":
            most = "" if each.most is None else f", at most {short(each.most)}"
            reason = f": {each.reason}" if each.reason else ""
            yield _at(each.source, choice, f"{number} of unknown bytes{most}{reason}")
        elif each.kind == "runs":
            loop = line_text(each.loop, choice)
            times = f"in each iteration of the loop {loop}" if loop else "in each run"
            yield _at(each.source, choice, f"{number} of unknown runs, {short(each.bytes_each)} {times}")


def _at(source: Frames, choice: FrameChoice, text: str) -> str:
    place = line_text(source, choice)
    return f"{place}: {text}" if place else text
