"""Limits that a program may not exceed, for pipelines that guard it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sdyopt.cost.collectives.found import Totals
from sdyopt.cost.origins.followers import Frames, line_text, listed
from sdyopt.cost.sizes.local_sizes import Unruled
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.display.wording import counted
from sdyopt.ir.records import NamedTuple
from sdyopt.view.model import ModuleView
from sdyopt.view.render.amounts import less_margin, short
from sdyopt.view.render.cost_tables import assumption_hint, unknown_reasons, unknown_text

if TYPE_CHECKING:
    from sdyopt.view.xla import XlaView


class Limits(NamedTuple):
    """The most bytes on a device, or none."""

    bytes: int | None = None
    """For the arguments and results of a public function, donated ones counted once."""
    sent: int | None = None
    """To be sent by collectives."""
    peak: int | None = None
    margin: float = 0.0
    """The share of a number that is added to it before it is compared."""

    def exceeds(self, found: int, limit: int | None) -> bool:
        """Whether a number that is shown is too much."""
        return limit is not None and found > less_margin(limit, self.margin)

    def message(self, subject: str, found: int, option: str, limit: int | None) -> str:
        """Returns what is said of a number that is too much."""
        assert limit is not None
        text = f"{subject} {short(found)} a device, more than --{option} {short(limit)}"
        if not self.margin:
            return f"{text} ({found:,} > {limit:,} bytes)"
        most = less_margin(limit, self.margin)
        return f"{text} with a margin of {100 * self.margin:g}% ({found:,} > {most:,} bytes)"


def exceeded(view: ModuleView, limits: Limits) -> Iterator[str]:
    """Yields a message for each limit that a program exceeds."""
    for function in view.functions:
        if function.is_public and limits.exceeds(function.after_donation, limits.bytes):
            subject = f"arguments and results of @{function.name} take"
            yield limits.message(subject, function.after_donation, "max-bytes", limits.bytes)
        elif limits.bytes is not None and function.is_public and function.unknown:
            sizes = counted(function.unknown, "tensor")
            yield (
                f"cannot tell whether arguments and results of @{function.name} take more than --max-bytes "
                f"{short(limits.bytes)}: the bytes of {sizes} are not known"
            )
    yield from _exceeded_by_sent(view.totals, limits, view.frames)
    has_unknown_buffers = any(each.bytes_sent is None and each.most is None for each in view.collectives)
    if limits.peak is not None and view.peak is None:
        yield f"cannot tell whether the peak is more than --max-peak {short(limits.peak)}: no function has a body"
    elif view.peak is not None and limits.exceeds(view.peak.bytes, limits.peak):
        subject = f"the peak (profile {view.peak.profile}) is about"
        yield limits.message(subject, view.peak.bytes, "max-peak", limits.peak)
    elif view.peak is not None and limits.peak is not None and has_unknown_buffers:
        yield (
            f"cannot tell whether the peak is more than --max-peak {short(limits.peak)}: about "
            f"{short(view.peak.bytes)}, and {unknown_text(view.totals, view.frames)}"
        )
    elif view.peak is not None and limits.peak is not None and limits.exceeds(view.peak.most or 0, limits.peak):
        yield (
            f"cannot tell whether the peak is more than --max-peak {short(limits.peak)}: about "
            f"{short(view.peak.bytes)}, at most {short(view.peak.most)} ({unknown_reasons(view.totals, view.frames)})"
        )


def exceeded_by_compiled(view: XlaView, limits: Limits) -> Iterator[str]:
    """Yields a message for each limit that a program which XLA has compiled exceeds."""
    if limits.bytes is not None and view.after_donation is None:
        yield (
            f"cannot tell whether arguments and results take more than --max-bytes {short(limits.bytes)}: "
            "the text does not give their shapes"
        )
    elif view.after_donation is not None and limits.exceeds(view.after_donation, limits.bytes):
        yield limits.message("arguments and results take", view.after_donation, "max-bytes", limits.bytes)
    yield from _exceeded_by_sent(view.totals, limits, view.frames)
    if limits.peak is not None and view.compilation is not None:
        if limits.exceeds(view.compilation.peak, limits.peak):
            subject = f"the peak that the compiler for {view.compilation.machine.name} reports is"
            yield limits.message(subject, view.compilation.peak, "max-peak", limits.peak)
    elif limits.peak is not None and view.allocated is not None:
        if limits.exceeds(view.allocated.bytes, limits.peak):
            yield limits.message("XLA allocates", view.allocated.bytes, "max-peak", limits.peak)
    elif limits.peak is not None and view.peak is None:
        yield f"cannot tell whether the peak is more than --max-peak {short(limits.peak)}: the program is not scheduled"
    elif view.peak is not None and limits.exceeds(view.peak.bytes, limits.peak):
        yield limits.message("the peak is about", view.peak.bytes, "max-peak", limits.peak)


def _exceeded_by_sent(totals: Totals, limits: Limits, choice: FrameChoice) -> Iterator[str]:
    """Yields a message if collectives send too much, or may, as they send more than is known."""
    if limits.exceeds(totals.bytes_sent, limits.sent):
        yield limits.message("collectives send", totals.bytes_sent, "max-sent", limits.sent)
        return
    may_exceed = totals.is_lower_bound and (totals.most is None or limits.exceeds(totals.most, limits.sent))
    if limits.sent is None or not may_exceed:
        return
    hint, reasons = assumption_hint(totals, choice), unknown_reasons(totals, choice)
    yield (
        f"cannot tell whether a device sends more than --max-sent {short(limits.sent)}: "
        f"at least {short(totals.bytes_sent)}, and {unknown_text(totals, choice)}"
        + (f" ({reasons})" if reasons else "")
        + (f"; {hint} says how often it runs" if hint else "")
    )


# What `--strict` fails on: numbers that are unknown, and operations at which shardings end.

_MAX_NAMED = 3
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
    more = ", …" if len(names) > _MAX_NAMED else ""
    held = [each.bytes for each in view.unruled]
    whole = sum([size or 0 for size in held])
    known = f"{'at least ' if None in held else ''}{short(whole)} a device" if whole else "unknown bytes"
    xla = "; XLA has no rule either, and gathers" if all(each.also_in_xla for each in view.unruled) else ""
    return (
        f"{counted(len(view.unruled), 'operation')} without a sharding rule ({', '.join(names[:_MAX_NAMED])}{more}): "
        f"shardings do not pass, {known} stay whole{xla}"
    )


def doubts(view: ModuleView) -> Iterator[str]:
    """Yields a message for each number of a program that is unknown, and each operation without a rule."""
    for function in view.functions:
        if function.unknown:
            sizes = counted(function.unknown, "argument or result", "arguments and results")
            yield f"@{function.name}: the bytes of {sizes} are unknown"
    for left in view.calls_left:
        yield f"@{left.function}: {counted(left.calls, 'call')} not inlined, as XLA does: {left.reason.value}"
    yield from [_unruled(operation, view.frames) for operation in view.unruled]
    yield from _unknown(view.totals, view.frames)
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
