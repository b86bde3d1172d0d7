"""Why there is no plan."""

from __future__ import annotations

from collections.abc import Iterable

from sdyopt.display.wording import suggested
from sdyopt.ir.errors import SdyOptError

_LIKENESS = 0.5
"""The share of characters in common from which a name is meant by another."""
_MOST_LISTED = 8


class PlanError(SdyOptError):
    """A program, a mesh or an option that cannot be planned; the message says why."""


def unknown(what: str, name: str, known: Iterable[str]) -> PlanError:
    """Returns the error for an unknown name, with the nearest known one."""
    names = list(known)
    listed = ", ".join(names[:_MOST_LISTED]) + (f", … {len(names) - _MOST_LISTED} more" if names[_MOST_LISTED:] else "")
    hint = suggested(name, names, likeness=_LIKENESS) or (f": there are {listed}" if names else "")
    return PlanError(f"no {what} '{name}'{hint}")


class ImpossibleError(PlanError):
    """A limit of memory that no sharding fits."""
