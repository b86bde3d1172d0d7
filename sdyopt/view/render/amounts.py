"""Amounts of bytes and of time, as tables and options write them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isinf
from typing import TYPE_CHECKING

from sdyopt.display.wording import in_unit
from sdyopt.ir.attribute import remembered
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
_FLOPS = ((1e15, "PFLOP"), (1e12, "TFLOP"), (1e9, "GFLOP"), (1e6, "MFLOP"), (1e3, "kFLOP"), (1.0, "FLOP"))


@remembered
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


@remembered
def time(seconds: float | None) -> str:
    """`1.25 ms`."""
    if seconds is None:
        return UNKNOWN
    return _scaled(seconds, _TIMES) if seconds else "0 s"


def flops_text(flops: float) -> str:
    """`7.05 TFLOP`."""
    return _scaled(flops, _FLOPS)


def _scaled(amount: float, units: Sequence[tuple[float, str]]) -> str:
    unit, name = next((each for each in units if amount >= each[0]), units[-1])
    return f"{amount / unit:.3g} {name}"
