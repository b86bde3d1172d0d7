"""Limits that a program may not exceed, for pipelines that guard it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sdyopt.cost.collectives.found import Totals
from sdyopt.cost.origins.followers import Frames, line_text, listed
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.display.wording import counted
from sdyopt.ir.records import NamedTuple
from sdyopt.view.model import ModuleView
from sdyopt.view.render.amounts import less_margin, short
from sdyopt.view.render.cost_tables import assumption_hint, unknown_reasons, unknown_text

if TYPE_CHECKING:
    from sdyopt.view.options import GuardOptions
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

    @classmethod
    def of(cls, given: GuardOptions) -> Limits:
        """Returns what options say."""
        return cls(given.max_bytes, given.max_sent, given.max_peak, given.margin)

    def exceeds(self, found: int | None, limit: int | None) -> bool:
        """Whether a number that is shown is too much."""
        return limit is not None and found is not None and found > less_margin(limit, self.margin)

    def check(self, name: str, subject: str, found: int | None, doubt: str = "", doubted: str = "") -> Iterator[str]:
        """Yields what is said of a number if it is too much, or of a `doubt` whether it is, of another subject."""
        limit: int | None = getattr(self, name)
        if limit is not None and found is not None and self.exceeds(found, limit):
            most, margin = less_margin(limit, self.margin), f" with a margin of {100 * self.margin:g}%"
            text = f"{subject} {short(found)} a device, more than --max-{name} {short(limit)}"
            yield f"{text}{margin if self.margin else ''} ({found:,} > {most:,} bytes)"
        elif limit is not None and doubt:
            yield f"cannot tell whether {doubted or subject} more than --max-{name} {short(limit)}: {doubt}"


def exceeded(view: ModuleView, limits: Limits) -> Iterator[str]:
    """Yields a message for each limit that a program exceeds."""
    for function in [each for each in view.functions if each.is_public]:
        doubt = f"the bytes of {counted(function.unknown, 'tensor')} are not known" if function.unknown else ""
        yield from limits.check(
            "bytes", f"arguments and results of @{function.name} take", function.after_donation, doubt
        )
    yield from _exceeded_by_sent(view.totals, limits, view.frames)
    if limits.peak is None:
        return
    if (peak := view.peak) is None:
        yield from limits.check("peak", "the peak is", None, "no function has a body")
        return
    doubt = ""
    if any(each.bytes_sent is None and each.most is None for each in view.collectives):
        doubt = f"about {short(peak.bytes)}, and {unknown_text(view.totals, view.frames)}"
    elif limits.exceeds(peak.most, limits.peak):
        reasons = unknown_reasons(view.totals, view.frames)
        doubt = f"about {short(peak.bytes)}, at most {short(peak.most)} ({reasons})"
    yield from limits.check("peak", f"the peak (profile {peak.profile}) is about", peak.bytes, doubt, "the peak is")


def exceeded_by_compiled(view: XlaView, limits: Limits) -> Iterator[str]:
    """Yields a message for each limit that a program which XLA has compiled exceeds."""
    doubt = "the text does not give their shapes" if view.after_donation is None else ""
    yield from limits.check("bytes", "arguments and results take", view.after_donation, doubt)
    yield from _exceeded_by_sent(view.totals, limits, view.frames)
    peak: tuple[str, int | None] = "the peak is", None
    if view.compilation is not None:
        peak = f"the peak that the compiler for {view.compilation.machine.name} reports is", view.compilation.peak
    elif view.allocated is not None:
        peak = "XLA allocates", view.allocated.bytes
    elif view.peak is not None:
        peak = "the peak is about", view.peak.bytes
    yield from limits.check("peak", *peak, "the program is not scheduled" if peak[1] is None else "")


def _exceeded_by_sent(totals: Totals, limits: Limits, choice: FrameChoice) -> Iterator[str]:
    """Yields a message if collectives send too much, or may, as they send more than is known."""
    doubt = ""
    may_exceed = limits.sent is not None and (totals.most is None or limits.exceeds(totals.most, limits.sent))
    if totals.is_lower_bound and may_exceed:
        hint, reasons = assumption_hint(totals, choice), unknown_reasons(totals, choice)
        doubt = f"at least {short(totals.bytes_sent)}, and {unknown_text(totals, choice)}"
        doubt += (f" ({reasons})" if reasons else "") + (f"; {hint} says how often it runs" if hint else "")
    yield from limits.check("sent", "collectives send", totals.bytes_sent, doubt, "a device sends")


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
    for each in view.unruled:
        whole = "unknown bytes" if each.bytes is None else short(each.bytes)
        text = f"{each.operation} has no sharding rule: {listed(each.axes)} does not pass, {whole} stay whole"
        yield _at(each.source, view.frames, text)
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
