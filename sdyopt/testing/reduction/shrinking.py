"""A program is made smaller, change by change, while it shows what it showed."""

from __future__ import annotations

import re
from collections.abc import Callable

from sdyopt.api.errors import Error
from sdyopt.api.module import Module, parse
from sdyopt.ir.clone import clone
from sdyopt.testing.reduction import edits
from sdyopt.testing.reduction.edits import Edit

EDITS: tuple[Edit, ...] = (
    edits.bodies,
    edits.symbols,
    edits.results,
    edits.operations,
    edits.regions,
    edits.symbols,
    edits.arguments,
    edits.attributes,
)

_SIZE = re.compile(r"(?:(?<=tensor<)|(?<=x))(\d+)(?=x)")
_NUMBER = re.compile(r"(?<![\w%#@!.\"])\d+(?![\w.\"])")


class Shrinking:
    """The smallest program so far for which `shows` holds; `on_smaller` is called with each one.

    Raises Error if the program cannot be read.
    """

    def __init__(
        self,
        text: str,
        name: str,
        shows: Callable[[str], bool],
        on_smaller: Callable[[Shrinking], object] = lambda _: None,
        allow_unregistered_dialect: bool = False,
    ) -> None:
        self.text = text
        self.tries = 0
        self._shows = shows
        self._name = name
        self._on_smaller = on_smaller
        self._allow_unregistered_dialect = allow_unregistered_dialect
        self._with_locations = True
        self._module = self._parsed(text)
        self.operations = _operations(self._module)
        """How many operations the program has, without the module."""

    def run(self) -> None:
        """Makes the program as small as the changes allow: no single one of them leads further."""
        if not self._keep(self._module, self._module.to_text()):
            self._keep(self._module, self._module.to_text(debug_info=True))
        size = -1
        while size != len(self.text):
            size = len(self.text)
            for edit in EDITS:
                self._without_runs(edit)
            self._smaller_shapes()

    def _parsed(self, text: str) -> Module:
        return parse(text, self._allow_unregistered_dialect, self._name)

    def _without_runs(self, edit: Edit) -> None:
        """Makes changes of one kind: all at once, then half of them, …, then single ones."""
        size = count = len(edit(self._module.operation))
        while size:
            start = 0
            while start < count:
                if self._changed(edit, start, start + size):
                    count = len(edit(self._module.operation))
                else:
                    start += size
            size = min(size, count) // 2

    def _changed(self, edit: Edit, start: int, stop: int) -> bool:
        """Returns whether the program is smaller after those changes, and still shows what it showed."""
        module = Module(clone(self._module.operation, {}), self._module.source, self._module.resources)
        try:
            made = [change() for change in edit(module.operation)[start:stop]]
            if not any(made):
                return False
            module.verify()
        except (Error, ValueError):
            return False
        text = module.to_text(debug_info=self._with_locations)
        is_smaller = (_operations(module), len(text)) < (self.operations, len(self.text))
        return is_smaller and self._keep(module, text)

    def _keep(self, module: Module, text: str) -> bool:
        """Makes a module the smallest so far if it shows what the program showed; returns whether it does."""
        self.tries += 1
        if not self._shows(text):
            return False
        self._with_locations = self._with_locations and "loc(" in text
        self.text = text
        self._module = module
        self.operations = _operations(module)
        self._on_smaller(self)
        return True

    def _smaller_shapes(self) -> None:
        """Makes sizes of dimensions smaller, everywhere in the program; the largest first."""
        for size in sorted({int(size) for size in _SIZE.findall(self.text)}, reverse=True):
            for smaller in (1, 2, 4, 8, size // 2):
                if 0 < smaller < size and any(self._resized(pattern, size, smaller) for pattern in (_SIZE, _NUMBER)):
                    break

    def _resized(self, pattern: re.Pattern[str], size: int, smaller: int) -> bool:
        sizes = _SIZE.sub(lambda found: str(smaller) if int(found[0]) == size else found[0], self.text)
        text = pattern.sub(lambda found: str(smaller) if int(found[0]) == size else found[0], sizes)
        if text == self.text:
            return False
        try:
            module = self._parsed(text)
        except Error:
            return False
        return self._keep(module, module.to_text(debug_info=self._with_locations))


def _operations(module: Module) -> int:
    return sum([1 for _ in module.walk()]) - 1
