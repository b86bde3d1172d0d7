"""Amounts of bytes and of time, as tables and options write them."""

from __future__ import annotations

import re
from math import isinf
from typing import TYPE_CHECKING

from sdyopt.display.wording import in_unit
from sdyopt.ir.records import NamedTuple

if TYPE_CHECKING:
    from sdyopt.cost.memory_model.peak import PeakView

UNKNOWN = "—"


class Sum(NamedTuple):
    """A sum of bytes on a device."""

    bytes: int | None
    """None where there is none."""
    is_least: bool = False
    """Whether it is a lower bound, because some of what it sums up is not known."""

    @property
    def text(self) -> str:
        """`28 KiB`, `at least 28 KiB`; `unknown` for a lower bound of zero."""
        if not self.is_least or self.bytes is None:
            return short(self.bytes)
        return f"at least {short(self.bytes)}" if self.bytes else "unknown"


def peak_sum(peak: PeakView | None) -> Sum:
    """Returns the peak of a program; a lower bound if XLA may hold more."""
    return Sum(None) if peak is None else Sum(peak.bytes, peak.is_lower_bound)


_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*(?:([KMGTPE])(i?)B?|B)?", re.IGNORECASE)
_PREFIXES = "KMGTPE"
_PERCENT = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)\s*%")
_TIMES = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


def short(count: int | None) -> str:
    """`28 KiB`, `96 B`."""
    return UNKNOWN if count is None else in_unit(count) or f"{count:,} B"


def exact(count: int | None) -> str:
    """`1,536 (1.5 KiB)`, `96`."""
    if count is None:
        return UNKNOWN
    unit = in_unit(count)
    return f"{count:,} ({unit})" if unit else f"{count:,}"


def size(text: str) -> int:
    """Returns the bytes that `1.5GiB`, `2 GB` or `4096` are. Raises ValueError for another text."""
    if (match := _SIZE.fullmatch(text.strip())) is None:
        raise ValueError(f"'{text}' is not a number of bytes, as in 4096, 1.5GiB or 2GB")
    number, prefix, binary = match.groups()
    base = 1024 if binary else 1000
    return int(float(number) * base ** (_PREFIXES.index(prefix.upper()) + 1 if prefix else 0))


def margin_of(text: str) -> float:
    """Returns the share that `15%` is. Raises ValueError for another text."""
    if (match := _PERCENT.fullmatch(text.strip())) is None:
        raise ValueError(f"'{text}' is not a margin in percent, as in 15%")
    return float(match[1]) / 100


def less_margin(limit: float, margin: float) -> float:
    """Returns the most bytes that may be shown if they must stay within a limit with a margin, a share, added."""
    return limit if isinf(limit) else int(limit / (1 + margin))


def time(seconds: float | None) -> str:
    """`1.25 ms`."""
    if seconds is None:
        return UNKNOWN
    if not seconds:
        return "0 s"
    unit, name = next((pair for pair in _TIMES if seconds >= pair[0]), _TIMES[-1])
    return f"{seconds / unit:.3g} {name}"
