"""The names of arguments, and patterns of those of repeated layers: `params['layers'][*]['wg']`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sdyopt.api.module import Module
from sdyopt.ir.locations import NameLoc
from sdyopt.mlir.write.value_names import ValueNames

_NUMBER = re.compile(r"(?<=\[)\d+(?=\])|(?<=\.)\d+(?=$|\.)|(?<=_)\d+(?=\b|_|')")


def argument_names(module: Module, function: str) -> tuple[str, ...]:
    """Returns the names of the arguments of a function: those that JAX gives to them, else those in the text."""
    names: ValueNames | None = None
    found = []
    for argument in module.functions[function].regions[0].blocks[0].arguments:
        location = argument.location
        if isinstance(location, NameLoc):
            found.append(location.name)
            continue
        names = names or ValueNames(module.operation, module.source if module.is_as_written else None)
        found.append(names.get(argument) or f"%arg{argument.index}")
    return tuple(found)


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
