"""The answers that views begin with, whether a program fits, what it sends, how long it takes; and limits of these."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sdyopt.cost.collectives.found import Totals
from sdyopt.cost.memory_model.peak import OF_EACH_ITERATION
from sdyopt.cost.origins.followers import Frames, line_text, listed, source_text
from sdyopt.cost.program.stages import Stage
from sdyopt.cost.time.machine import Machine
from sdyopt.cost.time.operations import Bound
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.display.wording import counted
from sdyopt.ir.collecting import grouped, summed
from sdyopt.ir.records import NamedTuple
from sdyopt.view.model import ModuleView, TensorKind, layer_pattern, short_label
from sdyopt.view.render.amounts import short, time
from sdyopt.view.render.cost_tables import assumption_hint, axes_text, sent_text, unknown_reasons, unknown_text
from sdyopt.view.timing import percent

if TYPE_CHECKING:
    from sdyopt.cost.memory_model.peak import LiveView, PeakView
    from sdyopt.view.model import TensorView
    from sdyopt.view.options import GuardOptions
    from sdyopt.view.timing import TimeView
    from sdyopt.view.xla import XlaView


class VerdictSentence(NamedTuple):
    """One of the answers."""

    about: str
    """`memory`, `sent`, `time`, `copies`, `kept`, `faster`."""
    text: str
    option: str
    """That shows more; empty if there is no more."""
    fits: bool | None = None
    """Of memory, whether the program fits the device; None if that is not known."""

    @property
    def line(self) -> str:
        """The answer as the command prints it."""
        return f"{self.text} ({self.option})" if self.option else self.text


def verdict(view: ModuleView) -> Iterator[VerdictSentence]:
    """Yields an answer each for the memory of a device, for what it sends, and for the time of a step.

    There is none for a program without a function that has a body, and none for one that is not partitioned.
    """
    if view.peak is None or not (view.stage.is_propagated or view.stage is Stage.LOCAL or view.devices == 1):
        return
    machine = Machine.of() if view.time is None else view.time.machine
    memory = memory_verdict(view.peak, machine, view.frames)
    yield memory
    yield sent_verdict(view)
    if view.time is not None and (view.time.cost.seconds or view.time.cost.unknown_work):
        yield time_verdict(view.time, view.frames)
    better = rematerialization_verdict(view) if memory.fits is not False else None
    if better is None and view.stage.is_propagated:
        better = copies_verdict(view, view.peak.bytes)
    if better is None and memory.fits is False:
        better = kept_verdict(view.peak, view.frames)
    if better is None and view.stage.is_propagated and view.time is not None and view.time.cost.bound is Bound.NETWORK:
        axes = axes_text(view.totals.by_axis[0][0], " and ") if view.totals.by_axis else "the network"
        better = VerdictSentence(
            "faster", f"could be faster: other shardings or another mesh, to send less over {axes}", "sdy-plan, --mesh"
        )
    if better is not None:
        yield better


def memory_verdict(peak: PeakView, machine: Machine, choice: FrameChoice) -> VerdictSentence:
    """Returns the peak beside the memory of the device, whether it fits, and the line that holds most then.

    What may be gathered counts: a peak that is a lower bound, or may exceed the memory, is not said to fit.
    """
    about = "at least" if peak.is_lower_bound else "about"
    memory = int(machine.device.figure("memory"))
    text = f"peak a device: {about} {short(peak.bytes)} of {short(memory)} (profile {peak.profile}): "
    may_exceed = peak.is_lower_bound if peak.most is None else peak.most > memory
    fits = False if peak.bytes > memory else None if may_exceed else True
    answer, name = _FITS[fits], machine.device.name
    text += f"{answer} {'an' if _SPOKEN_WITH_A_VOWEL.match(name) else 'a'} {name}{_largest(peak, choice)}"
    return VerdictSentence("memory", text, "--peak", fits)


_FITS = {True: "fits", False: "does not fit", None: "perhaps does not fit"}
_SPOKEN_WITH_A_VOWEL = re.compile(r"[aeiou]|[fhlmnrsx]\d")
"""Matches names that are spoken with a vowel first: an a100, an h100, a b200, a tpu-v5e."""


def _largest(peak: PeakView, choice: FrameChoice) -> str:
    """Returns the line whose values take most at the peak: `; 64 GiB of it decoder.mlir:38, 8x4096x4096xf32 ×32`.

    Empty if nothing is alive, or no line has as much as a tenth of it.
    """
    place, size, values = next(iter(_lines(peak, choice)), ("", 0, []))
    if not size or size * _LEAST_SHARE < peak.bytes:
        return ""
    type = values[0].type
    alike = sum([live.type == type for live in values])
    several = f" ×{alike:,}" if alike > 1 else ""
    others = f" and {len(values) - alike:,} more" if len(values) > alike else ""
    return f"; {short(size)} of it {place}, {type.removeprefix('tensor<').removesuffix('>')}{several}{others}"


def _lines(peak: PeakView, choice: FrameChoice) -> list[tuple[str, int, list[LiveView]]]:
    """Returns the lines, or values without one, that take most at the peak first: their bytes, and their values.

    Arguments of all layers are one.
    """
    lines = grouped(
        (line_text(live.source, choice) or layer_pattern(short_label(live.label)) or live.name, live)
        for live in peak.live
    )
    found = []
    for place, values in lines.items():
        if len(values) == 1 and not line_text(values[0].source, choice):
            place = short_label(values[0].label) or values[0].name
        found.append((place, sum([live.bytes for live in values]), values))
    return sorted(found, key=lambda line: -line[1])


def kept_verdict(peak: PeakView, choice: FrameChoice, excess: int = 0) -> VerdictSentence | None:
    """Returns the line whose values take most at the peak if a gradient needs them, or a loop collects them.

    If the peak is to be less by an `excess` in bytes, these are lines that take as much; None if none do.
    """
    places, saved, is_collected = list[str](), 0, False
    for place, size, values in _lines(peak, choice):
        label = next((live.label for live in values if live.label), "")
        is_of_loop = values[0].reason.startswith(OF_EACH_ITERATION)
        if is_of_loop or ("jvp(" in label and "transpose(" not in label):
            places.append(f"{place} ({short(size)})")
            saved, is_collected = saved + size, is_collected or is_of_loop
        if saved >= excess or not excess:
            break
    if not places or saved < excess:
        return None
    what = f"what {' and '.join(places)} {'compute' if len(places) > 1 else 'computes'}"
    what = (
        f"a loop keeps {what} in each iteration; if only the gradient needs it,"
        if is_collected
        else f"the gradient needs {what};"
    )
    return VerdictSentence("kept", f"could be less: {what} jax.checkpoint computes it again", "--peak")


_LEAST_SHARE, _LEAST_IN_COPIES = 10, 20
"""A line is named if it has at least one of this number of parts of the whole; copies of which that would be saved."""


def sent_verdict(view: ModuleView) -> VerdictSentence:
    """Returns what a device sends, along which axes, and the line that sends most."""
    if not view.collectives and not view.totals.is_lower_bound:
        return VerdictSentence("sent", "sent a device: nothing", "")
    largest = _top(view.totals.by_line, view.totals.bytes_sent)
    return VerdictSentence("sent", f"sent a device: {sent_text(view)}{largest}", "--collectives")


def copies_verdict(view: ModuleView, peak: int) -> VerdictSentence | None:
    """Returns what a sharding of the program itself leaves whole on several devices, if it takes much of the peak.

    This is the place to change: an argument, a result or a constraint; one device could hold less of it.
    """
    given = [each for each in view.tensors if each.kind is not TensorKind.VALUE and each.is_held]
    several = [each for each in given if each.share.copies > 1 and each.share.only_device is None]
    tensor = max(several, key=_in_copies, default=None)
    if tensor is None or _in_copies(tensor) * _LEAST_IN_COPIES < peak:
        return None
    share = tensor.share
    what = short_label(tensor.label) or tensor.name
    if tensor.kind is TensorKind.CONSTRAINT:
        what = f"the constraint {source_text(tensor.source, view.frames) or tensor.name}"
    missing = listed(share.replicated_axes)
    same = f"{share.copies:,} devices hold the same {short(share.bytes)}"
    return VerdictSentence("copies", f"could be less: {same}; {what} is not split over {missing}", "--replicated")


def rematerialization_verdict(view: ModuleView) -> VerdictSentence | None:
    """Returns the line whose value XLA gathers whole to reshard it, if that is much of what a device sends."""
    moving = [each for each in view.collectives if each.is_rematerialized]
    sent = summed((line_text(each.source, view.frames), each.sent or 0) for each in moving)
    place, size = max(sent.items(), key=lambda line: line[1], default=("", 0))
    if not size or size * _LEAST_SHARE < view.totals.bytes_sent:
        return None
    what = f"{place or 'one value'} is gathered whole, {short(size)}"
    return VerdictSentence("faster", f"could be faster: {what}: an involuntary full rematerialization", "--collectives")


def _in_copies(tensor: TensorView) -> int:
    """Returns the bytes that a device would not hold if a tensor had all axes."""
    size = tensor.share.bytes or 0
    return size - size // tensor.share.copies


def _top(parts: Iterable[tuple[str, int]], whole: int) -> str:
    """Returns the line that sends most, if it is known and sends much; empty otherwise."""
    place, size = next(((place, size) for place, size in parts if place), ("", 0))
    if not place or size * _LEAST_SHARE < whole:
        return ""
    return f"; {'all' if size == whole else short(size)} of it {place}"


def time_verdict(found: TimeView, choice: FrameChoice) -> VerdictSentence:
    """Returns how long a step takes, what bounds it, and the line that takes longest."""
    cost, device = found.cost, found.machine.device.name
    at_least = "at least " if cost.unknown_runs or cost.unknown_work else ""
    text = f"a step: {at_least}about {time(cost.seconds)} on {device}"
    whole = cost.serial_seconds
    if whole:
        text += f", bound by {cost.bound.value} ({percent(cost.seconds_by_bound[cost.bound] / whole)})"
    if found.lines and whole / _LEAST_SHARE <= found.lines[0].seconds:
        place, seconds = line_text(found.lines[0].source, choice), found.lines[0].seconds
        text += (
            f"; {'all' if percent(seconds / whole) == percent(1.0) else time(seconds)} of it {place}" if place else ""
        )
    return VerdictSentence("time", text, "--time")


# Limits that a program may not exceed, for pipelines that guard it.


def exceeded(view: ModuleView, limits: GuardOptions) -> Iterator[str]:
    """Yields a message for each limit that a program exceeds."""
    for function in [each for each in view.functions if each.is_public]:
        doubt = f"the bytes of {counted(function.unknown, 'tensor')} are not known" if function.unknown else ""
        yield from limits.guard(
            "bytes", f"arguments and results of @{function.name} take", function.after_donation, doubt
        )
    yield from _exceeded_by_sent(view.totals, limits, view.frames)
    if limits.max_peak is None:
        return
    if (peak := view.peak) is None:
        yield from limits.guard("peak", "the peak is", None, "no function has a body")
        return
    doubt = ""
    if any(each.bytes_sent is None and each.most is None for each in view.collectives):
        doubt = f"about {short(peak.bytes)}, and {unknown_text(view.totals, view.frames)}"
    elif limits.exceeds(peak.most, limits.max_peak):
        reasons = unknown_reasons(view.totals, view.frames)
        doubt = f"about {short(peak.bytes)}, at most {short(peak.most)} ({reasons})"
    yield from limits.guard("peak", f"the peak (profile {peak.profile}) is about", peak.bytes, doubt, "the peak is")


def exceeded_by_compiled(view: XlaView, limits: GuardOptions) -> Iterator[str]:
    """Yields a message for each limit that a program which XLA has compiled exceeds."""
    doubt = "the text does not give their shapes" if view.after_donation is None else ""
    yield from limits.guard("bytes", "arguments and results take", view.after_donation, doubt)
    yield from _exceeded_by_sent(view.totals, limits, view.frames)
    peak: tuple[str, int | None] = "the peak is", None
    if view.compilation is not None:
        peak = f"the peak that the compiler for {view.compilation.machine.name} reports is", view.compilation.peak
    elif view.allocated is not None:
        peak = "XLA allocates", view.allocated.bytes
    elif view.peak is not None:
        peak = "the peak is about", view.peak.bytes
    yield from limits.guard("peak", *peak, "the program is not scheduled" if peak[1] is None else "")


def _exceeded_by_sent(totals: Totals, limits: GuardOptions, choice: FrameChoice) -> Iterator[str]:
    """Yields a message if collectives send too much, or may, as they send more than is known."""
    doubt = ""
    may_exceed = limits.max_sent is not None and (totals.most is None or limits.exceeds(totals.most, limits.max_sent))
    if totals.is_lower_bound and may_exceed:
        hint, reasons = assumption_hint(totals, choice), unknown_reasons(totals, choice)
        doubt = f"at least {short(totals.bytes_sent)}, and {unknown_text(totals, choice)}"
        doubt += (f" ({reasons})" if reasons else "") + (f"; {hint} says how often it runs" if hint else "")
    yield from limits.guard("sent", "collectives send", totals.bytes_sent, doubt, "a device sends")


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
