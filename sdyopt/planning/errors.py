"""Why there is no plan."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from sdyopt.ir.errors import SdyOptError


class PlanError(SdyOptError):
    """A program, a mesh or an option that cannot be planned; the message says why."""


def unknown(what: str, name: str, known: Iterable[str]) -> PlanError:
    """Returns the error for an unknown name, with the nearest known one."""
    names = list(known)
    near = get_close_matches(name, names, 1)
    hint = f"; did you mean '{near[0]}'?" if near else f": there are {', '.join(names)}" if names else ""
    return PlanError(f"no {what} '{name}'{hint}")


class ImpossibleError(PlanError):
    """A limit of memory that no sharding fits."""
