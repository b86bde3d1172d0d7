"""The names of arguments, and patterns of those of repeated layers: `params['layers'][*]['wg']`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sdyopt.ir.locations import NameLoc
from sdyopt.ir.value import BlockArgument

_NUMBER = re.compile(r"(?<=\[)\d+(?=\])|(?<=\.)\d+(?=$|\.)|(?<=_)\d+(?=\b|_|')")


def argument_name(argument: BlockArgument) -> str:
    """Returns the name that JAX gives to an argument; `%arg3` if it has none."""
    location = argument.location
    return location.name if isinstance(location, NameLoc) else f"%arg{argument.index}"


def skeleton(name: str) -> str:
    """Returns a name with `*` for each number that may count layers."""
    return _NUMBER.sub("*", name)


class Patterns:
    """The patterns of names: numbers that differ between otherwise equal names are `*`."""

    def __init__(self, names: Iterable[str]) -> None:
        self._numbers: dict[str, list[set[str]]] = {}
        for name in names:
            numbers = _NUMBER.findall(name)
            found = self._numbers.setdefault(skeleton(name), [set() for _ in numbers])
            for place, number in zip(found, numbers, strict=True):
                place.add(number)

    def of(self, name: str) -> str:
        """Returns the pattern of a name."""
        places = iter(self._numbers.get(skeleton(name), []))
        return _NUMBER.sub(lambda match: "*" if len(next(places, ())) > 1 else match.group(), name)
