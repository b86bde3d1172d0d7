"""Limits that a program may not exceed, for pipelines that guard it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.view.amounts import short
from sdyopt.view.model import ModuleView

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
    if limits.sent is not None and view.totals.bytes_with_estimates > limits.sent:
        subject = "collectives and estimates send" if view.totals.estimated else "collectives send"
        yield _message(subject, view.totals.bytes_with_estimates, "max-sent", limits.sent)
    if limits.peak is not None and view.peak is not None and view.peak.bytes > limits.peak:
        yield _message("the peak is", view.peak.bytes, "max-peak", limits.peak)


def exceeded_by_compiled(view: XlaView, limits: Limits) -> Iterator[str]:
    """Yields a message for each limit that a program which XLA has compiled exceeds."""
    if limits.bytes is not None and view.after_donation is not None and view.after_donation > limits.bytes:
        yield _message("arguments and results take", view.after_donation, "max-bytes", limits.bytes)
    if limits.sent is not None and view.totals.bytes_sent > limits.sent:
        yield _message("collectives send", view.totals.bytes_sent, "max-sent", limits.sent)
    if limits.peak is not None and view.peak is None:
        yield f"cannot tell whether the peak is more than --max-peak {short(limits.peak)}: the program is not scheduled"
    elif limits.peak is not None and view.peak is not None and view.peak.bytes > limits.peak:
        yield _message("the peak is about", view.peak.bytes, "max-peak", limits.peak)


def _message(subject: str, found: int, option: str, limit: int) -> str:
    return f"{subject} {short(found)} a device, more than --{option} {short(limit)} ({found:,} > {limit:,} bytes)"
