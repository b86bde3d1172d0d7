"""Tensors picked by name: `%arg0`, `%3#1`, `@main:%3`, `12:%3` (line 12), `result 0`, `@main:result 0`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from sdyopt.view.errors import UnknownValueError

if TYPE_CHECKING:
    from sdyopt.view.model import TensorView

_MAX_NEAR, _NEAR = 3, 0.5
"""How many names an error suggests, and how near they must be."""

_FORM = re.compile(r"(?:@(?P<function>.*?):)?(?:(?P<line>[0-9]{1,9}):)?(?P<name>.*)", re.DOTALL)


class Selection(NamedTuple):
    """Which values a text picks: those of that name, in that function and on that line if it says so.

    The name of a group of results, `%3`, picks all of them: `%3#0`, `%3#1`, ….
    """

    text: str
    function: str | None
    line: int | None
    name: str

    @classmethod
    def of(cls, text: str) -> Selection:
        match = _FORM.fullmatch(text.strip())
        assert match is not None
        name = match["name"]
        if not name.startswith(("%", "result ")):
            name = f"%{name}"
        return cls(text, match["function"], int(match["line"]) if match["line"] else None, name)

    def names(self, name: str) -> bool:
        """Whether it picks a value of that name somewhere."""
        return name == self.name or name.partition("#")[0] == self.name

    def picks(self, function: str, name: str, line: int | None) -> bool:
        """Whether it picks the value of that name, which is defined there."""
        return self.names(name) and self.function in (None, function) and self.line in (None, line)

    def picks_tensor(self, tensor: TensorView) -> bool:
        return self.picks(tensor.function, tensor.name, tensor.place.line if tensor.place else None)

    def unknown(self, names: Iterable[tuple[str, str]]) -> UnknownValueError:
        """The error if it picks nothing among `names`, which stand with their functions."""
        from difflib import get_close_matches

        known = sorted({f"@{function}:{name}" if self.function else name for function, name in names})
        asked = f"@{self.function}:{self.name}" if self.function else self.name
        if asked in known:
            return UnknownValueError(f"no value '{self.text}': there is '{asked}' on other lines")
        near = get_close_matches(asked, known, _MAX_NEAR, _NEAR)
        hint = f"; did you mean {' or '.join([repr(name) for name in near])}?" if near else ""
        return UnknownValueError(f"no value '{self.text}'{hint}")
