"""The names of arguments, and patterns of those of repeated layers: `params['layers'][*]['wg']`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

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


def patterns_of_classes(classes: Sequence[Sequence[str]], names: Sequence[str]) -> list[tuple[str, ...]]:
    """Returns the patterns of each class of names; none of them is also that of a name which is not in the class.

    `names` are all names, also those in no class. Numbers that differ are `*` if classes then still have different
    names; else only those that differ within the class, and else none.
    """
    everywhere = Patterns(names)
    by_skeleton: dict[str, list[str]] = {}
    for name in names:
        by_skeleton.setdefault(skeleton(name), []).append(name)
    found = []
    for members in classes:
        own, apart = Patterns(members), frozenset(members)
        alike = [by_skeleton[key] for key in dict.fromkeys(map(skeleton, members))]
        others = [name for group in alike for name in group if name not in apart]
        taken = [(patterns, {patterns.of(name) for name in others}) for patterns in (everywhere, own)]
        texts = [
            next((patterns.of(name) for patterns, used in taken if patterns.of(name) not in used), name)
            for name in members
        ]
        found.append(tuple(dict.fromkeys(texts)))
    return found
