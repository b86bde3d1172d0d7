"""The answers that views begin with: whether a program fits, what it sends, how long it takes, and which lines do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sdyopt.cost.memory_model.peak import OF_EACH_ITERATION
from sdyopt.cost.origins.followers import line_text, listed, source_text
from sdyopt.cost.program.stages import Stage
from sdyopt.cost.time.machine import Machine
from sdyopt.cost.time.operations import Bound
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.ir.collecting import grouped, summed
from sdyopt.ir.records import NamedTuple
from sdyopt.view.model import TensorKind, layer_pattern, short_label
from sdyopt.view.render.amounts import short, time
from sdyopt.view.render.cost_tables import axes_text, sent_text
from sdyopt.view.timing import percent

if TYPE_CHECKING:
    from sdyopt.cost.memory_model.peak import LiveView, PeakView
    from sdyopt.view.model import ModuleView, TensorView
    from sdyopt.view.timing import TimeView


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
