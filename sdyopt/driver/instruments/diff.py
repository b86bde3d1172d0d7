"""The changes of passes, as unified diffs of texts whose values keep their names."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher, unified_diff
from io import StringIO
from itertools import pairwise

from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.symbols import symbol_name
from sdyopt.pipeline.manager import Instrument
from sdyopt.pipeline.model import PassInvocation

# Names: values get those that they have in the text before, as far as lines of both texts correspond.

_NAME_OR_STRING = re.compile(r'%[\w$.-]+|"(?:[^"\\]|\\.)*"')

_DEFINITION = re.compile(r" *(%[^=\"]+) = ")

_FUNCTION = re.compile(r' {0,2}"?func\.func\b')
"""The line with which a function of the module begins, where names begin anew."""

_ATTRIBUTES = re.compile(r" \{.*(?= : )| \{.*")


def with_former_names(before: str, after: str) -> str:
    """Returns the text `after` with values renamed, consistently in each function, as they are called in `before`."""
    old, new = before.split("\n"), after.split("\n")
    pairs: list[tuple[int, int]] = []
    for tag, x, x_end, y, y_end in SequenceMatcher(None, [*map(_key, old)], [*map(_key, new)]).get_opcodes():
        if tag == "equal" or x_end - x == y_end - y:
            pairs += zip(range(x, x_end), range(y, y_end), strict=True)
    numbers, functions = [], 0
    for line in new:
        functions += bool(_FUNCTION.match(line))
        numbers.append(functions)
    scopes = [_Scope() for _ in range(functions + 1)]
    for names_of in (_defined, _names):  # Definitions first: an operand may be another value than before.
        for x, y in pairs:
            for former, name in zip(names_of(old[x]), names_of(new[y]), strict=False):
                scopes[numbers[y]].rename(name, former)
    return "\n".join([scopes[number].renamed(line) for number, line in zip(numbers, new, strict=True)])


def _key(line: str) -> str:
    """Returns what corresponding lines have in common: all but names and attributes."""
    return _ATTRIBUTES.sub("", _NAME_OR_STRING.sub(lambda found: "%" if found[0][0] == "%" else found[0], line))


def _names(line: str) -> list[str]:
    return [name for name in _NAME_OR_STRING.findall(line) if name[0] == "%"]


def _defined(line: str) -> list[str]:
    """Returns the names of the results of a line; of one without, such as the head of a function, all names."""
    return _names(found[1] if (found := _DEFINITION.match(line)) else line)


class _Scope:
    """The new names in a function, each of one value."""

    def __init__(self) -> None:
        self._new: dict[str, str] = {}
        self._taken: set[str] = set()
        self._next = 0

    def rename(self, name: str, former: str) -> None:
        if name not in self._new and former not in self._taken:
            self._new[name] = former
            self._taken.add(former)

    def renamed(self, line: str) -> str:
        return _NAME_OR_STRING.sub(lambda found: self._name(found[0]) if found[0][0] == "%" else found[0], line)

    def _name(self, name: str) -> str:
        """Returns the new name of a value; one without a former name keeps its own, or gets a free number."""
        start = name.rstrip("0123456789")
        free = name
        while name not in self._new:
            self.rename(name, free)
            free, self._next = f"{start}{self._next}", self._next + 1
        return self._new[name]


# The states of a module, from before the first pass to the last.


class ProgramState(NamedTuple):
    """The text of a module, and the pass after which it was taken, if any."""

    text: str
    after: str = ""


class ProgramHistory(Instrument):
    """The program before the first pass, after the last one and, if `after_each` is set, after each pass."""

    def __init__(self, text_of: Callable[[], str], after_each: bool) -> None:
        self._text_of = text_of
        self._after_each = after_each
        self.states = [ProgramState(text_of())]

    def after_pass(self, step: PassInvocation, operation: Operation, changed: bool) -> None:
        if self._after_each:
            self.states.append(ProgramState(self._text(changed), f"{step.name}{_place(operation)}"))

    def end(self) -> str:
        """Called when all passes have run; returns the final text."""
        if not self._after_each:
            self.states.append(ProgramState(self._text()))
        return self.states[-1].text

    def _text(self, changed: bool = True) -> str:
        before = self.states[-1].text
        return with_former_names(before, self._text_of()) if changed else before


def _place(operation: Operation) -> str:
    """Returns the part of the module on which a pass has run, unless it is all of it."""
    name = symbol_name(operation)
    if operation.parent is None:
        return ""
    return f" on {operation.name} @{name}" if name and name.isprintable() else f" on {operation.name}"


# The changes of passes to an input, as unified diffs of the text that would have been written.

Part = Sequence[ProgramState]
"""The states of one part of an input, starting before the first pass."""


def overall(name: str, parts: Sequence[Part], separator: str) -> str:
    """Returns one diff of all parts, joined by `separator`, before the first pass and after the last one."""
    before, after = [separator.join([part[end].text for part in parts]) for end in (0, -1)]
    return diff(before, after, name)


def of_each_pass(name: str, parts: Sequence[Part], separator: str) -> str:
    """Returns a diff after each pass, part by part; applied in order, they turn the input into the output."""
    return "".join(_of_each_pass(name, parts, separator))


def _of_each_pass(name: str, parts: Sequence[Part], separator: str) -> Iterator[str]:
    texts = [part[0].text for part in parts]
    for number, part in enumerate(parts):
        which = f", part {number + 1}" if len(parts) > 1 else ""
        for state, following in pairwise(part):
            before = separator.join(texts)
            texts[number] = following.text
            note = f"after {following.after}{which}"
            unchanged = f"# {note}: no change\n"
            yield unchanged if following.text == state.text else diff(before, separator.join(texts), name, note)


def diff(before: str, after: str, name: str, note: str = "") -> str:
    """Returns the diff as git writes it for a changed file, with a note about the change; empty if there is none."""
    path = os.path.splitdrive(name)[1].replace(os.sep, "/").lstrip("/")
    end = "\t" if " " in name else ""
    head = [f"--- a/{path}{end}\n", f"+++ b/{path}\t{note}\n" if note else f"+++ b/{path}{end}\n"]
    lines = list(unified_diff(list(StringIO(before)), list(StringIO(after))))[2:]
    head = head if lines else []
    return "".join([*head, *[line if line.endswith("\n") else f"{line}\n{_NO_NEWLINE}\n" for line in lines]])


_NO_NEWLINE = "\\ No newline at end of file"
