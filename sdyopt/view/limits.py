"""Limits that a program may not exceed, for pipelines that guard it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sdyopt.cost.collectives.totals import Totals
from sdyopt.display.wording import counted
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.view.model import ModuleView
from sdyopt.view.render.amounts import short
from sdyopt.view.render.cost_tables import unknown_text

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
    elif limits.sent is not None and view.totals.is_lower_bound:
        yield _undecided(view.totals, limits.sent)
    if limits.peak is not None and view.peak is None:
        yield f"cannot tell whether the peak is more than --max-peak {short(limits.peak)}: no function has a body"
    elif limits.peak is not None and view.peak is not None and view.peak.bytes > limits.peak:
        yield _message("the peak is", view.peak.bytes, "max-peak", limits.peak)


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
    elif limits.sent is not None and view.totals.is_lower_bound:
        yield _undecided(view.totals, limits.sent)
    if limits.peak is not None and view.peak is None:
        yield f"cannot tell whether the peak is more than --max-peak {short(limits.peak)}: the program is not scheduled"
    elif limits.peak is not None and view.peak is not None and view.peak.bytes > limits.peak:
        yield _message("the peak is about", view.peak.bytes, "max-peak", limits.peak)


def _undecided(totals: Totals, limit: int) -> str:
    known = short(totals.bytes_with_estimates)
    return (
        f"cannot tell whether a device sends more than --max-sent {short(limit)}: at least {known}, and "
        f"{unknown_text(totals)}"
    )


def _message(subject: str, found: int, option: str, limit: int) -> str:
    return f"{subject} {short(found)} a device, more than --{option} {short(limit)} ({found:,} > {limit:,} bytes)"
