"""Limits that a program may not exceed, for pipelines that guard it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sdyopt.cost.collectives.totals import Totals
from sdyopt.display.wording import counted
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.view.model import ModuleView
from sdyopt.view.render.amounts import short
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


def exceeded(view: ModuleView, limits: Limits) -> Iterator[str]:
    """Yields a message for each limit that a program exceeds."""
    for function in view.functions:
        if limits.bytes is not None and function.is_public and function.after_donation > limits.bytes:
            subject = f"arguments and results of @{function.name} take"
            yield _message(subject, function.after_donation, "max-bytes", limits.bytes)
        elif limits.bytes is not None and function.is_public and function.unknown:
            sizes = counted(function.unknown, "tensor")
            yield (
                f"cannot tell whether arguments and results of @{function.name} take more than --max-bytes "
                f"{short(limits.bytes)}: the bytes of {sizes} are not known"
            )
    if limits.sent is not None and view.totals.bytes_with_estimates > limits.sent:
        subject = "collectives and estimates send" if view.totals.estimated else "collectives send"
        yield _message(subject, view.totals.bytes_with_estimates, "max-sent", limits.sent)
    elif limits.sent is not None and _is_undecided(view.totals, limits.sent):
        yield _undecided(view.totals, limits.sent, view.frames)
    if limits.peak is not None and view.peak is None:
        yield f"cannot tell whether the peak is more than --max-peak {short(limits.peak)}: no function has a body"
    elif limits.peak is not None and view.peak is not None and view.peak.high > limits.peak:
        yield _message(f"the peak is about {short(view.peak.bytes)}, up to", view.peak.high, "max-peak", limits.peak)
    elif limits.peak is not None and view.peak is not None and (view.peak.most or 0) > limits.peak:
        yield (
            f"cannot tell whether the peak is more than --max-peak {short(limits.peak)}: "
            f"about {short(view.peak.bytes)}, at most {short(view.peak.most)} "
            f"({unknown_reasons(view.totals, view.frames)})"
        )


def exceeded_by_compiled(view: XlaView, limits: Limits) -> Iterator[str]:
    """Yields a message for each limit that a program which XLA has compiled exceeds."""
    if limits.bytes is not None and view.after_donation is None:
        yield (
            f"cannot tell whether arguments and results take more than --max-bytes {short(limits.bytes)}: "
            "the text does not give their shapes"
        )
    elif limits.bytes is not None and view.after_donation is not None and view.after_donation > limits.bytes:
        yield _message("arguments and results take", view.after_donation, "max-bytes", limits.bytes)
    if limits.sent is not None and view.totals.bytes_sent > limits.sent:
        yield _message("collectives send", view.totals.bytes_sent, "max-sent", limits.sent)
    elif limits.sent is not None and _is_undecided(view.totals, limits.sent):
        yield _undecided(view.totals, limits.sent, view.frames)
    if limits.peak is not None and view.allocated is not None:
        if view.allocated.bytes > limits.peak:
            yield _message("XLA allocates", view.allocated.bytes, "max-peak", limits.peak)
    elif limits.peak is not None and view.peak is None:
        yield f"cannot tell whether the peak is more than --max-peak {short(limits.peak)}: the program is not scheduled"
    elif limits.peak is not None and view.peak is not None and view.peak.bytes > limits.peak:
        yield _message("the peak is about", view.peak.bytes, "max-peak", limits.peak)


def _is_undecided(totals: Totals, limit: int) -> bool:
    """Whether more than is known may be sent, and more than the limit."""
    return totals.is_lower_bound and (totals.most is None or totals.most > limit)


def _undecided(totals: Totals, limit: int, choice: FrameChoice) -> str:
    hint, reasons = assumption_hint(totals, choice), unknown_reasons(totals, choice)
    return (
        f"cannot tell whether a device sends more than --max-sent {short(limit)}: "
        f"at least {short(totals.bytes_with_estimates)}, and {unknown_text(totals, choice)}"
        + (f" ({reasons})" if reasons else "")
        + (f"; {hint} says how often it runs" if hint else "")
    )


def _message(subject: str, found: int, option: str, limit: int) -> str:
    return f"{subject} {short(found)} a device, more than --{option} {short(limit)} ({found:,} > {limit:,} bytes)"
