"""What values are called: as in the file, or, once passes have changed the program, as sdy-opt prints them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import cast

from sdyopt.ir.operation import Operation
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.diagnostics.source import Source
from sdyopt.mlir.tokens import VALUE_ID
from sdyopt.mlir.write.names import Names

_NAME = re.compile(VALUE_ID)
_RESULTS = rf"{VALUE_ID}(?:\s*:\s*\d+)?"
_RESULT_NAMES = re.compile(rf"{_RESULTS}(?:\s*,\s*{_RESULTS})*\s*=\s*(?:\"?[\w$.-]+\"?\s*)?\Z")
_GROUP = re.compile(rf"({VALUE_ID})(?:\s*:\s*(\d+))?")

_FURTHEST = 4096
"""Characters before an operation in which the names of its results are looked for."""


class ValueNames:
    """The names of the values in `module`.

    `source` is the text that it was parsed from, if it is still as written there. Where operations have locations of
    their own, their places in the text are not known: all names are then those that sdy-opt prints.
    """

    def __init__(self, module: Operation, source: Source | None) -> None:
        self._module = module
        self._text = None
        self._own = None if source is None else source.own_names
        if source is not None and source.data is None and all(isinstance(op.location, int) for op in module.walk()):
            self._text = source.text

    def __getitem__(self, value: Value) -> str:
        return self._written(value) or self._printed[value]

    @property
    def has_text(self) -> bool:
        """Whether names are those in a text, which passes do not change."""
        return self._text is not None

    def written(self, value: Value) -> str | None:
        """The name in the text of `value`, if it is one of the text; None if it has none there."""
        return self._written(value)

    def get(self, value: Value) -> str | None:
        """The name of `value`; None for one that was not there when the names were settled."""
        return self._written(value) or self._printed.get(value)

    def settle(self) -> None:
        """Gives the values that there are the names that they have now, before passes change the program."""
        self._printed  # noqa: B018 (it is made when it is first asked for)

    def __iter__(self) -> Iterator[tuple[Value, str]]:
        """Every value that has a name in the text, or when printed, with that; outer before inner."""
        for value in self.values():
            name = self._printed[value] if self._text is None else self._written(value)
            if name:
                yield value, name

    def values(self) -> Iterator[Value]:
        """Every value in the module; outer before inner."""
        for op in self._module.walk():
            yield from op.results
            for region in op.regions:
                for block in region.blocks:
                    yield from block.arguments

    @cached_property
    def _printed(self) -> dict[Value, str]:
        return Names(self._module).values

    def _written(self, value: Value) -> str | None:
        """The name in the text; None where a value has none there, like those of a region that is only implied."""
        text = self._text
        if text is None:
            return None
        if self._own is not None:
            return _own_name(value, self._own)
        if isinstance(value, BlockArgument):
            location = value.location
            match = _NAME.match(text, location) if isinstance(location, int) and location >= 0 else None
            return None if match is None else match[0]
        result = cast(OpResult, value)
        at = result.owner.location
        if not isinstance(at, int):
            return None  # The operation has been made of several of the text.
        holder = result.owner.parent_op
        if holder is not None and holder.location == at:
            return None
        before = max(0, at - _FURTHEST)
        start = max(before, text.rfind("\n", before, at) + 1)
        if not text[start:at].strip():  # The names stand on a line before.
            start = max(before, text.rfind("\n", before, max(before, start - 1)) + 1)
        names = _RESULT_NAMES.search(text, start, at)
        number = result.index
        for name, count in _GROUP.findall(names[0]) if names else ():
            size = int(count or 1)
            if number < size:
                return f"{name}#{number}" if size > 1 else str(name)
            number -= size
        return None


def _own_name(value: Value, names: Mapping[int, str]) -> str | None:
    """The name that a text other than MLIR has for a value: a number follows it where it stands for several."""
    among: Sequence[Value]
    if isinstance(value, BlockArgument):
        place, among = value.location, [other for other in value.owner.arguments if other.location == value.location]
        if value.owner.parent_op is not None and value.owner.parent_op.location == place:
            return None
        number = among.index(value)
    else:
        result = cast(OpResult, value)
        place, among, number = result.owner.location, result.owner.results, result.index
    name = names.get(place) if isinstance(place, int) else None
    return name if name is None or len(among) == 1 else f"{name}#{number}"
