"""How printed lines become CHECK lines, in the style of LLVM's scripts: values are captured where they are defined."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sdyopt.update_checks.printed import Item

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|%(?P<name>[\w$.-]+)|\{\{|\[\[')
_RESULTS = re.compile(r"\s*(?:%[\w$.-]+(?::\d+)?(?:, | = ))+")
"""The results of an operation, with which a line begins."""

_DEFINED = re.compile(r" = |: ")
"""What follows the name of an argument where it is defined: its type, or in a loop its first value."""

_OPENING, _CLOSING = "([{<", ")]}>"


def check_lines(item: Item) -> list[tuple[str, str]]:
    """The CHECK lines for an operation: what follows the prefix (`-NEXT`, say), and the pattern."""
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
    """The arguments of a function, without the first parenthesis; the last with all that follows them."""
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
    """The names of values of one operation, and what FileCheck's variables for them are called."""

    def __init__(self) -> None:
        self._variables: dict[str, str] = {}
        self._names: dict[str, str] = {}

    def pattern(self, line: str) -> str:
        """What FileCheck takes for `line`: `%0` is `%[[TMP0:.*]]` where it is defined, and `%[[TMP0]]` elsewhere."""
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
            return f"%[[{variable}:[^ :]*]]"  # of several in a line, `.*` would take more than one
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
    """Brackets that mean something to FileCheck, as a pattern for themselves."""
    return "{{" + "".join([f"[{bracket}]" if bracket == "{" else f"\\{bracket}" for bracket in brackets]) + "}}"
