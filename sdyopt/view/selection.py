"""Tensors picked by the names that tables show.

`%arg0`, `%3#1`, `@main:%3`, `12:%3` (line 12), `result 0`, `@main:result 0`, `p['w1']`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from sdyopt.cost.program.errors import UnknownValueError
from sdyopt.display.wording import suggested
from sdyopt.ir.named_tuple import NamedTuple

if TYPE_CHECKING:
    from sdyopt.view.model import TensorView

_MAX_NEAR, _NEAR = 3, 0.5
"""How many names an error suggests, and how near they must be."""

_FORM = re.compile(r"(?:@(?P<function>.*?):)?(?:(?P<line>[0-9]{1,9}):)?(?P<name>.*)", re.DOTALL)

_INLINED = re.compile(
    r"@(?P<function>.+?):(?P<name>(?:%|a result of |an argument).*?)(?: at .*| \([0-9,]+ calls\))?", re.DOTALL
)
"""The name of a value that has been inlined: `@f:%4 at line 12`, `@f:%4 (8 calls)`."""


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
        return cls(text, match["function"], int(match["line"]) if match["line"] else None, match["name"])

    def names(self, name: str, label: str = "") -> bool:
        """Whether it picks a value of that name, or with that label, somewhere."""
        wanted = self.name
        _, name = _without_call("", name)
        if wanted in (name, f"{name} {label}") or wanted == name.partition("#")[0]:
            return True
        return wanted == label != "" or (not wanted.startswith("%") and f"%{wanted}" in (name, name.partition("#")[0]))

    def picks(self, function: str, name: str, label: str, line: int | None) -> bool:
        """Whether it picks the value of that name and label, which is defined there."""
        if self.text == name:
            return True
        function, _ = _without_call(function, name)
        return self.names(name, label) and self.function in (None, function) and self.line in (None, line)

    def picks_tensor(self, tensor: TensorView) -> bool:
        """Whether it picks a tensor."""
        return self.picks(tensor.function, tensor.name, tensor.label, tensor.place.line if tensor.place else None)

    def unknown(self, names: Iterable[tuple[str, str]]) -> UnknownValueError:
        """The error if it picks nothing among `names`, which stand with their functions."""
        known = sorted({f"@{function}:{name}" if self.function else name for function, name in names})
        name = self.name if self.name in known or self.name.startswith(("%", "result ")) else f"%{self.name}"
        asked = f"@{self.function}:{name}" if self.function else name
        if asked in known:
            return UnknownValueError(f"no value '{self.text}': there is '{asked}' on other lines")
        return UnknownValueError(f"no value '{self.text}'{suggested(asked, known, _MAX_NEAR, _NEAR)}")


def _without_call(function: str, name: str) -> tuple[str, str]:
    """Returns the function and the name of a value, of an inlined one those of which it is a copy."""
    match = _INLINED.fullmatch(name) if name.startswith("@") else None
    return (match["function"].strip('"'), match["name"]) if match else (function, name)


def unknown_function(name: str, names: Iterable[str]) -> UnknownValueError:
    """Returns the error for the name of no function; `names` are those of all."""
    from difflib import get_close_matches

    near = get_close_matches(name, names, _MAX_NEAR, _NEAR)
    hint = f"; did you mean {' or '.join([repr(f'@{other}') for other in near])}?" if near else ""
    return UnknownValueError(f"no function '@{name}'{hint}")
