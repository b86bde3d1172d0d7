"""Turns printed lines into CHECK lines in the style of LLVM's scripts: values are captured where they are defined."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sdyopt.testing.update_checks.printed import Item

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|%(?P<name>[\w$.-]+)|\{\{|\[\[')
_RESULTS = re.compile(r"\s*(?:%[\w$.-]+(?::\d+)?(?:, | = ))+")
"""The results of an operation at the beginning of a line."""

_DEFINED = re.compile(r" = |: ")
"""The text after the name of an argument at its definition: its type, or in a loop its initial value."""

_OPENING, _CLOSING = "([{<", ")]}>"


def check_lines(item: Item) -> list[tuple[str, str]]:
    """Returns the CHECK lines for an operation: the suffix of the prefix (`-NEXT`), and the pattern."""
    values = _Values()
    first, *rest = item.lines
    lines: list[tuple[str, str]] = []
    if not item.is_label:
        lines.append(("", values.pattern(first)))
    elif "%" not in first:
        lines.append(("-LABEL", values.pattern(first)))
    else:
        start = first.index("(") + 1
        lines.append(("-LABEL", values.pattern(first[:start])))
        lines += [("-SAME", "    " + values.pattern(argument)) for argument in _arguments(first[start:])]
    return lines + [("-NEXT", values.pattern(line)) if line else ("-EMPTY", "") for line in rest]


def _arguments(text: str) -> Iterator[str]:
    """Returns the arguments of a function, without the first parenthesis; the last includes the rest of the line."""
    depth, start, end = 0, 0, None
    for found in re.finditer(r'"(?:[^"\\]|\\.)*"|->|[()\[\]{}<>,]', text):
        token = found[0]
        if token in _OPENING:
            depth += 1
        elif token in _CLOSING:
            depth -= 1
            if depth < 0:
                break
        elif token == "," and depth == 0:
            end = found.end()
            yield text[start:end]
            start = end + 1
    yield text[start:]


class _Values:
    """The names of values of one operation, and of FileCheck's variables for them."""

    def __init__(self) -> None:
        self._variables: dict[str, str] = {}
        self._names: dict[str, str] = {}

    def pattern(self, line: str) -> str:
        """Returns FileCheck's pattern for `line`: `%0` is `%[[TMP0:.*]]` at its definition, else `%[[TMP0]]`."""
        return _TOKEN.sub(self._token, line)

    def _token(self, found: re.Match[str]) -> str:
        text, name = found[0], found["name"]
        if name is None:
            return re.sub(r"\{\{|\[\[", lambda brackets: _escaped(brackets[0]), text)
        is_new = name not in self._variables
        variable = self._variable(name)
        results = _RESULTS.match(found.string)
        if results is not None and found.end() < results.end():
            return f"%[[{variable}:.*]]"
        if is_new or _DEFINED.match(found.string, found.end()):
            return f"%[[{variable}:[^ :]*]]"  # with several in a line, `.*` would match more than one
        return f"%[[{variable}]]"

    def _variable(self, name: str) -> str:
        if name not in self._variables:
            base = f"TMP{name}" if name.isdigit() else re.sub(r"\W", "_", name, flags=re.ASCII).upper()
            variable, number = base, 0
            while variable in self._names or not re.match(r"[A-Z_]", variable):
                number += 1
                variable = f"V{base}_{number}" if base[0].isdigit() else f"{base}_{number}"
            self._variables[name] = variable
            self._names[variable] = name
        return self._variables[name]


def _escaped(brackets: str) -> str:
    """Returns a pattern for brackets that FileCheck would interpret."""
    return "{{" + "".join([f"[{bracket}]" if bracket == "{" else f"\\{bracket}" for bracket in brackets]) + "}}"
