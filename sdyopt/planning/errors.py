"""Why there is no plan."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from sdyopt.ir.errors import SdyOptError

_LIKENESS = 0.5
"""The share of characters in common from which a name is meant by another."""
_MOST_LISTED = 8


class PlanError(SdyOptError):
    """A program, a mesh or an option that cannot be planned; the message says why."""


def unknown(what: str, name: str, known: Iterable[str]) -> PlanError:
    """Returns the error for an unknown name, with the nearest known one."""
    names = list(known)
    near = get_close_matches(name, names, 1, _LIKENESS)
    listed = ", ".join(names[:_MOST_LISTED]) + (f", … {len(names) - _MOST_LISTED} more" if names[_MOST_LISTED:] else "")
    hint = f"; did you mean '{near[0]}'?" if near else f": there are {listed}" if names else ""
    return PlanError(f"no {what} '{name}'{hint}")


class ImpossibleError(PlanError):
    """A limit of memory that no sharding fits."""
